"""The desktop's figures, measured on a private desktop: run by hand, reported, never asserted.

    python tests/bench/bench_desktop.py [PRESSES]

Key press to first sample: from the moment xdotool is asked for the key to the first loud sample that the
loudspeaker's monitor hands over, on one clock, with the system voice; the recorder's latency and the start of
xdotool are part of it. Start: from starting the process until it answers that its icon is in the tray, warm
disk. Memory: resident set of the idle application.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import psutil

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.rig.private_desktop import SINK, PrivateDesktop
from tests.rig.processes import wait_until
from tests.rig.running_app import RunningApp

RATE_HZ = 48_000
BLOCK_BYTES = RATE_HZ // 100 * 2
TEXT = "Boats. The harbour lights went out."


class LoudMoment:
    """Listens to the loudspeaker and notes when it gets loud."""

    def __init__(self, desktop: PrivateDesktop) -> None:
        command = ["parec", "-d", f"{SINK}.monitor", "--raw", "--format=s16le", f"--rate={RATE_HZ}"]
        self._process = subprocess.Popen(
            [*command, "--channels=1", "--latency-msec=10"], env=desktop.environment, stdout=subprocess.PIPE
        )
        self._armed = threading.Event()
        self._loud = threading.Event()
        self.quiet_since = time.perf_counter()
        self.at = 0.0
        threading.Thread(target=self._listen, daemon=True).start()

    def arm(self) -> None:
        """Note the next loud moment."""
        self._loud.clear()
        self._armed.set()

    def wait(self, limit_s: float) -> float:
        """When it got loud, by `time.perf_counter`."""
        if not self._loud.wait(limit_s):
            raise RuntimeError("no sound came")
        return self.at

    def close(self) -> None:
        """Stop listening."""
        self._process.kill()
        self._process.wait()

    def _listen(self) -> None:
        stream = self._process.stdout
        assert stream is not None
        while block := stream.read(BLOCK_BYTES):
            now = time.perf_counter()
            loud = np.flatnonzero(np.abs(np.frombuffer(block, dtype="<i2").astype(int)) > 160)
            if len(loud) == 0:
                continue
            if self._armed.is_set():
                self._armed.clear()
                self.at = now - (len(block) // 2 - int(loud[0])) / RATE_HZ
                self._loud.set()
            self.quiet_since = now


def press_to_sample(desktop: PrivateDesktop, app: RunningApp, presses: int) -> list[float]:
    """Milliseconds from key press to first loud sample, one a press, each from silence."""
    app.select(TEXT)
    ear = LoudMoment(desktop)
    latencies_ms = []
    for number in range(presses + 1):
        ear.arm()
        pressed = time.perf_counter()
        desktop.press("ctrl+shift+F9")
        latency_ms = (ear.wait(15) - pressed) * 1000
        if number:  # the first press also loads what speaking needs
            latencies_ms.append(latency_ms)
        else:
            print(f"first press after the start: {latency_ms:.0f} ms")
        desktop.press("ctrl+shift+F11")
        wait_until(lambda: time.perf_counter() - ear.quiet_since > 0.3, "silence")
    ear.close()
    return latencies_ms


def main() -> None:
    """Measure and print."""
    presses = int(sys.argv[1]) if len(sys.argv) > 1 else 50
    with PrivateDesktop() as desktop:
        starts_ms = []
        for _ in range(5):
            with RunningApp(desktop) as app:
                began = time.perf_counter()
                app.spawn("--hidden")
                wait_until(lambda: bool(app.status().get("tray")), "the tray icon", 30)
                starts_ms.append(round((time.perf_counter() - began) * 1000, 1))
                app.send("quit")
                app.process.wait(5)
        with RunningApp(desktop) as app:
            app.start("--hidden")
            time.sleep(5)  # what start-up left for later is done by then
            process = psutil.Process(app.process.pid)
            idle_mb = process.memory_info().rss / 1e6
            has_torch = any("torch" in Path(region.path).parts for region in process.memory_maps())
            latencies_ms = sorted(press_to_sample(desktop, app, presses))
            own_ms = app.status()["latency_ms"]
            after_mb = process.memory_info().rss / 1e6
    report = {
        "start_to_tray_ms": {"median": statistics.median(starts_ms), "all": starts_ms},
        "idle_rss_mb": round(idle_mb),
        "rss_after_speech_mb": round(after_mb),
        "torch_mapped": has_torch,
        "press_to_first_sample_ms": {
            "presses": presses,
            "median": round(statistics.median(latencies_ms), 1),
            "p95": round(latencies_ms[int(len(latencies_ms) * 0.95)], 1),
            "max": round(latencies_ms[-1], 1),
        },
        "press_to_player_ms_of_last": own_ms,
    }
    print(json.dumps(report, indent=1))


if __name__ == "__main__":
    main()
