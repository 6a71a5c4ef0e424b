"""What works on this machine, what does not, and how to mend it."""
