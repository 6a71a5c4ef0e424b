"""A strip for the last error with its remedy, or for a notice; dismissed by the user. No service."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, SignalInstance
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QToolButton, QVBoxLayout, QWidget

from qwentts_desktop.ui.icons import IconFolder
from qwentts_desktop.ui.restyle import set_style_property

PICTURE_SIZE = 22


class Banner(QFrame):
    """Shows one sentence; hidden while there is none."""

    dismissed = Signal()
    retry_wanted = Signal()
    smaller_model_wanted = Signal()

    def __init__(self, icons: IconFolder, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("banner")
        self._icons = icons
        self._is_error = False
        self._picture = QLabel()
        self._message = QLabel()
        self._message.setObjectName("banner_message")
        self._message.setWordWrap(True)
        self._message.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self._close = QToolButton()
        self._close.setObjectName("banner_dismiss")
        self._close.setProperty("quiet", True)
        self._close.setToolTip(self.tr("Dismiss"))
        self._close.setAccessibleName(self.tr("Dismiss this message"))
        self._close.clicked.connect(self.dismissed)
        self._retry = self._offer("banner_retry", self.tr("Try again"), self.retry_wanted)
        self._smaller = self._offer(
            "banner_smaller_model", self.tr("Use the smaller model"), self.smaller_model_wanted
        )
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 8, 8, 8)
        row.setSpacing(12)
        row.addWidget(self._picture)
        row.addLayout(self._words_above_ways_out(), 1)
        row.addWidget(self._close, 0, Qt.AlignmentFlag.AlignTop)
        self.hide()

    def say(self, error: str, notice: str) -> None:
        """Show the error, else the notice, else nothing."""
        message = error or notice
        self._is_error = bool(error)
        self._message.setText(message)
        self._message.setAccessibleName(
            self.tr("Error: {message}").format(message=message) if error else message
        )
        set_style_property(self, "banner", "error" if error else "notice")
        self.paint_icons()
        self.setVisible(bool(message))

    def _words_above_ways_out(self) -> QVBoxLayout:
        ways = QHBoxLayout()
        ways.addWidget(self._retry)
        ways.addWidget(self._smaller)
        ways.addStretch(1)
        column = QVBoxLayout()
        column.addWidget(self._message)
        column.addLayout(ways)
        return column

    def _offer(self, name: str, text: str, wanted: SignalInstance) -> QPushButton:
        button = QPushButton(text)
        button.setObjectName(name)
        button.setAccessibleName(text)
        button.clicked.connect(wanted)
        button.hide()
        return button

    def offer(self, *, retry: bool, smaller_model: bool) -> None:
        """Show the ways out of the error that is said."""
        self._retry.setVisible(retry)
        self._smaller.setVisible(smaller_model)

    def paint_icons(self) -> None:
        """Draw the pictures in the palette's colour."""
        colour = self.palette().color(QPalette.ColorRole.WindowText)
        name = "warning" if self._is_error else "info"
        self._picture.setPixmap(
            self._icons.symbolic_pixmap(name, colour, PICTURE_SIZE, self.devicePixelRatioF())
        )
        self._close.setIcon(self._icons.symbolic("close", self.palette(), QPalette.ColorRole.WindowText))
