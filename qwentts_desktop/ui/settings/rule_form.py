"""The fields of one pronunciation rule with a field to try it in. It keeps no rule and writes no file."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QGridLayout, QLabel, QLineEdit, QWidget

from qwentts_desktop.settings.description import find_setting
from qwentts_desktop.text.pronunciation.rule import PronunciationRule
from qwentts_desktop.text.pronunciation.rulebook import RuleTrial, try_rule
from qwentts_desktop.ui.settings.words import choice_words


class RuleForm(QWidget):
    """Shows a rule, tells of each change, and says what it makes of a sample."""

    changed = Signal(object)
    """`PronunciationRule`"""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("rule_form")
        self.match = self._line("rule_match", self.tr("Written"))
        self.say = self._line("rule_say", self.tr("Spoken"))
        self.language = QComboBox()
        self.language.setObjectName("rule_language")
        self.language.setAccessibleName(self.tr("Language"))
        self.language.addItem(self.tr("All languages"), "")
        words = choice_words()
        for code in find_setting("voice.language").choices[1:]:
            self.language.addItem(words[code], code)
        self.whole_word = self._box("rule_whole_word", self.tr("Whole words only"))
        self.match_case = self._box("rule_match_case", self.tr("Upper and lower case differ"))
        self.regex = self._box("rule_regex", self.tr("Regular expression"))
        self.sample = self._line("rule_sample", self.tr("Try it"))
        self.sample.setPlaceholderText(self.tr("Type a sentence to try the rule"))
        self.result = QLabel()
        self.result.setObjectName("rule_result")
        self.result.setWordWrap(True)
        self._arrange()
        self._connect()

    @property
    def rule(self) -> PronunciationRule:
        """What the fields say."""
        return PronunciationRule(
            self.match.text(),
            self.say.text(),
            regex=self.regex.isChecked(),
            language=str(self.language.currentData()),
            match_case=self.match_case.isChecked(),
            whole_word=self.whole_word.isChecked(),
        )

    def show_rule(self, rule: PronunciationRule) -> None:
        """Fill the fields without telling of a change."""
        fields = (self.match, self.say, self.regex, self.language, self.match_case, self.whole_word)
        blockers = [QSignalBlocker(field) for field in fields]
        self.match.setText(rule.match)
        self.say.setText(rule.say)
        self.regex.setChecked(rule.regex)
        self.match_case.setChecked(rule.match_case)
        self.whole_word.setChecked(rule.whole_word)
        self.language.setCurrentIndex(max(0, self.language.findData(rule.language)))
        del blockers
        self.whole_word.setEnabled(not rule.regex)
        self._try()

    def _on_edited(self) -> None:
        self.whole_word.setEnabled(not self.regex.isChecked())
        self._try()
        self.changed.emit(self.rule)

    def _try(self) -> None:
        rule = self.rule
        self.result.setText(self._words_of(try_rule(rule, self.sample.text())) if rule.match else "")

    def _words_of(self, trial: RuleTrial) -> str:
        if trial.problem is not None:
            return f"⚠ {trial.problem.message}"
        if not self.sample.text():
            return ""
        if trial.count == 0:
            return self.tr("The rule changes nothing here.")
        return self.tr("Spoken: {text}").format(text=trial.text)

    def _line(self, name: str, words: str) -> QLineEdit:
        line = QLineEdit()
        line.setObjectName(name)
        line.setAccessibleName(words)
        return line

    def _box(self, name: str, words: str) -> QCheckBox:
        box = QCheckBox(words)
        box.setObjectName(name)
        return box

    def _arrange(self) -> None:
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setColumnStretch(1, 1)
        for row, (field, words) in enumerate(
            (
                (self.match, self.tr("Written")),
                (self.say, self.tr("Spoken")),
                (self.language, self.tr("Language")),
            )
        ):
            label = QLabel(words)
            label.setBuddy(field)
            grid.addWidget(label, row, 0)
            grid.addWidget(field, row, 1)
        for row, box in enumerate((self.whole_word, self.match_case, self.regex), start=3):
            grid.addWidget(box, row, 1)
        label = QLabel(self.tr("Try it"))
        label.setBuddy(self.sample)
        grid.addWidget(label, 6, 0)
        grid.addWidget(self.sample, 6, 1)
        grid.addWidget(self.result, 7, 1)

    def _connect(self) -> None:
        for line in (self.match, self.say):
            line.textChanged.connect(self._on_edited)
        for box in (self.whole_word, self.match_case, self.regex):
            box.toggled.connect(self._on_edited)
        self.language.currentIndexChanged.connect(self._on_edited)
        self.sample.textChanged.connect(self._try)
