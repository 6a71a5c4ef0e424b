"""Emoji, dropped or named: families, flags and keycaps count as one."""

from __future__ import annotations

import functools
import re
from typing import Any

from qwentts_desktop.text.mapped import MappedText, Step
from qwentts_desktop.text.options import EmojiReading

_MAYBE = re.compile(
    "[\u20e3\u203c\u2049\u2139\u2194-\u21aa\u2300-\u23ff\u25a0-\u27bf\u2934\u2935\u2b05-\u2b55\u3030\u303d\u3297\u3299"
    "\ufe0f\u200d\U0001f000-\U0001faff\U000e0020-\U000e007f]"
)
_NAMED_LANGUAGES = ("en", "es", "ja", "ko", "pt", "it", "fr", "de", "zh", "ru")

# Signs that print as text by default and mean something in a sentence are emoji only with U+FE0F.
_TEXT_SIGNS = "©®™ℹ‼⁉〰〽㊗㊙Ⓜ↔-↙↩↪"


@functools.lru_cache(maxsize=1)
def _emoji() -> Any:
    import regex

    part = rf"(?:[{_TEXT_SIGNS}]\ufe0f|(?![{_TEXT_SIGNS}])\p{{Extended_Pictographic}})"
    tail = r"(?:\ufe0f|\p{EMod}|[\U000e0020-\U000e007f]+)*\u20e3?"
    return regex.compile(
        rf"\p{{RI}}{{1,2}}|[0-9#*]\ufe0f?\u20e3|{part}{tail}(?:\u200d{part}{tail})*\u200d?|[\ufe0f\u20e3]"
        r"|[\p{EMod}\U000e0020-\U000e007f]"
    )


def with_emoji_read(mapped: MappedText, reading: EmojiReading, language: str) -> MappedText:
    """Drop every emoji, or put its name in the language of the text in its place."""
    if reading is EmojiReading.KEEP or not _MAYBE.search(mapped.text):
        return mapped
    if reading is EmojiReading.DROP:
        return mapped.sub(Step.EMOJI, _emoji(), "")
    return mapped.sub(Step.EMOJI, _emoji(), lambda found: _name(found.group(), language))


def _name(symbol: str, language: str) -> str:
    import emoji

    named_in = language if language in _NAMED_LANGUAGES else "en"
    name = emoji.demojize(symbol, language=named_in, delimiters=("\x00", "\x00"))
    if not name.startswith("\x00"):
        return ""
    return f" {name.strip(chr(0)).replace('_', ' ')} "
