from __future__ import annotations

import pytest

from qwentts_desktop.ui.ports import VoiceChoice
from qwentts_desktop.ui.voice_choices import VoiceChoices
from qwentts_desktop.ui.voices.voice_desk import VoiceDesk, library_choices
from qwentts_desktop.voices.profile import VoiceKind


@pytest.fixture
def desk(screen, voices):
    desk = VoiceDesk(
        voices.window._parts, screen.controller, screen.model, screen.status, screen.bridge, screen.icons
    )
    yield desk
    desk.close()


def test_the_window_comes_up_when_it_is_wanted_and_is_built_once(screen, desk):
    screen.actions.voices.trigger()
    first = desk.window
    assert first.isVisible()
    screen.controller.show_voices()
    assert desk.window is first


def test_it_tells_of_changes(desk, voices):
    told = []
    desk.changed.connect(lambda: told.append(True))
    desk.window.commands.changed.emit("")
    assert told == [True]


def test_the_menus_offer_the_library_after_the_system_voice(screen, voices):
    profile_id = voices.add("Reporter", VoiceKind.DESIGNED, description="Bright and quick.")
    choices = VoiceChoices(lambda: screen.model.settings, lambda: library_choices(voices.library))
    assert choices() == (VoiceChoice("", "System voice"), VoiceChoice(profile_id, "Reporter"))


def test_a_voice_in_use_that_is_gone_is_called_missing(screen, voices):
    screen.model.set("voice.voice", "f" * 32)
    choices = VoiceChoices(lambda: screen.model.settings, lambda: library_choices(voices.library))
    assert choices()[-1] == VoiceChoice("f" * 32, "Missing voice")
