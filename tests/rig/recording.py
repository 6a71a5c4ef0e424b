"""What a loudspeaker of the private desktop played, as samples."""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Mapping
from types import TracebackType

import numpy as np
import numpy.typing as npt


class Recording:
    """A recording under way: `parec` on a sink's monitor, from construction to `stop`."""

    def __init__(self, environment: Mapping[str, str], source: str, rate_hz: int) -> None:
        self.rate_hz = rate_hz
        self._raw = tempfile.TemporaryFile()  # noqa: SIM115 - closed in stop
        self._process = subprocess.Popen(
            [
                "parec",
                "-d",
                source,
                "--raw",
                "--format=s16le",
                f"--rate={rate_hz}",
                "--channels=1",
                "--latency-msec=20",
            ],
            env=dict(environment),
            stdout=self._raw,
        )

    def __enter__(self) -> Recording:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait(5)
        self._raw.close()

    def samples(self) -> npt.NDArray[np.float32]:
        """What was recorded until now, [N] float32 in -1..1."""
        self._raw.flush()
        position = self._raw.tell()
        self._raw.seek(0)
        raw = self._raw.read()
        self._raw.seek(position)
        whole = raw[: len(raw) - len(raw) % 2]
        return np.frombuffer(whole, dtype="<i2").astype(np.float32) / 32768

    def loud_seconds(self, above: float = 0.005) -> float:
        """How much of the recording is louder than this peak, in steps of 20 ms."""
        heard = self.samples()
        step = self.rate_hz // 50
        blocks = heard[: len(heard) - len(heard) % step].reshape(-1, step)
        return float((np.abs(blocks).max(axis=1) > above).sum()) / 50 if len(blocks) else 0.0

    def quiet_seconds_at_end(self, above: float = 0.005) -> float:
        """Seconds since the last sample louder than this."""
        heard = self.samples()
        loud = np.flatnonzero(np.abs(heard) > above)
        return (len(heard) - (loud[-1] + 1 if len(loud) else 0)) / self.rate_hz
