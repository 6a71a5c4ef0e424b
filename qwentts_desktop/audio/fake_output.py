"""An output without a sound card for tests: what it would have played can be read, and time moves by hand."""

from __future__ import annotations

import threading
from collections.abc import Callable

import numpy as np

from qwentts_desktop.audio.output import OutputDevice, Render
from qwentts_desktop.errors import AudioError
from qwentts_desktop.speech.chunk import Samples

BLOCK_S = 0.01


class FakeStream:
    """A stream that renders only when its output's clock is moved."""

    def __init__(self, device: OutputDevice, latency_s: float) -> None:
        self._device = device
        self._latency_s = latency_s
        self.render: Render | None = None
        self.is_aborted = False
        self.is_active = True

    @property
    def rate_hz(self) -> int:
        """The device's rate."""
        return self._device.default_rate_hz

    @property
    def latency_s(self) -> float:
        """As made."""
        return self._latency_s

    @property
    def device_name(self) -> str:
        """The device's name."""
        return self._device.name

    def start(self, render: Render) -> None:
        """Render from the next block on."""
        self.render = render

    def abort(self) -> None:
        """Render no more."""
        self.is_aborted = True
        self.is_active = False


class FakeOutput:
    """Devices in memory and a clock that moves by `advance`.

    Args:
        rate_hz: of the first device, called "Speaker".
        latency_s: what streams report.
    """

    def __init__(self, rate_hz: int = 24_000, latency_s: float = 0.0) -> None:
        self.devices = [OutputDevice("Speaker", "Fake", rate_hz, is_default=True)]
        self.streams: list[FakeStream] = []
        self.is_suspended = False
        self.refreshes = 0
        self._latency_s = latency_s
        self._now_s = 0.0
        self._lock = threading.Lock()
        self._blocks: list[Samples] = []

    # -- what the player calls

    def list_devices(self) -> list[OutputDevice]:
        """The devices of now."""
        return list(self.devices)

    def refresh(self) -> None:
        """Counted."""
        self.refreshes += 1

    def open(self, device: str, preferred_rate_hz: int) -> FakeStream:
        """Open the device of this name, or the default."""
        del preferred_rate_hz
        with self._lock:
            for known in self.devices:
                if device in (known.name, known.label) or (not device and known.is_default):
                    stream = FakeStream(known, self._latency_s)
                    self.streams.append(stream)
                    return stream
        raise AudioError("There is no sound output. Connect one.", detail="fake")

    def now_s(self) -> float:
        """Seconds advanced so far."""
        return self._now_s

    # -- what tests call

    @property
    def stream(self) -> FakeStream | None:
        """The open stream, or None."""
        alive = [stream for stream in self.streams if not stream.is_aborted]
        return alive[-1] if alive else None

    def advance(self, milliseconds: float, settle: Callable[[], object] = lambda: None) -> Samples:
        """Move the clock in blocks of 10 ms and return what was rendered, [N] float32 at the device's rate.

        `settle` is called before and after every block: pass the player's `settle`, so that it keeps up.
        Without an open, started stream time passes in steps of 100 ms and nothing is returned for it.
        """
        blocks: list[Samples] = []
        settle()
        blocks_left = round(milliseconds / (1000 * BLOCK_S))
        while blocks_left > 0:
            skipped = min(blocks_left, 1 if self.stream is not None else 10)
            blocks_left -= skipped
            block = self._one_block(skipped)
            if block is not None:
                blocks.append(block)
            settle()
        return np.concatenate(blocks) if blocks else np.zeros(0, np.float32)

    def played(self) -> Samples:
        """All that was rendered so far, [N] float32."""
        with self._lock:
            return np.concatenate(self._blocks) if self._blocks else np.zeros(0, np.float32)

    def unplug(self) -> None:
        """Take all devices away; the open stream ends by itself."""
        with self._lock:
            self.devices = []
            for stream in self.streams:
                stream.is_active = False

    def plug(self, name: str = "Speaker", rate_hz: int = 24_000) -> None:
        """Put a default device there."""
        with self._lock:
            self.devices = [OutputDevice(name, "Fake", rate_hz, is_default=True)]

    def _one_block(self, steps: int) -> Samples | None:
        with self._lock:
            self._now_s += steps * BLOCK_S
            stream = self.stream
            if stream is None or stream.render is None or not stream.is_active or self.is_suspended:
                return None
            block: Samples = np.zeros(round(BLOCK_S * stream.rate_hz), np.float32)
            stream.render(block)
            self._blocks.append(block)
            return block


class Pump:
    """A thread that moves a fake output's clock as fast as the player keeps up; a context manager.

    Args:
        output: whose clock to move.
        settle: the player's `settle`.
    """

    def __init__(self, output: FakeOutput, settle: Callable[[], object]) -> None:
        self._output = output
        self._settle = settle
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="fake-output", daemon=True)

    def __enter__(self) -> Pump:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join(5.0)

    def _run(self) -> None:
        while not self._stop.wait(0.0005):
            self._output.advance(10, self._settle)
