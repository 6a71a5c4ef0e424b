"""How a request becomes sentences: text/ does it; this says with which options and in which language."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from qwentts_desktop.speech.request import SpeechRequest
from qwentts_desktop.text.options import ReadingOptions
from qwentts_desktop.text.sentence import Sentence

Splitter = Callable[[SpeechRequest], Iterator[Sentence]]
"""Yields a request's sentences lazily; called and iterated on the speech thread."""


def splitter_of(options: ReadingOptions) -> Splitter:
    """The splitter that reads with these options, in the language that a request names."""

    def split(request: SpeechRequest) -> Iterator[Sentence]:
        from qwentts_desktop.text.reader import sentences  # brings libraries along that only speech needs

        return sentences(request.text, replace(options, language=request.language))

    return split
