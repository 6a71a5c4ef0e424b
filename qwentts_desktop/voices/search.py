"""Whether a voice is meant by what somebody types into a search box. No file."""

from __future__ import annotations

import unicodedata

from qwentts_desktop.voices.profile import Profile


def matches(profile: Profile, words: str) -> bool:
    """Whether all words occur in what the list shows of a voice; case and accents do not count."""
    wanted = _plain(words).split()
    if not wanted:
        return True
    shown = (
        profile.name, profile.kind.value, profile.language, profile.notes,
        profile.speaker, profile.system_name, profile.description,
    )  # fmt: skip
    text = _plain("\n".join(shown))
    return all(word in text for word in wanted)


def _plain(text: str) -> str:
    if text.isascii():
        return text.lower()
    split = unicodedata.normalize("NFKD", text.casefold())
    return "".join(char for char in split if not unicodedata.combining(char))
