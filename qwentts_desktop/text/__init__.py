"""From selected text to what a person would read out: pure functions, no GUI, no engine."""
