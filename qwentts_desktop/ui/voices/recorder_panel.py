"""Recording from the microphone: device, meter, a text to read, countdown, stop. It judges no sound."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, QTimer, Signal
from PySide6.QtWidgets import QComboBox, QFrame, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from qwentts_desktop.audio.input import InputDevice
from qwentts_desktop.audio.recorder import Recorder
from qwentts_desktop.errors import AudioError, QwenTTSError
from qwentts_desktop.ui.appearance import SPACING
from qwentts_desktop.ui.icons import IconFolder
from qwentts_desktop.ui.restyle import READING_SIZE, muted_label, scaled_label
from qwentts_desktop.ui.voices.background import Background
from qwentts_desktop.ui.voices.level_meter import LevelMeter, level_words
from qwentts_desktop.ui.voices.voice_words import seconds_words

LOOK_MS = 50
COUNT_FROM = 3


class RecorderPanel(QWidget):
    """Listens as soon as it is opened, so that the level can be set before anything is recorded."""

    recorded = Signal(object)
    """`Recorded`: a take is over."""

    def __init__(
        self, recorder: Recorder, background: Background, icons: IconFolder, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._recorder = recorder
        self._background = background
        self._icons = icons
        self._count = 0
        self.device_box = QComboBox()
        self.device_box.setObjectName("microphone")
        self.device_box.setAccessibleName(self.tr("Microphone"))
        self.device_box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.meter = LevelMeter()
        self._advice = muted_label()
        self._advice.setObjectName("level_advice")
        self.text = scaled_label("", READING_SIZE)
        self.text.setObjectName("text_to_read")
        self.text.setWordWrap(True)
        self.record_button = QPushButton(self.tr("&Record"))
        self.record_button.setObjectName("record")
        self.record_button.setProperty("primary", True)
        self.record_button.setEnabled(False)
        self.state = QLabel()
        self.state.setObjectName("recording_state")
        self.state.setWordWrap(True)
        self._looking = QTimer(self)
        self._looking.setInterval(LOOK_MS)
        self._looking.timeout.connect(self._look)
        self._counting = QTimer(self)
        self._counting.setInterval(1_000)
        self._counting.timeout.connect(self._count_down)
        self._arrange()
        self.device_box.activated.connect(self._on_device)
        self.record_button.clicked.connect(self._on_button)
        self.paint_icons()

    def open(self) -> None:
        """Look for microphones and listen to the default one."""
        self.state.setText(self.tr("Looking for microphones…"))
        self._background.run(self._recorder.devices, self._on_devices, self._on_failed)
        self._listen("")

    def close_microphone(self) -> None:
        """Free the microphone; a take under way is gone."""
        self._looking.stop()
        self._counting.stop()
        self._count = 0
        self._background.run(self._recorder.close, lambda _: None, self._on_failed)

    def show_text(self, text: str) -> None:
        """What to read aloud."""
        self.text.setText(text)

    @property
    def shown_text(self) -> str:
        """What is to be read aloud."""
        return self.text.text()

    def paint_icons(self) -> None:
        """Draw the picture on the button."""
        name = "stop" if self._recorder.is_keeping or self._count else "voice"
        self.record_button.setIcon(self._icons.on_accent(name, self.palette()))

    # what happens

    def _listen(self, device: str) -> None:
        self._background.run(lambda: self._recorder.open(device), self._on_open, self._on_failed)

    def _on_devices(self, devices: list[InputDevice]) -> None:
        with QSignalBlocker(self.device_box):
            self.device_box.clear()
            self.device_box.addItem(self.tr("System default"), "")
            for device in devices:
                self.device_box.addItem(device.label, device.label)

    def _on_device(self, index: int) -> None:
        self._stop_counting()
        self._listen(str(self.device_box.itemData(index)))

    def _on_open(self, _: None) -> None:
        self.record_button.setEnabled(True)
        self.state.setText(self.tr("Read the text above aloud, in a quiet room, as you speak to somebody."))
        self._looking.start()
        self._show_button()

    def _on_failed(self, error: QwenTTSError) -> None:
        self._looking.stop()
        self.record_button.setEnabled(False)
        self.state.setText(f"⚠ {error.message}")

    def _on_button(self) -> None:
        if self._count:
            self._stop_counting()
        elif self._recorder.is_keeping:
            self._finish()
        else:
            self._count = COUNT_FROM
            self._counting.start()
            self._show_count()

    def _count_down(self) -> None:
        self._count -= 1
        if self._count > 0:
            self._show_count()
            return
        self._counting.stop()
        try:
            self._recorder.begin()
        except AudioError as error:
            self._on_failed(error)
        self._show_button()

    def _show_count(self) -> None:
        self.state.setText(self.tr("Recording begins in {count}…").format(count=self._count))
        self._show_button()

    def _stop_counting(self) -> None:
        self._counting.stop()
        if self._count:
            self._count = 0
            self.state.setText("")
        self._show_button()

    def _look(self) -> None:
        level = self._recorder.level
        self.meter.show_level(level)
        self._advice.setText(level_words(level))
        if self._recorder.is_keeping:
            self.state.setText(
                self.tr("Recording: {seconds}. Press Stop when you have read the text.").format(
                    seconds=seconds_words(self._recorder.seconds)
                )
            )
        if self._recorder.is_keeping and (self._recorder.is_full or self._recorder.is_lost):
            self._finish()
        elif self._recorder.is_lost:
            self._on_failed(AudioError(self.tr("The microphone is gone. Connect it, then choose it again.")))

    def _finish(self) -> None:
        try:
            take = self._recorder.finish()
        except AudioError as error:
            self._on_failed(error)
            return
        self._show_button()
        self.recorded.emit(take)

    def _show_button(self) -> None:
        is_running = self._recorder.is_keeping or self._count > 0
        self.record_button.setText(self.tr("Stop &recording") if is_running else self.tr("&Record"))
        self.device_box.setEnabled(not is_running)
        self.paint_icons()

    def _arrange(self) -> None:
        card = QFrame()
        card.setProperty("card", True)
        inside = QVBoxLayout(card)
        inside.setContentsMargins(18, 14, 18, 14)
        inside.addWidget(muted_label(self.tr("Read this aloud:")))
        inside.addWidget(self.text)
        head = QHBoxLayout()
        label = QLabel(self.tr("&Microphone"))
        label.setBuddy(self.device_box)
        head.addWidget(label)
        head.addWidget(self.device_box, 1)
        level = QHBoxLayout()
        level.addWidget(self.meter, 2)
        level.addWidget(self._advice, 1)
        foot = QHBoxLayout()
        foot.addWidget(self.state, 1)
        foot.addWidget(self.record_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACING)
        column.addLayout(head)
        column.addLayout(level)
        column.addWidget(card)
        column.addLayout(foot)
