"""The text that is read, with the sentence that is heard highlighted and in view. It only asks."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QTextCursor, QTextFormat, QWheelEvent
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit, QWidget

from qwentts_desktop.ui.events import PlaceWanted, TextShown
from qwentts_desktop.ui.restyle import READING_SIZE, enlarge
from qwentts_desktop.ui.shades import shades_of
from qwentts_desktop.ui.status_model import Shown
from qwentts_desktop.ui.text_positions import Utf16Positions, showable
from qwentts_desktop.ui.wrapping import wrap_mode_of


class ReadingView(QPlainTextEdit):
    """Read-only text: a click or Enter goes to a sentence; Ctrl with plus, minus or the wheel zooms."""

    place_wanted = Signal(object)
    """`PlaceWanted`: read from the sentence at this character."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("reading_view")
        self.setAccessibleName(self.tr("Text being read"))
        self.setAccessibleDescription(self.tr("Press Enter to read from the sentence at the cursor."))
        self.setReadOnly(True)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setPlaceholderText(self.tr("Nothing has been read yet."))
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor)
        enlarge(self, READING_SIZE)
        self.setMinimumHeight(3 * self.fontMetrics().lineSpacing())
        self._job_id: int | None = None
        self._text_length = 0
        self._positions = Utf16Positions("")
        self._span: tuple[int, int] | None = None
        self._pressed_at: int | None = None

    @property
    def job_id(self) -> int | None:
        """The job whose text is shown."""
        return self._job_id

    @property
    def text_length(self) -> int:
        """Characters of the text shown, as Python counts."""
        return self._text_length

    def show_text(self, shown: TextShown) -> None:
        """Another text."""
        self._job_id = shown.job_id
        self._text_length = len(shown.text)
        self._positions = Utf16Positions(shown.text)
        self._span = None
        self.setWordWrapMode(wrap_mode_of(shown.text))
        self.setPlainText(showable(shown.text))
        self.setExtraSelections([])

    def show_status(self, shown: Shown) -> None:
        """Follow the sentence that is heard."""
        if shown.job_id != self._job_id:
            return
        span = shown.span if shown.is_busy else None
        if span != self._span:
            self._span = span
            self._highlight(keep_in_view=True)

    def paint_icons(self) -> None:
        """The palette changed: the highlight has its colour from it."""
        self._highlight(keep_in_view=False)

    def go_to_cursor(self) -> None:
        """Read from the sentence at the cursor."""
        self._want(self.textCursor().position())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter goes to the sentence at the cursor; Ctrl with plus, minus and 0 zooms."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.go_to_cursor()
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Remember where, to tell a click from a selection."""
        super().mousePressEvent(event)
        is_left = event.button() == Qt.MouseButton.LeftButton
        self._pressed_at = self.cursorForPosition(event.position().toPoint()).position() if is_left else None

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """A click without a selection goes to the sentence."""
        super().mouseReleaseEvent(event)
        pressed_at, self._pressed_at = self._pressed_at, None
        if pressed_at is not None and not self.textCursor().hasSelection():
            self._want(pressed_at)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Ctrl and the wheel zoom also in a read-only text."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            (self.zoomIn if event.angleDelta().y() > 0 else self.zoomOut)(1)
        else:
            super().wheelEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        """Other colours, other highlight."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._highlight(keep_in_view=False)

    def _want(self, units: int) -> None:
        if self._job_id is not None:
            self.place_wanted.emit(PlaceWanted(self._job_id, self._positions.to_characters(units)))

    def _highlight(self, *, keep_in_view: bool) -> None:
        if self._span is None:
            self.setExtraSelections([])
            return
        shades = shades_of(self.palette())
        mark = QTextEdit.ExtraSelection()
        mark.cursor = self._cursor_over(*self._span)
        mark.format.setBackground(shades.tint)
        mark.format.setForeground(shades.text)
        mark.format.setProperty(QTextFormat.Property.FontWeight, 600)
        self.setExtraSelections([mark])
        if keep_in_view and not self.textCursor().hasSelection():
            self._bring_into_view(mark.cursor)

    def _cursor_over(self, start: int, end: int) -> QTextCursor:
        cursor = QTextCursor(self.document())
        last = self.document().characterCount() - 1
        cursor.setPosition(min(self._positions.to_units(start), last))
        cursor.setPosition(min(self._positions.to_units(end), last), QTextCursor.MoveMode.KeepAnchor)
        return cursor

    def _bring_into_view(self, over: QTextCursor) -> None:
        """Scroll only where the sentence is not wholly in view, and then to the upper third."""
        start = QTextCursor(over)
        start.setPosition(over.selectionStart())
        end = QTextCursor(over)
        end.setPosition(over.selectionEnd())
        seen = self.viewport().rect()
        if seen.contains(self.cursorRect(start)) and seen.contains(self.cursorRect(end)):
            return
        self.setTextCursor(start)
        self.ensureCursorVisible()
        lines_above = max(1, seen.height() // max(1, self.fontMetrics().lineSpacing()) // 3)
        first = self.cursorRect(start).top() // max(1, self.fontMetrics().lineSpacing())
        bar = self.verticalScrollBar()
        bar.setValue(bar.value() + first - lines_above)
