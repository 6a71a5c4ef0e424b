"""Most text is plain words and punctuation, which no step of cleaning would change: a quick way to know."""

from __future__ import annotations

import re

_WORD = "[A-Za-z0-9À-ÖØ-öø-ÿА-яЁё一-鿿ぁ-んァ-ヶーㄱ-ㅎ가-힣]"
# Every branch is told by its next character: a match takes time in proportion to the text.
_PLAIN = re.compile(
    rf"""
    (?: ["'“”‘’«»„(「『]? {_WORD}+ (?: ['’,.:-] {_WORD}+ ){{0,8}}
        (?: \.\.\. | [.,;:!?] )? (?: ["'“”’»)」』] [.,;:]? )?
        (?: [ \n](?=\S) | \Z )
    |   {_WORD}+ [、。，！？；：] ["”’」』]?
    )*
    """,
    re.VERBOSE,
)
_SAME_LETTER = re.compile(r"(.)\1{4}")
_LINK = re.compile(r"www\.", re.IGNORECASE)


def is_unremarkable(text: str) -> bool:
    """Whether the steps that work on a block would all leave it as it is."""
    return _PLAIN.fullmatch(text) is not None and not _SAME_LETTER.search(text) and not _LINK.search(text)
