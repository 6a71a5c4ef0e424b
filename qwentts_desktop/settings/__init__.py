"""Settings: declared once, kept in TOML, migrated."""
