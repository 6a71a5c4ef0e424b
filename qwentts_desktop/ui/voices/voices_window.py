"""The window of the voice library: search, list, details, new voices. It arranges and connects."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, QModelIndex, QSignalBlocker, QSize, Qt
from PySide6.QtGui import (
    QAction,
    QCloseEvent,
    QDragEnterEvent,
    QDropEvent,
    QKeySequence,
    QPalette,
    QResizeEvent,
    QShortcut,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QMenu,
    QPushButton,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from qwentts_desktop import APP_TITLE
from qwentts_desktop.errors import QwenTTSError
from qwentts_desktop.settings.schema import Settings
from qwentts_desktop.speech.request import LANGUAGES
from qwentts_desktop.ui.appearance import MARGIN, SPACING
from qwentts_desktop.ui.banner import Banner
from qwentts_desktop.ui.bridge import SpeechBridge
from qwentts_desktop.ui.controller import Controller
from qwentts_desktop.ui.icons import IconFolder
from qwentts_desktop.ui.placing import open_at
from qwentts_desktop.ui.settings_model import SettingsModel
from qwentts_desktop.ui.status_model import StatusModel
from qwentts_desktop.ui.voices.background import Background
from qwentts_desktop.ui.voices.clip_player import ClipPlayer
from qwentts_desktop.ui.voices.ports import VoiceParts
from qwentts_desktop.ui.voices.voice_commands import VoiceCommands
from qwentts_desktop.ui.voices.voice_details import VoiceDetails
from qwentts_desktop.ui.voices.voice_preview import VoicePreview
from qwentts_desktop.ui.voices.voice_table import NAME, VoiceRow, VoiceTable
from qwentts_desktop.ui.voices.voice_words import kind_words, language_words
from qwentts_desktop.voices.entry import SetAside, VoiceEntry
from qwentts_desktop.voices.profile import AUTO, VoiceKind
from qwentts_desktop.voices.search import matches

ROOMY_HEIGHT = 520
MEASURED_ROWS = 30
"""Rows that the widths of the columns are taken from: measuring a thousand took 0.4 s a key press."""


class VoicesWindow(QWidget):
    """Every voice of the library, and all that is done with them."""

    _is_built = False

    def __init__(
        self,
        parts: VoiceParts,
        controller: Controller,
        settings: SettingsModel,
        status: StatusModel,
        bridge: SpeechBridge,
        icons: IconFolder,
    ) -> None:
        super().__init__()
        self.setObjectName("voices_window")
        self.setWindowTitle(self.tr("Voices - {title}").format(title=APP_TITLE))
        self.setAcceptDrops(True)
        self._parts = parts
        self._controller = controller
        self._settings = settings
        self._icons = icons
        self._all: tuple[VoiceRow, ...] = ()
        self._wanted_id = ""
        self.background = Background("voices", self)
        self.preview = VoicePreview(parts, settings, status, bridge, self)
        self.commands = VoiceCommands(parts, settings, self.preview, self.background, icons, self)
        self.player = ClipPlayer(parts.sound, self)
        self.banner = Banner(icons)
        self.search = QLineEdit()
        self.kind_box = QComboBox()
        self.language_box = QComboBox()
        self.new_button = QPushButton(self.tr("&New voice"))
        self.table = VoiceTable(self)
        self.list = QTableView()
        self.empty = QLabel()
        self.details = VoiceDetails(self.commands, self.preview, self.player, self.background, icons)
        self._build_head()
        self._build_list()
        self._arrange()
        self._connect()
        open_at(self, QSize(820, 680), QSize(560, 420))
        self.paint_icons()
        self._is_built = True
        self.details.set_roomy(self.height() >= ROOMY_HEIGHT)
        self.refresh()

    # what is shown

    def refresh(self, select: str = "") -> None:
        """Look into the library again, then select this voice."""
        self._wanted_id = select or self._wanted_id or self._selected_id()
        self.background.run(self._look, self._on_looked, self._on_failed)

    def show_rows(self) -> None:
        """Those rows that search, kind and language leave, the selection kept."""
        selected = self._wanted_id or self._selected_id()
        self._wanted_id = ""
        words, kind = self.search.text(), self.kind_box.currentData()
        language = str(self.language_box.currentData() or "")
        rows = [
            row
            for row in self._all
            if matches(row.entry.profile, words)
            and kind in ("", row.entry.profile.kind.value)
            and (not language or row.entry.profile.language in (language, AUTO))
        ]
        with QSignalBlocker(self.list.selectionModel()):
            self.table.show_rows(rows)
        self._select(selected)
        self._show_empty()

    def raise_up(self) -> None:
        """Show it before all others."""
        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        self.show()
        self.raise_()
        self.activateWindow()

    def stop_work(self) -> None:
        """The application ends: free the microphone and join the worker."""
        self.background.close()
        self._parts.recorder.close()

    @property
    def selected(self) -> VoiceRow | None:
        """The chosen voice."""
        number = self.list.currentIndex().row()
        return self.table.rows[number] if 0 <= number < len(self.table.rows) else None

    # how it behaves

    def closeEvent(self, event: QCloseEvent) -> None:
        """Silence what this window plays."""
        self.preview.stop()
        self.player.stop()
        super().closeEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        """Other colours, other pictures. In front again: others may have changed the library."""
        super().changeEvent(event)
        if not self._is_built:
            return
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.StyleChange):
            self.paint_icons()
        elif event.type() == QEvent.Type.ActivationChange and self.isActiveWindow():
            self.refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """On a small or magnified screen the list needs the room more than the waveform does."""
        super().resizeEvent(event)
        if self._is_built:
            self.details.set_roomy(self.height() >= ROOMY_HEIGHT)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Files are welcome."""
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """The first file that was dropped."""
        files = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
        if files:
            event.acceptProposedAction()
            self.commands.take_file(files[0])

    def paint_icons(self) -> None:
        """Draw all pictures in the palette's colours."""
        self.new_button.setIcon(self._icons.on_accent("voice", self.palette()))
        for action, picture in self._new_pictures:
            action.setIcon(self._icons.symbolic(picture, self.palette(), QPalette.ColorRole.WindowText))
        self.banner.paint_icons()
        self.details.paint_icons()

    # inside

    def _look(self) -> tuple[tuple[VoiceRow, ...], tuple[SetAside, ...]]:
        """On the worker thread."""
        library = self._parts.library
        by_language = self._parts.defaults.get()
        rows: list[VoiceRow] = []
        for entry in library.entries():
            profile_id = entry.profile.id
            languages = tuple(code for code in LANGUAGES if by_language.get(code) == profile_id)
            rows.append(VoiceRow(entry, _size_of(entry), languages=languages))
        return tuple(rows), library.set_aside()

    def _on_looked(self, found: tuple[tuple[VoiceRow, ...], tuple[SetAside, ...]]) -> None:
        rows, set_aside = found
        present = self._settings.settings.voice.voice
        self._all = tuple(_with_default(row, present) for row in rows)
        self.show_rows()
        if set_aside and self.banner.isHidden():
            self.banner.say(
                "",
                self.tr("{count} damaged voices were set aside: {reason} They are in {folder}.").format(
                    count=len(set_aside), reason=set_aside[0].reason, folder=set_aside[0].folder.parent
                ),
            )

    def on_settings(self, _before: Settings, now: Settings) -> None:
        """Another voice is in use."""
        self._all = tuple(_with_default(row, now.voice.voice) for row in self._all)
        self.show_rows()

    def _on_changed(self, profile_id: str) -> None:
        if profile_id:
            with QSignalBlocker(self.search):
                self.search.clear()
            self.kind_box.setCurrentIndex(0)
            self.language_box.setCurrentIndex(0)
        self.banner.say("", "")
        self.refresh(profile_id)

    def _on_failed(self, error: QwenTTSError) -> None:
        self.banner.say(error.message, "")

    def _on_told(self, sentence: str) -> None:
        self.banner.say("", sentence)

    def _on_use(self, entry: VoiceEntry) -> None:
        self._controller.choose_voice(entry.profile.id)

    def _on_dismissed(self) -> None:
        self.banner.say("", "")

    def _on_selected(self, _now: QModelIndex, _before: QModelIndex) -> None:
        self.details.show_row(self.selected)

    def _selected_id(self) -> str:
        row = self.selected
        return row.id if row is not None else ""

    def _select(self, profile_id: str) -> None:
        number = self.table.row_of(profile_id)
        if number < 0 and self.table.rows:
            number = next((at for at, row in enumerate(self.table.rows) if row.is_default), 0)
        if number >= 0:
            index = self.table.index(number, NAME)
            self.list.setCurrentIndex(index)
            self.list.scrollTo(index)
        self.details.show_row(self.selected)

    def _show_empty(self) -> None:
        self.empty.setVisible(not self.table.rows)
        self.list.setVisible(bool(self.table.rows))
        if self._all:
            self.empty.setText(self.tr("No voice matches. Change the search."))
        else:
            self.empty.setText(
                self.tr(
                    "There are no voices yet. Press New voice, or drop a recording of 5 to 15 seconds "
                    "of clear speech here."
                )
            )

    def _on_escape(self) -> None:
        if self.search.text():
            self.search.clear()
        else:
            self.close()

    def _build_head(self) -> None:
        self.search.setObjectName("voice_search")
        self.search.setPlaceholderText(self.tr("Search voices"))
        self.search.setAccessibleName(self.tr("Search voices"))
        self.search.setClearButtonEnabled(True)
        self.kind_box.setObjectName("kind_filter")
        self.kind_box.setAccessibleName(self.tr("Kind of voice"))
        self.kind_box.addItem(self.tr("All kinds"), "")
        for kind in (VoiceKind.CLONED, VoiceKind.PRESET, VoiceKind.DESIGNED, VoiceKind.SYSTEM):
            self.kind_box.addItem(kind_words(kind), kind.value)
        self.language_box.setObjectName("language_filter")
        self.language_box.setAccessibleName(self.tr("Language of the voice"))
        self.language_box.addItem(self.tr("All languages"), "")
        for code in LANGUAGES:
            self.language_box.addItem(language_words(code), code)
        self.new_button.setObjectName("new_voice")
        self.new_button.setProperty("primary", True)
        menu = QMenu(self)
        menu.setObjectName("new_voice_menu")
        self._new_pictures: list[tuple[QAction, str]] = []
        commands = self.commands
        for name, words, picture, slot in (
            ("new_from_file", self.tr("From a &file…"), "speak", commands.choose_recording),
            ("new_from_microphone", self.tr("From the &microphone…"), "voice", commands.record),
            ("new_preset", self.tr("A &preset speaker…"), "speaking", self._on_new_preset),
            ("new_designed", self.tr("From a &description…"), "edit", self._on_new_designed),
            ("new_system", self.tr("A voice of the &system…"), "window", self._on_new_system),
            ("import_voice", self.tr("&Import…"), "down", commands.choose_archive),
        ):
            action = menu.addAction(words)
            action.setObjectName(name)
            action.triggered.connect(slot)
            self._new_pictures.append((action, picture))
        self.new_button.setMenu(menu)

    def _on_new_preset(self) -> None:
        self.commands.make(VoiceKind.PRESET)

    def _on_new_designed(self) -> None:
        self.commands.make(VoiceKind.DESIGNED)

    def _on_new_system(self) -> None:
        self.commands.make(VoiceKind.SYSTEM)

    def _build_list(self) -> None:
        self.list.setObjectName("voice_list")
        self.list.setAccessibleName(self.tr("Voices"))
        self.list.setModel(self.table)
        self.list.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.list.setShowGrid(False)
        self.list.setTabKeyNavigation(False)
        self.list.setWordWrap(False)
        self.list.verticalHeader().hide()
        self.list.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + 18)
        head = self.list.horizontalHeader()
        head.setHighlightSections(False)
        head.setResizeContentsPrecision(MEASURED_ROWS)
        head.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        head.setSectionResizeMode(NAME, QHeaderView.ResizeMode.Stretch)
        self.empty.setObjectName("no_voices")
        self.empty.setWordWrap(True)
        self.empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.empty.hide()

    def _arrange(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(SPACING)
        head.addWidget(self.search, 1)
        head.addWidget(self.kind_box)
        head.addWidget(self.language_box)
        head.addWidget(self.new_button)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(MARGIN, MARGIN, MARGIN, MARGIN)
        whole.setSpacing(SPACING)
        whole.addLayout(head)
        whole.addWidget(self.banner)
        whole.addWidget(self.list, 1)
        whole.addWidget(self.empty, 1)
        whole.addWidget(self.details)

    def _connect(self) -> None:
        self.search.textChanged.connect(self.show_rows)
        self.kind_box.currentIndexChanged.connect(self.show_rows)
        self.language_box.currentIndexChanged.connect(self.show_rows)
        self.list.selectionModel().currentChanged.connect(self._on_selected)
        self.list.activated.connect(self.details.preview)
        self.commands.changed.connect(self._on_changed)
        self.commands.failed.connect(self._on_failed)
        self.commands.told.connect(self._on_told)
        self.preview.failed.connect(self._on_failed)
        self.details.use_wanted.connect(self._on_use)
        self.banner.dismissed.connect(self._on_dismissed)
        self._settings.changed.connect(self.on_settings)
        QShortcut(QKeySequence("Esc"), self).activated.connect(self._on_escape)
        QShortcut(QKeySequence("Ctrl+F"), self).activated.connect(self.search.setFocus)
        QShortcut(QKeySequence("Ctrl+N"), self).activated.connect(self.new_button.showMenu)


def _size_of(entry: VoiceEntry) -> int:
    """What the voice takes on the disk; 0 where it vanishes meanwhile."""
    try:
        return sum(file.stat().st_size for file in entry.folder.rglob("*") if file.is_file())
    except OSError:
        return 0


def _with_default(row: VoiceRow, present: str) -> VoiceRow:
    return VoiceRow(row.entry, row.size_bytes, row.id == present, row.languages)
