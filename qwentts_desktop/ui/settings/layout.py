"""Which page and which card of it each setting stands on. It knows names only."""

from __future__ import annotations

from collections.abc import Sequence

from qwentts_desktop.settings.description import SettingInfo

PAGES = ("general", "voice", "streaming", "reading", "hotkeys", "audio", "doctor", "privacy", "about")
"""The pages in the order of the list."""

_SENTENCES = (
    "reading.join_lines",
    "reading.join_hyphenated",
    "reading.maximum_characters",
    "reading.join_below",
)


def page_of_setting(name: str) -> str:
    """The page that shows this setting. The cushion stands beside the chunks, since both decide the wait."""
    if name == "audio.cushion_ms":
        return "streaming"
    section = name.partition(".")[0]
    return "voice" if section == "engine" else section


def group_of_setting(name: str) -> str:
    """The card within the page; "" where the page has only one."""
    section = name.partition(".")[0]
    if section in ("voice", "engine"):
        return section
    if section != "reading":
        return ""
    if name.endswith("_pause_ms"):
        return "pauses"
    return "sentences" if name in _SENTENCES else "content"


def groups_of_page(page: str, settings: Sequence[SettingInfo]) -> dict[str, list[SettingInfo]]:
    """The page's settings by card, in the order of their declaration."""
    groups: dict[str, list[SettingInfo]] = {}
    for info in settings:
        if page_of_setting(info.name) == page:
            groups.setdefault(group_of_setting(info.name), []).append(info)
    return groups
