"""URLs and e-mail addresses, said short."""

from __future__ import annotations

import re

from qwentts_desktop.text.cleaning.words import Words
from qwentts_desktop.text.mapped import MappedText, Step
from qwentts_desktop.text.options import Links

_URL = re.compile(
    r"(?<![A-Za-z0-9_@])(?:(?:https?|ftp|file)://|www\.(?=[A-Za-z0-9]))[!#-;=?-_a-~À-ɏ]{1,4000}",
    re.IGNORECASE,
)
_EMAIL = re.compile(
    r"(?<![A-Za-z0-9._%+-])(?:mailto:)?([A-Za-z0-9][A-Za-z0-9._%+-]{0,63})@((?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,24})"
    r"(?![A-Za-z0-9])"
)
_PAIRS = {")": "(", "]": "[", "}": "{"}


def with_short_links(mapped: MappedText, urls: Links, emails: Links, words: Words) -> MappedText:
    """A URL is said as its host, an address as "name at host"; or both go, or stay."""
    text = mapped.text
    if urls is not Links.READ and ("://" in text or "www." in text.lower()):
        mapped = mapped.sub(Step.LINKS, _URL, lambda found: _short_url(found.group(), urls))
    if emails is not Links.READ and "@" in text:
        mapped = mapped.sub(Step.LINKS, _EMAIL, lambda found: _address(found, emails, words))
    return mapped


def _address(found: re.Match[str], emails: Links, words: Words) -> str:
    return "" if emails is Links.SKIP else f"{found.group(1)} {words.at} {found.group(2)}"


def _short_url(url: str, urls: Links) -> str:
    kept, tail = _without_tail(url)
    if urls is Links.SKIP:
        return tail
    host = re.sub(r"^[a-z]+://", "", kept, flags=re.IGNORECASE)
    host = re.split(r"[/?#]", host, maxsplit=1)[0].rpartition("@")[2]
    host = re.sub(r":\d+$", "", host)
    return re.sub(r"^www\.", "", host, flags=re.IGNORECASE) + tail


def _without_tail(url: str) -> tuple[str, str]:
    """Split off punctuation that belongs to the sentence, not to the address."""
    end = len(url)
    while end > 0:
        last = url[end - 1]
        unbalanced = last in _PAIRS and url.count(last, 0, end) > url.count(_PAIRS[last], 0, end)
        if last not in ".,;:!?'*_" and not unbalanced:
            break
        end -= 1
    return url[:end], url[end:]
