"""The contract between everything that asks for speech and everything that makes it. No library but numpy."""
