"""Numbers as words, in ten languages."""
