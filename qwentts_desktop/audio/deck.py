"""What the player's thread does: one passage, one stream, what is told of them. No lock, no thread."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from qwentts_desktop.audio.cushion import Cushion
from qwentts_desktop.audio.events import (
    DeviceBack,
    DeviceLost,
    Drained,
    FirstSampleOut,
    PlayerListener,
    PlayPosition,
    SentenceHeard,
    Starved,
    Underrun,
)
from qwentts_desktop.audio.options import PlayerOptions
from qwentts_desktop.audio.output import OutputBackend
from qwentts_desktop.audio.passage import FILL_S, Passage
from qwentts_desktop.audio.renderer import Renderer
from qwentts_desktop.audio.stream_keeper import StreamKeeper
from qwentts_desktop.audio.track import Track

_BUSY_WAIT_S = 0.01
_REST_WAIT_S = 0.1
_END_SILENCE_S = 0.25
_MAX_FILL_S = 0.4


class Deck:
    """Plays one track at a time. All methods belong to the player's thread, except `position`.

    Args:
        output: opens streams.
        options: how to play.
        on_event: learns what happens.
        wake: called by tracks when they grow; makes the player's thread call `step` soon.
    """

    def __init__(
        self,
        output: OutputBackend,
        options: PlayerOptions,
        on_event: PlayerListener,
        wake: Callable[[], None],
    ) -> None:
        self._output = output
        self._options = options
        self._tell = on_event
        self._wake = wake
        self._renderer = Renderer()
        self._renderer.volume = options.volume
        self._keeper = StreamKeeper(output, self._renderer)
        self._cushion = Cushion(options.cushion_ms)
        self._fill_s = FILL_S
        self._passage: Passage | None = None
        self._forget_track: Callable[[], None] = lambda: None
        self._is_paused = False
        self._is_gathering = False
        self._is_loss_told = False
        self._is_first_told = False
        self._last_heard = -1
        self._dry_seen = 0
        self._quiet_since: int | None = None
        self._busy_at = 0.0

    # -- commands

    def play(self, track: Track, at_sentence: int) -> None:
        """Play this from there on, in place of what plays now."""
        self._forget_track()
        self._forget_track = track.subscribe(self._wake)
        self._set_paused(False)
        self._jump(track, at_sentence)

    def seek(self, sentence: int) -> None:
        """Go on at the start of this sentence; a pause stays one."""
        if self._passage is not None:
            self._jump(self._passage.track, max(0, sentence))

    def pause(self) -> None:
        """Hold; does nothing while nothing plays."""
        if self._passage is not None:
            self._set_paused(True)

    def resume(self) -> None:
        """Go on with the next sample."""
        self._set_paused(False)

    def stop(self) -> None:
        """Play nothing."""
        self._forget_track()
        self._forget_track = lambda: None
        self._passage = None
        self._renderer.lane = None
        self._set_paused(False)

    def set_volume(self, volume: float) -> None:
        """0 to 1."""
        self._options = replace(self._options, volume=min(1.0, max(0.0, volume)))
        self._renderer.volume = self._options.volume

    def set_speed(self, speed: float) -> None:
        """0.5 to 2.5."""
        self._options = replace(self._options, speed=speed)
        if self._passage is not None:
            self._passage.speed = speed

    def set_cushion(self, cushion_ms: float) -> None:
        """Milliseconds to gather; what was learned from underruns is forgotten."""
        self._cushion.set_base(cushion_ms)

    def set_wake_silence(self, wake_silence_ms: int) -> None:
        """Milliseconds of silence first on a device that was not in use."""
        self._options = replace(self._options, wake_silence_ms=wake_silence_ms)

    def set_device(self, device: str) -> None:
        """Go on on another device, where it was. Call when the renderer is silent."""
        self._options = replace(self._options, device=device)
        if self._passage is not None:
            self._rebuild(self._passage.position())
        self._keeper.close()

    def hush(self) -> None:
        """Begin to fade out; `is_hushed` tells when that was heard."""
        self._renderer.lane = None

    def is_hushed(self) -> bool:
        """Whether the renderer fell silent."""
        return not self._keeper.is_running or self._renderer.is_silent

    def close(self) -> None:
        """Play nothing and free the device."""
        self.stop()
        self._keeper.close()

    # -- what goes on

    @property
    def device(self) -> str:
        """The device asked for; empty for the default."""
        return self._options.device

    @property
    def passage(self) -> Passage | None:
        """What plays; any thread may ask its position."""
        return self._passage

    @property
    def frames_rendered(self) -> int:
        """Frames that the device took since the beginning."""
        return self._renderer.frames

    @property
    def latency_s(self) -> float:
        """Seconds of sound behind the callback."""
        return self._keeper.latency_s

    def step(self) -> float | None:
        """Do what is due and return the seconds until the next look, or None to wait for a call."""
        self._supervise_stream()
        if self._passage is not None:
            self._feed(self._passage)
            self._report(self._passage)
        self._rest_stream()
        return self._next_look()

    def _supervise_stream(self) -> None:
        unheard_frames = 0 if self._is_paused else self._keeper.latency_frames
        if not self._keeper.check():
            if self._passage is not None:
                self._rebuild(self._passage.position(unheard_frames))
            if not self._wants_sound():
                self._keeper.forget_loss()
        if self._wants_sound():
            if self._keeper.open(self._options.device, self._options.wake_silence_ms):
                self._match_rate()
            elif not self._is_loss_told:
                self._is_loss_told = True
                self._tell(DeviceLost(self._keeper.problem))
        if self._keeper.recovered() and self._is_loss_told:
            self._is_loss_told = False
            self._tell(DeviceBack(self._keeper.device_name))

    def _feed(self, passage: Passage) -> None:
        self._notice_dryness(passage)
        if self._is_gathering:
            ahead_ms, is_all = passage.made_ahead()
            enough_ms = max(1.0, self._cushion.target_ms * passage.speed)
            self._is_gathering = not is_all and ahead_ms < enough_ms
        if not self._is_gathering:
            passage.fill()

    def _notice_dryness(self, passage: Passage) -> None:
        if passage.lane.dry_count == self._dry_seen:
            return
        self._dry_seen = passage.lane.dry_count
        ahead_ms, is_all = passage.made_ahead()
        if is_all or ahead_ms > 0.0:
            self._fill_s = min(_MAX_FILL_S, 2.0 * self._fill_s)  # from the next passage on
            self._tell(Underrun(passage.track))
        else:
            self._cushion.grow()
            self._is_gathering = True
            self._tell(Starved(passage.track))

    def _report(self, passage: Passage) -> None:
        lane = passage.lane
        if lane.first_sample_ns and not self._is_first_told:
            self._is_first_told = True
            self._tell(FirstSampleOut(passage.track, lane.first_sample_ns))
        if lane.first_sample_ns:
            self._report_sentences(passage.track, passage.position().sentence)
        if lane.is_empty and not self._is_paused and self._keeper.is_running:
            self._report_end(passage.track)

    def _report_sentences(self, track: Track, sentence: int) -> None:
        if sentence > self._last_heard:
            track.set_focus(sentence)
            for index in range(self._last_heard + 1, sentence + 1):
                self._tell(SentenceHeard(track, index))
            self._last_heard = sentence

    def _report_end(self, track: Track) -> None:
        if self._quiet_since is None:
            self._quiet_since = self._renderer.frames
        if self._renderer.frames - self._quiet_since < self._keeper.latency_frames:
            return
        self._report_sentences(track, track.sentence_count - 1)
        self.stop()
        self._tell(Drained(track))

    def _rest_stream(self) -> None:
        now = self._output.now_s()
        if self._wants_sound() or not self._renderer.is_silent:
            self._busy_at = now
        keep_open_s = max(self._options.keep_open_s, _END_SILENCE_S + self._keeper.latency_s)
        if self._keeper.is_open and now - self._busy_at >= keep_open_s:
            self._keeper.rest()

    def _next_look(self) -> float | None:
        if self._wants_sound() or (self._keeper.is_open and not self._renderer.is_silent):
            return _BUSY_WAIT_S
        return _REST_WAIT_S if self._keeper.is_open else None

    # -- parts

    def _wants_sound(self) -> bool:
        return self._passage is not None and not self._is_paused

    def _set_paused(self, is_paused: bool) -> None:
        self._is_paused = is_paused
        self._renderer.is_paused = is_paused

    def _jump(self, track: Track, sentence: int) -> None:
        track.set_focus(sentence)
        self._last_heard = sentence - 1
        self._is_first_told = False
        self._rebuild(PlayPosition(track, sentence, 0))

    def _match_rate(self) -> None:
        if self._passage is not None and self._passage.device_rate_hz != self._keeper.rate_hz:
            self._rebuild(self._passage.position())

    def _rebuild(self, position: PlayPosition) -> None:
        self._passage = Passage(
            position.track,
            position.sentence,
            position.sample,
            device_rate_hz=self._keeper.rate_hz,
            speed=self._options.speed,
            fill_s=max(self._fill_s, 3.0 * self._keeper.latency_s),
        )
        self._renderer.lane = self._passage.lane
        self._is_gathering = True
        self._quiet_since = None
        self._dry_seen = 0
