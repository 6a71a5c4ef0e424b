"""Output devices by name and host API, from a PortAudio of our own."""

from __future__ import annotations

import sys
import types

import pytest

from qwentts_desktop.audio.devices import DeviceOutput
from qwentts_desktop.errors import AudioError


class PortAudioError(Exception):
    pass


class LittlePortAudio(types.ModuleType):
    """Lists what a test put there and opens everything."""

    PortAudioError = PortAudioError

    def __init__(self):
        super().__init__("sounddevice")
        self.hosts = ["MME", "Windows WASAPI", "Windows WDM-KS"]
        self.found = [
            self.facts("Microphone", 0, outputs=0),
            self.facts("Speakers", 0),
            self.facts("Speakers", 1, rate=48_000.0),
            self.facts("Speakers", 2),
        ]
        self.default = types.SimpleNamespace(device=[0, 1])
        self.opened = []
        self.refreshed = 0

    @staticmethod
    def facts(name, host, outputs=2, rate=44_100.0):
        return {
            "name": name,
            "hostapi": host,
            "max_output_channels": outputs,
            "default_samplerate": rate,
            "default_low_output_latency": 0.01,
        }

    def query_hostapis(self):
        return [{"name": name} for name in self.hosts]

    def query_devices(self):
        return self.found

    def WasapiSettings(self, auto_convert):
        return None

    def OutputStream(self, **asked):
        self.opened.append(asked["device"])
        return types.SimpleNamespace(
            active=True,
            latency=0.035,
            start=lambda: None,
            abort=lambda ignore_errors: None,
            close=lambda ignore_errors: None,
        )

    def _terminate(self):
        self.refreshed += 1

    def _initialize(self):
        pass


@pytest.fixture
def portaudio(monkeypatch):
    module = LittlePortAudio()
    monkeypatch.setitem(sys.modules, "sounddevice", module)
    return module


def test_only_outputs_that_suit_are_listed_with_rate_and_default(portaudio):
    devices = DeviceOutput().list_devices()
    assert [(device.label, device.default_rate_hz, device.is_default) for device in devices] == [
        ("Speakers (MME)", 44_100, True),
        ("Speakers (Windows WASAPI)", 48_000, False),
    ]


@pytest.mark.parametrize(
    ("wanted", "index"), [("", 1), ("Speakers (Windows WASAPI)", 2), ("Speakers (MME)", 1), ("Speakers", 1)]
)
def test_a_device_is_found_by_label_by_name_or_as_the_default(portaudio, wanted, index):
    DeviceOutput().open(wanted, 24_000)
    assert portaudio.opened == [index]


def test_names_outlive_a_change_of_indices(portaudio):
    portaudio.found.reverse()
    DeviceOutput().open("Speakers (Windows WASAPI)", 24_000)
    assert portaudio.opened == [1]


def test_a_device_that_is_not_there_is_named(portaudio):
    with pytest.raises(AudioError, match=r"Headphones.*choose another"):
        DeviceOutput().open("Headphones", 24_000)


def test_without_a_default_the_first_output_serves(portaudio):
    portaudio.default.device = [0, -1]
    DeviceOutput().open("", 24_000)
    assert portaudio.opened == [1]


def test_a_machine_without_outputs_is_told_to_connect_one(portaudio):
    portaudio.found = []
    with pytest.raises(AudioError, match="Connect"):
        DeviceOutput().open("", 24_000)


def test_looking_again_never_ends_an_open_stream(portaudio):
    output = DeviceOutput()
    stream = output.open("", 24_000)
    output.refresh()
    assert portaudio.refreshed == 0
    stream.abort()
    output.refresh()
    assert portaudio.refreshed == 1


def test_a_portaudio_that_fails_is_an_error_with_a_remedy(portaudio):
    def fail():
        raise PortAudioError("not initialised")

    portaudio.query_hostapis = fail
    with pytest.raises(AudioError, match="sound server") as error:
        DeviceOutput().list_devices()
    assert error.value.detail == "not initialised"
