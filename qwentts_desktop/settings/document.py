"""Settings to and from the content of a TOML file. No file, no lock."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, MutableMapping
from dataclasses import dataclass
from typing import Any

from qwentts_desktop.errors import SettingsError
from qwentts_desktop.settings.description import Value, describe_settings, read_value, with_value
from qwentts_desktop.settings.migrations import CURRENT_VERSION, VERSION_KEY, Document, migrate, version_of
from qwentts_desktop.settings.schema import Settings
from qwentts_desktop.settings.values import check_value

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

MAX_BYTES = 1_000_000
_SHOWN_PROBLEMS = 3
_HEADER = "Settings of QwenTTS Desktop. What is not named here is at its default."


@dataclass(frozen=True)
class ReadSettings:
    """What a file came to.

    Attributes:
        settings: usable whatever the file held.
        notices: sentences about what could not be used.
    """

    settings: Settings
    notices: tuple[str, ...] = ()


class DamagedFileError(SettingsError):
    """The content is no TOML at all."""


def read_document(content: bytes) -> ReadSettings:
    """The settings in a file's content; a value that does not fit is at its default and noted.

    Raises:
        DamagedFileError: it cannot be read as TOML.
    """
    document = _parse(content)
    notices: list[str] = []
    if version_of(document) > CURRENT_VERSION:
        notices.append(
            "The settings come from a newer version of this program. What this one does not know is kept."
        )
    migrate(document)
    settings, problems = _collect(document)
    if problems:
        shown = " ".join(problems[:_SHOWN_PROBLEMS])
        more = f" And {len(problems) - _SHOWN_PROBLEMS} more." if len(problems) > _SHOWN_PROBLEMS else ""
        notices.append(f"Some settings could not be used and are at their defaults. {shown}{more}")
    return ReadSettings(settings, tuple(notices))


def changed_document(content: bytes | None, settings: Settings, names: Iterable[str]) -> str:
    """The file's new text with the named settings changed; comments, order and unknown keys stay.

    `content` is the file as it is now, None for none.

    Raises:
        DamagedFileError: it cannot be read as TOML.
    """
    import tomlkit  # only writing needs it, and starting should not wait for it

    document = _new_document() if content is None else _parse_with_comments(content)
    values = {name: read_value(settings, name) for name in names}
    _put(document, values)
    text = tomlkit.dumps(document)
    if not _holds(text, values):
        # Some odd but legal layouts come out of tomlkit broken: give up the comments, not the content.
        plain = {} if content is None else _parse(content)
        _put(plain, values)
        text = tomlkit.dumps(plain)
    return text


def _put(document: Document, values: Mapping[str, Value]) -> None:
    migrate(document)
    document.setdefault(VERSION_KEY, CURRENT_VERSION)
    for name, value in values.items():
        section, _, key = name.partition(".")
        if not isinstance(document.get(section), MutableMapping):
            document.pop(section, None)
            document[section] = {}
        document[section][key] = value


def _holds(text: str, values: Mapping[str, Value]) -> bool:
    try:
        written = _parse(text.encode("utf-8"))
    except DamagedFileError:
        return False
    parts = ((name.partition("."), value) for name, value in values.items())
    return all(written.get(section, {}).get(key) == value for (section, _, key), value in parts)


def _collect(document: Mapping[str, Any]) -> tuple[Settings, list[str]]:
    settings = Settings()
    problems: list[str] = []
    for info in describe_settings():
        section = document.get(info.section, {})
        if not isinstance(section, Mapping):
            problem = f"[{info.section}] must be a section."
            problems += [] if problem in problems else [problem]
        elif info.key in section:
            try:
                settings = with_value(settings, info.name, check_value(info, section[info.key]))
            except SettingsError as error:
                problems.append(error.message)
    return settings, problems


def _parse(content: bytes) -> dict[str, Any]:
    try:
        return tomllib.loads(_decode(content))
    # RecursionError: thousands of opening brackets. ValueError: bad TOML, or a number of thousands of digits.
    except (ValueError, RecursionError) as error:
        raise _damaged(error) from error


def _parse_with_comments(content: bytes) -> Document:
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    _parse(content)
    try:
        return tomlkit.parse(_decode(content))
    except (TOMLKitError, ValueError, RecursionError) as error:
        raise _damaged(error) from error


def _decode(content: bytes) -> str:
    if len(content) > MAX_BYTES:
        raise _damaged("too large")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise _damaged(error) from error


def _damaged(cause: object) -> DamagedFileError:
    return DamagedFileError("The settings file is damaged.", detail=type(cause).__name__)


def _new_document() -> Document:
    import tomlkit

    document = tomlkit.document()
    document.add(tomlkit.comment(_HEADER))
    document.add(VERSION_KEY, tomlkit.item(CURRENT_VERSION))
    return document
