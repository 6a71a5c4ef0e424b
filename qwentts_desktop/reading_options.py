"""How the user's settings become the reading options of text/. No file, no Qt."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from qwentts_desktop.settings.schema import ReadingSettings

if TYPE_CHECKING:  # text/ brings libraries along that only speech needs
    from qwentts_desktop.text.options import ReadingOptions
    from qwentts_desktop.text.pronunciation.rule import PronunciationRule


def reading_options(reading: ReadingSettings, rules: tuple[PronunciationRule, ...] = ()) -> ReadingOptions:
    """The settings as text/ takes them: the same names, choices as their enumerations, pauses gathered."""
    from qwentts_desktop.text.options import (
        CodeBlocks,
        EmojiReading,
        Links,
        MarkdownReading,
        NumberReading,
        PauseOptions,
        ReadingOptions,
    )

    values: dict[str, Any] = vars(reading)
    pauses = {name: values[name.replace("_ms", "_pause_ms")] for name in vars(PauseOptions())}
    plain = {name: value for name, value in values.items() if not name.endswith("_pause_ms")}
    plain |= {
        "markdown": MarkdownReading(reading.markdown),
        "code_blocks": CodeBlocks(reading.code_blocks),
        "urls": Links(reading.urls),
        "emails": Links(reading.emails),
        "emoji": EmojiReading(reading.emoji),
        "numbers": NumberReading(reading.numbers),
    }
    return ReadingOptions(**plain, rules=rules, pauses=PauseOptions(**pauses))
