"""Which names a voice may have. Folders are named by id, so nearly all; no file is looked at."""

from __future__ import annotations

import re
import unicodedata

from qwentts_desktop.errors import VoiceError

LONGEST_NAME = 80
_UNPRINTABLE = {"Cc", "Cs", "Zl", "Zp", "Cn"}
_DIRECTION_MARKS = re.compile("[\u202a-\u202e\u2066-\u2069]")
_NOT_IN_FILE_NAMES = re.compile(r'[<>:"/\\|?*\x00-\x1f]')
_DEVICES = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?", re.IGNORECASE)


def checked_name(name: str) -> str:
    """The name as it is kept: without space around it, in one Unicode form.

    Raises:
        VoiceError: it is empty, too long or holds characters that cannot be shown.
    """
    tidy = unicodedata.normalize("NFC", name).strip()
    if not tidy:
        raise VoiceError("A voice needs a name. Type one.")
    if len(tidy) > LONGEST_NAME:
        raise VoiceError(f"This name is too long. Use at most {LONGEST_NAME} characters.")
    if any(unicodedata.category(char) in _UNPRINTABLE for char in tidy) or _DIRECTION_MARKS.search(tidy):
        raise VoiceError("This name holds line breaks or characters that cannot be shown. Type another one.")
    return tidy


def same_name_key(name: str) -> str:
    """Equal for names that a user would confuse: case and width do not count."""
    return unicodedata.normalize("NFKC", name).casefold().strip()


def numbered_name(name: str, number: int) -> str:
    """The name with a number behind it, cut where it would become too long."""
    ending = f" {number}"
    return name[: LONGEST_NAME - len(ending)].rstrip() + ending


def file_name_for(name: str) -> str:
    """A file name, without an ending, that every system takes and that still tells the voice."""
    safe = _NOT_IN_FILE_NAMES.sub("_", name).strip(" .")
    return f"_{safe}" if not safe or _DEVICES.fullmatch(safe) else safe
