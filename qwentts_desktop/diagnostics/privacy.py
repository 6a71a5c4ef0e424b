"""Takes the user out of a report: home folder, login name, full name, name of the machine."""

from __future__ import annotations

import getpass
import platform
import re
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

_SHORTEST_NAME = 3
_NOBODY = frozenset(
    ("root", "user", "admin", "administrator", "default", "localhost", "runner", "the", "and")
)
"""Names that say nothing of a person, but are words of sentences."""


def scrubber() -> Callable[[str], str]:
    """A function that takes this user out of a text."""
    return lambda text: scrub(text, str(Path.home()), _names())


def scrub(text: str, home: str, names: Iterable[str]) -> str:
    """The text with the home folder as ~ and each of the names as <name>."""
    if len(home) > 1:
        for spelling in (home, home.replace("\\", "/"), home.replace("\\", "\\\\")):
            text = re.sub(re.escape(spelling) + r"(?![\w.-])", "~", text, flags=re.IGNORECASE)
    for name in sorted(names, key=len, reverse=True):
        if len(name) >= _SHORTEST_NAME and name.lower() not in _NOBODY:
            text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", "<name>", text, flags=re.IGNORECASE)
    return text


def _names() -> set[str]:
    names = {platform.node(), platform.node().split(".")[0]}
    try:
        login = getpass.getuser()
    except (KeyError, OSError, ImportError):
        return names
    return names | {login} | _full_name(login)


def _full_name(login: str) -> set[str]:
    """The parts of the user's full name where the system keeps one."""
    if sys.platform == "win32":
        return set()
    import pwd

    try:
        full = pwd.getpwnam(login).pw_gecos.split(",")[0]
    except KeyError:
        return set()
    return {full, *full.split()}
