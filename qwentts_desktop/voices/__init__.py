"""Voice profiles on disk, reference clips and cached prompts. No torch."""
