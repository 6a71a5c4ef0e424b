"""A clip to look at, to listen to and to trim: waveform, times, findings. It reads and keeps no file."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QDoubleSpinBox, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from qwentts_desktop.ui.appearance import SPACING
from qwentts_desktop.ui.icons import IconFolder
from qwentts_desktop.ui.restyle import muted_label
from qwentts_desktop.ui.voices.clip_player import ClipPlayer
from qwentts_desktop.ui.voices.voice_words import seconds_words
from qwentts_desktop.ui.voices.waveform import Waveform
from qwentts_desktop.voices.clip import Clip
from qwentts_desktop.voices.clip_review import ClipReview
from qwentts_desktop.voices.clip_trim import Span

MOST_FINDINGS = 3


class ClipPanel(QWidget):
    """The handles start at the suggestion; times can be typed as well as dragged."""

    span_changed = Signal()

    def __init__(self, player: ClipPlayer, icons: IconFolder, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._player = player
        self._icons = icons
        self._clip: Clip | None = None
        self._review: ClipReview | None = None
        self.waveform = Waveform()
        self.play_button = QPushButton(self.tr("&Play"))
        self.play_button.setObjectName("play_clip")
        self.start_box = self._time_box("clip_start", self.tr("Start in seconds"))
        self.end_box = self._time_box("clip_end", self.tr("End in seconds"))
        self.suggest_button = QPushButton(self.tr("&Suggestion"))
        self.suggest_button.setObjectName("suggest_span")
        self.suggest_button.setProperty("quiet", True)
        self.suggest_button.setToolTip(self.tr("Trim at pauses, to the part that works best"))
        self._length = muted_label()
        self._length.setObjectName("clip_length")
        self._length.setWordWrap(False)
        self.findings = QLabel()
        self.findings.setObjectName("clip_findings")
        self.findings.setWordWrap(True)
        self._arrange()
        self.waveform.span_changed.connect(self._on_dragged)
        self.waveform.play_wanted.connect(self._on_play_from)
        self.play_button.clicked.connect(self._on_play)
        self.suggest_button.clicked.connect(self._on_suggest)
        self.start_box.valueChanged.connect(self._on_typed)
        self.end_box.valueChanged.connect(self._on_typed)
        player.moved.connect(self._on_moved)
        self.paint_icons()

    def show_clip(self, clip: Clip, review: ClipReview) -> None:
        """This clip, with its handles at the suggested part."""
        self._clip, self._review = clip, review
        for box in (self.start_box, self.end_box):
            with QSignalBlocker(box):
                box.setRange(0.0, clip.seconds)
        self.waveform.show_clip(clip.samples, clip.seconds, review.pauses)
        self.waveform.show_span(review.suggestion)
        lines = [f"⚠ {finding.message}" for finding in review.findings[:MOST_FINDINGS]]
        self.findings.setText("\n".join(lines) or self.tr("✓ This recording serves well."))
        self._show_times()

    @property
    def span(self) -> Span:
        """The part that is kept."""
        return self.waveform.span

    @property
    def speech_seconds(self) -> float:
        """How long somebody speaks in the kept part."""
        span = self.span
        pauses = self._review.pauses if self._review is not None else ()
        quiet = sum(
            max(0.0, min(pause.end_s, span.end_s) - max(pause.start_s, span.start_s)) for pause in pauses
        )
        return max(0.0, span.seconds - quiet)

    def kept_clip(self) -> Clip | None:
        """The part between the handles, None without a clip."""
        return None if self._clip is None else self._clip.cut(self.span.start_s, self.span.end_s)

    def paint_icons(self) -> None:
        """Draw the pictures in the palette's colour."""
        name = "stop" if self._player.is_playing else "play"
        self.play_button.setIcon(self._icons.symbolic(name, self.palette(), QPalette.ColorRole.ButtonText))

    def _show_times(self) -> None:
        for box, value in ((self.start_box, self.span.start_s), (self.end_box, self.span.end_s)):
            with QSignalBlocker(box):
                box.setValue(value)
        self._length.setText(
            self.tr("{kept} of {whole}").format(
                kept=seconds_words(self.span.seconds),
                whole=seconds_words(self._clip.seconds if self._clip is not None else 0.0),
            )
        )
        self.span_changed.emit()

    def _on_dragged(self, _span: Span) -> None:
        self._show_times()

    def _on_typed(self) -> None:
        self.waveform.show_span(Span(self.start_box.value(), self.end_box.value()))
        self._show_times()

    def _on_suggest(self) -> None:
        if self._review is not None:
            self.waveform.show_span(self._review.suggestion)
            self._show_times()

    def _on_play(self) -> None:
        if self._player.is_playing:
            self._player.stop()
        else:
            self._on_play_from(self.span.start_s)

    def _on_play_from(self, start_s: float) -> None:
        if self._clip is not None:
            is_inside = start_s < self.span.end_s
            self._player.play(self._clip, start_s, self.span.end_s if is_inside else self._clip.seconds)

    def _on_moved(self, at_s: float | None) -> None:
        self.waveform.show_playhead(at_s)
        words = self.tr("&Play") if at_s is None else self.tr("Sto&p")
        if words != self.play_button.text():
            self.play_button.setText(words)
            self.paint_icons()

    def _time_box(self, name: str, title: str) -> QDoubleSpinBox:
        box = QDoubleSpinBox()
        box.setObjectName(name)
        box.setAccessibleName(title)
        box.setToolTip(title)
        box.setDecimals(2)
        box.setSingleStep(0.1)
        box.setSuffix(self.tr(" s"))
        box.setKeyboardTracking(False)
        return box

    def _arrange(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(8)
        for widget in (self.play_button, self.start_box, QLabel("–"), self.end_box, self._length):
            row.addWidget(widget)
        row.addStretch(1)
        row.addWidget(self.suggest_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACING)
        column.addWidget(self.waveform)
        column.addLayout(row)
        column.addWidget(self.findings)
