"""Finding words in a text view: a field, next, previous, count. It knows the view's document, no speech."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent, QPalette, QTextCursor, QTextDocument
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPlainTextEdit, QToolButton, QWidget

from qwentts_desktop.ui.icons import IconFolder
from qwentts_desktop.ui.restyle import muted_label


class FindBar(QWidget):
    """Enter finds the next, Shift+Enter the one before, Esc closes the bar and goes back to the text."""

    def __init__(self, view: QPlainTextEdit, icons: IconFolder, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("find_bar")
        self._view = view
        self._icons = icons
        self._field = QLineEdit()
        self._field.setObjectName("find_field")
        self._field.setAccessibleName(self.tr("Find in the text"))
        self._field.setPlaceholderText(self.tr("Find in the text"))
        self._field.setClearButtonEnabled(True)
        self._field.textChanged.connect(self._on_changed)
        self._field.installEventFilter(self)
        self._found = muted_label()
        self._found.setObjectName("find_result")
        self._previous = self._button("find_previous", self.tr("Previous match (Shift+Enter)"))
        self._previous.clicked.connect(self.find_previous)
        self._next = self._button("find_next", self.tr("Next match (Enter)"))
        self._next.clicked.connect(self.find_next)
        self._close = self._button("find_close", self.tr("Close (Esc)"))
        self._close.clicked.connect(self.close_bar)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self._field, 1)
        row.addWidget(self._found)
        for button in (self._previous, self._next, self._close):
            row.addWidget(button)
        self.hide()

    def open_bar(self) -> None:
        """Show it with the cursor in the field."""
        self.show()
        self._field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._field.selectAll()

    def close_bar(self) -> None:
        """Hide it and go back to the text."""
        self.hide()
        self._view.setFocus(Qt.FocusReason.OtherFocusReason)

    def find_next(self) -> None:
        """Select the next match, from the top again after the last."""
        self._find(QTextDocument.FindFlag(0))

    def find_previous(self) -> None:
        """Select the match before."""
        self._find(QTextDocument.FindFlag.FindBackward)

    def paint_icons(self) -> None:
        """Draw the pictures in the palette's colour."""
        role = QPalette.ColorRole.WindowText
        for button, name in ((self._previous, "up"), (self._next, "down"), (self._close, "close")):
            button.setIcon(self._icons.symbolic(name, self.palette(), role))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keys in the field."""
        if watched is self._field and isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            return self._on_key(event)
        return False

    def _on_key(self, event: QKeyEvent) -> bool:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            backward = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            (self.find_previous if backward else self.find_next)()
            return True
        if event.key() == Qt.Key.Key_Escape:
            self.close_bar()
            return True
        return False

    def _find(self, flags: QTextDocument.FindFlag) -> None:
        words = self._field.text()
        if not words or self._view.find(words, flags):
            return
        cursor = self._view.textCursor()
        backward = bool(flags & QTextDocument.FindFlag.FindBackward)
        end = QTextCursor.MoveOperation.End if backward else QTextCursor.MoveOperation.Start
        cursor.movePosition(end)
        self._view.setTextCursor(cursor)
        self._view.find(words, flags)

    def _on_changed(self, words: str) -> None:
        count = self._view.toPlainText().lower().count(words.lower()) if words else 0
        for button in (self._previous, self._next):
            button.setEnabled(count > 0)
        if not words:
            self._found.setText("")
            return
        self._found.setText(self._found_words(count))
        cursor = self._view.textCursor()
        cursor.setPosition(cursor.selectionStart())
        self._view.setTextCursor(cursor)
        self.find_next()

    def _found_words(self, count: int) -> str:
        if count == 0:
            return self.tr("Not found")
        return self.tr("1 match") if count == 1 else self.tr("{count} matches").format(count=count)

    def _button(self, name: str, words: str) -> QToolButton:
        button = QToolButton()
        button.setObjectName(name)
        button.setProperty("quiet", True)
        button.setToolTip(words)
        button.setAccessibleName(words)
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        return button
