"""A profile to and from the text of its profile.toml. No folder, no lock."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from qwentts_desktop.errors import VoiceError
from qwentts_desktop.voices.names import checked_name
from qwentts_desktop.voices.profile import Profile, Recording, VoiceKind

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

PROFILE_FILE = "profile.toml"
FORMAT_VERSION = 1
MAX_BYTES = 200_000
_VERSION_KEY = "format_version"
_TEXT_FIELDS = tuple(one.name for one in fields(Profile) if one.name not in ("id", "kind", "recording"))
_ID = re.compile(r"[0-9a-f]{32}")
_FILE_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9._-]{0,99}")

Document = Mapping[str, Any]


class DamagedProfileError(VoiceError):
    """The content is no profile; its message is the reason."""


@dataclass(frozen=True)
class ReadProfile:
    """What a document came to.

    Attributes:
        profile: what is known of it.
        is_newer: written by a newer version of this program, so only to be shown.
    """

    profile: Profile
    is_newer: bool = False


def is_profile_id(name: str) -> bool:
    """Whether a folder of this name can be a profile."""
    return _ID.fullmatch(name) is not None


def is_plain_file_name(name: str) -> bool:
    """Whether this names a file right in the profile's folder on every system."""
    return _FILE_NAME.fullmatch(name) is not None


def parse_document(content: bytes) -> dict[str, Any]:
    """The plain content of a profile.toml.

    Raises:
        DamagedProfileError: it cannot be read as TOML.
    """
    if len(content) > MAX_BYTES:
        raise DamagedProfileError("The description of this voice is far too large.")
    try:
        return tomllib.loads(content.decode("utf-8-sig"))
    # RecursionError: thousands of opening brackets. ValueError: bad TOML, bad UTF-8, numbers without end.
    except (ValueError, RecursionError) as error:
        raise DamagedProfileError(
            "The description of this voice is damaged.", detail=type(error).__name__
        ) from error


def profile_of(profile_id: str, document: Document) -> ReadProfile:
    """The profile in a document.

    Raises:
        DamagedProfileError: something is missing or makes no sense.
    """
    version = document.get(_VERSION_KEY)
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise DamagedProfileError("The description of this voice does not say its version.")
    if version > FORMAT_VERSION:
        return ReadProfile(_shown(profile_id, document), is_newer=True)
    texts = {name: _text(document, name) for name in _TEXT_FIELDS if name in document}
    texts["name"] = _name(texts.get("name", ""))
    if texts.get("prompt_file"):
        _check_own_file(texts["prompt_file"], "encoded", ".safetensors")
    profile = Profile(
        **{**texts, "created": texts.get("created", "")},
        id=profile_id,
        kind=_kind(document),
        recording=_recording(document),
    )
    return ReadProfile(profile)


def document_of(profile: Profile) -> dict[str, Any]:
    """The profile as plain values; what is empty is left out."""
    values = {name: getattr(profile, name) for name in _TEXT_FIELDS}
    document: dict[str, Any] = {_VERSION_KEY: FORMAT_VERSION, "kind": profile.kind.value}
    document.update({name: value for name, value in values.items() if value})
    if profile.recording is not None:
        document["recording"] = asdict(profile.recording)
    return document


def format_profile(profile: Profile) -> bytes:
    """The content of its profile.toml.

    Raises:
        VoiceError: its texts are too long.
    """
    import tomlkit  # only writing needs it

    content = tomlkit.dumps(document_of(profile)).encode("utf-8", "replace")
    if len(content) > MAX_BYTES:
        raise VoiceError("The texts of this voice are far too long. Shorten the transcript or the notes.")
    return content


def _shown(profile_id: str, document: Document) -> Profile:
    """What can be shown of a newer program's profile, whose rules are not known: it is never damaged."""
    texts = {name: document[name] for name in _TEXT_FIELDS if isinstance(document.get(name), str)}
    profile = Profile(
        **{**texts, "name": texts.get("name", "").strip() or "?", "prompt_file": ""},
        id=profile_id,
        kind=VoiceKind.UNKNOWN,
    )
    try:
        return replace(profile, kind=_kind(document), recording=_recording(document))
    except DamagedProfileError:
        return profile


def _text(document: Document, name: str) -> str:
    value = document[name]
    if not isinstance(value, str):
        raise DamagedProfileError(f'In the description of this voice, "{name}" is no text.')
    return value


def _name(name: str) -> str:
    try:
        return checked_name(name)
    except VoiceError as error:
        raise DamagedProfileError("The description of this voice holds no usable name.") from error


def _kind(document: Document) -> VoiceKind:
    try:
        return VoiceKind(document.get("kind"))
    except ValueError as error:
        raise DamagedProfileError("The description of this voice does not say its kind.") from error


def _recording(document: Document) -> Recording | None:
    found = document.get("recording")
    if found is None:
        return None
    if not isinstance(found, Mapping):
        raise DamagedProfileError("The description of this voice names no proper recording.")
    file, original, sha256 = (found.get(key, "") for key in ("file", "original", "sha256"))
    seconds = found.get("seconds", 0.0)
    texts_fit = all(isinstance(text, str) for text in (file, original, sha256))
    if not texts_fit or not isinstance(seconds, int | float):
        raise DamagedProfileError("The description of this voice names no proper recording.")
    _check_own_file(file, "reference", ".wav")
    if original:
        _check_own_file(original, "original", "")
    return Recording(file, original, sha256, float(seconds))


def _check_own_file(name: str, beginning: str, ending: str) -> None:
    """A profile from anywhere must not name what is not its own, or what is something else here."""
    if not (is_plain_file_name(name) and name.startswith(beginning) and name.endswith(ending)):
        raise DamagedProfileError("This voice names a file that is none of its own.")
