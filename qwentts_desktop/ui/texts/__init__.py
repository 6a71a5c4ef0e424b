"""Texts that wait to be read and texts that were read: the lists and what keeps them."""
