"""The user's pronunciation rules and their file: read, changed, written whole. No widget."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from qwentts_desktop.errors import SettingsError
from qwentts_desktop.paths import ensure
from qwentts_desktop.settings.atomic_file import replace_file
from qwentts_desktop.text.pronunciation.rule import PronunciationRule, RuleProblem
from qwentts_desktop.text.pronunciation.rules_file import RulesFile, format_rules, parse_rules

MAX_BYTES = 1_000_000


class RuleShelf:
    """Holds the rules of one file. What a new text is read by is the file itself, as it then is."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self._read = RulesFile((), ())

    @property
    def rules(self) -> tuple[PronunciationRule, ...]:
        """The good rules, in their order."""
        return self._read.rules

    @property
    def problems(self) -> tuple[RuleProblem, ...]:
        """What is wrong with the others, each at its line."""
        return self._read.problems

    def load(self) -> None:
        """Read the file; none at all is no rule.

        Raises:
            SettingsError: it is there and cannot be read.
        """
        self._read = parse_rules(self._content(self.file))

    def save(self, rules: Sequence[PronunciationRule]) -> None:
        """Write these rules. The file as it was stays beside it as `.bak`, with its comments and bad rules.

        Raises:
            SettingsError: not written.
        """
        text = format_rules(rules)
        try:
            ensure(self.file.parent)
            replace_file(self.file, text.encode("utf-8"), self.file.with_name(f"{self.file.name}.bak"))
        except OSError as error:
            raise SettingsError(
                f"The rules could not be saved in {self.file.parent}. Free disk space or mend the folder's "
                "permissions.",
                detail=str(error),
            ) from error
        self._read = parse_rules(text)

    def bring(self, file: Path) -> int:
        """Add the good rules of another file behind these; returns how many are new. Raises SettingsError."""
        known = {(rule.match, rule.language) for rule in self.rules}
        found = parse_rules(self._content(file)).rules
        new = [rule for rule in found if (rule.match, rule.language) not in known]
        if new:
            self.save([*self.rules, *new])
        return len(new)

    def _content(self, file: Path) -> str:
        try:
            if not file.exists():
                return ""
            if not file.is_file() or file.stat().st_size > MAX_BYTES:
                raise OSError("no regular file, or far too large")
            return file.read_text(encoding="utf-8-sig", errors="replace")
        except OSError as error:
            raise SettingsError(f"The rules in {file.name} cannot be read.", detail=str(error)) from error
