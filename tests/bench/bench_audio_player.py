"""How soon, how safely and how cheaply the player plays, on a sound server of its own.

    python -m tests.bench.bench_audio_player [--presses 50] [--soak-minutes 30] [--json FILE]

Start: from `play` to the first sample given to the device, and to its arrival in a recording of the
loudspeaker (the recorder's own lag included); with the device closed before, and with it still open.
Busy: underruns in 10 s of speech beside two busy Python threads. Soak: minutes of speech from an engine with
jitter and stalls of 300 ms, time moved by hand. Reported, not asserted.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from qwentts_desktop.audio.devices import DeviceOutput
from qwentts_desktop.audio.events import Drained, FirstSampleOut, PlayerEvent, Starved, Underrun
from qwentts_desktop.audio.fake_output import FakeOutput
from qwentts_desktop.audio.options import PlayerOptions
from qwentts_desktop.audio.player import Player
from qwentts_desktop.audio.track import Track
from tests.audio.sounds import RATE_HZ, tone, track_of
from tests.rig.private_desktop import SINK, PrivateDesktop
from tests.rig.processes import wait_until


class Ear:
    """Listens to the loudspeaker and notes when a sound arrives."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        command = ["parec", "-d", f"{SINK}.monitor", "--raw", "--format=s16le", "--rate=48000"]
        self._process = subprocess.Popen(
            [*command, "--channels=1", "--latency-msec=10"], env=dict(environment), stdout=subprocess.PIPE
        )
        self.heard_at_ns = 0
        self.is_quiet = False
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()

    def close(self) -> None:
        self._process.terminate()
        self._process.wait(5)
        self._thread.join(5)

    def _listen(self) -> None:
        assert self._process.stdout is not None
        quiet_blocks = 0
        while block := os.read(self._process.stdout.fileno(), 65_536):
            samples = np.frombuffer(block[: len(block) // 2 * 2], "<i2")
            is_loud = bool(len(samples)) and int(np.abs(samples).max()) > 300
            quiet_blocks = 0 if is_loud else quiet_blocks + 1
            self.is_quiet = quiet_blocks > 5
            if is_loud and self.heard_at_ns == 0:
                self.heard_at_ns = time.perf_counter_ns()


def summary(milliseconds: list[float]) -> dict[str, float]:
    """Median and p95."""
    ordered = sorted(milliseconds)
    p95 = ordered[min(len(ordered) - 1, round(0.95 * len(ordered)))]
    return {"median_ms": round(statistics.median(ordered), 1), "p95_ms": round(p95, 1)}


def starts(desktop: PrivateDesktop, presses: int, keep_open_s: float) -> dict[str, dict[str, float]]:
    """Latencies of many plays."""
    events: list[PlayerEvent] = []
    player = Player(DeviceOutput(), PlayerOptions(keep_open_s=keep_open_s), events.append)
    player.settle()
    ear = Ear(desktop.environment)
    given, heard = [], []
    sound = track_of(np.full(RATE_HZ // 5, 0.5, np.float32))
    for _ in range(presses):
        wait_until(lambda: ear.is_quiet, "silence")
        # The device is closed and looked up anew by then, and people do not press in step with its blocks.
        time.sleep(0.8 + random.random() / 20)
        events.clear()
        ear.heard_at_ns = 0
        pressed_ns = time.perf_counter_ns()
        player.play(sound)
        wait_until(lambda: any(isinstance(event, Drained) for event in list(events)), "the end")
        wait_until(lambda: ear.heard_at_ns != 0, "sound")
        first = next(event for event in events if isinstance(event, FirstSampleOut))
        given.append((first.at_ns - pressed_ns) / 1e6)
        heard.append((ear.heard_at_ns - pressed_ns) / 1e6)
    ear.close()
    player.close()
    return {"to_device": summary(given), "to_recording": summary(heard)}


def busy(seconds: float = 10.0) -> dict[str, int]:
    """Underruns beside two threads that never rest."""
    events: list[PlayerEvent] = []
    player = Player(DeviceOutput(), PlayerOptions(), events.append)
    stop = threading.Event()

    def work() -> None:
        while not stop.is_set():
            sum(range(1_000))

    workers = [threading.Thread(target=work) for _ in range(2)]
    for worker in workers:
        worker.start()
    player.play(track_of(tone(seconds)))
    wait_until(lambda: any(isinstance(event, Drained) for event in list(events)), "the end", seconds + 10)
    stop.set()
    for worker in workers:
        worker.join()
    player.close()
    return {kind.__name__: sum(isinstance(event, kind) for event in events) for kind in (Underrun, Starved)}


def soak(minutes: float) -> dict[str, float]:
    """An engine twice as fast as speech, with jitter and stalls."""
    chance = random.Random(11)
    events: list[PlayerEvent] = []
    output = FakeOutput()
    player = Player(output, PlayerOptions(), events.append)
    begin = time.process_time()
    played_s = 0.0
    while played_s < 60 * minutes:
        track = Track(sentence_count=1)
        player.play(track)
        for _ in range(125):
            wait_ms = chance.uniform(0, 80) + (300 if chance.random() < 0.06 else 0)
            output.advance(wait_ms, player.settle)
            track.append(0, tone(0.08), RATE_HZ)
        track.complete(0)
        while player.position() is not None:
            output.advance(100, player.settle)
        played_s += 10
    player.close()
    return {
        "minutes": minutes,
        "starved": sum(isinstance(event, Starved) for event in events),
        "underruns": sum(isinstance(event, Underrun) for event in events),
        "cpu_s": round(time.process_time() - begin, 1),
    }


def main() -> None:
    """Measure and print."""
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--presses", type=int, default=50)
    arguments.add_argument("--soak-minutes", type=float, default=30)
    arguments.add_argument("--json", type=Path)
    options = arguments.parse_args()
    sys.setswitchinterval(0.001)  # as the app does
    results: dict[str, object] = {}
    with PrivateDesktop(frozenset({"sound"})) as desktop:
        os.environ.update(
            {name: desktop.environment[name] for name in ("PULSE_SERVER", "PULSE_RUNTIME_PATH")}
        )
        results["start, device closed"] = starts(desktop, options.presses, keep_open_s=0.0)
        results["start, device open"] = starts(desktop, options.presses, keep_open_s=60.0)
        results["busy"] = busy()
    results["soak"] = soak(options.soak_minutes)
    sys.stdout.write(json.dumps(results, indent=1) + "\n")
    if options.json:
        options.json.write_text(json.dumps(results, indent=1))


if __name__ == "__main__":
    main()
