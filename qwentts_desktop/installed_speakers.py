"""The preset speakers: those of the installed models, or the published ones where there is none."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from qwentts_desktop.checkpoints.store import ModelStore
from qwentts_desktop.voices.presets import PRESET_SPEAKERS, PresetSpeaker, speaker_named


def installed_speakers(store: ModelStore) -> tuple[PresetSpeaker, ...]:
    """The speakers of all installed models, known ones first. Reads small files: not for the GUI thread."""
    found: dict[str, PresetSpeaker] = {}
    for model in store.installed():
        for speaker in speakers_in(_configuration(model.folder)):
            found.setdefault(speaker.name, speaker)
    if not found:
        return PRESET_SPEAKERS
    order = {speaker.name: place for place, speaker in enumerate(PRESET_SPEAKERS)}
    return tuple(sorted(found.values(), key=lambda one: (order.get(one.name, len(order)), one.name)))


def speakers_in(configuration: Mapping[str, Any]) -> list[PresetSpeaker]:
    """The speakers that a model's configuration names; unknown ones by name and dialect."""
    talker = configuration.get("talker_config")
    if not isinstance(talker, Mapping) or not isinstance(talker.get("spk_id"), Mapping):
        return []
    dialects = talker.get("spk_is_dialect")
    dialects = dialects if isinstance(dialects, Mapping) else {}
    return [_speaker(str(name).lower(), dialects.get(name)) for name in talker["spk_id"]]


def _speaker(name: str, dialect: object) -> PresetSpeaker:
    known = speaker_named(name)
    if known is not None:
        return known
    title = name.replace("_", " ").title()
    if isinstance(dialect, str) and dialect:
        return PresetSpeaker(name, title, "zh", dialect.replace("_dialect", "").title())
    return PresetSpeaker(name, title, "auto")


def _configuration(folder: Path) -> Mapping[str, Any]:
    try:
        configuration = json.loads((folder / "config.json").read_bytes())
    except (OSError, ValueError):
        return {}
    return configuration if isinstance(configuration, Mapping) else {}
