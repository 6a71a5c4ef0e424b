"""From any text to the sentences to speak, lazily. Pure: no settings, no file, no sound."""

from __future__ import annotations

from collections.abc import Iterator

from qwentts_desktop.text.options import ReadingOptions
from qwentts_desktop.text.sentence import Boundary, Sentence

_PIECE = 4_000


def sentences(text: str, options: ReadingOptions | None = None) -> Iterator[Sentence]:
    """Yield what to speak, sentence by sentence; the first is ready long before the last. Never raises."""
    import sentencex

    options = options or ReadingOptions()
    language = "en" if options.language == "auto" else options.language
    at = 0
    while at < len(text):
        cut = text.rfind("\n", at, at + _PIECE) + 1 if len(text) - at > _PIECE else len(text)
        piece = text[at : cut or at + _PIECE]
        offset = at
        at += len(piece)
        for sentence in sentencex.segment(language, piece.encode("utf-8", "replace").decode("utf-8")):
            for first in range(0, len(sentence), options.maximum_characters):
                part = sentence[first : first + options.maximum_characters]
                start = offset + first + len(part) - len(part.lstrip())
                spoken = part.strip()
                if any(character.isalnum() for character in spoken):
                    yield Sentence(
                        spoken,
                        start,
                        start + len(spoken),
                        options.language,
                        options.pauses.sentence_ms,
                        Boundary.SENTENCE,
                    )
            offset += len(sentence)
