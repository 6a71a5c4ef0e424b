"""`bench`: how fast this machine speaks, side by side with a peer where one is installed."""
