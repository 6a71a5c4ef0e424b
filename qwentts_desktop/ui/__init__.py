"""The desktop: bridge, tray, windows. Never torch, never engines."""
