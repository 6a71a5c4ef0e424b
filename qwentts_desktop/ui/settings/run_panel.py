"""What streaming costs and what it came to: the wait and the speed of the last runs. It only shows."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QFrame, QGridLayout, QLabel, QWidget

from qwentts_desktop.settings.schema import Settings
from qwentts_desktop.speech.request import StreamingOptions
from qwentts_desktop.ui.restyle import muted_label, scaled_label
from qwentts_desktop.ui.run_record import Run, RunRecord
from qwentts_desktop.ui.settings.run_plot import RunPlot
from qwentts_desktop.ui.settings_model import SettingsModel

FRAME_MS = 80


class RunPanel(QFrame):
    """Two figures with their plots, and a sentence on what the settings above cost."""

    def __init__(self, model: SettingsModel, record: RunRecord, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("runs")
        self.setProperty("card", True)
        self.cost = QLabel()
        self.cost.setObjectName("runs.cost")
        self.cost.setWordWrap(True)
        self.latency = scaled_label("", 1.3, bold=True)
        self.latency.setObjectName("runs.latency")
        self.rtf = scaled_label("", 1.3, bold=True)
        self.rtf.setObjectName("runs.rtf")
        self.latency_plot = RunPlot("runs.latency_plot")
        self.rtf_plot = RunPlot("runs.rtf_plot", target=1.0)
        grid = QGridLayout(self)
        grid.setContentsMargins(20, 18, 20, 18)
        grid.setHorizontalSpacing(24)
        grid.addWidget(self.cost, 0, 0, 1, 2)
        for column, (title, figure, plot) in enumerate(
            (
                (self.tr("From key press to first sound"), self.latency, self.latency_plot),
                (self.tr("Sound made in a second"), self.rtf, self.rtf_plot),
            )
        ):
            heading = muted_label(title)
            grid.addWidget(heading, 1, column)
            grid.addWidget(figure, 2, column)
            grid.addWidget(plot, 3, column)
            grid.setColumnStretch(column, 1)
        hint = muted_label(
            self.tr("The bars are the last texts, the newest on the right. Below the line, sound breaks off.")
        )
        grid.addWidget(hint, 4, 0, 1, 2)
        record.changed.connect(self.show_runs)
        model.changed.connect(self.on_settings)
        self.show_runs(record.runs)
        self.show_cost(model.settings)

    def on_settings(self, _before: Settings, now: Settings) -> None:
        """The model's signal."""
        self.show_cost(now)

    def show_cost(self, settings: Settings) -> None:
        """What chunk and cushion cost, in milliseconds."""
        first = StreamingOptions(chunk_frames=settings.streaming.chunk_frames).frames_of_chunk(0)
        self.cost.setText(
            self.tr(
                "The first chunk holds {chunk} ms of sound, and the cushion waits for {cushion} ms. "
                "Smaller is heard sooner; larger survives a busy card."
            ).format(chunk=first * FRAME_MS, cushion=settings.audio.cushion_ms)
        )

    def show_runs(self, runs: Sequence[Run]) -> None:
        """The figures of the last run, the plots of all."""
        latencies = [run.latency_ms for run in runs if run.latency_ms is not None]
        speeds = [run.rtf for run in runs if run.rtf is not None]
        locale = QLocale()
        nothing = self.tr("Nothing was read yet")
        self.latency.setText(
            self.tr("{count} ms").format(count=locale.toString(round(latencies[-1])))
            if latencies
            else nothing
        )
        self.rtf.setText(
            self.tr("{count} s").format(count=locale.toString(speeds[-1], "f", 1)) if speeds else nothing
        )
        self.latency_plot.show_values(
            latencies, self.tr("Time to first sound of the last %n text(s)", "", len(latencies))
        )
        self.rtf_plot.show_values(speeds, self.tr("Speed of the last %n text(s)", "", len(speeds)))
