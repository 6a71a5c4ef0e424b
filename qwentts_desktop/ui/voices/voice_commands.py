"""What can be done with voices: each opens a dialog or lets the library work. It shows no list."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from qwentts_desktop.errors import QwenTTSError
from qwentts_desktop.ui.icons import IconFolder
from qwentts_desktop.ui.ports import SettingsAccess
from qwentts_desktop.ui.voices.background import Background
from qwentts_desktop.ui.voices.clone_dialog import CloneDialog
from qwentts_desktop.ui.voices.import_dialog import ImportDialog
from qwentts_desktop.ui.voices.ports import VoiceParts
from qwentts_desktop.ui.voices.voice_dialog import EditVoiceDialog, NewVoiceDialog, VoiceDialog
from qwentts_desktop.ui.voices.voice_preview import VoicePreview
from qwentts_desktop.voices.archive import ARCHIVE_ENDING, EXPORT_WARNING, export_voice
from qwentts_desktop.voices.entry import VoiceEntry
from qwentts_desktop.voices.names import file_name_for
from qwentts_desktop.voices.peer_files import is_peer_file
from qwentts_desktop.voices.profile import VoiceKind

SOUND_ENDINGS = (
    ".wav", ".flac", ".ogg", ".oga", ".opus", ".mp3", ".aif", ".aiff", ".au", ".caf", ".w64", ".m4a", ".mp4",
    ".aac", ".wma", ".webm", ".mka", ".mkv", ".mov",
)  # fmt: skip


class VoiceCommands(QObject):
    """The commands of the voices window. GUI thread; the library works in the background."""

    changed = Signal(object)
    """str: the id of the voice that was added or changed, "" where several may have."""
    failed = Signal(object)
    """`QwenTTSError`."""
    told = Signal(object)
    """str: a sentence about what was done."""

    def __init__(
        self,
        parts: VoiceParts,
        settings: SettingsAccess,
        preview: VoicePreview,
        background: Background,
        icons: IconFolder,
        window: QWidget,
    ) -> None:
        super().__init__(window)
        self._parts = parts
        self._settings = settings
        self._preview = preview
        self._background = background
        self._icons = icons
        self._window = window
        self.dialog: VoiceDialog | None = None
        self.question: QMessageBox | None = None

    # new voices

    def take_file(self, file: Path) -> None:
        """A file that was chosen or dropped: a recording, an archive, or another program's speaker."""
        if file.suffix.lower() == ARCHIVE_ENDING or is_peer_file(file):
            self._open(ImportDialog(file, self._parts, self._background, self._window))
        else:
            self._open(self._clone_dialog(file=file))

    def choose_recording(self) -> None:
        """A new voice from a sound file."""
        patterns = " ".join(f"*{ending}" for ending in SOUND_ENDINGS)
        self._choose_file(
            self.tr("Choose a recording"),
            self.tr("Sound files ({patterns});;All files (*)").format(patterns=patterns),
        )

    def choose_archive(self) -> None:
        """Import a voice."""
        self._choose_file(
            self.tr("Choose a voice to import"),
            self.tr("Voices (*{ending} *.pt *.safetensors)").format(ending=ARCHIVE_ENDING),
        )

    def record(self) -> None:
        """A new voice from the microphone."""
        self._open(self._clone_dialog())

    def make(self, kind: VoiceKind) -> None:
        """A new preset, designed or system voice."""
        self._open(NewVoiceDialog(kind, self._parts, self._background, self._window))

    # with a voice

    def edit(self, entry: VoiceEntry) -> None:
        """Name, transcript, instruction and so on."""
        self._open(EditVoiceDialog(entry, self._parts, self._background, self._window))

    def rename(self, entry: VoiceEntry) -> None:
        """The same, with the name ready to be typed over."""
        self.edit(entry)
        if self.dialog is not None:
            self.dialog.form.name.selectAll()
            self.dialog.form.name.setFocus()

    def record_again(self, entry: VoiceEntry) -> None:
        """Another recording from the microphone for this voice."""
        self._open(self._clone_dialog(entry=entry))

    def duplicate(self, entry: VoiceEntry) -> None:
        """A second voice with the same files."""
        library, profile_id = self._parts.library, entry.profile.id
        self._run(lambda: library.duplicate(profile_id), self._on_entry)

    def freeze(self, entry: VoiceEntry) -> None:
        """Keep the take that was heard as the recording of a cloned voice."""
        take = self._preview.take_of(entry.profile)
        if take is None:
            self.told.emit(self.tr("Preview the voice first, until a take is right; then freeze it."))
            return
        library, profile_id, sound = self._parts.library, entry.profile.id, take.sound
        self._run(
            lambda: library.freeze(profile_id, sound.samples, sound.sample_rate_hz, take.text),
            self._on_entry,
        )

    def make_default(self, entry: VoiceEntry, language: str, is_default: bool) -> None:
        """Let this voice read a language, or leave that to the voice in use."""
        defaults, profile_id = self._parts.defaults, entry.profile.id if is_default else ""
        self._run(lambda: defaults.set(language, profile_id), lambda _: self.changed.emit(entry.profile.id))

    def remove(self, entry: VoiceEntry) -> None:
        """Ask, then move it to the trash."""
        question = self._question(
            self.tr("Move “{name}” to the trash?").format(name=entry.profile.name),
            self.tr("It can be brought back from there."),
            self.tr("&Move to trash"),
        )
        question.accepted.connect(lambda: self.remove_now(entry))
        question.open()

    def remove_now(self, entry: VoiceEntry) -> None:
        """Move it to the trash."""
        library, profile_id = self._parts.library, entry.profile.id
        self._run(lambda: library.remove(profile_id), lambda _: self.changed.emit(""))

    def export(self, entry: VoiceEntry) -> None:
        """Warn, ask where, then write."""
        question = self._question(
            self.tr("Export “{name}”?").format(name=entry.profile.name), EXPORT_WARNING, self.tr("&Export…")
        )
        question.accepted.connect(lambda: self._choose_target(entry))
        question.open()

    def export_to(self, entry: VoiceEntry, file: Path) -> None:
        """Write it to this file."""
        if file.suffix.lower() != ARCHIVE_ENDING:
            file = file.with_name(file.name + ARCHIVE_ENDING)
        words = self.tr("“{name}” was exported to {file}.").format(name=entry.profile.name, file=file.name)
        self._run(lambda: export_voice(entry, file), lambda _: self.told.emit(words))

    # inside

    def _clone_dialog(self, *, file: Path | None = None, entry: VoiceEntry | None = None) -> CloneDialog:
        return CloneDialog(
            self._parts,
            self._background,
            self._icons,
            self._settings.settings.voice.language,
            file=file,
            entry=entry,
            parent=self._window,
        )

    def _open(self, dialog: VoiceDialog) -> None:
        self._preview.stop()
        self.dialog = dialog
        dialog.saved.connect(self._on_entry)
        dialog.finished.connect(self._on_closed)
        dialog.open()

    def _on_closed(self) -> None:
        self.dialog = None

    def _on_entry(self, entry: VoiceEntry) -> None:
        self.changed.emit(entry.profile.id)

    def _run(self, work: Callable[[], object], done: Callable[..., None]) -> None:
        self._background.run(work, done, self._on_failed)

    def _on_failed(self, error: QwenTTSError) -> None:
        self.failed.emit(error)

    def _question(self, text: str, more: str, yes: str) -> QMessageBox:
        question = QMessageBox(self._window)
        question.setObjectName("voice_question")
        question.setIcon(QMessageBox.Icon.Question)
        question.setText(text)
        question.setInformativeText(more)
        question.addButton(yes, QMessageBox.ButtonRole.AcceptRole)
        question.addButton(self.tr("Cancel"), QMessageBox.ButtonRole.RejectRole)
        self.question = question
        return question

    def _choose_file(self, title: str, patterns: str) -> None:
        name, _ = QFileDialog.getOpenFileName(self._window, title, "", patterns)
        if name:
            self.take_file(Path(name))

    def _choose_target(self, entry: VoiceEntry) -> None:
        suggested = file_name_for(entry.profile.name) + ARCHIVE_ENDING
        name, _ = QFileDialog.getSaveFileName(
            self._window, self.tr("Export the voice"), suggested, f"*{ARCHIVE_ENDING}"
        )
        if name:
            self.export_to(entry, Path(name))
