"""The chosen voice in full: what it is, how it is, its recording, and what can be done with it."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction, QPalette
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QMenu,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from qwentts_desktop.speech.request import LANGUAGES
from qwentts_desktop.ui.icons import IconFolder
from qwentts_desktop.ui.restyle import muted_label, scaled_label
from qwentts_desktop.ui.voices.background import Background
from qwentts_desktop.ui.voices.clip_player import ClipPlayer
from qwentts_desktop.ui.voices.voice_commands import VoiceCommands
from qwentts_desktop.ui.voices.voice_preview import Phase, PreviewState, VoicePreview
from qwentts_desktop.ui.voices.voice_table import VoiceRow
from qwentts_desktop.ui.voices.voice_words import (
    encoding_words,
    kind_words,
    language_words,
    seconds_words,
    used_words,
)
from qwentts_desktop.ui.voices.waveform import Waveform
from qwentts_desktop.voices.clip import Clip
from qwentts_desktop.voices.clip_reading import read_clip
from qwentts_desktop.voices.profile import VoiceKind

BUTTON = 18


class VoiceDetails(QFrame):
    """Shows one row of the list; hidden while none is chosen."""

    use_wanted = Signal(object)
    """`VoiceEntry`: speak with this voice from now on."""

    def __init__(
        self,
        commands: VoiceCommands,
        preview: VoicePreview,
        player: ClipPlayer,
        background: Background,
        icons: IconFolder,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setObjectName("voice_details")
        self.setProperty("card", True)
        self._commands = commands
        self._preview = preview
        self._player = player
        self._background = background
        self._icons = icons
        self._row: VoiceRow | None = None
        self._clip: Clip | None = None
        self._is_roomy = True
        self._name = scaled_label("", 1.25, bold=True)
        self._name.setObjectName("detail_name")
        self._facts = muted_label()
        self._facts.setObjectName("detail_facts")
        self._state = QLabel()
        self._state.setObjectName("detail_state")
        self._state.setWordWrap(True)
        self.waveform = Waveform()
        self.waveform.setMinimumHeight(64)
        self.preview_button = self._button("preview_voice", self.tr("&Preview"))
        self.again_button = self._button("another_take", self.tr("Another &take"))
        self.freeze_button = self._button("freeze_voice", self.tr("&Freeze this take"))
        self.freeze_button.setToolTip(
            self.tr("Keep this take as a cloned voice, which stays the same from then on")
        )
        self.edit_button = self._button("edit_voice", self.tr("&Edit…"))
        self.use_button = self._button("use_voice", self.tr("&Use this voice"))
        self.use_button.setProperty("primary", True)
        self.more_button = QToolButton()
        self.more_button.setObjectName("more_voice")
        self.more_button.setText(self.tr("More"))
        self.more_button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.more_button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.more_button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.more_menu = QMenu(self)
        self.more_button.setMenu(self.more_menu)
        self._build_menu()
        self._arrange()
        self._connect()
        self.hide()

    def show_row(self, row: VoiceRow | None) -> None:
        """This voice, or none."""
        is_other = row is None or self._row is None or row.entry.profile != self._row.entry.profile
        self._row = row
        self.setVisible(row is not None)
        if row is None:
            return
        profile = row.entry.profile
        self._name.setText(profile.name)
        self._facts.setText(self._facts_of(row))
        self.use_button.setEnabled(not row.is_default and not row.entry.problem)
        self.use_button.setText(self.tr("In use") if row.is_default else self.tr("&Use this voice"))
        self.preview_button.setEnabled(not row.entry.problem)
        for action in self._language_actions:
            action.setChecked(str(action.data()) in row.languages)
        self._record_action.setVisible(profile.kind is VoiceKind.CLONED)
        for changing in (self.edit_button, self._record_action, self._rename_action):
            changing.setEnabled(not row.entry.is_read_only)
        if is_other:
            self._show_recording(row)
        self.show_preview(self._preview.state)

    def show_preview(self, state: PreviewState) -> None:
        """How far the preview is."""
        if self._row is None:
            return
        is_mine = state.profile_id == self._row.id and state.phase is not Phase.NOTHING
        self.preview_button.setText(self.tr("Sto&p") if is_mine else self.tr("&Preview"))
        profile = self._row.entry.profile
        is_designed = profile.kind is VoiceKind.DESIGNED
        has_take = self._preview.take_of(profile) is not None
        self.again_button.setVisible(is_designed and has_take)
        self.freeze_button.setVisible(is_designed and has_take)
        making = self.tr("The voice is being made…") if is_mine and state.phase is Phase.MAKING else ""
        problem = f"⚠ {self._row.entry.problem}" if self._row.entry.problem else ""
        note = state.note if state.profile_id in ("", self._row.id) else ""
        words = making or problem or note or encoding_words(self._row.entry)
        self._state.setText(words)
        self._state.setVisible(bool(words))
        self.paint_icons()

    def set_roomy(self, is_roomy: bool) -> None:
        """Whether there is room for the waveform."""
        self._is_roomy = is_roomy
        self._show_waveform()

    def paint_icons(self) -> None:
        """Draw the pictures in the palette's colours."""
        palette, role = self.palette(), QPalette.ColorRole.ButtonText
        is_heard = self._row is not None and self._preview.state.profile_id == self._row.id
        self.preview_button.setIcon(self._icons.symbolic("stop" if is_heard else "play", palette, role))
        self.again_button.setIcon(self._icons.symbolic("restart", palette, role))
        self.edit_button.setIcon(self._icons.symbolic("edit", palette, role))
        self.more_button.setIcon(self._icons.symbolic("menu", palette, role))
        self.use_button.setIcon(self._icons.on_accent("check", palette))

    def preview(self) -> None:
        """Hear it, or stop."""
        if self._row is None:
            return
        if self._preview.state.profile_id == self._row.id:
            self._preview.stop()
        else:
            self._preview.play(self._row.entry)

    # inside

    def _facts_of(self, row: VoiceRow) -> str:
        profile = row.entry.profile
        facts = [kind_words(profile.kind), language_words(profile.language)]
        if profile.recording is not None:
            facts.append(seconds_words(profile.recording.seconds))
        if profile.is_voice_only:
            facts.append(self.tr("voice only"))
        if row.entry.last_used is not None:
            facts.append(self.tr("used: {when}").format(when=used_words(row.entry.last_used)))
        lines = [" · ".join(facts)]
        lines += [text for text in (profile.description, profile.instruction, profile.notes) if text]
        return "\n".join(lines)

    def _show_recording(self, row: VoiceRow) -> None:
        """Draw the recording once it is read."""
        self._clip = None
        self._player.stop()
        file = row.entry.recording_path
        self._show_waveform()
        if file is None or row.entry.problem:
            return
        self.waveform.show_clip(np.zeros(0, np.float32), 0.0, is_fixed=True)
        profile = row.entry.profile

        def show(clip: Clip) -> None:
            if self._row is not None and self._row.entry.profile == profile:
                self._clip = clip
                self.waveform.show_clip(clip.samples, clip.seconds, is_fixed=True)

        self._background.run(lambda: read_clip(file), show, self._commands.failed.emit)

    def _show_waveform(self) -> None:
        entry = self._row.entry if self._row is not None else None
        has_recording = entry is not None and entry.recording_path is not None and not entry.problem
        self.waveform.setVisible(has_recording and self._is_roomy)

    def _on_play_from(self, start_s: float) -> None:
        if self._player.is_playing:
            self._player.stop()
        elif self._clip is not None:
            self._preview.stop()
            self._player.play(self._clip, start_s, self._clip.seconds)

    def _on_another_take(self) -> None:
        if self._row is not None:
            self._preview.play(self._row.entry, is_new_take=True)

    def _on_use(self) -> None:
        if self._row is not None:
            self.use_wanted.emit(self._row.entry)

    def _on_menu(self, action: QAction) -> None:
        if self._row is None:
            return
        entry, commands = self._row.entry, self._commands
        if action in self._language_actions:
            commands.make_default(entry, str(action.data()), action.isChecked())
            return
        {
            "rename": commands.rename,
            "duplicate": commands.duplicate,
            "record": commands.record_again,
            "export": commands.export,
            "remove": commands.remove,
        }[str(action.data())](entry)

    def _on_edit(self) -> None:
        if self._row is not None:
            self._commands.edit(self._row.entry)

    def _on_freeze(self) -> None:
        if self._row is not None:
            self._commands.freeze(self._row.entry)

    def _build_menu(self) -> None:
        self._rename_action = self._action("rename", self.tr("&Rename…"), "F2")
        self._action("duplicate", self.tr("&Duplicate"))
        self._record_action = self._action("record", self.tr("New re&cording…"))
        languages = self.more_menu.addMenu(self.tr("Default for &language"))
        self._language_actions: list[QAction] = []
        for code in LANGUAGES:
            action = languages.addAction(language_words(code))
            action.setCheckable(True)
            action.setData(code)
            self._language_actions.append(action)
        self._action("export", self.tr("&Export…"))
        self.more_menu.addSeparator()
        self._action("remove", self.tr("&Move to trash…"), "Del")
        self.more_menu.triggered.connect(self._on_menu)

    def _action(self, name: str, words: str, keys: str = "") -> QAction:
        action = self.more_menu.addAction(words)
        action.setObjectName(f"{name}_voice")
        action.setData(name)
        if keys:
            action.setShortcut(keys)
            action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
        return action

    def _button(self, name: str, words: str) -> QPushButton:
        button = QPushButton(words)
        button.setObjectName(name)
        button.setIconSize(QSize(BUTTON, BUTTON))
        return button

    def _connect(self) -> None:
        self._preview.changed.connect(self.show_preview)
        self._player.moved.connect(self.waveform.show_playhead)
        self.waveform.play_wanted.connect(self._on_play_from)
        self.preview_button.clicked.connect(self.preview)
        self.again_button.clicked.connect(self._on_another_take)
        self.freeze_button.clicked.connect(self._on_freeze)
        self.edit_button.clicked.connect(self._on_edit)
        self.use_button.clicked.connect(self._on_use)

    def _arrange(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(8)
        for widget in (self.preview_button, self.again_button, self.freeze_button, self.edit_button):
            row.addWidget(widget)
        row.addWidget(self.more_button)
        row.addStretch(1)
        row.addWidget(self.use_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(18, 14, 18, 14)
        column.setSpacing(8)
        for part in (self._name, self._facts, self._state, self.waveform):
            column.addWidget(part)
        column.addLayout(row)
