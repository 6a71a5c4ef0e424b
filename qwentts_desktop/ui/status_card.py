"""The head of the main window: state in words, what speaks and why, voice, menu. It only shows."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleEvent, QColor, QPalette
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QMenu, QToolButton, QVBoxLayout, QWidget

from qwentts_desktop.speech.events import State
from qwentts_desktop.ui.icons import IconFolder
from qwentts_desktop.ui.restyle import muted_label, scaled_label
from qwentts_desktop.ui.shades import shades_of
from qwentts_desktop.ui.status_model import Shown
from qwentts_desktop.ui.words import detail_words, engine_words, state_words, waking_words

PICTURE_SIZE = 44


class StatusCard(QFrame):
    """State, place and engine in words, with the buttons for voice and menu."""

    def __init__(self, icons: IconFolder, voices: QMenu, menu: QMenu, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("status_card")
        self.setProperty("card", True)
        self._icons = icons
        self._state = State.IDLE
        self._picture = QLabel()
        self._picture.setFixedSize(PICTURE_SIZE, PICTURE_SIZE)
        self._heading = scaled_label("", 1.45, bold=True)
        self._heading.setObjectName("state")
        self._detail = QLabel()
        self._detail.setObjectName("detail")
        self._detail.setWordWrap(True)
        self._engine = muted_label()
        self._engine.setObjectName("engine")
        self.voice_button = self._button("voice_button", self.tr("Voice"), voices)
        self.voice_button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.menu_button = self._button("menu_button", self.tr("Menu"), menu)
        self._arrange()

    def show_status(self, shown: Shown, hotkey: str) -> None:
        """Put it in words."""
        self._state = shown.state
        heading = state_words(shown)
        if heading != self._heading.text():
            self._heading.setText(heading)
            self._heading.setAccessibleName(self.tr("State: {state}").format(state=heading))
            QAccessible.updateAccessibility(QAccessibleEvent(self._heading, QAccessible.Event.NameChanged))
        self._detail.setText(detail_words(shown, hotkey))
        engine = engine_words(shown.engine)
        self._engine.setText(" · ".join(filter(None, (engine, waking_words(shown.woke_in_s)))))
        self.paint_icons()

    def show_voice(self, name: str) -> None:
        """The name of the voice in use."""
        self.voice_button.setText(name)
        self.voice_button.setAccessibleName(self.tr("Voice: {name}").format(name=name))

    def paint_icons(self) -> None:
        """Draw the pictures in the palette's colours."""
        role = QPalette.ColorRole.WindowText
        picture = self._icons.symbolic_pixmap(
            self._state.value, self._colour(), PICTURE_SIZE, self.devicePixelRatioF()
        )
        self._picture.setPixmap(picture)
        self.voice_button.setIcon(self._icons.symbolic("voice", self.palette(), role))
        self.menu_button.setIcon(self._icons.symbolic("menu", self.palette(), role))

    def _colour(self) -> QColor:
        shades = shades_of(self.palette())
        if self._state is State.ERROR:
            return shades.danger
        return shades.muted if self._state is State.IDLE else shades.accent

    def _button(self, name: str, text: str, menu: QMenu) -> QToolButton:
        button = QToolButton()
        button.setObjectName(name)
        button.setMenu(menu)
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        button.setToolTip(text)
        button.setAccessibleName(text)
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        return button

    def _arrange(self) -> None:
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(self._heading)
        words.addWidget(self._detail)
        words.addWidget(self._engine)
        row = QHBoxLayout(self)
        row.setContentsMargins(18, 14, 14, 14)
        row.setSpacing(16)
        row.addWidget(self._picture, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(words, 1)
        row.addWidget(self.voice_button, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self.menu_button, 0, Qt.AlignmentFlag.AlignTop)
