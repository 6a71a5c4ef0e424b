"""A clip drawn as a waveform with two trim handles, pauses and a playhead. It plays and cuts nothing."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from qwentts_desktop.speech.chunk import Samples
from qwentts_desktop.ui.shades import Shades, blend, shades_of
from qwentts_desktop.voices.clip_trim import Span

HEIGHT = 120
GRIP = 8
STEP_S, LARGE_STEP_S = 0.05, 0.5
SHORTEST_S = 0.2


class Waveform(QWidget):
    """Peaks of [N] samples; the kept part between two handles, moved by mouse or by arrow keys.

    Left and Right move the start, with Shift the end; with Ctrl in large steps. Enter plays.
    """

    span_changed = Signal(object)
    """`Span`: the user moved a handle."""
    play_wanted = Signal(object)
    """float: from this second on."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("waveform")
        self.setAccessibleName(self.tr("Waveform"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMinimumHeight(HEIGHT)
        self.setMouseTracking(True)
        self._samples: Samples = np.zeros(0, np.float32)
        self._seconds = 0.0
        self._pauses: tuple[Span, ...] = ()
        self._span = Span(0.0, 0.0)
        self._playhead_s: float | None = None
        self._is_fixed = False
        self._dragged: str | None = None
        self._peaks: Samples = np.zeros(0, np.float32)

    def sizeHint(self) -> QSize:
        """Wide and low."""
        return QSize(420, HEIGHT)

    def show_clip(
        self, samples: Samples, seconds: float, pauses: tuple[Span, ...] = (), *, is_fixed: bool = False
    ) -> None:
        """Draw this clip, all of it kept; a fixed one has no handles."""
        self._samples, self._seconds, self._pauses = samples, seconds, pauses
        self._is_fixed = is_fixed
        self._playhead_s = None
        self._peaks = np.zeros(0, np.float32)
        self.show_span(Span(0.0, seconds))

    @property
    def span(self) -> Span:
        """The part between the handles."""
        return self._span

    def show_span(self, span: Span) -> None:
        """Put the handles there."""
        self._span = self._within(span, moved="start")
        self.setAccessibleDescription(
            self.tr("{seconds} seconds, kept from {start} to {end}").format(
                seconds=f"{self._seconds:.1f}",
                start=f"{self._span.start_s:.1f}",
                end=f"{self._span.end_s:.1f}",
            )
        )
        self.update()

    def show_playhead(self, at_s: float | None) -> None:
        """Where it is heard now, None for nowhere."""
        self._playhead_s = at_s
        self.update()

    # drawing

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Ground, pauses, peaks, handles, playhead, focus."""
        shades = shades_of(self.palette())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(shades.accent if self.hasFocus() else shades.line, 2 if self.hasFocus() else 1))
        painter.setBrush(shades.surface)
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 8, 8)
        if self._seconds <= 0:
            return
        self._paint_pauses(painter, shades)
        self._paint_peaks(painter, shades)
        if not self._is_fixed:
            self._paint_handle(painter, shades, self._span.start_s)
            self._paint_handle(painter, shades, self._span.end_s)
        if self._playhead_s is not None:
            painter.setPen(QPen(shades.text, 1.5))
            x = self._x_of(self._playhead_s)
            painter.drawLine(QPointF(x, 4), QPointF(x, self.height() - 4))

    def _paint_pauses(self, painter: QPainter, shades: Shades) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(shades.hover)
        for pause in self._pauses:
            left, right = self._x_of(pause.start_s), self._x_of(pause.end_s)
            painter.drawRect(QRectF(left, 4, right - left, self.height() - 8))

    def _paint_peaks(self, painter: QPainter, shades: Shades) -> None:
        peaks = self._peaks_for(max(1, round(self._width())))
        loudest = max(float(peaks.max(initial=0.0)), 0.02)
        middle, reach = self.height() / 2, (self.height() - 20) / 2
        kept, dropped = QPen(shades.accent, 1), QPen(blend(shades.text, shades.surface, 0.28), 1)
        for column, peak in enumerate(peaks):
            x = self._left() + column
            painter.setPen(kept if self._is_kept(x) else dropped)
            size = max(0.5, reach * float(peak) / loudest)
            painter.drawLine(QPointF(x, middle - size), QPointF(x, middle + size))

    def _paint_handle(self, painter: QPainter, shades: Shades, at_s: float) -> None:
        x = self._x_of(at_s)
        painter.setPen(QPen(shades.accent, 2))
        painter.drawLine(QPointF(x, 5), QPointF(x, self.height() - 5))
        painter.setBrush(QColor(shades.surface))
        painter.drawRoundedRect(QRectF(x - GRIP / 2, self.height() / 2 - 12, GRIP, 24), 3, 3)

    def _peaks_for(self, columns: int) -> Samples:
        """The loudest sample of each column, [columns]; computed once a width."""
        if len(self._peaks) != columns:
            edges = np.linspace(0, max(1, len(self._samples)), columns + 1).astype(int)[:-1]
            sizes = np.abs(self._samples) if len(self._samples) else np.zeros(1, np.float32)
            self._peaks = np.maximum.reduceat(sizes, np.minimum(edges, len(sizes) - 1)).astype(np.float32)
        return self._peaks

    def _is_kept(self, x: float) -> bool:
        return self._is_fixed or self._x_of(self._span.start_s) <= x <= self._x_of(self._span.end_s)

    # moving

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take the nearer handle, or play from there."""
        x = event.position().x()
        self._dragged = self._handle_at(x)
        if self._dragged is None and self._seconds > 0:
            self.play_wanted.emit(self._second_of(x))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag, or show that one could."""
        x = event.position().x()
        if self._dragged is not None:
            self._move(self._dragged, self._second_of(x))
        over = self._dragged or self._handle_at(x)
        self.setCursor(Qt.CursorShape.SizeHorCursor if over else Qt.CursorShape.ArrowCursor)

    def mouseReleaseEvent(self, _event: QMouseEvent) -> None:
        """Let go."""
        self._dragged = None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Arrows move the handles, Enter plays."""
        direction = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
            self.play_wanted.emit(self._span.start_s)
        elif direction is not None and not self._is_fixed:
            large = event.modifiers() & Qt.KeyboardModifier.ControlModifier
            step = direction * (LARGE_STEP_S if large else STEP_S)
            if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
                self._move("end", self._span.end_s + step)
            else:
                self._move("start", self._span.start_s + step)
        else:
            super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        """Other colours."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self.update()

    def _move(self, handle: str, to_s: float) -> None:
        moved = Span(to_s, self._span.end_s) if handle == "start" else Span(self._span.start_s, to_s)
        span = self._within(moved, handle)
        if span != self._span:
            self.show_span(span)
            self.span_changed.emit(span)

    def _within(self, span: Span, moved: str) -> Span:
        """Inside the clip, start before end; the handle that was moved gives way."""
        shortest = min(SHORTEST_S, self._seconds)
        start = min(max(0.0, span.start_s), self._seconds)
        end = min(max(0.0, span.end_s), self._seconds)
        if moved == "start":
            start = max(0.0, min(start, end - shortest))
        return Span(start, min(self._seconds, max(end, start + shortest)))

    def _handle_at(self, x: float) -> str | None:
        if self._is_fixed or self._seconds <= 0:
            return None
        distances = {
            "start": abs(x - self._x_of(self._span.start_s)),
            "end": abs(x - self._x_of(self._span.end_s)),
        }
        nearest = min(distances, key=lambda handle: distances[handle])
        return nearest if distances[nearest] <= GRIP else None

    def _left(self) -> float:
        return GRIP

    def _width(self) -> float:
        return self.width() - 2 * GRIP

    def _x_of(self, at_s: float) -> float:
        return self._left() + self._width() * at_s / max(self._seconds, 1e-6)

    def _second_of(self, x: float) -> float:
        return min(max(0.0, (x - self._left()) / max(1.0, self._width())), 1.0) * self._seconds
