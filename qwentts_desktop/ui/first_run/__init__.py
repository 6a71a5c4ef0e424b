"""The assistant of the first start: card, model, voice, hotkey. Every step can be skipped and found again."""
