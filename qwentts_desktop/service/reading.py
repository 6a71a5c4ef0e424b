"""A job under way: its sentences as far as known, their sound, and which one to make next. No lock."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace

from qwentts_desktop.audio.track import Track
from qwentts_desktop.speech.chunk import FinishReason
from qwentts_desktop.speech.job import SpeechJob
from qwentts_desktop.speech.request import SpeechRequest
from qwentts_desktop.speech.voice import Voice
from qwentts_desktop.text.sentence import Sentence


@dataclass(frozen=True)
class Making:
    """The sentence that the engine is at; `cancel` ends this sentence only, the job goes on."""

    index: int
    cancel: threading.Event


class Reading:
    """One job under way.

    The service's lock guards every attribute but `source`, which the speech thread alone draws from.

    Attributes:
        sentences: those known so far, in order; the track has the same ones.
        chosen_voice: what the user chose while it is read, None for what the job asks for.
        cursor: the sentence being heard, or the one that will be heard next after a jump.
        awaited: after a jump, the sentence whose start must be heard before the cursor follows the player.
        wanted: a sentence asked for before it was known; reached once the text is split that far.
        is_split: no sentence will come any more.
        is_split_due: more of the text shall be split before the next sentence is made: once after each
            sentence, so that the length is known soon, and all along while a sentence is wanted.
        making: what the engine is at.
        worst: how the sentences ended, END_OF_SPEECH unless a guard stopped one.
        made_samples_s, making_s: seconds of sound made, seconds that it took.
    """

    def __init__(self, job: SpeechJob, source: Iterator[Sentence], track: Track) -> None:
        self.job = job
        self.source = source
        self.track = track
        self.chosen_voice: Voice | None = None
        self.sentences: list[Sentence] = []
        self.cursor = 0
        self.awaited: int | None = None
        self.wanted: int | None = None
        self.is_split = False
        self.is_split_due = False
        self.making: Making | None = None
        self.worst = FinishReason.END_OF_SPEECH
        self.has_sounded = False
        self.made_s = 0.0
        self.making_s = 0.0
        self._seconds_of: dict[int, float] = {}

    def add(self, sentence: Sentence) -> None:
        """One more sentence is known."""
        self.track.add_sentence(sentence.pause_after_ms)
        self.sentences.append(sentence)

    def end_of_text(self) -> None:
        """No sentence will come any more."""
        self.is_split = True
        self.track.finish()

    def note_made(self, index: int, sound_s: float, took_s: float) -> None:
        """Sentence `index` is made and lasts `sound_s`; it took `took_s`."""
        self._seconds_of[index] = sound_s
        self.is_split_due = not self.is_split
        self.made_s += sound_s
        self.making_s += took_s

    def next_to_make(self, ahead_s: float) -> int | None:
        """The first unmade sentence from the cursor on, or None where enough lies ahead or none is known."""
        ahead = 0.0
        for index in range(self.cursor, len(self.sentences)):
            if not self.track.is_complete(index):
                return index if ahead <= ahead_s or index <= self.cursor + 1 else None
            if index > self.cursor:
                ahead += self._seconds_of.get(index, 0.0)
        return None

    def request_of(self, index: int) -> SpeechRequest:
        """What to ask the engine for. The job's own language goes before the one found in the text."""
        sentence = self.sentences[index]
        request = self.job.request.of_sentence(sentence.text, sentence.language)
        return request if self.chosen_voice is None else replace(request, voice=self.chosen_voice)

    @property
    def voice(self) -> Voice:
        """Who speaks the sentence being heard."""
        if self.cursor < len(self.sentences):
            return self.request_of(self.cursor).voice
        return self.chosen_voice or self.job.request.voice

    def choose_voice(self, voice: Voice) -> None:
        """Another voice after the sentence being heard; nothing is made anew where it speaks already."""
        is_new = self.voice != voice or (self.chosen_voice is None and self.job.request.voices_by_language)
        self.chosen_voice = voice
        if is_new:
            self.forget_ahead()

    def index_at(self, character: int) -> int:
        """The sentence that holds this character of the text, or the last one that starts before it."""
        found = 0
        for index, sentence in enumerate(self.sentences):
            if sentence.start > character:
                break
            found = index
        return found

    def move_to(self, index: int) -> None:
        """Go on at a known sentence: what the engine is at ends unless it is what is needed next."""
        self.cursor = self.awaited = index
        self.wanted = None
        if self.making is not None and self.making.index != self.next_to_make(math.inf):
            self.making.cancel.set()

    def heard(self, index: int) -> bool:
        """The player is at this sentence; False where that is news from before a jump."""
        if self.awaited is not None and index not in (self.awaited, self.awaited + 1):
            return False
        self.awaited = None
        self.cursor = index
        return True

    def begin_again(self) -> None:
        """Be a job under way once more: the same id and text, a cancel event of its own."""
        self.job = replace(self.job, cancel=threading.Event(), origin_ns=time.perf_counter_ns())

    def cancel_making(self) -> None:
        """End the sentence that the engine is at."""
        if self.making is not None:
            self.making.cancel.set()

    def forget_sound(self) -> None:
        """Drop all that is made; it is made again if somebody jumps back."""
        for index in range(len(self.sentences)):
            self.track.reset(index)

    def forget_ahead(self) -> None:
        """Drop what is made after the sentence being heard, so that it is made anew in another voice."""
        if self.making is not None and self.making.index > self.cursor:
            self.making.cancel.set()
        for index in range(self.cursor + 1, len(self.sentences)):
            if self.track.is_complete(index):
                self.track.reset(index)
