"""Kinds, languages, sizes and times of voices in words. No widget, no file."""

from __future__ import annotations

import time

from PySide6.QtCore import QCoreApplication, QDateTime, QLocale

from qwentts_desktop.voices.entry import VoiceEntry
from qwentts_desktop.voices.presets import PresetSpeaker
from qwentts_desktop.voices.profile import AUTO, VoiceKind

_DAY_S = 86_400


def kind_words(kind: VoiceKind) -> str:
    """What makes the voice."""
    translate = QCoreApplication.translate
    return {
        VoiceKind.CLONED: translate("voices", "Cloned"),
        VoiceKind.PRESET: translate("voices", "Preset speaker"),
        VoiceKind.DESIGNED: translate("voices", "Designed"),
        VoiceKind.SYSTEM: translate("voices", "System voice"),
        VoiceKind.UNKNOWN: translate("voices", "Of a newer version"),
    }[kind]


def language_words(code: str) -> str:
    """The language of this ISO 639-1 code."""
    translate = QCoreApplication.translate
    names = {
        AUTO: translate("voices", "Any language"),
        "zh": translate("voices", "Chinese"),
        "en": translate("voices", "English"),
        "de": translate("voices", "German"),
        "it": translate("voices", "Italian"),
        "pt": translate("voices", "Portuguese"),
        "es": translate("voices", "Spanish"),
        "ja": translate("voices", "Japanese"),
        "ko": translate("voices", "Korean"),
        "fr": translate("voices", "French"),
        "ru": translate("voices", "Russian"),
    }
    return names.get(code, code)


def speaker_words(speaker: PresetSpeaker) -> str:
    """A preset speaker with language and dialect."""
    translate = QCoreApplication.translate
    dialects = {"Beijing": translate("voices", "Beijing"), "Sichuan": translate("voices", "Sichuan")}
    language = language_words(speaker.language)
    if speaker.dialect:
        language = translate("voices", "{language}, {dialect} dialect").format(
            language=language, dialect=dialects.get(speaker.dialect, speaker.dialect)
        )
    return f"{speaker.title} ({language})"


def size_words(size_bytes: int) -> str:
    """A size on the disk."""
    return QLocale().formattedDataSize(size_bytes, 1, QLocale.DataSizeFormat.DataSizeTraditionalFormat)


def used_words(last_used: float | None, now: float | None = None) -> str:
    """When a voice spoke last."""
    translate = QCoreApplication.translate
    if last_used is None:
        return translate("voices", "Never")
    age_s = (time.time() if now is None else now) - last_used
    if age_s < _DAY_S:
        return translate("voices", "Today")
    if age_s < 2 * _DAY_S:
        return translate("voices", "Yesterday")
    return QLocale().toString(
        QDateTime.fromSecsSinceEpoch(int(last_used)).date(), QLocale.FormatType.ShortFormat
    )


def seconds_words(seconds: float) -> str:
    """A length of sound."""
    return QCoreApplication.translate("voices", "{seconds} s").format(
        seconds=QLocale().toString(seconds, "f", 1)
    )


def encoding_words(entry: VoiceEntry) -> str:
    """Whether the voice is ready for a model, or what will happen."""
    translate = QCoreApplication.translate
    if entry.profile.kind is not VoiceKind.CLONED:
        return ""
    if entry.encoded_for:
        return translate("voices", "Encoded for {models}.").format(models=", ".join(entry.encoded_for))
    return translate("voices", "Not encoded yet. That happens by itself when it first speaks with a model.")
