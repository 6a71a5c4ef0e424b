"""One speech thread, one queue, one owner of engine and player. No Qt, no torch."""
