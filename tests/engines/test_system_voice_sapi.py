from __future__ import annotations

import threading

import pytest

from qwentts_desktop.engines.system_voice_sapi import Sapi
from qwentts_desktop.errors import EngineError, EngineUnavailableError, VoiceError

ASYNC_NOT_XML, ASYNC_PURGE = 17, 3


class FakeToken:
    def __init__(self, name: str, language: str) -> None:
        self._name, self._language = name, language

    def GetDescription(self):
        return self._name

    def GetAttribute(self, name):
        assert name == "Language"
        return self._language


class FakeCollection:
    def __init__(self, tokens):
        self._tokens, self.Count = tokens, len(tokens)

    def Item(self, index):
        return self._tokens[index]


class FakeFormat:
    Type = 0


class FakeStream:
    def __init__(self):
        self.Format, self.data = FakeFormat(), ()

    def GetData(self):
        return self.data


class FakeVoice:
    def __init__(self, tokens, waits=0):
        self._tokens, self.waits = tokens, waits
        self.Voice, self.AudioOutputStream, self.calls = tokens[0], None, []
        self.fails = False

    def GetVoices(self):
        return FakeCollection(self._tokens)

    def Speak(self, text, flags):
        if self.fails:
            raise OSError("0x80045003")
        self.calls.append((text, flags))
        if text:
            self.AudioOutputStream.data = tuple(range(200)) * 200

    def WaitUntilDone(self, ms):
        self.waits -= 1
        return self.waits < 0


class FakeObjects:
    def __init__(self, voice, error=None):
        self.voice, self.error, self.initialized = voice, error, 0

    def initialize(self):
        self.initialized += 1

    def uninitialize(self):
        self.initialized -= 1

    def create(self, name):
        if self.error:
            raise self.error
        return self.voice if name == "SAPI.SpVoice" else FakeStream()


ZIRA = FakeToken("Microsoft Zira", "409")
HAZEL = FakeToken("Microsoft Hazel", "809")
HEDDA = FakeToken("Microsoft Hedda", "407")


def test_the_sound_comes_in_whole_samples_and_whole():
    voice = FakeVoice([ZIRA], waits=2)
    sapi = Sapi(lambda: FakeObjects(voice))
    blocks = list(sapi.speak("Hello <b>there</b>.", "", "en", threading.Event()))
    assert b"".join(pcm for _, pcm in blocks) == bytes(range(200)) * 200
    assert {rate for rate, _ in blocks} == {24_000}
    assert all(len(pcm) % 2 == 0 for _, pcm in blocks)
    assert voice.calls == [("Hello <b>there</b>.", ASYNC_NOT_XML)]
    assert voice.AudioOutputStream.Format.Type == 26


@pytest.mark.parametrize(
    ("voice", "language", "chosen"),
    [("", "de", HEDDA), ("", "en", HAZEL), ("Microsoft Zira", "de", ZIRA), ("", "pl", HAZEL)],
)
def test_the_voice_fits_name_or_language_and_the_default_goes_first(voice, language, chosen):
    sapi_voice = FakeVoice([HAZEL, ZIRA, HEDDA])
    list(Sapi(lambda: FakeObjects(sapi_voice)).speak("x", voice, language, threading.Event()))
    assert sapi_voice.Voice is chosen


def test_a_missing_voice_or_language_is_said():
    sapi = Sapi(lambda: FakeObjects(FakeVoice([ZIRA])))
    with pytest.raises(VoiceError, match="nobody"):
        list(sapi.speak("x", "nobody", "en", threading.Event()))
    with pytest.raises(VoiceError, match="language"):
        list(sapi.speak("x", "", "ja", threading.Event()))


def test_cancel_purges_what_is_being_made():
    voice, cancel = FakeVoice([ZIRA], waits=1_000), threading.Event()
    cancel.set()
    assert list(Sapi(lambda: FakeObjects(voice)).speak("x", "", "en", cancel)) == []
    assert voice.calls[-1] == ("", ASYNC_PURGE)


def test_nul_and_lone_surrogates_never_reach_com():
    voice = FakeVoice([ZIRA])
    list(Sapi(lambda: FakeObjects(voice)).speak("a\0\ud800b", "", "en", threading.Event()))
    assert voice.calls[0][0] in {"a ?b", "a \ufffdb"}


def test_windows_without_sapi_or_comtypes_is_said_with_the_cause():
    sapi = Sapi(lambda: FakeObjects(FakeVoice([ZIRA]), ImportError("no comtypes")))
    with pytest.raises(EngineUnavailableError) as caught:
        sapi.open()
    assert caught.value.detail == "no comtypes"


def test_a_failing_voice_is_an_engine_error():
    voice = FakeVoice([ZIRA])
    voice.fails = True
    with pytest.raises(EngineError):
        list(Sapi(lambda: FakeObjects(voice)).speak("x", "", "en", threading.Event()))


def test_close_gives_com_back_on_its_thread():
    objects = FakeObjects(FakeVoice([ZIRA]))
    sapi = Sapi(lambda: objects)
    sapi.open()
    sapi.close()
    sapi.close()
    assert objects.initialized == 0
