"""Keeping texts as sound files, and opening documents: a window and what works behind it."""
