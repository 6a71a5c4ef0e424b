"""How words are to be said: rules that users write and share."""
