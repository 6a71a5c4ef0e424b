"""Plays tracks on an output device: one thread that feeds, a few calls that steer it from anywhere."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

from qwentts_desktop.audio.deck import Deck
from qwentts_desktop.audio.events import Drained, PlayerListener, PlayPosition
from qwentts_desktop.audio.options import PlayerOptions
from qwentts_desktop.audio.output import OutputBackend, OutputDevice
from qwentts_desktop.audio.track import Track
from qwentts_desktop.errors import AudioError

_log = logging.getLogger(__name__)
_HUSH_LIMIT_S = 0.2
_JOIN_LIMIT_S = 2.0


class Player:
    """Plays one track at a time. Every method may be called from any thread and returns at once.

    Commands take effect in the order of the calls, on the player's own thread, within a few milliseconds;
    sound changes within 100 ms. Nothing clicks: every change passes through a fade of 5 ms.

    Args:
        output: opens devices; DeviceOutput for real ones.
        options: how to play.
        on_event: called on the player's thread with what happens; must return at once and must not raise.
    """

    def __init__(self, output: OutputBackend, options: PlayerOptions, on_event: PlayerListener) -> None:
        self._output = output
        self._on_event = on_event
        self._changed = threading.Condition()
        self._commands: list[Callable[[], None]] = []
        self._settled: list[threading.Event] = []
        self._is_woken = False
        self._is_closing = False
        self._deck = Deck(output, options, on_event, self._wake)
        self._thread = threading.Thread(target=self._run, name="player", daemon=True)
        self._thread.start()

    def play(self, track: Track, at_sentence: int = 0) -> None:
        """Play a track from a sentence on, in place of what plays now; ends a pause."""
        self._post(lambda: self._deck.play(track, at_sentence))

    def pause(self) -> None:
        """Fall silent and hold; `resume` plays the next sample, however much later."""
        self._post(self._deck.pause)

    def resume(self) -> None:
        """Go on after a pause."""
        self._post(self._deck.resume)

    def stop(self) -> None:
        """Silence; what played is forgotten and no further event tells of it."""
        self._post(self._deck.stop)

    def seek(self, sentence: int) -> None:
        """Go to the start of a sentence of what plays; waits there if it is not made yet."""
        self._post(lambda: self._deck.seek(sentence))

    def set_volume(self, volume: float) -> None:
        """0 to 1."""
        self._post(lambda: self._deck.set_volume(volume))

    def set_speed(self, speed: float) -> None:
        """0.5 to 2.5, pitch kept."""
        self._post(lambda: self._deck.set_speed(speed))

    def set_device(self, device: str) -> None:
        """Go on on another device: its label or name, or empty for the system's default."""
        self._post(lambda: self._change_device(device))

    def set_cushion(self, cushion_ms: int) -> None:
        """Milliseconds of made sound to gather before playing starts."""
        self._post(lambda: self._deck.set_cushion(cushion_ms))

    def set_wake_silence(self, wake_silence_ms: int) -> None:
        """Milliseconds of silence first on a device that was not in use."""
        self._post(lambda: self._deck.set_wake_silence(wake_silence_ms))

    def position(self) -> PlayPosition | None:
        """Where it is, or None while nothing plays."""
        passage = self._deck.passage
        return passage.position() if passage is not None else None

    def list_devices(self) -> list[OutputDevice]:
        """The devices that `set_device` takes.

        Raises:
            AudioError: sound cannot be used here.
        """
        return self._output.list_devices()

    def settle(self, timeout_s: float = 5.0) -> bool:
        """Wait until all that was asked is done and what is made is fed; for tests. False: not in time."""
        done = threading.Event()
        with self._changed:
            if self._is_closing:
                return True
            self._settled.append(done)
            self._changed.notify()
        return done.wait(timeout_s)

    def close(self) -> None:
        """Silence, free the device and end the thread, within 2 s; nothing can be played afterwards."""
        with self._changed:
            self._is_closing = True
            self._changed.notify()
        if threading.current_thread() is not self._thread:
            self._thread.join(_JOIN_LIMIT_S)
            if self._thread.is_alive():
                _log.error("the player's thread did not end in time")

    # -- the player's thread

    def _run(self) -> None:
        self._look_for_devices()
        while self._run_once():
            pass
        self._hush()
        self._deck.close()
        with self._changed:
            for done in self._settled:
                done.set()

    def _run_once(self) -> bool:
        """Do what was asked and what is due, then wait; False when closing."""
        with self._changed:
            if self._is_closing:
                return False
            commands, self._commands = self._commands, []
            settled, self._settled = self._settled, []
            self._is_woken = False
        wait_s = self._work(commands)
        for done in settled:
            done.set()
        with self._changed:
            if not (self._commands or self._settled or self._is_woken or self._is_closing):
                self._changed.wait(wait_s)
        return True

    def _work(self, commands: list[Callable[[], None]]) -> float | None:
        try:
            for command in commands:
                command()
            return self._deck.step()
        except Exception:  # the thread's outer edge: one bad track must not end all playing
            _log.exception("playing failed; the track is given up")
            passage = self._deck.passage
            self._deck.close()
            if passage is not None:
                self._on_event(Drained(passage.track))
            return None

    def _look_for_devices(self) -> None:
        """Load the library before the first key press, which should not wait for it."""
        try:
            self._output.list_devices()
        except AudioError as error:
            _log.warning("no sound output yet: %s (%s)", error.message, error.detail)

    def _change_device(self, device: str) -> None:
        if device != self._deck.device:
            self._hush()
            self._deck.set_device(device)

    def _hush(self) -> None:
        """Fade out and wait until that is heard, as long as the device keeps asking for sound."""
        self._deck.hush()
        limit = time.monotonic() + _HUSH_LIMIT_S
        frames = self._deck.frames_rendered
        moved_at = time.monotonic()
        while time.monotonic() < limit and not self._deck.is_hushed():
            time.sleep(0.002)
            if self._deck.frames_rendered != frames:
                frames, moved_at = self._deck.frames_rendered, time.monotonic()
            elif time.monotonic() - moved_at > 0.05:
                return
        time.sleep(min(self._deck.latency_s, max(0.0, limit - time.monotonic())))

    def _post(self, command: Callable[[], None]) -> None:
        with self._changed:
            self._commands.append(command)
            self._changed.notify()

    def _wake(self) -> None:
        with self._changed:
            self._is_woken = True
            self._changed.notify()
