"""The lists of the main window: texts that wait and texts that were read. It only asks."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QDateTime, QLocale, Qt, Signal
from PySide6.QtGui import QKeySequence, QPalette, QShortcut
from PySide6.QtWidgets import (
    QCheckBox,
    QFrame,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from qwentts_desktop.service.history import HistoryEntry
from qwentts_desktop.ui.appearance import SPACING
from qwentts_desktop.ui.icons import IconFolder
from qwentts_desktop.ui.restyle import muted_label, scaled_label
from qwentts_desktop.ui.status_model import Shown
from qwentts_desktop.ui.texts.history_keeper import HistoryKeeper

SHOWN_CHARACTERS = 200
_VALUE = Qt.ItemDataRole.UserRole


class TextsPage(QScrollArea):
    """The queue above, the history below; scrolls where the window is small."""

    read_wanted = Signal(object)
    """str: read this text again."""
    drop_wanted = Signal(object)
    """int: take this job out of the queue."""
    keep_wanted = Signal(bool)
    """Whether texts shall be remembered."""

    def __init__(
        self,
        history: HistoryKeeper,
        text_of: Callable[[int], str | None],
        icons: IconFolder,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._history = history
        self._text_of = text_of
        self._icons = icons
        self._waiting: frozenset[int] = frozenset()
        self.queue = _list("queue_list", self.tr("Texts that wait"))
        self._nothing_waits = muted_label(self.tr("No text waits."))
        self.drop_button = _button("drop_text", self.tr("&Take out"))
        self.keep = QCheckBox(self.tr("&Remember what was read, on this machine only"))
        self.keep.setObjectName("keep_history")
        self.entries = _list("history_list", self.tr("Texts that were read"))
        self._nothing_kept = muted_label()
        self._nothing_kept.setObjectName("history_hint")
        self.again_button = _button("read_again", self.tr("Read a&gain"))
        self.forget_button = _button("forget_text", self.tr("&Forget"))
        self.clear_button = _button("clear_history", self.tr("Clear &all"))
        self._arrange()
        self._connect()
        self.show_history()
        self._show_queue()

    def show_status(self, shown: Shown) -> None:
        """What waits now."""
        if shown.waiting != self._waiting:
            self._waiting = shown.waiting
            self._show_queue()

    def show_history(self) -> None:
        """What is remembered, and whether anything is."""
        self.keep.setChecked(self._history.is_kept)
        entries = self._history.entries()
        self.entries.clear()
        for entry in entries:
            item = QListWidgetItem(f"{_when(entry)}   {_start_of(entry.text)}")
            item.setData(_VALUE, entry)
            self.entries.addItem(item)
        if self._history.is_kept:
            self._nothing_kept.setText(self.tr("Nothing has been read since."))
        else:
            self._nothing_kept.setText(
                self.tr("Texts are not remembered. Switch it on to find them here again.")
            )
        self.entries.setVisible(bool(entries))
        self._nothing_kept.setVisible(not entries)
        self._show_what_can_be_done()

    def paint_icons(self) -> None:
        """Draw the pictures in the palette's colour."""
        role = QPalette.ColorRole.WindowText
        for button, name in (
            (self.drop_button, "close"),
            (self.again_button, "speak"),
            (self.forget_button, "close"),
        ):
            button.setIcon(self._icons.symbolic(name, self.palette(), role))

    def _show_queue(self) -> None:
        self.queue.clear()
        for job_id in sorted(self._waiting):
            item = QListWidgetItem(_start_of(self._text_of(job_id) or ""))
            item.setData(_VALUE, job_id)
            self.queue.addItem(item)
        self.queue.setVisible(bool(self._waiting))
        self._nothing_waits.setVisible(not self._waiting)
        self._show_what_can_be_done()

    def _show_what_can_be_done(self) -> None:
        self.drop_button.setEnabled(self.queue.currentItem() is not None)
        self.drop_button.setVisible(bool(self._waiting))
        is_chosen = self.entries.currentItem() is not None
        self.again_button.setEnabled(is_chosen)
        self.forget_button.setEnabled(is_chosen)
        for button in (self.again_button, self.forget_button, self.clear_button):
            button.setVisible(self.entries.count() > 0)

    def _on_drop(self) -> None:
        item = self.queue.currentItem()
        if item is not None:
            self.drop_wanted.emit(item.data(_VALUE))

    def _on_again(self) -> None:
        item = self.entries.currentItem()
        if item is not None:
            self.read_wanted.emit(item.data(_VALUE).text)

    def _on_forget(self) -> None:
        item = self.entries.currentItem()
        if item is not None:
            row = self.entries.currentRow()
            self._history.remove(item.data(_VALUE))
            self.entries.setCurrentRow(min(row, self.entries.count() - 1))

    def _connect(self) -> None:
        self._history.changed.connect(self.show_history)
        self.queue.currentRowChanged.connect(self._show_what_can_be_done)
        self.entries.currentRowChanged.connect(self._show_what_can_be_done)
        self.drop_button.clicked.connect(self._on_drop)
        self.keep.clicked.connect(self.keep_wanted)
        self.entries.itemActivated.connect(self._on_again)
        self.again_button.clicked.connect(self._on_again)
        self.forget_button.clicked.connect(self._on_forget)
        self.clear_button.clicked.connect(self._history.clear)
        for parent, slot in ((self.queue, self._on_drop), (self.entries, self._on_forget)):
            shortcut = QShortcut(QKeySequence(Qt.Key.Key_Delete), parent)
            shortcut.setContext(Qt.ShortcutContext.WidgetShortcut)
            shortcut.activated.connect(slot)

    def _arrange(self) -> None:
        queue_head = QHBoxLayout()
        queue_head.addWidget(scaled_label(self.tr("Waiting"), 1.1, bold=True))
        queue_head.addStretch(1)
        queue_head.addWidget(self.drop_button)
        history_head = QHBoxLayout()
        history_head.addWidget(scaled_label(self.tr("Read before"), 1.1, bold=True))
        history_head.addStretch(1)
        for button in (self.again_button, self.forget_button, self.clear_button):
            history_head.addWidget(button)
        page = QWidget()
        page.setObjectName("page")
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACING)
        column.addLayout(queue_head)
        column.addWidget(self._nothing_waits)
        column.addWidget(self.queue, 1)
        column.addLayout(history_head)
        column.addWidget(self.keep)
        column.addWidget(self._nothing_kept)
        column.addWidget(self.entries, 3)
        self.setWidget(page)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)


def _list(name: str, words: str) -> QListWidget:
    found = QListWidget()
    found.setObjectName(name)
    found.setAccessibleName(words)
    found.setTextElideMode(Qt.TextElideMode.ElideRight)
    found.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    return found


def _button(name: str, words: str) -> QPushButton:
    button = QPushButton(words)
    button.setObjectName(name)
    button.setProperty("quiet", True)
    return button


def _start_of(text: str) -> str:
    return " ".join(text[:SHOWN_CHARACTERS].split())


def _when(entry: HistoryEntry) -> str:
    """Date and time as the user's country writes them, "" where the file says none."""
    moment = QDateTime.fromString(entry.read_at, Qt.DateFormat.ISODate).toLocalTime()
    return QLocale().toString(moment, QLocale.FormatType.ShortFormat) if moment.isValid() else ""
