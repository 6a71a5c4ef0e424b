"""Keeps an output stream alive: opens it, sees that it died or hangs, tries again. Knows no track."""

from __future__ import annotations

import logging

from qwentts_desktop.audio.output import OutputBackend, OutputStream
from qwentts_desktop.audio.renderer import Renderer
from qwentts_desktop.errors import AudioError

_STALL_S = 1.0
_FIRST_STALL_S = 2.5
_RETRY_S = 0.5
_LOST_SENTENCE = (
    "The sound output stopped working. Speech waits and goes on when a device is back; "
    "check that one is connected and switched on, or choose another under Audio."
)
_log = logging.getLogger(__name__)


class StreamKeeper:
    """Owns the stream. All methods belong to the player's thread.

    Args:
        output: opens streams.
        renderer: fills them.
        preferred_rate_hz: asked for first.
    """

    def __init__(self, output: OutputBackend, renderer: Renderer, preferred_rate_hz: int = 24_000) -> None:
        self._output = output
        self._renderer = renderer
        self._preferred_rate_hz = preferred_rate_hz
        self._stream: OutputStream | None = None
        self._frames_seen = 0
        self._moved_at = 0.0
        self._has_moved = False
        self._retry_at = 0.0
        self._needs_refresh = False
        self.is_lost = False
        self.problem = ""

    @property
    def is_open(self) -> bool:
        """Whether a stream is open."""
        return self._stream is not None

    @property
    def is_running(self) -> bool:
        """Whether the open stream has asked for sound at least once."""
        return self._stream is not None and self._has_moved

    @property
    def rate_hz(self) -> int:
        """The rate of the open stream, or the preferred one."""
        return self._stream.rate_hz if self._stream else self._preferred_rate_hz

    @property
    def latency_frames(self) -> int:
        """Frames that wait behind the callback of the open stream."""
        return round(self._stream.latency_s * self._stream.rate_hz) if self._stream else 0

    @property
    def latency_s(self) -> float:
        """Seconds that wait behind the callback of the open stream."""
        return self._stream.latency_s if self._stream else 0.0

    @property
    def device_name(self) -> str:
        """The device of the open stream, or nothing."""
        return self._stream.device_name if self._stream else ""

    def open(self, device: str, wake_silence_ms: int) -> bool:
        """Open and start a stream if none is open and it is time to try; whether one is open now."""
        now = self._output.now_s()
        if self._stream is not None:
            return True
        if now < self._retry_at:
            return False
        try:
            self._start(device, wake_silence_ms)
        except AudioError as error:
            level = logging.DEBUG if self.is_lost else logging.WARNING  # once, not twice a second
            _log.log(level, "cannot open the output: %s (%s)", error.message, error.detail)
            self._lose(error.message)
            return False
        self._frames_seen = self._renderer.frames
        self._moved_at = now
        self._has_moved = False
        return True

    def check(self) -> bool:
        """Whether the open stream is well; one that ended by itself or hangs is given up."""
        if self._stream is None:
            return True
        now = self._output.now_s()
        if self._renderer.frames != self._frames_seen:
            self._frames_seen = self._renderer.frames
            self._moved_at = now
            self._has_moved = True
        limit = _STALL_S if self._has_moved else _FIRST_STALL_S
        if self._stream.is_active and now - self._moved_at < limit:
            return True
        reason = "stands still" if self._stream.is_active else "ended by itself"
        _log.log(logging.DEBUG if self.is_lost else logging.WARNING, "the output stream %s", reason)
        self.close()
        self._lose(_LOST_SENTENCE)
        return False

    def recovered(self) -> bool:
        """True once after sound goes out again on a device that was lost."""
        if self.is_lost and self.is_running:
            self.is_lost = False
            return True
        return False

    def forget_loss(self) -> None:
        """Nobody was listening: say nothing, and try at once when somebody does."""
        self.is_lost = False
        self._retry_at = 0.0

    def close(self) -> None:
        """End the stream at once. Devices are looked up anew before the next one."""
        if self._stream is not None:
            self._stream.abort()
            self._stream = None
            self._needs_refresh = True
        self._retry_at = 0.0

    def rest(self) -> None:
        """Close while nothing is to be played, and look devices up now rather than at the next key press."""
        self.close()
        try:
            self._refresh()
        except AudioError as error:
            _log.warning("cannot look for output devices: %s", error.detail)

    def _refresh(self) -> None:
        self._needs_refresh = False
        self._output.refresh()

    def _open_fresh(self, device: str) -> OutputStream:
        """Open; a device that is not there may have come since the list was made."""
        if self._needs_refresh:
            self._refresh()
            return self._output.open(device, self._preferred_rate_hz)
        try:
            return self._output.open(device, self._preferred_rate_hz)
        except AudioError:
            self._refresh()
            return self._output.open(device, self._preferred_rate_hz)

    def _start(self, device: str, wake_silence_ms: int) -> None:
        stream = self._open_fresh(device)
        self._renderer.prepare(stream.rate_hz, round(wake_silence_ms * stream.rate_hz / 1000))
        try:
            stream.start(self._renderer.render)
        except AudioError:
            stream.abort()
            raise
        self._stream = stream

    def _lose(self, problem: str) -> None:
        self.problem = problem
        self.is_lost = True
        self._needs_refresh = True
        self._retry_at = self._output.now_s() + _RETRY_S
