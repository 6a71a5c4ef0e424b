"""From any text to the sentences to speak, lazily. Pure: no settings, no file, no sound."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from qwentts_desktop.text.block import Block
from qwentts_desktop.text.cleaning.characters import without_chat_markers
from qwentts_desktop.text.cleaning.marks import with_short_silences
from qwentts_desktop.text.cleaning.pipeline import DocumentFacts, clean
from qwentts_desktop.text.language.detection import document_language, sentence_language
from qwentts_desktop.text.mapped import MappedText, Step, step_names
from qwentts_desktop.text.options import NumberReading, ReadingOptions
from qwentts_desktop.text.pronunciation.rulebook import Rulebook
from qwentts_desktop.text.segmentation.boundaries import sentence_ends
from qwentts_desktop.text.segmentation.packer import cut_to_size, join_short
from qwentts_desktop.text.sentence import Boundary, Sentence
from qwentts_desktop.text.speech_sound import amount_of_speech, has_speech

_AUTO = "auto"
_BREAKS = re.compile(r"\s*[\r\n]\s*")


def sentences(
    text: str, options: ReadingOptions | None = None, rulebook: Rulebook | None = None
) -> Iterator[Sentence]:
    """Yield what to speak, sentence by sentence; the first is ready long before the last.

    Any text is fine, unpaired surrogates included; one with nothing to say yields nothing (see `hint`).

    Args:
        text: the text as it was selected.
        options: how to read it.
        rulebook: the pronunciation rules to apply instead of `options.rules`, for a caller who wants to see
            afterwards which of them had to be skipped.
    """
    options = options or ReadingOptions()
    yield from _Reading(text, options, rulebook or Rulebook(options.rules)).sentences()


def cleaned_text(text: str, options: ReadingOptions | None = None) -> str:
    """The whole text as cleaning leaves it, before numbers and rules; a blank line between blocks."""
    options = options or ReadingOptions()
    return "\n\n".join(block.body.text for block in _Reading(text, options, Rulebook(())).blocks())


def warm_up() -> None:
    """Load what the libraries load once (0.1 s), so that no text has to wait for it. Any thread."""
    list(sentences("# A **first** sentence 🎉, with *something* for each library to do."))


@dataclass(frozen=True, eq=False)
class _Spoken:
    """A part of a block on its way to become a sentence."""

    body: MappedText
    language: str
    boundary: Boundary


class _Reading:
    """One text being read: its language, its facts and its rules."""

    def __init__(self, text: str, options: ReadingOptions, rulebook: Rulebook) -> None:
        self._text, self._options, self._rulebook = text, options, rulebook
        self._language = options.language
        if self._language == _AUTO:
            self._language = document_language(text, options.voice_language).language

    def blocks(self) -> Iterator[Block]:
        facts = DocumentFacts.of(self._text, self._language, self._options)
        return clean(self._text, facts, self._options)

    def sentences(self) -> Iterator[Sentence]:
        for block in self.blocks():
            for spoken in self._spoken_parts(block):
                yield self._sentence(spoken)

    def _spoken_parts(self, block: Block) -> Iterator[_Spoken]:
        lines = _lines(block.body)
        for index, line in enumerate(lines):
            end = block.kind if index == len(lines) - 1 else Boundary.LINE
            yield from self._parts_of_line(line, end)

    def _parts_of_line(self, line: MappedText, end: Boundary) -> Iterator[_Spoken]:
        maximum = self._options.maximum_characters
        whole = [part for part in self._said_sentences(line) if has_speech(part.body.text)]
        groups = list(join_short([part.body for part in whole], self._options.join_below, maximum))
        taken = 0
        for group in groups:
            members = whole[taken : taken + len(group)]
            taken += len(group)
            language = max(members, key=lambda part: amount_of_speech(part.body.text)).language
            last = end if taken == len(whole) else Boundary.SENTENCE
            cuts = list(cut_to_size(MappedText.joined(group), maximum))
            for cut in cuts:
                yield _Spoken(cut, language, last if cut is cuts[-1] else Boundary.CLAUSE)

    def _said_sentences(self, line: MappedText) -> Iterator[_Spoken]:
        start = 0
        for end in sentence_ends(line.text, self._language):
            body = line[start:end]
            start = end
            language = self._language
            if self._options.language == _AUTO:
                language = sentence_language(body.text, self._language)
            yield _Spoken(self._as_said(body, language), language, Boundary.SENTENCE)

    def _as_said(self, body: MappedText, language: str) -> MappedText:
        if self._spells_numbers(language):
            # Few texts need it, and its tables are slow to import.
            from qwentts_desktop.text.numbers.spelling import with_numbers_spelled

            body = with_numbers_spelled(body, language)
        said = self._rulebook.apply(body, language)
        if said is body:
            return body
        # A rule may write anything: no mark that steers the model, no line's end, no long silence must come.
        said = without_chat_markers(said).sub(Step.PRONUNCIATION, _BREAKS, " ")
        return with_short_silences(said)

    def _spells_numbers(self, language: str) -> bool:
        reading, voice = self._options.numbers, self._options.voice_language
        differs = voice not in ("", _AUTO, language) and language != _AUTO
        return reading is NumberReading.ALWAYS or (reading is NumberReading.AUTO and differs)

    def _sentence(self, spoken: _Spoken) -> Sentence:
        body = spoken.body.stripped()
        start, end = body.span
        return Sentence(
            text=body.text,
            start=start,
            end=end,
            language=spoken.language,
            pause_after_ms=self._options.pauses.after(spoken.boundary),
            boundary=spoken.boundary,
            steps=step_names(spoken.body.all_marks),
        )


def _lines(body: MappedText) -> list[MappedText]:
    """The lines that were kept, each with its line feed; empty ones belong to the line before."""
    lines: list[MappedText] = []
    start = 0
    for found in re.finditer(r"\n\s*", body.text):
        if has_speech(body.text[start : found.end()]):
            lines.append(body[start : found.end()])
            start = found.end()
    rest = body[start:]
    if has_speech(rest.text) or not lines:
        return [*lines, rest]
    return [*lines[:-1], MappedText.joined([lines[-1], rest])]
