"""The contract between everything that asks for speech and everything that makes it. Standard library and numpy only."""
