"""Which voice reads which language, where it is not the voice of the settings. One file in the library."""

from __future__ import annotations

from pathlib import Path

from qwentts_desktop.errors import InvalidRequestError
from qwentts_desktop.speech.request import LANGUAGES
from qwentts_desktop.voices.profile_file import DamagedProfileError, parse_document
from qwentts_desktop.voices.staging import put_file, writing

_FILE = "defaults.toml"


class LanguageDefaults:
    """The default voices by language of one library. Any thread."""

    def __init__(self, library: Path) -> None:
        self._library = library

    def get(self) -> dict[str, str]:
        """Profile id by ISO 639-1 code; a file that cannot be read is an empty one."""
        try:
            document = parse_document((self._library / _FILE).read_bytes())
        except (OSError, DamagedProfileError):
            return {}
        return {key: value for key, value in document.items() if key in LANGUAGES and isinstance(value, str)}

    def forget(self, profile_id: str) -> None:
        """The voice is removed: the languages that it read are left to the voice of the settings."""
        for language, chosen in self.get().items():
            if chosen == profile_id:
                self.set(language, "")

    def set(self, language: str, profile_id: str) -> None:
        """Let this voice read texts in this language; an empty id leaves them to the voice of the settings.

        Raises:
            InvalidRequestError: the language is none that can be spoken.
            VoiceError: the file cannot be written.
        """
        import tomlkit

        if language not in LANGUAGES:
            raise InvalidRequestError(f'"{language}" is not among the languages: {", ".join(LANGUAGES)}.')
        with writing(self._library):
            chosen = {**self.get(), language: profile_id}
            content = tomlkit.dumps({key: value for key, value in sorted(chosen.items()) if value})
            put_file(self._library / _FILE, content.encode())
