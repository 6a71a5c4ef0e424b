"""The published models: catalogue, download, verification. No torch."""
