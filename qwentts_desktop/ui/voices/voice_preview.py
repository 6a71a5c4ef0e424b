"""Lets a voice say a sentence through the application's own service, and keeps what it made. No widget."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from enum import Enum

from PySide6.QtCore import QObject, QTimer, Signal

from qwentts_desktop.errors import QwenTTSError
from qwentts_desktop.service.sound_playback import MadeSound
from qwentts_desktop.speech.engine import EngineKind
from qwentts_desktop.speech.events import FirstSound, JobFinished
from qwentts_desktop.ui.bridge import SpeechBridge
from qwentts_desktop.ui.ports import SettingsAccess
from qwentts_desktop.ui.status_model import StatusModel
from qwentts_desktop.ui.voices.ports import Playback, VoiceParts
from qwentts_desktop.voices.entry import VoiceEntry
from qwentts_desktop.voices.preview_texts import preview_text
from qwentts_desktop.voices.profile import AUTO, Profile, VoiceKind

LOOK_MS = 60
MOST_KEPT = 12


class Phase(str, Enum):
    """What a preview is at."""

    NOTHING = "nothing"
    MAKING = "making"
    HEARD = "heard"


@dataclass(frozen=True)
class PreviewState:
    """Which voice is previewed, and how far it is; `note` says when another voice stands in."""

    profile_id: str = ""
    phase: Phase = Phase.NOTHING
    note: str = ""


@dataclass(frozen=True, eq=False)
class Take:
    """What a voice said: the sound and the words."""

    sound: MadeSound
    text: str


class VoicePreview(QObject):
    """One preview at a time. GUI thread."""

    changed = Signal(object)
    """`PreviewState`."""
    failed = Signal(object)
    """`QwenTTSError`."""

    def __init__(
        self,
        parts: VoiceParts,
        settings: SettingsAccess,
        status: StatusModel,
        bridge: SpeechBridge,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._parts = parts
        self._settings = settings
        self._status = status
        self._state = PreviewState()
        self._profile: Profile | None = None
        self._text = ""
        self._job_id: int | None = None
        self._playback: Playback | None = None
        self._takes: OrderedDict[Profile, Take] = OrderedDict()
        self._looking = QTimer(self)
        self._looking.setInterval(LOOK_MS)
        self._looking.timeout.connect(self._look)
        bridge.first_sound.connect(self._on_first_sound)
        bridge.job_finished.connect(self._on_finished)

    @property
    def state(self) -> PreviewState:
        """The present state."""
        return self._state

    def take_of(self, profile: Profile) -> Take | None:
        """What this voice, unchanged since, said last; None where nothing is kept."""
        return self._takes.get(profile)

    def play(self, entry: VoiceEntry, *, is_new_take: bool = False) -> None:
        """Let the voice say its sentence: from what is kept, or by the engine."""
        take = None if is_new_take else self._takes.get(entry.profile)
        self._profile = entry.profile
        if take is not None:
            self._play_kept(entry.profile, take)
        else:
            self._make(entry.profile)

    def stop(self) -> None:
        """Silence, if a preview is heard."""
        if self._state.phase is not Phase.NOTHING:
            self._parts.sound.stop()
            self._end()

    def _play_kept(self, profile: Profile, take: Take) -> None:
        self._job_id = None
        self._playback = self._parts.sound.play_sound(take.sound.samples, take.sound.sample_rate_hz)
        self._looking.start()
        self._become(PreviewState(profile.id, Phase.HEARD))

    def _make(self, profile: Profile) -> None:
        language = _language_of(profile, self._settings.settings.voice.language)
        self._text = preview_text(language)
        self._playback = None
        try:
            request = self._parts.request_of(self._settings.settings, self._text, profile.id, language)
            self._job_id = self._parts.sound.submit(request, is_interrupting=True)
        except QwenTTSError as error:
            self._end()
            self.failed.emit(error)
            return
        self._become(PreviewState(profile.id, Phase.MAKING))

    def _on_first_sound(self, event: FirstSound) -> None:
        if event.job_id == self._job_id and self._profile is not None:
            self._become(PreviewState(self._profile.id, Phase.HEARD, self._stand_in_note()))

    def _on_finished(self, event: JobFinished) -> None:
        if event.job_id != self._job_id:
            return
        made = self._parts.sound.made_sound(event.job_id) if event.reason is not None else None
        if made is not None and self._profile is not None and not self._stand_in_note():
            self._takes[self._profile] = Take(made, self._text)
            self._takes.move_to_end(self._profile)
            while len(self._takes) > MOST_KEPT:
                self._takes.popitem(last=False)
        self._end()

    def _stand_in_note(self) -> str:
        """Why the system's voice is heard in place of this one; empty where the voice itself speaks."""
        engine = self._status.shown.engine
        if self._profile is None or self._profile.kind is VoiceKind.SYSTEM or engine is None:
            return ""
        if engine.kind is not EngineKind.SYSTEM:
            return ""
        return self.tr("The system voice stands in for this voice. {reason}").format(reason=engine.reason)

    def _look(self) -> None:
        if self._playback is None or self._playback.position_s is None:
            self._end()

    def _end(self) -> None:
        self._looking.stop()
        self._job_id = None
        self._playback = None
        self._become(PreviewState(note=self._state.note))

    def _become(self, state: PreviewState) -> None:
        self._state = state
        self.changed.emit(state)


def _language_of(profile: Profile, chosen: str) -> str:
    """The voice's own language, else the user's, else English."""
    if profile.language != AUTO:
        return profile.language
    return "en" if chosen == AUTO else chosen
