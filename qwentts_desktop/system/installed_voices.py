"""Which voices the operating system brings along: espeak-ng's by its own list, those of Windows from SAPI.

It speaks with none of them.
"""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import dataclass

from qwentts_desktop.errors import SystemAdapterError

_PROGRAM = "espeak-ng"
_LIMIT_S = 10.0
_LINE = re.compile(r"\s*\d+\s+(?P<code>\S+)\s+\S+\s+(?P<name>\S+)\s+(?P<file>\S+)")
_LANGUAGE_OF = {"cmn": "zh", "yue": "zh", "hak": "zh"}
_PRIMARY = {
    0x04: "zh", 0x07: "de", 0x09: "en", 0x0A: "es", 0x0C: "fr", 0x10: "it", 0x11: "ja", 0x12: "ko",
    0x16: "pt", 0x19: "ru",
}  # fmt: skip


@dataclass(frozen=True)
class InstalledVoice:
    """A voice of the system.

    Attributes:
        name: the system's own name, to ask for it by.
        title: for the user.
        language: ISO 639-1 or longer code, empty where unknown.
    """

    name: str
    title: str
    language: str


def installed_voices() -> tuple[InstalledVoice, ...]:
    """The voices by title; takes up to a second, so not for the GUI thread.

    Raises:
        SystemAdapterError: they cannot be listed; the sentence says what to install.
    """
    found = _of_windows() if sys.platform == "win32" else voices_in(_espeak_list())
    return tuple(sorted(found, key=lambda voice: voice.title.casefold()))


def voices_in(listing: str) -> list[InstalledVoice]:
    """The voices of espeak-ng's table; those that need the separate program mbrola are left out."""
    found: dict[str, InstalledVoice] = {}
    for line in listing.splitlines():
        match = _LINE.match(line)
        if match is None or match["file"].startswith("mb/"):
            continue
        code = match["code"]
        primary = code.split("-")[0]
        title = match["name"].replace("_", " ")
        found.setdefault(code, InstalledVoice(code, title, _LANGUAGE_OF.get(primary, primary)))
    return list(found.values())


def _espeak_list() -> str:
    try:
        return subprocess.run(
            [_PROGRAM, "--voices"], capture_output=True, text=True, timeout=_LIMIT_S, check=True
        ).stdout
    except (OSError, subprocess.SubprocessError) as error:
        raise SystemAdapterError(
            "The system has no voices, because espeak-ng is not installed. Install it with: "
            "sudo apt install espeak-ng  (Fedora: dnf install espeak-ng, Arch: pacman -S espeak-ng)",
            detail=str(error),
        ) from error


def _of_windows() -> list[InstalledVoice]:
    """Through SAPI, which names a voice's languages by hexadecimal numbers."""
    import comtypes.client  # type: ignore[import-not-found,import-untyped,unused-ignore]

    comtypes.CoInitialize()
    try:
        tokens = comtypes.client.CreateObject("SAPI.SpVoice").GetVoices()
        found = [tokens.Item(index) for index in range(tokens.Count)]
        return [
            InstalledVoice(
                token.GetDescription(),
                token.GetDescription(),
                _windows_language(token.GetAttribute("Language")),
            )
            for token in found
        ]
    except OSError as error:
        raise SystemAdapterError(
            "The voices of Windows cannot be listed. Look at Settings, Time & language, Speech.",
            detail=str(error),
        ) from error
    finally:
        comtypes.CoUninitialize()


def _windows_language(numbers: str) -> str:
    """ISO 639-1 of the first locale number."""
    first = numbers.split(";")[0]
    try:
        return _PRIMARY.get(int(first, 16) & 0x3FF, "")
    except ValueError:
        return ""
