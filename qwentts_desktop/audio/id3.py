"""ID3v2.4 tags in UTF-8 for MP3 files: bytes only."""

from __future__ import annotations

_UTF8 = b"\x03"
_FRAMES = {"title": b"TIT2", "artist": b"TPE1", "album": b"TALB"}


def id3_tag(*, title: str = "", artist: str = "", album: str = "", comment: str = "") -> bytes:
    """A tag that stands before the first MP3 frame; empty fields are left out."""
    values = {"title": title, "artist": artist, "album": album}
    frames = b"".join(
        _frame(_FRAMES[name], _UTF8 + value.encode()) for name, value in values.items() if value
    )
    if comment:
        frames += _frame(b"COMM", _UTF8 + b"eng" + b"\x00" + comment.encode())
    return b"ID3\x04\x00\x00" + _syncsafe(len(frames)) + frames


def _frame(name: bytes, body: bytes) -> bytes:
    return name + _syncsafe(len(body)) + b"\x00\x00" + body


def _syncsafe(number: int) -> bytes:
    """Four bytes of seven bits each, so that no byte looks like the start of an MP3 frame."""
    return bytes((number >> shift) & 0x7F for shift in (21, 14, 7, 0))
