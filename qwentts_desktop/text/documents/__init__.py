"""Files that people read, as text: one reader a format. No sound, no cleaning, no sentence."""
