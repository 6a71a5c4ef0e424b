"""Positions in a Python text against those in a Qt document, and the text as a document holds it. No Qt.

Python counts code points, Qt counts UTF-16 units: they differ after each character beyond U+FFFF.
"""

from __future__ import annotations

import re
from bisect import bisect_left

_BEYOND_BMP = re.compile("[\U00010000-\U0010ffff]")
_UNSHOWABLE = re.compile("[\x00\x0b\x0c\x1c-\x1f\ud800-\udfff\ufdd0\ufdd1]")


def showable(text: str) -> str:
    """The text with line ends and forbidden characters replaced, each by one character: positions stay."""
    text = text.replace("\r\n", " \n").replace("\r", "\n")
    return _UNSHOWABLE.sub(" ", text)


class Utf16Positions:
    """Translates positions of one text both ways."""

    def __init__(self, text: str) -> None:
        self._long = [match.start() for match in _BEYOND_BMP.finditer(text)]
        self._long_in_units = [place + number for number, place in enumerate(self._long)]

    def to_units(self, place: int) -> int:
        """Position in UTF-16 units of a position in code points."""
        return place + bisect_left(self._long, place)

    def to_characters(self, units: int) -> int:
        """Position in code points of a position in UTF-16 units."""
        return units - bisect_left(self._long_in_units, units)
