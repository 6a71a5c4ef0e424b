"""From raw text to blocks of what is to be read. Every step keeps the way back to the original."""
