"""Names of settings, their pages and their choices, for people. Help sentences come from the declarations."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from qwentts_desktop.settings.description import SettingInfo


def label_of(dotted: str) -> str:
    """The name of a setting; one that has none here is named by its field."""
    translate = QCoreApplication.translate
    known = {
        "general.when_speaking": translate("settings", "While something is being read"),
        "general.ask_above_characters": translate("settings", "Ask before reading more than"),
        "general.start_at_login": translate("settings", "Start at login"),
        "general.interface_language": translate("settings", "Language of the interface"),
        "general.appearance": translate("settings", "Appearance"),
        "hotkeys.speak_selection": translate("settings", "Speak selection"),
        "hotkeys.pause_resume": translate("settings", "Pause or resume"),
        "hotkeys.stop": translate("settings", "Stop"),
        "hotkeys.speak_clipboard": translate("settings", "Speak clipboard"),
        "hotkeys.next_sentence": translate("settings", "Next sentence"),
        "hotkeys.previous_sentence": translate("settings", "Previous sentence"),
        "hotkeys.restart_sentence": translate("settings", "Sentence again"),
        "hotkeys.faster": translate("settings", "Faster"),
        "hotkeys.slower": translate("settings", "Slower"),
        "hotkeys.next_voice": translate("settings", "Next voice"),
        "audio.output_device": translate("settings", "Output device"),
        "audio.volume": translate("settings", "Volume"),
        "audio.speed": translate("settings", "Speed"),
        "audio.cushion_ms": translate("settings", "Cushion"),
        "audio.wake_silence_ms": translate("settings", "Silence to wake the device"),
        "voice.voice": translate("settings", "Voice"),
        "voice.language": translate("settings", "Language of the texts"),
        "engine.engine": translate("settings", "Engine"),
        "engine.model_size": translate("settings", "Model size"),
        "engine.model_folder": translate("settings", "Model folder"),
        "engine.models_folder": translate("settings", "Folder of downloads"),
        "engine.model_place": translate("settings", "Place of new downloads"),
        "engine.device": translate("settings", "Device"),
        "engine.dtype": translate("settings", "Number format"),
        "engine.attention": translate("settings", "Attention"),
        "engine.idle_unload_minutes": translate("settings", "Free the card's memory after"),
        "streaming.chunk_frames": translate("settings", "Chunk size"),
        "privacy.keep_history": translate("settings", "Keep a history"),
    }
    return known.get(dotted) or dotted.split(".")[1].replace("_", " ").capitalize()


def help_of(info: SettingInfo) -> str:
    """The declaration's help sentence in the language of the interface."""
    return QCoreApplication.translate("settings-help", info.help)


def choice_words() -> dict[str, str]:
    """The words that a setting may have, for people; what is not here is shown as it is stored."""
    translate = QCoreApplication.translate
    return {
        "interrupt": translate("settings", "A new text interrupts it"),
        "enqueue": translate("settings", "A new text waits its turn"),
        "system": translate("settings", "System"),
        "light": translate("settings", "Light"),
        "dark": translate("settings", "Dark"),
        "auto": translate("settings", "Automatic"),
        "neural": translate("settings", "Neural voice only"),
        "en": "English",
        "zh_CN": "简体中文",
        "zh": "中文",
        "de": "Deutsch",
        "it": "Italiano",
        "pt": "Português",
        "es": "Español",
        "ja": "日本語",
        "ko": "한국어",
        "fr": "Français",
        "ru": "Русский",
    }


def page_of(section: str) -> tuple[str, str]:
    """Title and picture of a section's page."""
    translate = QCoreApplication.translate
    known = {
        "general": (translate("settings", "General"), "settings"),
        "hotkeys": (translate("settings", "Hotkeys"), "keyboard"),
        "audio": (translate("settings", "Audio"), "speak"),
        "voice": (translate("settings", "Voice"), "voice"),
        "engine": (translate("settings", "Engine"), "engine"),
        "streaming": (translate("settings", "Streaming"), "stream"),
        "reading": (translate("settings", "Reading"), "selection"),
        "privacy": (translate("settings", "Privacy"), "privacy"),
    }
    return known.get(section) or (section.replace("_", " ").capitalize(), "settings")
