"""The doctor's findings, each with its remedy to copy. The doctor itself runs elsewhere."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QProgressBar, QPushButton, QVBoxLayout, QWidget

from qwentts_desktop.diagnostics.finding import Finding, FindingState
from qwentts_desktop.diagnostics.report import Report
from qwentts_desktop.errors import QwenTTSError
from qwentts_desktop.ui.appearance import SPACING
from qwentts_desktop.ui.restyle import muted_label
from qwentts_desktop.ui.voices.background import Background

SIGNS = {
    FindingState.OK: "✓",
    FindingState.WARNING: "!",
    FindingState.PROBLEM: "✕",
    FindingState.NOT_CHECKED: "–",
}


class FindingRow(QFrame):
    """State, reason, remedy; the command in letters of one width, with a button that copies it."""

    def __init__(self, finding: Finding, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.finding = finding
        self.setObjectName(f"finding_{finding.check}")
        self.setProperty("card", True)
        state = self._state_words(finding.state)
        title = QLabel(f"<b>{SIGNS[finding.state]}&nbsp; {_plain(finding.title)}</b> · {_plain(state)}")
        title.setTextFormat(Qt.TextFormat.RichText)
        title.setAccessibleName(f"{finding.title}: {state}")
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 10, 16, 10)
        column.setSpacing(4)
        column.addWidget(title)
        column.addWidget(_wrapped(finding.reason))
        if finding.remedy:
            column.addWidget(_wrapped(finding.remedy))
        if finding.command:
            column.addLayout(self._command_row())

    def _command_row(self) -> QHBoxLayout:
        command = _wrapped(self.finding.command)
        command.setStyleSheet("font-family: monospace;")
        copy = QPushButton(self.tr("Copy"))
        copy.setObjectName(f"{self.objectName()}.copy")
        copy.setAccessibleName(self.tr("Copy the remedy for {title}").format(title=self.finding.title))
        copy.clicked.connect(self._on_copy)
        row = QHBoxLayout()
        row.addWidget(command, 1)
        row.addWidget(copy, 0, Qt.AlignmentFlag.AlignTop)
        return row

    def _on_copy(self) -> None:
        QGuiApplication.clipboard().setText(self.finding.command)

    def _state_words(self, state: FindingState) -> str:
        return {
            FindingState.OK: self.tr("in order"),
            FindingState.WARNING: self.tr("could be better"),
            FindingState.PROBLEM: self.tr("does not work"),
            FindingState.NOT_CHECKED: self.tr("not checked"),
        }[state]


class DoctorPanel(QWidget):
    """Run again, copy the report, and the findings: what is wrong first.

    Args:
        run_doctor: makes a report; blocks, never raises.
    """

    def __init__(self, run_doctor: Callable[[], Report], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("doctor")
        self._run_doctor = run_doctor
        self._worker = Background("doctor", self)
        self._report: Report | None = None
        self.rows: list[FindingRow] = []
        self.run = QPushButton(self.tr("Run again"))
        self.run.setObjectName("doctor.run")
        self.run.clicked.connect(self.start)
        self.copy = QPushButton(self.tr("Copy report"))
        self.copy.setObjectName("doctor.copy")
        self.copy.setEnabled(False)
        self.copy.clicked.connect(self._on_copy)
        self.summary = muted_label()
        self.summary.setObjectName("doctor.summary")
        self._busy = QProgressBar()
        self._busy.setObjectName("doctor.busy")
        self._busy.setRange(0, 0)
        self._busy.setTextVisible(False)
        self._busy.hide()
        buttons = QHBoxLayout()
        buttons.addWidget(self.run)
        buttons.addWidget(self.copy)
        buttons.addStretch(1)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(SPACING)
        self._column.addLayout(buttons)
        self._column.addWidget(self.summary)
        self._column.addWidget(self._busy)

    def start(self) -> None:
        """Examine the machine; the findings follow."""
        if self._worker.is_busy:
            return
        self.run.setEnabled(False)
        self._busy.show()
        self.summary.setText(self.tr("Examining this computer. That takes some seconds."))
        self._worker.run(self._run_doctor, self.show_report, self._on_failed)

    def show_report(self, report: Report) -> None:
        """Put the findings up."""
        self._report = report
        self._rest()
        for row in self.rows:
            row.deleteLater()
        self.rows = [FindingRow(finding) for finding in sorted(report.findings, key=_urgency)]
        for row in self.rows:
            self._column.addWidget(row)
        self.copy.setEnabled(True)
        self.summary.setText(self._summary_of(report))

    def showEvent(self, event: QShowEvent) -> None:
        """The first look at the page examines by itself."""
        super().showEvent(event)
        if self._report is None:
            self.start()

    def close_down(self) -> None:
        """Let go of the worker; the doctor's process ends by itself."""
        self._worker.close(timeout_s=0.1)

    def _rest(self) -> None:
        self.run.setEnabled(True)
        self._busy.hide()

    def _on_failed(self, error: QwenTTSError) -> None:
        self._rest()
        self.summary.setText(f"⚠ {error.message}")

    def _on_copy(self) -> None:
        if self._report is not None:
            QGuiApplication.clipboard().setText(self._report.as_text())

    def _summary_of(self, report: Report) -> str:
        counts = {state: sum(one.state is state for one in report.findings) for state in FindingState}
        parts = [
            self.tr("%n problem(s)", "", counts[FindingState.PROBLEM]),
            self.tr("%n warning(s)", "", counts[FindingState.WARNING]),
            self.tr("%n not checked", "", counts[FindingState.NOT_CHECKED]),
        ]
        return self.tr("{counts}. The report holds neither texts nor names.").format(counts=", ".join(parts))


def _urgency(finding: Finding) -> int:
    order = (FindingState.PROBLEM, FindingState.WARNING, FindingState.OK, FindingState.NOT_CHECKED)
    return order.index(finding.state)


def _wrapped(words: str) -> QLabel:
    label = QLabel(words)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    label.setTextInteractionFlags(
        Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
    )
    return label


def _plain(words: str) -> str:
    return words.replace("&", "&amp;").replace("<", "&lt;")
