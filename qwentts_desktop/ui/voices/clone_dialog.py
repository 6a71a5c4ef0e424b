"""A new cloned voice, or a new recording for one: from a file or the microphone to the library."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import QLocale, QSize
from PySide6.QtWidgets import QCheckBox, QLabel, QPushButton, QStackedWidget, QWidget

from qwentts_desktop.audio.recorder import Recorded
from qwentts_desktop.errors import QwenTTSError
from qwentts_desktop.ui.icons import IconFolder
from qwentts_desktop.ui.voices.background import Background
from qwentts_desktop.ui.voices.clip_panel import ClipPanel
from qwentts_desktop.ui.voices.clip_player import ClipPlayer
from qwentts_desktop.ui.voices.ports import VoiceParts
from qwentts_desktop.ui.voices.reading_texts import reading_languages, reading_text
from qwentts_desktop.ui.voices.recorder_panel import RecorderPanel
from qwentts_desktop.ui.voices.voice_dialog import VoiceDialog
from qwentts_desktop.voices.clip import Clip, clip_of_samples
from qwentts_desktop.voices.clip_reading import read_clip
from qwentts_desktop.voices.clip_review import ClipReview, review
from qwentts_desktop.voices.clip_trim import LONGEST_S
from qwentts_desktop.voices.entry import VoiceEntry
from qwentts_desktop.voices.library import VoiceLibrary
from qwentts_desktop.voices.profile import AUTO, Profile, VoiceKind
from qwentts_desktop.voices.transcript_check import check_transcript


@dataclass(frozen=True, eq=False)
class Reviewed:
    """A clip and what was found in it."""

    clip: Clip
    review: ClipReview


class CloneDialog(VoiceDialog):
    """Without a file it begins with the microphone. With `entry` that voice gets another recording."""

    def __init__(
        self,
        parts: VoiceParts,
        background: Background,
        icons: IconFolder,
        language: str,
        *,
        file: Path | None = None,
        entry: VoiceEntry | None = None,
        parent: QWidget | None = None,
    ) -> None:
        title = self._title_of(file, entry)
        super().__init__(title, VoiceKind.CLONED, background, QSize(640, 700), parent)
        self._parts = parts
        self._entry = entry
        self._player = ClipPlayer(parts.sound, self)
        self._reviewed: Reviewed | None = None
        self._is_from_microphone = file is None
        self.recorder = RecorderPanel(parts.recorder, background, icons)
        self.clip = ClipPanel(self._player, icons)
        self.waiting = QLabel()
        self.waiting.setObjectName("clip_waiting")
        self.waiting.setWordWrap(True)
        self.again_button = QPushButton(self.tr("Record &again"))
        self.again_button.setObjectName("record_again")
        self.again_button.setVisible(False)
        self.consent_box = QCheckBox(self.tr("I may use this voice: it is my own, or its owner has a&greed."))
        self.consent_box.setObjectName("consent")
        self._stack = QStackedWidget()
        self._arrange_clip()
        self._connect()
        self._begin(language, file, entry)

    def done(self, result: int) -> None:
        """Closed in whatever way: silence, and the microphone is free."""
        self._player.stop()
        if self._is_from_microphone:
            self.recorder.close_microphone()
        super().done(result)

    def save(self) -> None:
        """Take the kept part into the library."""
        problem = self._problem()
        self.say(problem)
        clip = self.clip.kept_clip()
        if problem or clip is None:
            return
        library, entry = self._parts.library, self._entry
        if entry is None:
            profile = self.form.profile_from(Profile("", VoiceKind.CLONED))
            profile = profile if profile.consent else self._with_consent(profile)
            self.store(lambda: library.add(profile, clip))
        else:
            change, profile_id = self.form.profile_from, entry.profile.id
            self.store(lambda: _replaced(library, profile_id, clip, change))

    # getting a clip

    def _begin(self, language: str, file: Path | None, entry: VoiceEntry | None) -> None:
        profile = entry.profile if entry is not None else Profile("", VoiceKind.CLONED, language)
        self.form.show_profile(profile)
        self.form.voice_only.setChecked(entry is not None and profile.is_voice_only)
        if file is not None:
            if entry is None:
                self.form.name.setText(file.stem[:80])
            self._look_at(lambda: read_clip(file), self.tr("Reading “{name}”…").format(name=file.name))
            return
        if language == AUTO:
            self.form.language.setCurrentIndex(self.form.language.findData(_users_language()))
        self._show_text()
        self._stack.setCurrentWidget(self.recorder)
        self.save_button.setEnabled(False)
        self.recorder.open()

    def _on_recorded(self, take: Recorded) -> None:
        self.form.transcript.setPlainText(self.recorder.shown_text)
        self._look_at(
            lambda: clip_of_samples(take.samples, take.sample_rate_hz), self.tr("Looking at the recording…")
        )

    def _look_at(self, make: Callable[[], Clip], words: str) -> None:
        """Decode and review in the background."""
        self.waiting.setText(words)
        self._stack.setCurrentWidget(self.waiting)
        self.save_button.setEnabled(False)
        self._background.run(lambda: _reviewed(make), self._on_reviewed, self._on_unreadable)

    def _on_reviewed(self, reviewed: Reviewed) -> None:
        self._reviewed = reviewed
        self.clip.show_clip(reviewed.clip, reviewed.review)
        self._stack.setCurrentWidget(self.clip)
        self.again_button.setVisible(self._is_from_microphone)
        self.save_button.setEnabled(reviewed.review.blocking is None)
        self.say("")
        self._check()

    def _on_unreadable(self, error: QwenTTSError) -> None:
        self.waiting.setText(f"⚠ {error.message}")
        self.again_button.setVisible(self._is_from_microphone)

    def _on_again(self) -> None:
        self._player.stop()
        self._reviewed = None
        self.again_button.setVisible(False)
        self.save_button.setEnabled(False)
        self._stack.setCurrentWidget(self.recorder)

    # checking

    def _problem(self) -> str:
        if self._entry is None and not self.consent_box.isChecked():
            return self.tr("Clone only a voice that you may use, and say so by ticking the box.")
        if self.clip.span.seconds > LONGEST_S + 0.01:
            return self.tr("At most 30 seconds can be used. Move the handles closer together.")
        if not self.form.voice_only.isChecked() and not self.form.transcript.toPlainText().strip():
            return self.tr("Write down what the recording says, or choose voice only.")
        return ""

    def _with_consent(self, profile: Profile) -> Profile:
        return replace(profile, consent=self.tr("Confirmed by the user: own voice, or agreed by its owner."))

    def _on_consent(self) -> None:
        """What was missing may be there now."""
        self.say("")

    def _check(self) -> None:
        """Whether transcript and recording fit, while either changes."""
        note = ""
        if self._reviewed is not None and not self.form.voice_only.isChecked():
            language = str(self.form.language.currentData())
            text = self.form.transcript.toPlainText()
            note = check_transcript(text, language, self.clip.speech_seconds)
        self.form.transcript_note.setText(f"⚠ {note}" if note else "")

    def _show_text(self) -> None:
        if self._is_from_microphone and self._reviewed is None:
            self.recorder.show_text(reading_text(str(self.form.language.currentData())))

    # inside

    def _title_of(self, file: Path | None, entry: VoiceEntry | None) -> str:
        if entry is not None:
            return self.tr("New recording for “{name}”").format(name=entry.profile.name)
        if file is None:
            return self.tr("New voice from the microphone")
        return self.tr("New voice from a file")

    def _arrange_clip(self) -> None:
        for page in (self.recorder, self.waiting, self.clip):
            self._stack.addWidget(page)
        self.add_above(self._stack)
        self.add_above(self.again_button)
        self.consent_box.setVisible(self._entry is None)
        self.add_to_foot(self.consent_box)

    def _connect(self) -> None:
        self.recorder.recorded.connect(self._on_recorded)
        self.again_button.clicked.connect(self._on_again)
        self.clip.span_changed.connect(self._check)
        self.consent_box.toggled.connect(self._on_consent)
        self.form.changed.connect(self._check)
        self.form.language.currentIndexChanged.connect(self._show_text)


def _users_language() -> str:
    """The language of menus and windows where there is a text to read in it, else English."""
    code = QLocale().name()[:2]
    return code if code in reading_languages() else "en"


def _reviewed(make: Callable[[], Clip]) -> Reviewed:
    clip = make()
    return Reviewed(clip, review(clip))


def _replaced(
    library: VoiceLibrary, profile_id: str, clip: Clip, change: Callable[[Profile], Profile]
) -> VoiceEntry:
    """Another recording, then the words that belong to it."""
    library.replace_recording(profile_id, clip)
    return library.edit(profile_id, change)
