from __future__ import annotations

import pytest

from qwentts_desktop.installed_speakers import installed_speakers, speakers_in
from qwentts_desktop.voices.presets import PRESET_SPEAKERS, PresetSpeaker


class Store:
    """A model store with these folders."""

    def __init__(self, *folders):
        self._folders = folders

    def installed(self):
        return tuple(type("Model", (), {"folder": folder}) for folder in self._folders)


def test_without_a_model_the_published_speakers_are_offered(tmp_path):
    assert installed_speakers(Store()) == PRESET_SPEAKERS
    assert installed_speakers(Store(tmp_path)) == PRESET_SPEAKERS


def test_the_speakers_of_an_installed_model_are_offered_known_ones_first(tmp_path):
    (tmp_path / "config.json").write_text(
        '{"talker_config": {"spk_id": {"New_One": 1, "ryan": 2, "vivian": 3}, "spk_is_dialect": {}}}'
    )
    names = [speaker.name for speaker in installed_speakers(Store(tmp_path))]
    assert names == ["vivian", "ryan", "new_one"]


def test_an_unknown_speaker_keeps_its_dialect():
    configuration = {"talker_config": {"spk_id": {"mei": 9}, "spk_is_dialect": {"mei": "sichuan_dialect"}}}
    assert speakers_in(configuration) == [PresetSpeaker("mei", "Mei", "zh", "Sichuan")]


@pytest.mark.parametrize(
    "content", ["", "[]", "{}", '{"talker_config": 3}', '{"talker_config": {"spk_id": 1}}']
)
def test_a_configuration_that_says_nothing_counts_for_nothing(tmp_path, content):
    (tmp_path / "config.json").write_text(content)
    assert installed_speakers(Store(tmp_path)) == PRESET_SPEAKERS
