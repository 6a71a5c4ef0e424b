"""A small bar above all windows, where the user wants one: place and transport. It takes no focus."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QPoint, QSize, Qt
from PySide6.QtGui import QAction, QMouseEvent, QPalette
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QToolButton, QVBoxLayout, QWidget

from qwentts_desktop.speech.events import State
from qwentts_desktop.ui.actions import Actions
from qwentts_desktop.ui.icons import IconFolder
from qwentts_desktop.ui.status_model import Shown, StatusModel
from qwentts_desktop.ui.words import place_words, state_words

PICTURE = 18
FROM_EDGE = 24


class Overlay(QWidget):
    """Always on top, drawn where the user drags it; what is selected elsewhere stays selected."""

    _is_built = False

    def __init__(self, actions: Actions, status: StatusModel, icons: IconFolder) -> None:
        flags = Qt.WindowType.Tool | Qt.WindowType.FramelessWindowHint | Qt.WindowType.WindowStaysOnTopHint
        super().__init__(None, flags | Qt.WindowType.WindowDoesNotAcceptFocus)
        self.setObjectName("overlay")
        self.setWindowTitle(self.tr("QwenTTS overlay"))
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
        self.setCursor(Qt.CursorShape.SizeAllCursor)
        self._icons = icons
        self._state = State.IDLE
        self._grip: QPoint | None = None
        self._words = QLabel()
        self._words.setObjectName("overlay_words")
        self._buttons = {
            name: self._button(name, action)
            for name, action in (
                ("selection", actions.speak_selection),
                ("previous", actions.previous),
                ("pause", actions.pause),
                ("next", actions.next),
                ("stop", actions.stop),
                ("window", actions.window),
            )
        }
        self._arrange()
        status.changed.connect(self.show_status)
        self.show_status(status.shown)
        self.paint_icons()
        self._is_built = True

    def show_status(self, shown: Shown) -> None:
        """State and place in a few words; never what is read."""
        self._words.setText((place_words(shown) if shown.is_busy else "") or state_words(shown))
        if shown.state is not self._state:
            self._state = shown.state
            self.paint_icons()

    def paint_icons(self) -> None:
        """Draw the pictures in the palette's colour."""
        for name, button in self._buttons.items():
            picture = "play" if name == "pause" and self._state is State.PAUSED else name
            button.setIcon(self._icons.symbolic(picture, self.palette(), QPalette.ColorRole.WindowText))

    def come(self) -> None:
        """Show it, the first time in the lower right corner."""
        self.adjustSize()
        if self.pos() == QPoint(0, 0):
            free = self.screen().availableGeometry()
            self.move(free.bottomRight() - QPoint(self.width() + FROM_EDGE, self.height() + FROM_EDGE))
        self.show()

    def changeEvent(self, event: QEvent) -> None:
        """Other colours, other pictures."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self._is_built:
            self.paint_icons()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take hold of it; the window system moves it where it can."""
        if event.button() != Qt.MouseButton.LeftButton:
            return
        window = self.windowHandle()
        if window is None or not window.startSystemMove():
            self._grip = event.globalPosition().toPoint() - self.pos()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Follow the hand."""
        if self._grip is not None:
            self.move(event.globalPosition().toPoint() - self._grip)

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:
        """Let go."""
        self._grip = None

    def _button(self, name: str, action: QAction) -> QToolButton:
        button = QToolButton()
        button.setObjectName(f"overlay_{name}")
        button.setProperty("quiet", True)
        button.setIconSize(QSize(PICTURE, PICTURE))
        button.setCursor(Qt.CursorShape.ArrowCursor)
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.clicked.connect(action.trigger)

        def follow() -> None:
            words = action.text().replace("&", "")
            button.setToolTip(words)
            button.setAccessibleName(words)
            button.setEnabled(action.isEnabled())

        action.changed.connect(follow)
        follow()
        return button

    def _arrange(self) -> None:
        self._words.setMinimumWidth(self._words.fontMetrics().horizontalAdvance("0" * 18))
        card = QFrame()
        card.setProperty("card", True)
        row = QHBoxLayout(card)
        row.setContentsMargins(14, 4, 6, 4)
        row.setSpacing(2)
        row.addWidget(self._words, 1)
        for button in self._buttons.values():
            row.addWidget(button)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(card)


class OverlayHost(QObject):
    """Builds the overlay when it is first wanted. GUI thread."""

    def __init__(self, make: Callable[[], Overlay], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._make = make
        self._overlay: Overlay | None = None

    def apply(self, is_wanted: bool) -> None:
        """The setting."""
        if is_wanted:
            self._overlay = self._overlay or self._make()
            self._overlay.come()
        elif self._overlay is not None:
            self._overlay.hide()

    def close(self) -> None:
        """Take it away."""
        if self._overlay is not None:
            self._overlay.hide()
            self._overlay.deleteLater()
            self._overlay = None
