"""From the bytes of a text file to its characters, whatever it was saved as. No file is opened here."""

from __future__ import annotations

import codecs

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_SAMPLE_BYTES = 100_000


def decoded(data: bytes, declared: str = "") -> str:
    """The characters: by the byte order mark, as UTF-8, as declared, or as the bytes look. Never raises.

    Args:
        data: the whole file.
        declared: the encoding that the file itself names, "" for none.
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return data.decode(encoding, "replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode(_known(declared) or _guessed(data), "replace")


def is_binary(data: bytes) -> bool:
    """Whether this is no text in any encoding: zero bytes without a byte order mark."""
    has_mark = any(data.startswith(mark) for mark, _ in _MARKS)
    return not has_mark and b"\0" in data[:_SAMPLE_BYTES]


def _known(name: str) -> str:
    try:
        return codecs.lookup(name).name if name else ""
    except LookupError:
        return ""


def _guessed(data: bytes) -> str:
    """UTF-8 with a fault here and there stays UTF-8; else what makes the most sensible words."""
    sample = data[:_SAMPLE_BYTES]
    if sample.decode("utf-8", "replace").count("\ufffd") <= len(sample) // 1_000:
        return "utf-8"
    from charset_normalizer import from_bytes  # slow to import, and seldom needed

    best = from_bytes(sample).best()
    return best.encoding if best is not None else "cp1252"
