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
        "general.overlay": translate("settings", "Bar above other windows"),
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
        "engine.weights": translate("settings", "Weights"),
        "engine.attention": translate("settings", "Attention"),
        "engine.idle_unload_minutes": translate("settings", "Free the card's memory after"),
        "streaming.chunk_frames": translate("settings", "Chunk size"),
        "reading.markdown": translate("settings", "Markdown"),
        "reading.code_blocks": translate("settings", "Blocks of code"),
        "reading.urls": translate("settings", "Web addresses"),
        "reading.emails": translate("settings", "E-mail addresses"),
        "reading.emoji": translate("settings", "Emoji"),
        "reading.numbers": translate("settings", "Numbers as words"),
        "reading.join_lines": translate("settings", "Join wrapped lines"),
        "reading.join_hyphenated": translate("settings", "Join divided words"),
        "reading.bullets": translate("settings", "Leave out bullets"),
        "reading.citations": translate("settings", "Leave out citations"),
        "reading.footnote_marks": translate("settings", "Leave out footnote marks"),
        "reading.dividers": translate("settings", "Leave out dividers"),
        "reading.repeats": translate("settings", "Shorten repeated characters"),
        "reading.html": translate("settings", "Leave out HTML tags"),
        "reading.terminal_codes": translate("settings", "Leave out terminal colours"),
        "reading.control_characters": translate("settings", "Leave out invisible characters"),
        "reading.compose_characters": translate("settings", "Compose accented letters"),
        "reading.maximum_characters": translate("settings", "Longest piece"),
        "reading.join_below": translate("settings", "Join sentences shorter than"),
        "reading.clause_pause_ms": translate("settings", "After a clause"),
        "reading.sentence_pause_ms": translate("settings", "After a sentence"),
        "reading.line_pause_ms": translate("settings", "After a line"),
        "reading.list_item_pause_ms": translate("settings", "After a list item"),
        "reading.paragraph_pause_ms": translate("settings", "After a paragraph"),
        "reading.heading_pause_ms": translate("settings", "After a heading"),
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
        "always": translate("settings", "Always"),
        "never": translate("settings", "Never"),
        "short": translate("settings", "Say them short"),
        "skip": translate("settings", "Leave them out"),
        "drop": translate("settings", "Leave them out"),
        "name": translate("settings", "Say what they are"),
        "read": translate("settings", "Read them whole"),
        "keep": translate("settings", "Keep them"),
        "own": translate("settings", "The application's folder"),
        "hub-cache": translate("settings", "The folder shared with other programs"),
        "streaming.chunk_frames=lowest": translate("settings", "Automatic"),
        "engine.idle_unload_minutes=lowest": translate("settings", "Never"),
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


def page_of(page: str) -> tuple[str, str]:
    """Title and picture of a page."""
    translate = QCoreApplication.translate
    known = {
        "general": (translate("settings", "General"), "settings"),
        "voice": (translate("settings", "Voice and model"), "voice"),
        "streaming": (translate("settings", "Streaming"), "stream"),
        "reading": (translate("settings", "Reading"), "selection"),
        "hotkeys": (translate("settings", "Hotkeys"), "keyboard"),
        "audio": (translate("settings", "Audio"), "speak"),
        "doctor": (translate("settings", "Doctor"), "doctor"),
        "privacy": (translate("settings", "Privacy"), "privacy"),
        "about": (translate("settings", "About"), "info"),
    }
    return known.get(page) or (page.replace("_", " ").capitalize(), "settings")


def group_title(group: str) -> str:
    """The heading of a card among several on a page."""
    translate = QCoreApplication.translate
    return {
        "voice": translate("settings", "Voice"),
        "engine": translate("settings", "Engine"),
        "content": translate("settings", "What is said differently, or not at all"),
        "sentences": translate("settings", "How sentences are cut"),
        "pauses": translate("settings", "Pauses"),
    }.get(group, "")


def models_title() -> str:
    """The heading of the list of models."""
    return QCoreApplication.translate("settings", "Models")
