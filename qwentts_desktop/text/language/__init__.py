"""Which of the languages a text is in."""
