"""The same service without a screen; one command a file. No Qt; torch only where the neural engine speaks."""
