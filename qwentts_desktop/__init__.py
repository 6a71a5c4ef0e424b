"""Reads selected text aloud with Qwen3-TTS, in voices that the user owns."""

__version__ = "0.1.0"
APP_NAME = "qwentts-desktop"
APP_TITLE = "QwenTTS Desktop"
APP_ID = "io.github.qwentts_desktop"
