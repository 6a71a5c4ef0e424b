"""A dialog around the form of a voice: a new preset, designed or system voice, or changes to any voice."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QCoreApplication, QSize, Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFrame,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from qwentts_desktop.errors import QwenTTSError
from qwentts_desktop.system.installed_voices import InstalledVoice
from qwentts_desktop.ui.appearance import MARGIN, SPACING
from qwentts_desktop.ui.placing import open_at
from qwentts_desktop.ui.restyle import scaled_label
from qwentts_desktop.ui.voices.background import Background
from qwentts_desktop.ui.voices.ports import VoiceParts
from qwentts_desktop.ui.voices.voice_form import VoiceForm
from qwentts_desktop.voices.entry import VoiceEntry
from qwentts_desktop.voices.profile import Profile, VoiceKind
from qwentts_desktop.voices.transcript_check import check_transcript


class VoiceDialog(QDialog):
    """Form, problem, Save and Cancel. What `save` does runs in the background; then `saved` tells."""

    saved = Signal(object)
    """`VoiceEntry`: it is in the library."""

    def __init__(
        self,
        title: str,
        kind: VoiceKind,
        background: Background,
        size: QSize,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("voice_dialog")
        self.setWindowTitle(title)
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._background = background
        self.form = VoiceForm(kind)
        self.problem = QLabel()
        self.problem.setObjectName("dialog_problem")
        self.problem.setWordWrap(True)
        self.problem.hide()
        self.save_button = QPushButton(self.tr("Save"))
        self.save_button.setObjectName("save_voice")
        self.save_button.setProperty("primary", True)
        self._arrange(title)
        open_at(self, size, QSize(420, 320))
        self.save_button.clicked.connect(self.save)

    def showEvent(self, event: QShowEvent) -> None:
        """Enter saves, whatever other buttons there are."""
        for button in self.findChildren(QPushButton):
            button.setAutoDefault(button is self.save_button)
        self.save_button.setDefault(True)
        super().showEvent(event)

    def save(self) -> None:
        """Save what the fields say; a dialog of a kind of its own does more."""
        raise NotImplementedError

    def store(self, work: Callable[[], VoiceEntry]) -> None:
        """Let the library work in the background, then tell and close, or show the problem."""
        self.save_button.setEnabled(False)
        self._background.run(work, self._on_saved, self.show_problem)

    def show_problem(self, error: QwenTTSError) -> None:
        """What is wrong, in its own sentence."""
        self.save_button.setEnabled(True)
        self.say(error.message)

    def say(self, sentence: str) -> None:
        """Show this sentence above the buttons, "" for none."""
        self.problem.setText(f"⚠ {sentence}" if sentence else "")
        self.problem.setVisible(bool(sentence))

    def add_above(self, widget: QWidget) -> None:
        """Put a widget between the heading and the form; a button keeps its own width."""
        place = self._inside.indexOf(self.form)
        if isinstance(widget, QPushButton):
            self._inside.insertWidget(place, widget, 0, Qt.AlignmentFlag.AlignLeft)
        else:
            self._inside.insertWidget(place, widget)

    def add_to_foot(self, widget: QWidget) -> None:
        """Put a widget above the buttons, where it is always seen."""
        self._foot.insertWidget(0, widget)

    def _on_saved(self, entry: VoiceEntry) -> None:
        self.saved.emit(entry)
        self.accept()

    def _arrange(self, title: str) -> None:
        page = QWidget()
        page.setObjectName("page")
        self._inside = QVBoxLayout(page)
        self._inside.setContentsMargins(MARGIN, MARGIN, MARGIN, SPACING)
        self._inside.setSpacing(SPACING)
        self._inside.addWidget(scaled_label(title, 1.3, bold=True))
        self._inside.addWidget(self.form)
        self._inside.addStretch(1)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidget(page)
        buttons = QDialogButtonBox()
        buttons.addButton(self.save_button, QDialogButtonBox.ButtonRole.ApplyRole)
        cancel = buttons.addButton(self.tr("Cancel"), QDialogButtonBox.ButtonRole.RejectRole)
        cancel.setObjectName("cancel_voice")
        buttons.rejected.connect(self.reject)
        self._foot = foot = QVBoxLayout()
        foot.setContentsMargins(MARGIN, 0, MARGIN, MARGIN)
        foot.setSpacing(SPACING)
        foot.addWidget(self.problem)
        foot.addWidget(buttons)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(SPACING)
        whole.addWidget(scroll, 1)
        whole.addLayout(foot)


class NewVoiceDialog(VoiceDialog):
    """A new voice without a recording: a preset speaker, a designed or a system voice."""

    def __init__(
        self, kind: VoiceKind, parts: VoiceParts, background: Background, parent: QWidget | None = None
    ) -> None:
        super().__init__(_new_title(kind), kind, background, QSize(520, 520), parent)
        self._kind = kind
        self._library = parts.library
        if kind is VoiceKind.PRESET:
            background.run(parts.speakers, self.form.offer_speakers, self.show_problem)
        elif kind is VoiceKind.SYSTEM:
            background.run(parts.system_voices, self.form.offer_system_voices, self.show_problem)

    def save(self) -> None:
        """Add it to the library."""
        profile = self.form.profile_from(Profile("", self._kind))
        self.store(lambda: self._library.add(profile))


class EditVoiceDialog(VoiceDialog):
    """Changes to a voice that is there."""

    def __init__(
        self, entry: VoiceEntry, parts: VoiceParts, background: Background, parent: QWidget | None = None
    ) -> None:
        title = QCoreApplication.translate("voices", "Edit “{name}”").format(name=entry.profile.name)
        super().__init__(title, entry.profile.kind, background, QSize(560, 600), parent)
        self._entry = entry
        self._library = parts.library
        self.form.show_profile(entry.profile)
        self.form.name.setModified(True)
        if entry.profile.kind is VoiceKind.PRESET:
            background.run(parts.speakers, self.form.offer_speakers, self.show_problem)
        elif entry.profile.kind is VoiceKind.SYSTEM:
            background.run(parts.system_voices, self._offer_system_voices, self.show_problem)
        self.form.changed.connect(self._check)
        self._check()

    def save(self) -> None:
        """Keep the changes."""
        form = self.form
        self.store(lambda: self._library.edit(self._entry.profile.id, form.profile_from))

    def _offer_system_voices(self, voices: Sequence[InstalledVoice]) -> None:
        self.form.offer_system_voices(voices)
        self.form.language.setCurrentIndex(max(0, self.form.language.findData(self._entry.profile.language)))

    def _check(self) -> None:
        recording = self._entry.profile.recording
        if recording is not None and not self.form.voice_only.isChecked():
            text, language = self.form.transcript.toPlainText(), str(self.form.language.currentData())
            self.form.transcript_note.setText(check_transcript(text, language, recording.seconds))


def _new_title(kind: VoiceKind) -> str:
    return {
        VoiceKind.PRESET: QCoreApplication.translate("voices", "New voice: a preset speaker"),
        VoiceKind.DESIGNED: QCoreApplication.translate("voices", "New voice from a description"),
        VoiceKind.SYSTEM: QCoreApplication.translate("voices", "New voice of the system"),
    }[kind]
