"""What a voice file holds, before anything of it is written; then the user takes it in or not."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QSize
from PySide6.QtWidgets import QCheckBox, QLabel, QWidget

from qwentts_desktop.errors import QwenTTSError
from qwentts_desktop.ui.restyle import muted_label
from qwentts_desktop.ui.voices.background import Background
from qwentts_desktop.ui.voices.ports import VoiceParts
from qwentts_desktop.ui.voices.voice_dialog import VoiceDialog
from qwentts_desktop.ui.voices.voice_words import kind_words, language_words, seconds_words, size_words
from qwentts_desktop.voices.archive_reading import ArchiveContents, import_archive, inspect_archive
from qwentts_desktop.voices.library import VoiceLibrary
from qwentts_desktop.voices.peer_files import import_peer_file, is_peer_file, read_peer_file
from qwentts_desktop.voices.profile import VoiceKind

MOST_FILES = 8


@dataclass(frozen=True)
class FileContents:
    """What is shown of a file: a name that is free, and lines about it."""

    name: str
    lines: tuple[str, ...]


class ImportDialog(VoiceDialog):
    """For our own archives and for the speakers of other programs. Nothing is written before Save."""

    def __init__(
        self, file: Path, parts: VoiceParts, background: Background, parent: QWidget | None = None
    ) -> None:
        title = QCoreApplication.translate("voices", "Import “{name}”").format(name=file.name)
        super().__init__(title, VoiceKind.UNKNOWN, background, QSize(520, 460), parent)
        self._file = file
        self._library = parts.library
        self.contents = QLabel(self.tr("Looking into the file…"))
        self.contents.setObjectName("archive_contents")
        self.contents.setWordWrap(True)
        self.add_above(self.contents)
        self.consent_box = QCheckBox(self.tr("I may use this voice: its owner has a&greed."))
        self.consent_box.setObjectName("consent")
        self.add_to_foot(self.consent_box)
        self.form.add_below(muted_label(self.tr("Nothing is written before you press Import.")))
        self.form.hide_notes()
        self.save_button.setText(self.tr("Import"))
        self.save_button.setEnabled(False)
        library = parts.library
        background.run(lambda: contents_of(file, library), self._on_contents, self._on_unreadable)

    def save(self) -> None:
        """Take it in under the name in the field."""
        if not self.consent_box.isChecked():
            self.say(self.tr("Use only a voice that you may use, and say so by ticking the box."))
            return
        file, library, name = self._file, self._library, self.form.name.text().strip()
        if is_peer_file(file):
            consent = self.tr("Confirmed by the user: own voice, or agreed by its owner.")
            self.store(lambda: import_peer_file(library, file, name, consent=consent))
        else:
            self.store(lambda: import_archive(library, file, name))

    def _on_contents(self, contents: FileContents) -> None:
        self.form.name.setText(contents.name)
        self.contents.setText("\n".join(contents.lines))
        self.save_button.setEnabled(True)

    def _on_unreadable(self, error: QwenTTSError) -> None:
        self.contents.setText("")
        self.say(error.message)


def contents_of(file: Path, library: VoiceLibrary) -> FileContents:
    """Look into a voice file without writing anything. Not for the GUI thread.

    Raises:
        VoiceError: it is refused, with the reason.
    """
    if is_peer_file(file):
        return _of_peer_file(file, library)
    contents = inspect_archive(file)
    return FileContents(library.free_name(contents.profile.name), _lines_of(contents))


def _of_peer_file(file: Path, library: VoiceLibrary) -> FileContents:
    translate = QCoreApplication.translate
    voice = read_peer_file(file)
    lines = (
        translate("voices", "A speaker of another program, encoded for the {model} model.").format(
            model=voice.model
        ),
        translate("voices", "There is no recording in it, so it works with models of this size only."),
    )
    return FileContents(library.free_name(file.stem), lines)


def _lines_of(contents: ArchiveContents) -> tuple[str, ...]:
    translate = QCoreApplication.translate
    profile = contents.profile
    lines = [
        f"{kind_words(profile.kind)} · {language_words(profile.language)} · {size_words(contents.size_bytes)}"
    ]
    if profile.recording is not None:
        lines.append(
            translate("voices", "Recording: {length}.").format(
                length=seconds_words(profile.recording.seconds)
            )
        )
    if contents.encoded_for:
        lines.append(
            translate("voices", "Encoded for {models}.").format(models=", ".join(contents.encoded_for))
        )
    files = ", ".join(contents.files[:MOST_FILES])
    lines.append(translate("voices", "Files: {files}").format(files=files))
    consent = contents.consent or translate("voices", "nothing is said")
    lines.append(translate("voices", "Consent: {consent}").format(consent=consent))
    return tuple(lines)
