"""The made sound of one utterance, sentence by sentence, growing while it is made. No device, no thread."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from qwentts_desktop.speech.chunk import Samples

Pcm16 = npt.NDArray[np.int16]

FULL_SCALE = 32_768.0
DEFAULT_MAX_BYTES = 96_000_000
"""Half an hour at 24 kHz."""


def to_pcm16(samples: Samples) -> Pcm16:
    """[N] float32 in -1..1 as 16-bit PCM, clipped; what came from 16-bit PCM comes back unchanged."""
    scaled = np.rint(samples * np.float32(FULL_SCALE))
    pcm: Pcm16 = np.clip(scaled, -32_768, 32_767).astype(np.int16)
    return pcm


def to_float(pcm: Pcm16) -> Samples:
    """16-bit PCM [N] as float32 in -1..1."""
    floats: Samples = pcm.astype(np.float32)
    floats /= np.float32(FULL_SCALE)
    return floats


@dataclass
class _SentenceSound:
    """The sound of one sentence; `pcm` has spare room at its end."""

    pause_after_ms: int = 0
    sample_rate_hz: int = 24_000
    pcm: Pcm16 = field(default_factory=lambda: np.empty(0, np.int16))
    length: int = 0
    is_complete: bool = False

    def append(self, pcm: Pcm16) -> None:
        needed = self.length + len(pcm)
        if needed > len(self.pcm):
            grown = np.empty(max(needed, 2 * len(self.pcm)), np.int16)
            grown[: self.length] = self.pcm[: self.length]
            self.pcm = grown
        self.pcm[self.length : needed] = pcm
        self.length = needed

    def drop(self) -> None:
        self.pcm = np.empty(0, np.int16)
        self.length = 0
        self.is_complete = False


@dataclass(frozen=True)
class Stretch:
    """A sentence as far as it is made.

    Attributes:
        length: samples made.
        sample_rate_hz: of those samples.
        is_complete: no more will come.
        pause_after_ms: silence that belongs after it.
    """

    length: int
    sample_rate_hz: int
    is_complete: bool
    pause_after_ms: int


class Track:
    """The sound of one utterance. Every method may be called from any thread and returns at once.

    Sound is kept as 16-bit PCM so that going back needs no synthesis. Above `max_bytes` complete sentences
    are dropped, those farthest from where the player is first; a dropped sentence is "unmade" again
    (`is_complete` turns False) and whoever makes sound makes it again when the player comes near.

    Args:
        sentence_count: the number of sentences where it is known beforehand (the track is then finished as
            far as adding goes), or None to add them with `add_sentence` and end with `finish`.
        max_bytes: bound of the PCM kept.
    """

    def __init__(self, sentence_count: int | None = None, *, max_bytes: int = DEFAULT_MAX_BYTES) -> None:
        self._lock = threading.Condition()
        self._sentences = [_SentenceSound() for _ in range(sentence_count or 0)]
        self._is_finished = sentence_count is not None
        self._max_bytes = max_bytes
        self._bytes = 0
        self._focus = 0
        self._listeners: list[Callable[[], None]] = []

    # -- for whoever makes the sound

    def add_sentence(self, pause_after_ms: int = 0) -> int:
        """Add a sentence that is still to be made and return its index."""
        with self._lock:
            self._sentences.append(_SentenceSound(pause_after_ms=pause_after_ms))
            index = len(self._sentences) - 1
        self._tell()
        return index

    def append(self, sentence: int, samples: Samples, sample_rate_hz: int) -> None:
        """Add [N] float32 samples to the end of a sentence; within one sentence the rate may not change."""
        pcm = to_pcm16(samples)
        with self._lock:
            sound = self._sentences[sentence]
            if sound.length and sound.sample_rate_hz != sample_rate_hz:
                raise ValueError("the sample rate changed within a sentence")
            if sound.is_complete:
                raise ValueError("the sentence is complete; reset it before making it again")
            sound.sample_rate_hz = sample_rate_hz
            before = len(sound.pcm)
            sound.append(pcm)
            self._bytes += 2 * (len(sound.pcm) - before)
            self._evict(keep=sentence)
        self._tell()

    def complete(self, sentence: int) -> None:
        """No more sound will come for this sentence."""
        with self._lock:
            sound = self._sentences[sentence]
            sound.is_complete = True
            self._bytes -= 2 * (len(sound.pcm) - sound.length)
            sound.pcm = sound.pcm[: sound.length].copy()
        self._tell()

    def reset(self, sentence: int) -> None:
        """Drop a sentence's sound, such as the part that a cancelled synthesis left."""
        with self._lock:
            self._drop(self._sentences[sentence])
        self._tell()

    def finish(self) -> None:
        """No sentence will be added any more."""
        with self._lock:
            self._is_finished = True
        self._tell()

    def first_unmade(self, at: int = 0) -> int | None:
        """The first sentence from `at` on that is not complete, or None if all that are known are."""
        with self._lock:
            unmade = (i for i in range(at, len(self._sentences)) if not self._sentences[i].is_complete)
            return next(unmade, None)

    def made_ahead_ms(self, sentence: int) -> float:
        """Milliseconds of sound made from the start of this sentence on without a gap."""
        with self._lock:
            return self._run_ms(sentence, 0)[0]

    # -- for everybody

    @property
    def sentence_count(self) -> int:
        """Sentences known so far."""
        with self._lock:
            return len(self._sentences)

    @property
    def is_finished(self) -> bool:
        """Whether no sentence will be added any more."""
        with self._lock:
            return self._is_finished

    def is_complete(self, sentence: int) -> bool:
        """Whether all of a sentence's sound is here."""
        with self._lock:
            return self._sentences[sentence].is_complete

    def duration_ms(self, sentence: int) -> float:
        """Milliseconds made of a sentence, its pause left out."""
        with self._lock:
            sound = self._sentences[sentence]
            return 1000.0 * sound.length / sound.sample_rate_hz

    # -- for the player

    def subscribe(self, on_change: Callable[[], None]) -> Callable[[], None]:
        """Call `on_change` after every change, on the changing thread; returns what ends it."""
        with self._lock:
            self._listeners.append(on_change)

        def unsubscribe() -> None:
            with self._lock:
                if on_change in self._listeners:
                    self._listeners.remove(on_change)

        return unsubscribe

    def set_focus(self, sentence: int) -> None:
        """Say where the player is; sound near it is dropped last."""
        with self._lock:
            self._focus = sentence

    def stretch(self, sentence: int) -> Stretch | None:
        """What is known of a sentence, or None for one that is not added yet."""
        with self._lock:
            if sentence >= len(self._sentences):
                return None
            sound = self._sentences[sentence]
            return Stretch(sound.length, sound.sample_rate_hz, sound.is_complete, sound.pause_after_ms)

    def read(self, sentence: int, start: int, count: int) -> Samples:
        """A copy of at most `count` samples from `start` on, [N] float32; N is 0 where nothing is made."""
        with self._lock:
            sound = self._sentences[sentence]
            pcm = sound.pcm[start : min(start + count, sound.length)].copy()
        return to_float(pcm)

    def made_from(self, sentence: int, sample: int) -> tuple[float, bool]:
        """Milliseconds made from here on without a gap, and whether that is all to the track's end."""
        with self._lock:
            return self._run_ms(sentence, sample)

    # -- with the lock held

    def _run_ms(self, sentence: int, sample: int) -> tuple[float, bool]:
        total = 0.0
        for index in range(sentence, len(self._sentences)):
            sound = self._sentences[index]
            begin = sample if index == sentence else 0
            total += 1000.0 * max(0, sound.length - begin) / sound.sample_rate_hz
            if not sound.is_complete:
                return total, False
            total += sound.pause_after_ms
            if total > 60_000:
                return total, False
        return total, self._is_finished

    def _drop(self, sound: _SentenceSound) -> None:
        self._bytes -= 2 * len(sound.pcm)
        sound.drop()

    def _evict(self, keep: int) -> None:
        if self._bytes <= self._max_bytes:
            return
        candidates = [
            index
            for index, sound in enumerate(self._sentences)
            if sound.is_complete and sound.length and index not in (keep, self._focus, self._focus + 1)
        ]
        candidates.sort(key=lambda index: abs(index - self._focus), reverse=True)
        for index in candidates:
            self._drop(self._sentences[index])
            if self._bytes <= self._max_bytes:
                return

    def _tell(self) -> None:
        with self._lock:
            listeners = tuple(self._listeners)
        for listener in listeners:
            listener()
