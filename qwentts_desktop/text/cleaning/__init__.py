"""From raw text to blocks that hold only what is to be read. Every step keeps the way back to the original."""
