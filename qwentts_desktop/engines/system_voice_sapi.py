"""The voices of SAPI through comtypes: speak into a memory stream, hand out its PCM. Windows only."""

from __future__ import annotations

import importlib
import threading
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Protocol

from qwentts_desktop.errors import EngineError, EngineUnavailableError, VoiceError

SAMPLE_RATE_HZ = 24_000
_FORMAT_24_KHZ_16_BIT_MONO = 26
_SPEAK_ASYNC, _PURGE_BEFORE, _IS_NOT_XML = 1, 2, 16
_POLL_MS = 30
_DONE_AFTER_CANCEL_MS = 1_000
_BLOCK_BYTES = 16_384
_NO_VOICE = (
    "Windows has no voice for this language. Add one in Settings, Time & language, Speech, Manage voices."
)

_LOCALES = {
    "zh": 0x804, "en": 0x409, "de": 0x407, "it": 0x410, "pt": 0x416,
    "es": 0x40A, "ja": 0x411, "ko": 0x412, "fr": 0x40C, "ru": 0x419,
}  # fmt: skip


class SapiObjects(Protocol):
    """Makes COM objects; a fake one stands in for it in tests."""

    def initialize(self) -> None:
        """Prepare COM for the calling thread."""
        ...

    def uninitialize(self) -> None:
        """Undo `initialize` on the same thread."""
        ...

    def create(self, name: str) -> Any:
        """A new object such as "SAPI.SpVoice"."""
        ...


class ComObjects:
    """The real objects."""

    def initialize(self) -> None:
        """Prepare COM for the calling thread."""
        importlib.import_module("comtypes").CoInitialize()

    def uninitialize(self) -> None:
        """Undo `initialize`."""
        importlib.import_module("comtypes").CoUninitialize()

    def create(self, name: str) -> Any:
        """A new late-bound object, so that no module is generated on disk."""
        return importlib.import_module("comtypes.client").CreateObject(name, dynamic=True)


class Sapi:
    """Speaks through SAPI 5. Implements `system_voice.VoiceProgram`; one thread only, as COM asks."""

    name = "Windows voice"

    def __init__(self, objects: Callable[[], SapiObjects] = ComObjects) -> None:
        self._make_objects = objects
        self._objects: SapiObjects | None = None
        self._voice: Any = None

    def open(self) -> None:
        """Start SAPI on this thread.

        Raises:
            EngineUnavailableError: SAPI or comtypes is missing.
        """
        objects = self._make_objects()
        try:
            objects.initialize()
            self._voice = objects.create("SAPI.SpVoice")
        except (ImportError, OSError) as error:
            raise EngineUnavailableError(
                "The Windows voice cannot be reached. Repair the installation, or add a voice in Settings, "
                "Time & language, Speech.",
                detail=str(error),
            ) from error
        self._objects = objects

    def close(self) -> None:
        """Let SAPI go."""
        self._voice = None
        if self._objects is not None:
            self._objects.uninitialize()
        self._objects = None

    def speak(
        self, text: str, voice: str, language: str, cancel: threading.Event
    ) -> Iterator[tuple[int, bytes]]:
        """Yield (24,000, PCM) once SAPI has made the text's sound, which takes a few ms a sentence.

        Raises:
            VoiceError: no such voice, or none for the language.
            EngineError: SAPI failed.
        """
        if self._objects is None:
            self.open()
        assert self._objects is not None
        self._choose(voice, language)
        try:
            stream = self._objects.create("SAPI.SpMemoryStream")
            stream.Format.Type = _FORMAT_24_KHZ_16_BIT_MONO
            self._voice.AudioOutputStream = stream
            self._voice.Speak(_plain(text), _SPEAK_ASYNC | _IS_NOT_XML)
            while not self._voice.WaitUntilDone(_POLL_MS):
                if cancel.is_set():
                    self._voice.Speak("", _SPEAK_ASYNC | _PURGE_BEFORE)
                    self._voice.WaitUntilDone(_DONE_AFTER_CANCEL_MS)
                    return
            pcm = bytes(stream.GetData() or b"")
        except OSError as error:  # comtypes.COMError is one on Windows
            raise EngineError("The Windows voice failed. Try again.", detail=str(error)) from error
        for start in range(0, len(pcm) & ~1, _BLOCK_BYTES):
            if cancel.is_set():
                return
            yield SAMPLE_RATE_HZ, pcm[start : start + _BLOCK_BYTES & ~1]

    def _choose(self, voice: str, language: str) -> None:
        """Set the voice by name, or by language; the user's default where it speaks that language."""
        tokens = list(_items(self._voice.GetVoices()))
        if voice:
            chosen = next((token for token in tokens if token.GetDescription() == voice), None)
            if chosen is None:
                raise VoiceError(f'Windows has no voice "{voice}". Choose another one in the settings.')
        else:
            chosen = self._of_language(tokens, language)
        self._voice.Voice = chosen

    def _of_language(self, tokens: list[Any], language: str) -> Any:
        wanted = _LOCALES.get(language)
        if wanted is None:
            return self._voice.Voice
        candidates = [self._voice.Voice, *tokens]
        exact = [token for token in candidates if wanted in _locales_of(token)]
        related = [token for token in candidates if wanted & 0x3FF in {n & 0x3FF for n in _locales_of(token)}]
        fitting = related[:1] if related and related[0] is candidates[0] else exact or related
        if not fitting:
            raise VoiceError(_NO_VOICE, detail=f"language {language}")
        return fitting[0]


def _items(collection: Any) -> Iterable[Any]:
    return (collection.Item(index) for index in range(collection.Count))


def _locales_of(token: Any) -> set[int]:
    """The locale numbers of a voice, kept by SAPI as hexadecimal digits with semicolons between."""
    return {int(part, 16) for part in token.GetAttribute("Language").split(";") if part}


def _plain(text: str) -> str:
    """The text without NUL and lone surrogates, which a COM string cannot carry."""
    return text.replace("\0", " ").encode("utf-16", "replace").decode("utf-16")
