"""Brings the translation files up to date with the sources and compiles them.

    python resources/translations/update.py

Finished translations stay, new sentences come in as unfinished, sentences that are gone are dropped.
Translate what is unfinished with Qt Linguist or an editor, then run it again.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
ROOT = FOLDER.parent.parent
HEADER = '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n'
HELP = "settings-help"


@dataclass(frozen=True)
class Sentence:
    """One sentence of the sources; one that counts has a form for each plural of a language."""

    context: str
    source: str

    @property
    def counts(self) -> bool:
        """lupdate marks these in `tr`, but not in `translate`."""
        return "%n" in self.source


@dataclass(frozen=True)
class Language:
    """A language: its file and how many plural forms it has; English needs only what counts."""

    code: str
    plurals: int
    only_counts: bool = False

    @property
    def file(self) -> Path:
        """Its source file."""
        return FOLDER / f"qwentts_desktop_{self.code}.ts"


LANGUAGES = (Language("en", 2, only_counts=True), Language("zh_CN", 1))


def main() -> int:
    """Update and compile every language; returns how many sentences are not translated."""
    sentences = sentences_of_sources()
    missing = 0
    for language in LANGUAGES:
        wanted = [one for one in sentences if one.counts or not language.only_counts]
        forms = finished_forms(language.file)
        unfinished = [one for one in wanted if not forms.get(one)]
        write(language, wanted, forms)
        subprocess.run(
            [tool("lrelease"), "-silent", str(language.file), "-qm", str(language.file.with_suffix(".qm"))],
            check=True,
        )
        for one in unfinished:
            print(f"{language.code}: [{one.context}] {one.source}")  # noqa: T201
        missing += len(unfinished)
    return missing


def tool(name: str) -> str:
    """A tool of PySide6 beside this interpreter."""
    found = shutil.which(f"pyside6-{name}", path=str(Path(sys.executable).parent))
    if found is None:
        raise SystemExit(f"pyside6-{name} is missing: install PySide6-Essentials here.")
    return found


def sentences_of_sources() -> list[Sentence]:
    """All that the windows say, and the help of every setting."""
    sys.path.insert(0, str(ROOT))
    from qwentts_desktop.settings.description import describe_settings

    sources = sorted(str(file) for file in (ROOT / "qwentts_desktop" / "ui").rglob("*.py"))
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "found.ts"
        subprocess.run([tool("lupdate"), *sources, "-ts", str(file)], check=True, capture_output=True)
        found = set(finished_forms(file))
    found |= {Sentence(HELP, info.help) for info in describe_settings()}
    return sorted(found, key=lambda one: (one.context, one.source))


def finished_forms(file: Path) -> dict[Sentence, tuple[str, ...]]:
    """Each sentence of a file with its translations; empty where they are unfinished."""
    found: dict[Sentence, tuple[str, ...]] = {}
    if not file.exists():
        return found
    for context in ElementTree.parse(file).getroot().iter("context"):
        for message in context.iter("message"):
            key = Sentence(context.findtext("name", ""), message.findtext("source", ""))
            translation = message.find("translation")
            found[key] = _forms_of(translation) if translation is not None else ()
    return found


def write(language: Language, sentences: list[Sentence], forms: dict[Sentence, tuple[str, ...]]) -> None:
    """The file anew, in the order of contexts and sentences."""
    root = ElementTree.Element("TS", version="2.1", language=language.code)
    by_context: dict[str, list[Sentence]] = defaultdict(list)
    for one in sentences:
        by_context[one.context].append(one)
    for name, members in by_context.items():
        context = ElementTree.SubElement(root, "context")
        ElementTree.SubElement(context, "name").text = name
        for one in members:
            _add_message(context, one, forms.get(one, ()), language.plurals)
    ElementTree.indent(root, "    ")
    text = ElementTree.tostring(root, encoding="unicode")
    language.file.write_text(f"{HEADER}{text}\n", encoding="utf-8")


def _add_message(context: ElementTree.Element, one: Sentence, forms: tuple[str, ...], plurals: int) -> None:
    message = ElementTree.SubElement(context, "message", {"numerus": "yes"} if one.counts else {})
    ElementTree.SubElement(message, "source").text = one.source
    translation = ElementTree.SubElement(message, "translation", {} if forms else {"type": "unfinished"})
    if one.counts:
        for form in forms or ("",) * plurals:
            ElementTree.SubElement(translation, "numerusform").text = form
    else:
        translation.text = forms[0] if forms else ""


def _forms_of(translation: ElementTree.Element) -> tuple[str, ...]:
    if translation.get("type") is not None:
        return ()
    numbered = [form.text or "" for form in translation.iter("numerusform")]
    forms = tuple(numbered) if numbered else (translation.text or "",)
    return forms if all(forms) else ()


if __name__ == "__main__":
    sys.exit(1 if main() else 0)
