"""A sound file that is opened when the first sound tells its sample rate, and appears whole or not at all."""

from __future__ import annotations

from pathlib import Path
from types import TracebackType

from qwentts_desktop.audio.files import SoundFileWriter, format_of
from qwentts_desktop.errors import AudioError
from qwentts_desktop.speech.chunk import Samples


class FileSink:
    """Implements `service.export.SoundSink`; a context manager.

    Raises:
        AudioError: the ending names no format; `write` and leaving raise it where the disk refuses.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._format = format_of(path)
        self._writer: SoundFileWriter | None = None
        self._rate_hz = 0

    def write(self, samples: Samples, sample_rate_hz: int) -> None:
        """Append [N] float32 samples."""
        if self._writer is None:
            self._writer = SoundFileWriter(self._path, self._format, sample_rate_hz)
            self._rate_hz = sample_rate_hz
        if sample_rate_hz != self._rate_hz:
            raise AudioError("Another engine took over in the middle of the file. Try again.")
        self._writer.write(samples)

    def __enter__(self) -> FileSink:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._writer is not None:
            self._writer.__exit__(kind, error, trace)
