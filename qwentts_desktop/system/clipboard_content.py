"""What a clipboard holds, judged by the names of its formats (MIME types, X targets). Reads nothing."""

from __future__ import annotations

from collections.abc import Collection

from qwentts_desktop.errors import NothingSelectedError, SelectionError

PASSWORD_HINT = "x-kde-passwordManagerHint"
"""Format with which password managers mark a clip; its content is then the word "secret"."""

# Best first. Plain "text/plain" has no stated encoding, so it comes late.
TEXT_FORMATS = ("UTF8_STRING", "text/plain;charset=utf-8", "STRING", "text/plain", "TEXT")

_FILE_MARKS = frozenset(
    (
        "x-special/gnome-copied-files",
        "x-special/mate-copied-files",
        "application/x-kde-cutselection",
        "application/x-kde4-urilist",
    )
)


def text_format(formats: Collection[str]) -> str:
    """The format to ask the text in.

    Raises:
        NothingSelectedError: there are files, a picture or something else, which the sentence names.
    """
    if _FILE_MARKS.intersection(formats):
        raise holds("files")
    for name in TEXT_FORMATS:
        if name in formats:
            return name
    if "text/uri-list" in formats:
        raise holds("files")
    if any(name.startswith("image/") for name in formats):
        raise holds("a picture")
    raise holds("something")


def holds(what: str) -> NothingSelectedError:
    """The error for a clipboard without text."""
    return NothingSelectedError(f"The clipboard holds {what}, no text. Copy some text first.")


def password() -> SelectionError:
    """The error for a clip that a password manager marked as secret."""
    return SelectionError("The clipboard holds a password, which is not read aloud. Copy other text first.")


def decode_text(data: bytes, format_name: str) -> str:
    """Bytes of a text format as text without the NUL that some programs append; never raises."""
    encoding = "latin-1" if format_name == "STRING" else "utf-8"
    return data.decode(encoding, errors="replace").rstrip("\0")
