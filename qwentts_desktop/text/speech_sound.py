"""What can be heard at all: letters and digits make speech, everything else is silence."""

from __future__ import annotations

import re

LONGEST_SILENCE = 24
"""Characters in a row without speech that a cleaned text may hold."""

_WIDE = re.compile(
    "[\u1100-\u11ff\u3041-\u309f\u30a1-\u30fa\u30fc-\u318f\u31f0-\u31ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff"
    "\U00020000-\U0003ffff]"
)


def has_speech(text: str) -> bool:
    """Whether there is anything to say: one letter or digit of any script."""
    return any(map(str.isalnum, text))


def amount_of_speech(text: str) -> int:
    """Letters and digits; those of Chinese, Japanese and Korean, which take longer to say, count twice."""
    return sum(map(str.isalnum, text)) + len(_WIDE.findall(text))
