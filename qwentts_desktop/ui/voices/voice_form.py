"""The fields of a profile, those that its kind has. It checks nothing but whether something is there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QLabel, QLineEdit, QPlainTextEdit, QVBoxLayout, QWidget

from qwentts_desktop.system.installed_voices import InstalledVoice
from qwentts_desktop.ui.restyle import muted_label
from qwentts_desktop.ui.voices.voice_words import language_words, speaker_words
from qwentts_desktop.ui.wrapping import TextBox
from qwentts_desktop.voices.presets import PresetSpeaker
from qwentts_desktop.voices.profile import AUTO, Profile, VoiceKind

TEXT_HEIGHT = 84
_LANGUAGES = ("zh", "en", "ja", "ko", "de", "fr", "ru", "pt", "es", "it")


class VoiceForm(QWidget):
    """Name, language and what else makes a voice of one kind."""

    changed = Signal()

    def __init__(self, kind: VoiceKind, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kind = kind
        self._label_of: dict[QWidget, QLabel] = {}
        self._speakers: dict[str, PresetSpeaker] = {}
        self._system_voices: dict[str, InstalledVoice] = {}
        self.name = self._line("voice_name", self.tr("Name"))
        self.language = QComboBox()
        self.language.setObjectName("voice_language")
        for code in (AUTO, *_LANGUAGES):
            self.language.addItem(language_words(code), code)
        self.speaker = self._choice("voice_speaker", self.tr("Speaker"))
        self.system_name = self._choice("system_voice", self.tr("System voice"))
        self.description = self._box("voice_description", self.tr("Description"))
        self.examples = self._choice("description_examples", self.tr("Examples"))
        self.transcript = self._box("voice_transcript", self.tr("What the recording says, word for word"))
        self.voice_only = QCheckBox(self.tr("&Voice only, without a transcript (a little less alike)"))
        self.voice_only.setObjectName("voice_only")
        self.transcript_note = muted_label()
        self.transcript_note.setObjectName("transcript_note")
        self.instruction = self._line("voice_instruction", self.tr("How to speak"))
        self.instruction.setPlaceholderText(self.tr("Such as: calm and warm, a little slower"))
        self.notes = self._line("voice_notes", self.tr("Notes"))
        self.consent = self._line("voice_consent", self.tr("Who allowed the use of this voice"))
        self.consent.setPlaceholderText(self.tr("Such as: my own voice; or: Ann, by letter of 3 May"))
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(4)
        self._arrange()
        self._connect()

    def show_profile(self, profile: Profile) -> None:
        """Put the values in."""
        self.name.setText(profile.name)
        self.language.setCurrentIndex(max(0, self.language.findData(profile.language)))
        self.transcript.setPlainText(profile.transcript)
        self.voice_only.setChecked(profile.is_voice_only)
        self.description.setPlainText(profile.description)
        self.instruction.setText(profile.instruction)
        self.notes.setText(profile.notes)
        self.consent.setText(profile.consent)
        for box, value in ((self.speaker, profile.speaker), (self.system_name, profile.system_name)):
            if value and box.findData(value) < 0:
                box.addItem(value, value)
            box.setCurrentIndex(box.findData(value))

    def profile_from(self, base: Profile) -> Profile:
        """The profile with what the fields say."""
        return replace(
            base,
            name=self.name.text().strip(),
            language=str(self.language.currentData()),
            transcript="" if self.voice_only.isChecked() else self.transcript.toPlainText().strip(),
            description=self.description.toPlainText().strip(),
            instruction=self.instruction.text().strip(),
            notes=self.notes.text().strip(),
            consent=self.consent.text().strip(),
            speaker=str(self.speaker.currentData() or ""),
            system_name=str(self.system_name.currentData() or ""),
        )

    def add_below(self, widget: QWidget) -> None:
        """One more thing under all fields."""
        self._column.addWidget(widget)

    def hide_notes(self) -> None:
        """Where a voice brings its own notes along."""
        self.notes.hide()
        self._label_of[self.notes].hide()

    def offer_speakers(self, speakers: Sequence[PresetSpeaker]) -> None:
        """The preset speakers to choose from."""
        self._fill(self.speaker, [(speaker.name, speaker_words(speaker)) for speaker in speakers])
        self._speakers = {speaker.name: speaker for speaker in speakers}
        self._on_speaker()

    def offer_system_voices(self, voices: Sequence[InstalledVoice]) -> None:
        """The system's voices to choose from."""
        self._fill(self.system_name, [(voice.name, voice.title) for voice in voices])
        self._system_voices = {voice.name: voice for voice in voices}
        self._on_system_voice()

    # inside

    def _fill(self, box: QComboBox, entries: Sequence[tuple[str, str]]) -> None:
        present = box.currentData()
        box.clear()
        for stored, shown in entries:
            box.addItem(shown, stored)
        if present:
            if box.findData(present) < 0:
                box.addItem(str(present), present)
            box.setCurrentIndex(box.findData(present))

    def _on_speaker(self) -> None:
        speaker = self._speakers.get(str(self.speaker.currentData()))
        if speaker is not None and not self.name.isModified():
            self.name.setText(speaker.title)

    def _on_system_voice(self) -> None:
        voice = self._system_voices.get(str(self.system_name.currentData()))
        if voice is None:
            return
        if not self.name.isModified():
            self.name.setText(voice.title)
        self.language.setCurrentIndex(max(0, self.language.findData(voice.language)))

    def _on_example(self, index: int) -> None:
        if index > 0:
            self.description.setPlainText(self.examples.itemText(index))

    def _on_voice_only(self, is_checked: bool) -> None:
        self.transcript.setEnabled(not is_checked)
        self.changed.emit()

    def _connect(self) -> None:
        self.name.textChanged.connect(self.changed)
        self.transcript.textChanged.connect(self.changed)
        self.description.textChanged.connect(self.changed)
        self.language.currentIndexChanged.connect(self.changed)
        self.voice_only.toggled.connect(self._on_voice_only)
        self.speaker.activated.connect(self._on_speaker)
        self.system_name.activated.connect(self._on_system_voice)
        self.examples.activated.connect(self._on_example)
        self.examples.addItem(self.tr("Examples…"))
        for example in (
            self.tr("A calm older woman with a low, warm voice, speaking slowly."),
            self.tr("A young man, bright and quick, like a sports reporter."),
            self.tr("A deep male voice, serious and clear, as in a documentary."),
            self.tr("A cheerful girl of about ten, curious, a little out of breath."),
        ):
            self.examples.addItem(example)

    def _arrange(self) -> None:
        rows: dict[VoiceKind, Callable[[], None]] = {
            VoiceKind.CLONED: self._arrange_cloned,
            VoiceKind.PRESET: self._arrange_preset,
            VoiceKind.DESIGNED: self._arrange_designed,
            VoiceKind.SYSTEM: self._arrange_system,
        }
        self._row(self.tr("&Name"), self.name)
        rows.get(self._kind, lambda: None)()
        self._row(self.tr("N&otes"), self.notes)
        for child in (self.speaker, self.system_name, self.description, self.examples, self.transcript,
                      self.voice_only, self.transcript_note, self.instruction, self.consent):  # fmt: skip
            if self._column.indexOf(child) < 0:
                child.setParent(self)
                child.hide()

    def _arrange_cloned(self) -> None:
        self._row(self.tr("&Language of the recording"), self.language)
        self._row(self.tr("&Transcript: what the recording says, word for word"), self.transcript)
        self._column.addWidget(self.transcript_note)
        self._column.addWidget(self.voice_only)
        self._row(self.tr("&How to speak (experimental with cloned voices)"), self.instruction)
        self._row(self.tr("&Consent: who allowed the use of this voice"), self.consent)

    def _arrange_preset(self) -> None:
        self._row(self.tr("&Speaker"), self.speaker)
        self._row(self.tr("&Language that it mostly reads"), self.language)
        self._row(self.tr("&How to speak"), self.instruction)

    def _arrange_designed(self) -> None:
        self._row(self.tr("&Description of the voice"), self.description)
        self._column.addWidget(self.examples)
        self._row(self.tr("&Language that it mostly reads"), self.language)

    def _arrange_system(self) -> None:
        self._row(self.tr("&System voice"), self.system_name)
        self._row(self.tr("&Language"), self.language)

    def _row(self, title: str, field: QWidget) -> None:
        label = QLabel(title)
        label.setBuddy(field)
        field.setAccessibleName(title.replace("&", ""))
        if self._column.count():
            self._column.addSpacing(6)
        self._label_of[field] = label
        self._column.addWidget(label)
        self._column.addWidget(field)

    def _line(self, name: str, title: str) -> QLineEdit:
        line = QLineEdit()
        line.setObjectName(name)
        line.setAccessibleName(title)
        return line

    def _choice(self, name: str, title: str) -> QComboBox:
        box = QComboBox()
        box.setObjectName(name)
        box.setAccessibleName(title)
        box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        box.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        return box

    def _box(self, name: str, title: str) -> QPlainTextEdit:
        box = TextBox()
        box.setObjectName(name)
        box.setAccessibleName(title)
        box.setTabChangesFocus(True)
        box.setFixedHeight(TEXT_HEIGHT)
        return box
