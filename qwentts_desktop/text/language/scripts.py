"""Which script a text is written in, counted by letters, and what that alone says about its language."""

from __future__ import annotations

import re
from dataclasses import dataclass

_CLASSES = {
    "kana": "\u3040-\u30ff\u31f0-\u31ff\uff66-\uff9d",
    "hangul": "\u1100-\u11ff\u3130-\u318f\uac00-\ud7af",
    "han": "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff",
    "cyrillic": "\u0400-\u052f",
    "latin": (
        "A-Za-z\u00aa\u00ba\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u1e00-\u1eff\uff21-\uff3a\uff41-\uff5a"
    ),
}
_PATTERNS = {name: re.compile(f"[{letters}]") for name, letters in _CLASSES.items()}
_KANA_MARKS = re.compile("[\u30fb\u30fc\u30a0]")
_LETTER = re.compile(r"[^\W\d_]")

_OTHER_SCRIPTS = (
    ("Arabic", "\u0600-\u06ff\u0750-\u077f\ufb50-\ufdff\ufe70-\ufefc"),
    ("Hebrew", "\u0590-\u05ff"),
    ("Greek", "\u0370-\u03ff\u1f00-\u1fff"),
    ("Devanagari", "\u0900-\u097f"),
    ("Bengali", "\u0980-\u09ff"),
    ("Tamil", "\u0b80-\u0bff"),
    ("Telugu", "\u0c00-\u0c7f"),
    ("Thai", "\u0e00-\u0e7f"),
    ("Khmer", "\u1780-\u17ff"),
    ("Georgian", "\u10a0-\u10ff"),
    ("Armenian", "\u0530-\u058f"),
    ("Ethiopic", "\u1200-\u137f"),
)


@dataclass(frozen=True)
class ScriptCounts:
    """How many letters of each script a text has; `other` are those of scripts that no voice here reads."""

    kana: int
    hangul: int
    han: int
    cyrillic: int
    latin: int
    other: int

    @property
    def letters(self) -> int:
        """All letters."""
        return self.kana + self.hangul + self.han + self.cyrillic + self.latin + self.other

    @property
    def main(self) -> str:
        """The script with the most letters, kana and Han together as "cjk"; "" without letters."""
        amounts = {
            # A Chinese or Japanese letter says as much as two or three Latin ones.
            "cjk": 2 * (self.kana + self.han),
            "hangul": 2 * self.hangul,
            "cyrillic": self.cyrillic,
            "latin": self.latin,
            "other": self.other,
        }
        name = max(amounts, key=lambda script: amounts[script])
        return name if amounts[name] else ""


def count_scripts(text: str) -> ScriptCounts:
    """Count letters by script."""
    counts = {name: len(pattern.findall(text)) for name, pattern in _PATTERNS.items()}
    counts["kana"] -= len(_KANA_MARKS.findall(text))
    other = len(_LETTER.findall(text)) - sum(counts.values()) - len(_KANA_MARKS.findall(text))
    return ScriptCounts(**counts, other=max(other, 0))


def name_of_script(text: str) -> str:
    """English name of the unsupported script that a text mostly uses, or "" where it is not known."""
    amounts = {name: len(re.findall(f"[{letters}]", text)) for name, letters in _OTHER_SCRIPTS}
    name = max(amounts, key=lambda script: amounts[script])
    return name if amounts[name] else ""
