"""Sound libraries are loaded late, and their absence is a sentence."""

from __future__ import annotations

import subprocess
import sys

import pytest

from qwentts_desktop.audio.devices import DeviceOutput
from qwentts_desktop.audio.events import DeviceLost
from qwentts_desktop.audio.options import PlayerOptions
from qwentts_desktop.audio.player import Player
from qwentts_desktop.errors import AudioError
from tests.audio.sounds import tone, track_of
from tests.rig.processes import wait_until


@pytest.fixture
def no_portaudio(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sounddevice", None)


@pytest.mark.usefixtures("no_portaudio")
def test_a_machine_without_portaudio_is_told_what_to_install():
    with pytest.raises(AudioError, match=r"libportaudio2|setup_windows"):
        DeviceOutput().list_devices()


@pytest.mark.logs_warnings
@pytest.mark.usefixtures("no_portaudio")
def test_the_player_says_so_and_lives_on():
    events = []
    player = Player(DeviceOutput(), PlayerOptions(), events.append)
    player.play(track_of(tone(0.1)))
    wait_until(lambda: bool(events), "an event")
    assert isinstance(events[0], DeviceLost)
    assert "PortAudio" in events[0].message or "setup_windows" in events[0].message
    player.close()


def test_importing_the_player_loads_no_sound_library_and_no_torch():
    program = (
        "import sys, qwentts_desktop.audio.player, qwentts_desktop.audio.devices;"
        "print([name for name in ('sounddevice', 'torch', 'PySide6', 'soundfile') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
