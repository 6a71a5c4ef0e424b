"""The window for keeping a text or a document as a sound file: what, where, how, and how far it is."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, QSize, QStandardPaths, Qt, QUrl
from PySide6.QtGui import QCloseEvent, QDesktopServices, QKeySequence, QPalette, QShortcut
from PySide6.QtWidgets import (
    QComboBox,
    QFileDialog,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from qwentts_desktop import APP_TITLE
from qwentts_desktop.service.export_order import ExportState, ExportStatus, SubtitleKind
from qwentts_desktop.speech.events import Problem
from qwentts_desktop.text.documents.document import Chapter, Document
from qwentts_desktop.text.subtitles import SubtitleFormat
from qwentts_desktop.ui.appearance import MARGIN, SPACING
from qwentts_desktop.ui.icons import IconFolder
from qwentts_desktop.ui.keeping.document_dialog import document_dialog
from qwentts_desktop.ui.keeping.document_fetch import DocumentFetch
from qwentts_desktop.ui.keeping.export_words import document_words, status_words
from qwentts_desktop.ui.keeping.exporter import Exporter, ExportWish
from qwentts_desktop.ui.level_slider import LevelSlider
from qwentts_desktop.ui.placing import open_at
from qwentts_desktop.ui.restyle import muted_label, scaled_label
from qwentts_desktop.ui.words import speed_words

_UNSAFE = '<>:"/\\|?*'
_LONGEST_NAME = 80


class ExportWindow(QWidget):
    """Closing it leaves an export going; it is found here again."""

    _is_built = False

    def __init__(self, exporter: Exporter, documents: DocumentFetch, icons: IconFolder) -> None:
        super().__init__()
        self.setObjectName("export_window")
        self.setWindowTitle(self.tr("Keep as a sound file - {title}").format(title=APP_TITLE))
        self._exporter = exporter
        self._documents = documents
        self._icons = icons
        self._document: Document | None = None
        self._name = scaled_label("", 1.2, bold=True)
        self._size = muted_label()
        self.choose_button = QPushButton(self.tr("Choose a &document…"))
        self.target = QLineEdit()
        self.browse_button = QPushButton(self.tr("&Browse…"))
        self.format = QComboBox()
        self.subtitles = QComboBox()
        self.speed = LevelSlider("export_speed", self.tr("Speed"), "speed", (0.5, 2.5), icons, speed_words)
        self.progress = QProgressBar()
        self._state = QLabel()
        self.folder_button = QPushButton(self.tr("Open &folder"))
        self.cancel_button = QPushButton(self.tr("&Cancel"))
        self.start_button = QPushButton(self.tr("&Start"))
        self._name_parts()
        self._arrange()
        self._connect()
        self.speed.show_value(1.0)
        open_at(self, QSize(620, 500), QSize(440, 460))
        self.paint_icons()
        self._show_activity()
        self._is_built = True

    def raise_up(self) -> None:
        """Show it before all others."""
        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        self.show()
        self.raise_()
        self.activateWindow()

    def offer_text(self, title: str, text: str) -> None:
        """A text to be kept; nothing where an export is under way."""
        if text.strip():
            self.offer(Document(title, "", (Chapter(title, text),)))

    def offer(self, document: Document) -> None:
        """A document to be kept."""
        if self._exporter.is_busy:
            return
        self._document = document
        self._name.setText(document.title)
        self._size.setText(document_words(document))
        self.target.setText(str(self._free_target(document.title)))
        self._say("")
        self._show_activity()

    def show_status(self, status: ExportStatus) -> None:
        """How far the export is."""
        self.progress.setValue(round(1_000 * status.share))
        self._say(status_words(status))
        self.folder_button.setVisible(status.state is ExportState.DONE)
        self._show_activity()

    def on_problem(self, problem: Problem) -> None:
        """A document that cannot be read, or an export that cannot begin."""
        self._say(problem.error.message)
        self._show_activity()

    def start(self) -> None:
        """Begin with what is chosen."""
        if self._document is None or self._exporter.is_busy:
            return
        self.folder_button.hide()
        self.progress.setValue(0)
        self._say(self.tr("Getting ready…"))
        self._exporter.begin(self._document, self.wish())
        self._show_activity()

    def wish(self) -> ExportWish:
        """What is chosen now."""
        target = Path(self.target.text()).expanduser()
        chosen = self.subtitles.currentData()
        if chosen is None:
            return ExportWish(target, speed=self.speed.slider.value() / 100)
        ending, kind = chosen
        return ExportWish(
            target, target.with_suffix(f".{ending}"), SubtitleKind(kind), self.speed.slider.value() / 100
        )

    def closeEvent(self, event: QCloseEvent) -> None:
        """Hide; the export goes on."""
        event.ignore()
        self.hide()

    def changeEvent(self, event: QEvent) -> None:
        """Other colours, other pictures."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self._is_built:
            self.paint_icons()

    def paint_icons(self) -> None:
        """Draw the pictures in the palette's colour."""
        palette = self.palette()
        self.choose_button.setIcon(self._icons.symbolic("document", palette, QPalette.ColorRole.WindowText))
        self.start_button.setIcon(self._icons.on_accent("save", palette))
        self.speed.paint_icons()

    # inside

    def _say(self, words: str) -> None:
        self._state.setText(words)
        self._state.setAccessibleName(words)

    def _show_activity(self) -> None:
        """What can be done now."""
        is_busy = self._exporter.is_busy
        self.start_button.setEnabled(self._document is not None and not is_busy and bool(self.target.text()))
        self.cancel_button.setEnabled(is_busy)
        for part in (self.choose_button, self.target, self.browse_button, self.format, self.subtitles):
            part.setEnabled(not is_busy)
        self.speed.setEnabled(not is_busy)
        if self._document is None:
            self._name.setText(self.tr("No text yet"))
            self._size.setText(self.tr("Choose a document: txt, md, html, docx, epub or pdf."))

    def _free_target(self, title: str) -> Path:
        """A name in the user's music that no file has yet."""
        music = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.MusicLocation)
        folder = Path(music) if music and Path(music).is_dir() else Path.home()
        if self.target.text() and Path(self.target.text()).parent.is_dir():
            folder = Path(self.target.text()).parent
        stem = "".join(" " if sign in _UNSAFE or not sign.isprintable() else sign for sign in title)
        stem = " ".join(stem.split())[:_LONGEST_NAME].strip(". ") or self.tr("Speech")
        ending = self.format.currentData()
        names = [stem, *(f"{stem} {number}" for number in range(2, 100))]
        free = (folder / f"{name}.{ending}" for name in names)
        return next((path for path in free if not path.exists()), folder / f"{stem}.{ending}")

    def _on_format(self) -> None:
        target = self.target.text()
        if target and Path(target).name:
            self.target.setText(str(Path(target).with_suffix(f".{self.format.currentData()}")))

    def _choose_document(self) -> None:
        dialog = document_dialog(self)
        dialog.fileSelected.connect(self._on_document_chosen)
        dialog.open()

    def _on_document_chosen(self, path: str) -> None:
        self._say(self.tr("Opening…"))
        self._documents.fetch(Path(path))

    def _browse(self) -> None:
        dialog = QFileDialog(self, self.tr("Keep as"), self.target.text())
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix(self.format.currentData())
        dialog.fileSelected.connect(self.target.setText)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.open()

    def _open_folder(self) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(Path(self.target.text()).parent)))

    def _name_parts(self) -> None:
        for widget, name, words in (
            (self._name, "export_title", ""),
            (self._size, "export_size", ""),
            (self.choose_button, "choose_document", ""),
            (self.target, "export_target", self.tr("Sound file")),
            (self.browse_button, "browse_target", self.tr("Choose where to keep it")),
            (self.format, "export_format", self.tr("Format")),
            (self.subtitles, "export_subtitles", self.tr("Subtitles")),
            (self.progress, "export_progress", self.tr("Progress of the export")),
            (self._state, "export_state", ""),
            (self.folder_button, "open_folder", ""),
            (self.cancel_button, "cancel_export", ""),
            (self.start_button, "start_export", ""),
        ):
            widget.setObjectName(name)
            if words:
                widget.setAccessibleName(words)
        self.start_button.setProperty("primary", True)
        self.progress.setRange(0, 1_000)
        self.progress.setTextVisible(False)
        self._state.setWordWrap(True)
        self._name.setWordWrap(True)
        for ending, words in (
            ("mp3", "MP3"),
            ("ogg", "Ogg Opus"),
            ("flac", "FLAC"),
            ("wav", "WAV"),
        ):
            self.format.addItem(words, ending)
        self.subtitles.addItem(self.tr("None"), None)
        for subtitle in SubtitleFormat:
            self.subtitles.addItem(
                self.tr("{format}, by sentence").format(format=subtitle.name), (subtitle.value, "sentences")
            )
            self.subtitles.addItem(
                self.tr("{format}, by chapter").format(format=subtitle.name), (subtitle.value, "chapters")
            )

    def _arrange(self) -> None:
        heading = QVBoxLayout()
        heading.setSpacing(2)
        heading.addWidget(self._name)
        heading.addWidget(self._size)
        card = QFrame()
        card.setProperty("card", True)
        what = QHBoxLayout(card)
        what.setContentsMargins(18, 14, 14, 14)
        what.addLayout(heading, 1)
        what.addWidget(self.choose_button)
        place = QHBoxLayout()
        place.setSpacing(SPACING)
        place.addWidget(self.target, 1)
        place.addWidget(self.browse_button)
        form = QGridLayout()
        form.setVerticalSpacing(SPACING)
        form.setHorizontalSpacing(MARGIN)
        form.setColumnStretch(1, 1)
        for row, (words, field) in enumerate(
            (
                (self.tr("File"), place),
                (self.tr("Format"), _at_left(self.format)),
                (self.tr("Subtitles"), _at_left(self.subtitles)),
                (self.tr("Speed"), _at_left(self.speed, 1)),
            )
        ):
            form.addWidget(QLabel(words), row, 0)
            form.addLayout(field, row, 1)
        buttons = QHBoxLayout()
        buttons.addWidget(self.folder_button)
        buttons.addStretch(1)
        buttons.addWidget(self.cancel_button)
        buttons.addWidget(self.start_button)
        page = QWidget()
        page.setObjectName("page")
        column = QVBoxLayout(page)
        column.setContentsMargins(MARGIN, MARGIN, MARGIN, MARGIN)
        column.setSpacing(SPACING)
        column.addWidget(card)
        column.addLayout(form)
        column.addStretch(1)
        column.addWidget(self._state)
        column.addWidget(self.progress)
        column.addLayout(buttons)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(page)
        self.folder_button.hide()

    def _connect(self) -> None:
        self.choose_button.clicked.connect(self._choose_document)
        self.browse_button.clicked.connect(self._browse)
        self.format.currentIndexChanged.connect(self._on_format)
        self.target.textChanged.connect(self._show_activity)
        self.start_button.clicked.connect(self.start)
        self.cancel_button.clicked.connect(self._exporter.cancel)
        self.folder_button.clicked.connect(self._open_folder)
        self._exporter.changed.connect(self.show_status)
        self._exporter.failed.connect(self.on_problem)
        self._documents.opened.connect(self.offer)
        self._documents.failed.connect(self.on_problem)
        QShortcut(QKeySequence("Esc"), self).activated.connect(self.close)


def _at_left(widget: QWidget, stretch: int = 0) -> QHBoxLayout:
    """The widget at its own width, or as wide as there is room."""
    row = QHBoxLayout()
    row.addWidget(widget, stretch)
    if not stretch:
        row.addStretch(1)
    return row
