"""Our own streaming inference of Qwen3-TTS. Never Qt, never an audio device, never settings."""
