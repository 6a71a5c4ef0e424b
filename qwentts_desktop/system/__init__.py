"""The operating system behind protocols, one handler file an operating system."""
