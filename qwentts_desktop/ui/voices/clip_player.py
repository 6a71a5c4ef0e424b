"""Plays a part of a clip through the application's own player and tells where it is. It draws nothing."""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer, Signal

from qwentts_desktop.ui.voices.ports import Playback, VoiceSound
from qwentts_desktop.voices.clip import CLIP_RATE_HZ, Clip

LOOK_MS = 40


class ClipPlayer(QObject):
    """One clip at a time. GUI thread."""

    moved = Signal(object)
    """float: the second of the clip that is heard, or None when it is over."""

    def __init__(self, sound: VoiceSound, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._sound = sound
        self._playback: Playback | None = None
        self._start_s = 0.0
        self._timer = QTimer(self)
        self._timer.setInterval(LOOK_MS)
        self._timer.timeout.connect(self._look)

    @property
    def is_playing(self) -> bool:
        """Whether a clip is heard."""
        return self._playback is not None

    def play(self, clip: Clip, start_s: float, end_s: float) -> None:
        """Play from one second to another, in place of anything else, as loud as it would be used."""
        if end_s <= start_s:
            return
        part = clip.cut(start_s, end_s).leveled()
        self._start_s = start_s
        self._playback = self._sound.play_sound(part.samples, CLIP_RATE_HZ)
        self._timer.start()
        self.moved.emit(start_s)

    def stop(self) -> None:
        """Silence, if this clip is heard."""
        if self._playback is not None:
            self._sound.stop()
            self._end()

    def _look(self) -> None:
        position_s = self._playback.position_s if self._playback is not None else None
        if position_s is None:
            self._end()
        else:
            self.moved.emit(self._start_s + position_s)

    def _end(self) -> None:
        self._playback = None
        self._timer.stop()
        self.moved.emit(None)
