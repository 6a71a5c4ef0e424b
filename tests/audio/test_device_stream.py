"""Opening a device in a format that it takes, against a PortAudio of our own."""

from __future__ import annotations

import types

import numpy as np
import pytest

from qwentts_desktop.audio.device_stream import DeviceStream, formats_to_try
from qwentts_desktop.audio.output import OutputDevice
from qwentts_desktop.errors import AudioError


class PortAudioError(Exception):
    pass


class PickyPortAudio(types.ModuleType):
    """Takes some formats and refuses the others, as real devices do."""

    PortAudioError = PortAudioError

    def __init__(self, rates, dtypes=("float32", "int16"), channels=(1, 2)):
        super().__init__("picky")
        self.takes = (rates, dtypes, channels)
        self.opened = None
        self.settings = None

    def WasapiSettings(self, auto_convert):
        return ("wasapi", auto_convert)

    def OutputStream(self, samplerate, device, channels, dtype, latency, callback, extra_settings):
        rates, dtypes, channel_counts = self.takes
        if samplerate not in rates or dtype not in dtypes or channels not in channel_counts:
            raise PortAudioError("Invalid sample rate [PaErrorCode -9997]")
        self.settings = extra_settings
        self.opened = types.SimpleNamespace(
            callback=callback,
            latency=latency,
            channels=channels,
            dtype=dtype,
            active=True,
            start=lambda: None,
        )
        return self.opened

    def block(self, frames):
        out = np.full((frames, self.opened.channels), 99, self.opened.dtype)
        self.opened.callback(out, frames, None, None)
        return out


def open_on(portaudio, host_api="ALSA", low_latency_s=0.008):
    device = OutputDevice("Card", host_api, 48_000)
    return DeviceStream(
        portaudio, 3, device, max_channels=2, low_latency_s=low_latency_s, preferred_rate_hz=24_000
    )


def render_ramp(block):
    block[:] = np.linspace(-1, 1, len(block))


def test_the_rate_of_the_sound_is_taken_where_it_can_be():
    portaudio = PickyPortAudio({24_000, 48_000})
    stream = open_on(portaudio)
    assert stream.rate_hz == 24_000
    assert portaudio.opened.channels == 1


def test_a_device_that_refuses_24_khz_is_opened_at_its_own_rate():
    assert open_on(PickyPortAudio({48_000})).rate_hz == 48_000


def test_a_device_that_takes_only_stereo_16_bit_gets_that():
    portaudio = PickyPortAudio({44_100}, dtypes=("int16",), channels=(2,))
    stream = open_on(portaudio)
    stream.start(render_ramp)
    out = portaudio.block(101)
    assert stream.rate_hz == 44_100
    assert (out[:, 0] == out[:, 1]).all()
    assert (out[0, 0], out[50, 0], out[-1, 0]) == (-32_767, 0, 32_767)


def test_float_samples_pass_unchanged_to_every_channel():
    portaudio = PickyPortAudio({24_000}, channels=(2,))
    open_on(portaudio).start(render_ramp)
    out = portaudio.block(64)
    expected = np.linspace(-1, 1, 64).astype(np.float32)
    assert np.array_equal(out[:, 0], expected)
    assert np.array_equal(out[:, 1], expected)


def test_a_device_that_takes_nothing_is_named_with_a_remedy():
    with pytest.raises(AudioError, match=r"Card.*choose another device") as error:
        open_on(PickyPortAudio(set()))
    assert "-9997" in error.value.detail


def test_latency_is_never_so_low_that_busy_threads_break_the_sound():
    portaudio = PickyPortAudio({24_000})
    open_on(portaudio)
    assert portaudio.opened.latency == 0.035
    open_on(portaudio, low_latency_s=0.09)
    assert portaudio.opened.latency == 0.09


def test_wasapi_is_asked_to_convert():
    portaudio = PickyPortAudio({24_000})
    open_on(portaudio, host_api="Windows WASAPI")
    assert portaudio.settings == ("wasapi", True)


def test_float_comes_before_16_bit_and_mono_devices_are_not_asked_for_stereo():
    formats = list(formats_to_try(24_000, 48_000, 1))
    assert {format.channels for format in formats} == {1}
    kinds = [format.dtype for format in formats]
    assert kinds == sorted(kinds)
