"""Whether a text really is Markdown. Plain text that only looks like it, such as "2*3*4", must stay."""

from __future__ import annotations

import re

_ENOUGH = 2
_SAMPLE = 32_768

_STRONG_MARKS = tuple(
    re.compile(pattern, re.MULTILINE)
    for pattern in (
        r"^ {0,3}#{1,6} +\S",
        r"^ {0,3}(?:```|~~~)[^`\n]{0,40}$",
        r"(?<![\w\])])!?\[[^\[\]\n]{1,200}\]\([^()\s]{1,400}(?: \"[^\"\n]{0,200}\")?\)",
        r"(?<![\w*\\])\*\*(?=[^\s*])[^*\n]{1,200}(?<=[^\s*])\*\*(?![\w*])",
        r"^[ \t]*(?:\|[ \t]*)?:?-{3,}:?[ \t]*(?:\|[ \t]*:?-{3,}:?[ \t]*){1,40}\|?[ \t]*$",
        r"(?<![`\w])`[^`\n]{1,200}`(?![`\w])",
        r"^[ \t]*[-*+] \[[ xX]\] \S",
        r"^ {0,3}\[[^\]\n]{1,100}\]: +\S{1,400}",
        r"^[^\s\W][^\n]{0,100}\n(?:={3,}|-{3,})[ \t]*$",
    )
)


def is_markdown(text: str) -> bool:
    """Two strong marks or more in the first 32,768 characters make it Markdown."""
    sample = text[:_SAMPLE]
    marks = 0
    for pattern in _STRONG_MARKS:
        for _ in pattern.finditer(sample):
            marks += 1
            if marks >= _ENOUGH:
                return True
    return False
