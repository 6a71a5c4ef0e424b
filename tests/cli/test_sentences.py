"""The `sentences` command, as a writer of rules uses it."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from qwentts_desktop.cli.context import Context
from qwentts_desktop.cli.main import main


class Terminal:
    """Runs the command with streams of its own."""

    def __init__(self, typed: bytes = b"") -> None:
        self.stdout, self.stderr = io.StringIO(), io.StringIO()
        stdin = io.TextIOWrapper(io.BytesIO(typed))
        self.context = Context(stdin=stdin, stdout=self.stdout, stderr=self.stderr)

    def run(self, *arguments: str) -> int:
        return main(["sentences", *arguments], self.context)


def test_sentences_of_a_file_are_printed_as_json(tmp_path: Path) -> None:
    file = tmp_path / "text.txt"
    file.write_text("Order 66 is here 🎉. Then it rained.\n", "utf-8")
    terminal = Terminal()
    assert terminal.run(str(file), "--language", "en", "--voice-language", "zh", "--json") == 0
    found = json.loads(terminal.stdout.getvalue())
    assert found[0] == {
        "start": 0,
        "end": 19,
        "text": "Order sixty-six is here.",
        "language": "en",
        "pause_after_ms": 250,
        "boundary": "sentence",
        "steps": ["emoji", "spaces", "numbers"],
    }
    assert found[1]["text"] == "Then it rained."


def test_standard_input_is_read_and_printed_for_people() -> None:
    terminal = Terminal(b"Guten Tag, wie geht es Ihnen?")
    assert terminal.run("-") == 0
    assert terminal.stdout.getvalue().split()[:2] == ["0-29", "de"]


def test_nothing_to_say_has_its_own_code_and_a_hint() -> None:
    terminal = Terminal(b"...")
    assert terminal.run("--json") == 4
    assert json.loads(terminal.stdout.getvalue()) == []
    assert "nothing to read" in terminal.stderr.getvalue()


def test_a_bad_rule_is_named_with_its_line_and_the_good_one_applied(tmp_path: Path) -> None:
    rules = tmp_path / "rules.toml"
    rules.write_text(
        '[[rule]]\nmatch = "("\nsay = ""\nregex = true\n\n[[rule]]\nmatch = "cat"\nsay = "dog"\n', "utf-8"
    )
    terminal = Terminal(b"The cat sat on the mat.")
    assert terminal.run("--rules", str(rules)) == 0
    assert "The dog sat" in terminal.stdout.getvalue()
    assert terminal.stderr.getvalue().startswith("line 2:")


def test_the_users_own_rules_apply() -> None:
    terminal = Terminal(b"The cat sat on the mat.")
    own = terminal.context.paths.pronunciation_file
    own.parent.mkdir(parents=True, exist_ok=True)
    own.write_text('[[rule]]\nmatch = "cat"\nsay = "dog"\n', "utf-8")
    assert terminal.run() == 0
    assert "The dog sat" in terminal.stdout.getvalue()


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_common_encodings_are_read(tmp_path: Path, encoding: str) -> None:
    file = tmp_path / "text.txt"
    file.write_text("Grüße an alle.", encoding)
    terminal = Terminal()
    assert terminal.run(str(file), "--json") == 0
    assert json.loads(terminal.stdout.getvalue())[0]["text"] == "Grüße an alle."


def test_a_missing_file_is_refused_with_a_sentence(tmp_path: Path) -> None:
    terminal = Terminal()
    assert terminal.run(str(tmp_path / "none.txt")) == 1
    assert "cannot be read" in terminal.stderr.getvalue()
