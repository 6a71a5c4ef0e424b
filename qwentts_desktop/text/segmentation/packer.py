"""Sentences of a size that can be spoken: the endless cut at clauses, the very short joined."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from qwentts_desktop.text.mapped import MappedText
from qwentts_desktop.text.speech_sound import amount_of_speech, has_speech

_CLAUSE = re.compile(r"[,;:—–)\]][\"'”’»]?\s+|\s[–—-]\s+|[、，；：）」』]|[。！？…]+")
_STRONG_CLAUSE = re.compile(r"[;:.!?—–][\"'”’»)]?\s+|\s[–—]\s+|[；：。！？…]+")
_SPACE = re.compile(r"\s+")
_FIRST_SPEECH = re.compile(r"[^\W_]")


def cut_to_size(sentence: MappedText, maximum: int) -> Iterator[MappedText]:
    """Yield parts of at most `maximum` characters, each with something to say; joined they are the sentence.

    Needs a text without long silences (`with_short_silences`); white space at the ends is not counted.
    """
    while len(sentence.text.strip()) > maximum:
        cut = _best_cut(sentence.text, maximum)
        yield sentence[:cut]
        sentence = sentence[cut:]
    yield sentence


def _best_cut(text: str, maximum: int) -> int:
    """The end of the last clause that fits and leaves no crumb, or else of a word, or of a character."""
    lead = len(text) - len(text.lstrip())
    latest = min(lead + maximum, _last_speech(text))
    first_speech = _FIRST_SPEECH.search(text)
    earliest = first_speech.end() if first_speech else 1
    crumb = max(maximum // 8, 1)
    comfortable = min(latest, max(len(text.rstrip()) - crumb, maximum // 2))
    for pattern, low in ((_STRONG_CLAUSE, maximum // 2), (_CLAUSE, maximum // 3), (_SPACE, maximum // 4)):
        ends = [
            found.end() for found in pattern.finditer(text, 0, latest) if low <= found.end() <= comfortable
        ]
        if ends:
            return ends[-1]
    return max(earliest, _between_clusters(text, latest))


def _last_speech(text: str) -> int:
    """Where the last character with speech begins: what is cut off must hold it."""
    for index in range(len(text) - 1, -1, -1):
        if text[index].isalnum():
            return index
    return len(text)


def _between_clusters(text: str, cut: int) -> int:
    """A little to the left, if this would separate an accent from its letter."""
    for earlier in range(cut, max(cut - 16, 1), -1):
        if (
            not unicodedata.combining(text[earlier])
            and text[earlier] not in "\u200d\ufe0f"
            and text[earlier - 1] != "\u200d"
        ):
            return earlier
    return cut


def join_short(sentences: list[MappedText], least_speech: int, maximum: int) -> Iterator[list[MappedText]]:
    """Yield groups of neighbours: one alone where it has enough to say, else with a neighbour."""
    groups: list[list[MappedText]] = []
    for sentence in sentences:
        if groups and _is_to_join(groups[-1], sentence, least_speech, maximum):
            groups[-1].append(sentence)
        else:
            groups.append([sentence])
    yield from groups


def _is_to_join(group: list[MappedText], following: MappedText, least_speech: int, maximum: int) -> bool:
    together = "".join(part.text for part in group)
    if len((together + following.text).strip()) > maximum:
        return False
    if not has_speech(following.text) or not has_speech(together):
        return True
    return min(amount_of_speech(together), amount_of_speech(following.text)) < least_speech
