"""How a request becomes sentences: text/ does it; this says with which options and in which language."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from qwentts_desktop.speech.request import SpeechRequest

if TYPE_CHECKING:  # text/ brings libraries along that only speech needs
    from qwentts_desktop.text.options import ReadingOptions
    from qwentts_desktop.text.sentence import Sentence

NOTHING_TO_SAY = "There is nothing to read aloud in this text."


class Splitter(Protocol):
    """Turns requests into sentences. Used on the speech thread."""

    def sentences(self, request: SpeechRequest) -> Iterator[Sentence]:
        """The sentences, lazily."""
        ...

    def hint(self, request: SpeechRequest) -> str:
        """What the user should know about this text, such as why nothing is spoken; empty for nothing."""
        ...

    def warm_up(self) -> None:
        """Load what the first text would have to wait for."""
        ...


class TextSplitter:
    """Splits the way text/ does, in the language that the request names.

    Args:
        options: gives the reading options, anew for each text.
    """

    def __init__(self, options: Callable[[], ReadingOptions] | None = None) -> None:
        self._options = options

    def sentences(self, request: SpeechRequest) -> Iterator[Sentence]:
        """See `Splitter`."""
        from qwentts_desktop.text.reader import sentences

        return sentences(request.text, self._options_of(request))

    def hint(self, request: SpeechRequest) -> str:
        """See `Splitter`."""
        from qwentts_desktop.text.hint import hint

        return hint(request.text, self._options_of(request))

    def warm_up(self) -> None:
        """See `Splitter`."""
        from qwentts_desktop.text.reader import warm_up

        warm_up()

    def _options_of(self, request: SpeechRequest) -> ReadingOptions:
        from qwentts_desktop.text.options import ReadingOptions

        options = self._options() if self._options is not None else ReadingOptions()
        return replace(options, language=request.language)
