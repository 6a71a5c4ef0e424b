"""A sound file that is opened when the first sound tells its sample rate, and appears whole or not at all."""

from __future__ import annotations

from pathlib import Path
from types import TracebackType

from qwentts_desktop.audio.files import SoundFileWriter, SoundTags, check_space, format_of
from qwentts_desktop.audio.stretch import TimeStretch
from qwentts_desktop.errors import AudioError
from qwentts_desktop.speech.chunk import Samples


class FileSink:
    """Implements `service.export.SoundSink`; a context manager that keeps or drops the file when left.

    Args:
        path: the file; its ending names the format.
        speed: 0.5 to 2.5, pitch kept.
        tags: what players show.
        expected_s: how much sound is to come before it is sped up, for the free space; 0 if unknown.

    Raises:
        AudioError: the ending names no format, the folder is not there or full; `write` and `commit` raise
            it where the disk refuses.
    """

    def __init__(
        self, path: Path, *, speed: float = 1.0, tags: SoundTags | None = None, expected_s: float = 0.0
    ) -> None:
        self._path = path
        self._format = format_of(path)
        self._speed = speed
        self._tags = tags
        self._writer: SoundFileWriter | None = None
        self._stretch: TimeStretch | None = None
        self._rate_hz = 0
        check_space(path, self._format, expected_s / speed)

    def write(self, samples: Samples, sample_rate_hz: int) -> None:
        """Append [N] float32 samples."""
        if self._writer is None or self._stretch is None:
            self._writer = SoundFileWriter(self._path, self._format, sample_rate_hz, tags=self._tags)
            self._stretch = TimeStretch(sample_rate_hz, self._speed, lambda _out, _fed: None)
            self._rate_hz = sample_rate_hz
        if sample_rate_hz != self._rate_hz:
            raise AudioError("Another engine took over in the middle of the file. Try again.")
        self._writer.write(self._stretch.push(samples))

    def commit(self) -> None:
        """Complete the file and give it its name."""
        if self._writer is not None and self._stretch is not None:
            self._writer.write(self._stretch.flush())
            self._writer.commit()

    def cancel(self) -> None:
        """Leave nothing behind."""
        if self._writer is not None:
            self._writer.cancel()

    def __enter__(self) -> FileSink:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None:
            self.commit()
        else:
            self.cancel()
