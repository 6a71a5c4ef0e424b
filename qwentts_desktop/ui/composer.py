"""The text box: type or paste, then Speak. It hands the text on and knows nothing of speech."""

from __future__ import annotations

from PySide6.QtCore import QLocale, Qt, Signal
from PySide6.QtGui import QKeySequence, QPalette, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from qwentts_desktop.ui.appearance import SPACING
from qwentts_desktop.ui.icons import IconFolder
from qwentts_desktop.ui.restyle import READING_SIZE, enlarge, muted_label
from qwentts_desktop.ui.wrapping import TextBox


class Composer(QWidget):
    """A plain text box with a Speak button; Ctrl+Enter speaks, a selection in the box speaks alone."""

    speak_wanted = Signal(object)
    """str: the text to speak."""

    def __init__(self, icons: IconFolder, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons = icons
        self.box = TextBox()
        self.box.setObjectName("text_box")
        self.box.setAccessibleName(self.tr("Text to read"))
        self.box.setPlaceholderText(self.tr("Type or paste the text that you want to hear."))
        self.box.setTabChangesFocus(True)
        enlarge(self.box, READING_SIZE)
        self.box.setMinimumHeight(3 * self.box.fontMetrics().lineSpacing())
        self._count = muted_label()
        self._count.setObjectName("character_count")
        self.clear_button = QPushButton(self.tr("C&lear"))
        self.clear_button.setObjectName("clear_text")
        self.clear_button.setProperty("quiet", True)
        self.speak_button = QPushButton(self.tr("&Speak"))
        self.speak_button.setObjectName("speak_text")
        self.speak_button.setProperty("primary", True)
        self.speak_button.setToolTip(self.tr("Read this text (Ctrl+Enter)"))
        self._arrange()
        self.box.textChanged.connect(self._on_text_changed)
        self.clear_button.clicked.connect(self.box.clear)
        self.speak_button.clicked.connect(self._on_speak)
        for keys in ("Ctrl+Return", "Ctrl+Enter"):
            shortcut = QShortcut(QKeySequence(keys), self)
            shortcut.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            shortcut.activated.connect(self._on_speak)
        self._on_text_changed()

    def paint_icons(self) -> None:
        """Draw the pictures in the colour of what stands on the accent."""
        palette = self.palette()
        self.speak_button.setIcon(self._icons.on_accent("speak", palette))
        self.clear_button.setIcon(self._icons.symbolic("close", palette, QPalette.ColorRole.WindowText))

    def _on_text_changed(self) -> None:
        characters = max(0, self.box.document().characterCount() - 1)
        self._count.setText(self._count_words(characters))
        self.speak_button.setEnabled(characters > 0)
        self.clear_button.setEnabled(characters > 0)

    def _count_words(self, characters: int) -> str:
        if characters == 0:
            return ""
        if characters == 1:
            return self.tr("1 character")
        return self.tr("{count} characters").format(count=QLocale().toString(characters))

    def _on_speak(self) -> None:
        selected = self.box.textCursor().selectedText().replace("\u2029", "\n")
        text = selected or self.box.toPlainText()
        if text.strip():
            self.speak_wanted.emit(text)

    def _arrange(self) -> None:
        row = QHBoxLayout()
        row.addWidget(self._count, 1)
        row.addWidget(self.clear_button)
        row.addWidget(self.speak_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACING)
        column.addWidget(self.box, 1)
        column.addLayout(row)
