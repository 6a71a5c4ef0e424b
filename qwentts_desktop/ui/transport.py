"""The row of buttons and sliders under the text: back, pause, forward, stop, speed, volume, progress."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction, QPalette
from PySide6.QtWidgets import QFrame, QHBoxLayout, QProgressBar, QToolButton, QVBoxLayout, QWidget

from qwentts_desktop.settings.schema import AudioSettings
from qwentts_desktop.speech.events import State
from qwentts_desktop.ui.actions import Actions
from qwentts_desktop.ui.controller import Controller
from qwentts_desktop.ui.icons import IconFolder
from qwentts_desktop.ui.level_slider import LevelSlider
from qwentts_desktop.ui.restyle import muted_label, set_style_property
from qwentts_desktop.ui.status_model import Shown
from qwentts_desktop.ui.words import percent_words, place_words, speed_words, time_words, waiting_words

BUTTON = 20


class Transport(QFrame):
    """All that is done while listening, in one row, with the progress above it."""

    def __init__(
        self, controller: Controller, actions: Actions, icons: IconFolder, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("transport")
        self.setProperty("card", True)
        self._actions = actions
        self._icons = icons
        self.previous = self._button(actions.previous, "previous")
        self.pause = self._button(actions.pause, "pause")
        self.next = self._button(actions.next, "next")
        self.stop = self._button(actions.stop, "stop")
        self.stop.setToolTip(self.tr("Stop (Esc)"))
        self.speed = LevelSlider("speed_slider", self.tr("Speed"), "speed", (0.5, 2.5), icons, speed_words)
        self.speed.moved.connect(controller.set_speed)
        self.volume = LevelSlider(
            "volume_slider", self.tr("Volume"), "volume", (0.0, 1.0), icons, percent_words
        )
        self.volume.moved.connect(controller.set_volume)
        self.progress = QProgressBar()
        self.progress.setObjectName("progress")
        self.progress.setTextVisible(False)
        self.progress.setAccessibleName(self.tr("Progress of the text"))
        self._place = muted_label()
        self._place.setObjectName("place")
        self._left = muted_label()
        self._left.setObjectName("time_left")
        self._left.setAlignment(Qt.AlignmentFlag.AlignRight)
        self._state = State.IDLE
        self._arrange()

    def show_status(self, shown: Shown, share: float, seconds_left: float | None) -> None:
        """Progress (0..1), place and time left."""
        self._state = shown.state
        busy_without_end = shown.state is State.LOADING and shown.loading is None
        self.progress.setRange(0, 0 if busy_without_end else 1_000)
        fraction = shown.loading.fraction if shown.loading is not None else share
        self.progress.setValue(round(1_000 * fraction))
        self._place.setText(self._place_of(shown))
        self._left.setText(time_words(seconds_left) if seconds_left is not None else "")
        set_style_property(self.pause, "primary", shown.state is State.PAUSED)
        self._paint_pause()

    def show_settings(self, audio: AudioSettings) -> None:
        """Volume and speed as they are set."""
        self.speed.show_value(audio.speed)
        self.volume.show_value(audio.volume)

    def paint_icons(self) -> None:
        """Draw the pictures in the palette's colour."""
        role = QPalette.ColorRole.WindowText
        for button, name in ((self.previous, "previous"), (self.next, "next"), (self.stop, "stop")):
            button.setIcon(self._icons.symbolic(name, self.palette(), role))
        self._paint_pause()
        self.speed.paint_icons()
        self.volume.paint_icons()

    def _place_of(self, shown: Shown) -> str:
        if not shown.is_busy:
            return self.tr("Nothing is being read.")
        return " · ".join(words for words in (place_words(shown), waiting_words(shown)) if words)

    def _paint_pause(self) -> None:
        words = self._actions.pause.text().replace("&", "")
        self.pause.setToolTip(f"{words} (Ctrl+Space)")
        self.pause.setAccessibleName(words)
        if self._state is State.PAUSED:
            self.pause.setIcon(self._icons.on_accent("play", self.palette()))
        else:
            self.pause.setIcon(self._icons.symbolic("pause", self.palette(), QPalette.ColorRole.WindowText))

    def _button(self, action: QAction, name: str) -> QToolButton:
        """A button of its own that follows the action; the action keeps its shortcut in the window."""
        button = QToolButton()
        button.setObjectName(f"{name}_button")
        button.setIconSize(QSize(BUTTON, BUTTON))
        button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        button.setToolTip(action.toolTip())
        button.setAccessibleName(action.text().replace("&", ""))
        button.setEnabled(action.isEnabled())
        action.enabledChanged.connect(button.setEnabled)
        button.clicked.connect(action.trigger)
        return button

    def _arrange(self) -> None:
        place = QHBoxLayout()
        place.addWidget(self._place, 1)
        place.addWidget(self._left, 1)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        for button in (self.previous, self.pause, self.next, self.stop):
            buttons.addWidget(button)
        buttons.addSpacing(16)
        buttons.addWidget(self.speed, 1)
        buttons.addSpacing(8)
        buttons.addWidget(self.volume, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 12, 16, 14)
        column.setSpacing(8)
        column.addWidget(self.progress)
        column.addLayout(place)
        column.addLayout(buttons)
