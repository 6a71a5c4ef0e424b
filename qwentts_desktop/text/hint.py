"""Why a text gives nothing to hear, or less than one may expect: sentences for the user."""

from __future__ import annotations

from qwentts_desktop.text.cleaning.emoji_step import with_emoji_read
from qwentts_desktop.text.language.detection import document_language
from qwentts_desktop.text.mapped import MappedText
from qwentts_desktop.text.options import EmojiReading, ReadingOptions
from qwentts_desktop.text.reader import sentences
from qwentts_desktop.text.speech_sound import has_speech


def hint(text: str, options: ReadingOptions | None = None) -> str:
    """What the user should know before a text is read, or "" where it can simply be read."""
    if not text:
        return "There is no text to read."
    if next(sentences(text, options), None) is None:
        return _why_silent(text)
    if options is not None and options.language != "auto":
        return ""
    return document_language(text).notice


def _why_silent(text: str) -> str:
    if not text.strip():
        return "There is nothing to read: the text is only white space."
    if has_speech(text):
        return "There is nothing to read: all of the text is left out by the reading settings."
    without = with_emoji_read(MappedText.of(text[:2_000]), EmojiReading.DROP, "en").text
    if without != text[:2_000] and not without.strip():
        return "There is nothing to read: the text is only emoji. The reading settings can have them named."
    return "There is nothing to read: the text has no letters and no digits."
