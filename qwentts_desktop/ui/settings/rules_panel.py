"""The list of pronunciation rules: add, remove, order, edit, try, bring in. Each change is kept at once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QSignalBlocker, QTimer, QUrl
from PySide6.QtGui import QDesktopServices, QHideEvent, QShowEvent
from PySide6.QtWidgets import (
    QFileDialog,
    QFrame,
    QHBoxLayout,
    QLabel,
    QListWidget,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from qwentts_desktop.errors import SettingsError
from qwentts_desktop.text.pronunciation.rule import PronunciationRule
from qwentts_desktop.text.pronunciation.rulebook import problem_of
from qwentts_desktop.ui.restyle import muted_label, scaled_label
from qwentts_desktop.ui.settings.rule_form import RuleForm
from qwentts_desktop.ui.settings.rule_shelf import RuleShelf

REST_MS = 400
LIST_HEIGHT = 132


class RulesPanel(QFrame):
    """Rules in their order; the one that is chosen can be edited below."""

    def __init__(self, shelf: RuleShelf, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("rules")
        self.setProperty("card", True)
        self._shelf = shelf
        self._rules: list[PronunciationRule] = []
        self.list = QListWidget()
        self.list.setObjectName("rule_list")
        self.list.setAccessibleName(self.tr("Pronunciation rules"))
        self.list.setMinimumHeight(LIST_HEIGHT)
        self.form = RuleForm()
        self.problem = QLabel()
        self.problem.setObjectName("rule_problem")
        self.problem.setWordWrap(True)
        self.problem.hide()
        self.add = self._button("rule_add", self.tr("Add"), self.add_rule)
        self.remove = self._button("rule_remove", self.tr("Remove"), self._on_remove)
        self.up = self._button("rule_up", self.tr("Up"), lambda: self._move(-1))
        self.down = self._button("rule_down", self.tr("Down"), lambda: self._move(1))
        self.bring = self._button("rule_bring", self.tr("Add from file…"), self._on_bring)
        self.open = self._button("rule_open", self.tr("Open the file"), self._on_open)
        self._resting = QTimer(self)  # a rule is written when the hands rest, not at each letter
        self._resting.setSingleShot(True)
        self._resting.setInterval(REST_MS)
        self._resting.timeout.connect(self.save)
        self._arrange()
        self.list.currentRowChanged.connect(self._on_chosen)
        self.form.changed.connect(self._on_edited)
        self.load()

    def load(self) -> None:
        """Show the file as it is now."""
        try:
            self._shelf.load()
        except SettingsError as error:
            self._tell(error.message)
            return
        self._rules = list(self._shelf.rules)
        self._fill(0)
        self._tell_file_problems()

    def add_rule(self) -> None:
        """A new rule, to be filled in."""
        self._rules.append(PronunciationRule("", ""))
        self._fill(len(self._rules) - 1)
        self.form.match.setFocus()

    def save(self) -> None:
        """Keep the rules that can be used; one that is not finished waits."""
        self._resting.stop()
        good = [rule for rule in self._rules if problem_of(rule) is None]
        try:
            self._shelf.save(good)
            self._tell("")
        except SettingsError as error:
            self._tell(error.message)

    def bring_from(self, file: Path) -> None:
        """Add the rules of another file."""
        try:
            self.flush()
            count = self._shelf.bring(file)
        except SettingsError as error:
            self._tell(error.message)
            return
        self._rules = list(self._shelf.rules)
        self._fill(len(self._rules) - 1)
        self._tell(self.tr("%n rule(s) were added.", "", count))

    def flush(self) -> None:
        """Write at once what waits for the hands to rest."""
        if self._resting.isActive():
            self.save()

    def showEvent(self, event: QShowEvent) -> None:
        """The file may have been changed by hand."""
        super().showEvent(event)
        if not self._resting.isActive():
            self.load()

    def hideEvent(self, event: QHideEvent) -> None:
        """Whoever leaves is done."""
        self.flush()
        super().hideEvent(event)

    def _fill(self, chosen: int) -> None:
        with QSignalBlocker(self.list):
            self.list.clear()
            self.list.addItems([self._words_of(rule) for rule in self._rules])
            self.list.setCurrentRow(min(chosen, len(self._rules) - 1))
        self._on_chosen(self.list.currentRow())

    def _on_chosen(self, row: int) -> None:
        has_one = 0 <= row < len(self._rules)
        self.form.setVisible(has_one)
        self.remove.setEnabled(has_one)
        self.up.setEnabled(row > 0)
        self.down.setEnabled(0 <= row < len(self._rules) - 1)
        if has_one:
            self.form.show_rule(self._rules[row])

    def _on_edited(self, rule: PronunciationRule) -> None:
        row = self.list.currentRow()
        self._rules[row] = rule
        self.list.item(row).setText(self._words_of(rule))
        self._resting.start()

    def _on_remove(self) -> None:
        row = self.list.currentRow()
        del self._rules[row]
        self._fill(row)
        self.save()

    def _move(self, by: int) -> None:
        row = self.list.currentRow()
        self._rules[row], self._rules[row + by] = self._rules[row + by], self._rules[row]
        self._fill(row + by)
        self.save()

    def _on_bring(self) -> None:
        name, _ = QFileDialog.getOpenFileName(self, self.tr("Add rules from a file"), "", "TOML (*.toml)")
        if name:
            self.bring_from(Path(name))

    def _on_open(self) -> None:
        self.flush()
        if not self._shelf.file.exists():
            self.save()
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._shelf.file)))

    def _tell_file_problems(self) -> None:
        lines = [
            self.tr("Line {line}: {problem}").format(line=problem.line, problem=problem.message)
            for problem in self._shelf.problems
        ]
        self._tell("\n".join(lines))

    def _tell(self, words: str) -> None:
        self.problem.setText(words)
        self.problem.setVisible(bool(words))

    def _words_of(self, rule: PronunciationRule) -> str:
        language = f"   ({rule.language})" if rule.language else ""
        return f"{rule.match or '…'}  →  {rule.say or '…'}{language}"

    def _button(self, name: str, words: str, slot: Callable[[], None]) -> QPushButton:
        button = QPushButton(words)
        button.setObjectName(name)
        button.setAccessibleName(words)
        button.clicked.connect(lambda _checked=False: slot())
        return button

    def _arrange(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 18, 20, 18)
        column.addWidget(scaled_label(self.tr("Pronunciation"), 1.1, bold=True))
        column.addWidget(
            muted_label(
                self.tr("Words that are spoken otherwise than they are written; applied in this order.")
            )
        )
        column.addWidget(self.problem)
        column.addWidget(self.list)
        first, second = QHBoxLayout(), QHBoxLayout()
        for row, buttons in (
            (first, (self.add, self.remove, self.up, self.down)),
            (second, (self.bring, self.open)),
        ):
            for button in buttons:
                row.addWidget(button)
            row.addStretch(1)
            column.addLayout(row)
        column.addWidget(self.form)
