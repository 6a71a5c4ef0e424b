"""The screen: bridge, controller, tray and windows in PySide6. Never torch, engines or a device."""
