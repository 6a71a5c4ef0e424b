"""The command line: the same service without a screen, one command a file."""
