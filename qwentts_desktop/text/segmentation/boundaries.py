"""Where sentences end: sentencex, and what it gets wrong in the ten languages put right. Lossless."""

from __future__ import annotations

from collections.abc import Iterator

from qwentts_desktop.text.segmentation.repairs import belongs_together, divided
from qwentts_desktop.text.speech_sound import has_speech

_DEFAULT_LANGUAGE = "en"


def sentence_ends(text: str, language: str) -> list[int]:
    """Where each sentence of one line ends, in characters; the last end is the text's length.

    Never raises, for any characters; an unpaired surrogate is looked at as a question mark would be.
    """
    sentences = _segmented(text, language if language != "auto" else _DEFAULT_LANGUAGE)
    return list(_repaired(text, sentences, language))


def _segmented(text: str, language: str) -> list[str]:
    import sentencex

    readable = text.encode("utf-8", "replace").decode("utf-8")
    sentences: list[str] = sentencex.segment(language, readable)
    if sum(map(len, sentences)) != len(text):
        return [text]
    return [part for sentence in sentences for part in divided(sentence, language)]


def _repaired(text: str, sentences: list[str], language: str) -> Iterator[int]:
    start = end = 0
    for sentence in sentences:
        following = end + len(sentence)
        left, right = text[start:end], text[end:following]
        if end > start and not _must_join(left, right, language):
            yield end
            start = end
        end = following
    yield len(text)


def _must_join(left: str, right: str, language: str) -> bool:
    """Punctuation alone is no sentence; it stays with what is beside it."""
    return not has_speech(right) or not has_speech(left) or belongs_together(left, right, language)
