"""The declared settings as a flat list, for everything that shows, checks or writes them. No file."""

from __future__ import annotations

import dataclasses
import functools
import typing
from dataclasses import dataclass
from typing import Any

from qwentts_desktop.errors import SettingsError
from qwentts_desktop.settings.schema import Settings

Value = bool | int | float | str
"""What a setting can hold."""


@dataclass(frozen=True)
class SettingInfo:
    """One setting as it was declared.

    Attributes:
        name: dotted, such as "audio.volume".
        kind: bool, int, float or str.
        default: its value when nobody has set it.
        help: a sentence for the user.
        minimum, maximum: inclusive; None for no bound.
        choices: the only values allowed; empty for any.
        unit: such as "ms"; "" for none.
    """

    name: str
    kind: type[Any]
    default: Any
    help: str
    minimum: float | None
    maximum: float | None
    choices: tuple[str, ...]
    unit: str

    @property
    def section(self) -> str:
        """The part before the dot."""
        return self.name.partition(".")[0]

    @property
    def key(self) -> str:
        """The part after the dot."""
        return self.name.partition(".")[2]

    @property
    def allowed(self) -> str:
        """What may be set, in words: "0.5 to 2.5", "interrupt, enqueue", "true or false", "text"."""
        if self.choices:
            return ", ".join(self.choices)
        if self.kind is bool:
            return "true or false"
        if self.kind is str:
            return "text"
        unit = f" {self.unit}" if self.unit else ""
        if self.minimum is not None and self.maximum is not None:
            return f"{self.minimum:g} to {self.maximum:,.10g}{unit}".replace(",", " ")
        return ("a whole number" if self.kind is int else "a number") + unit


@functools.cache
def describe_settings() -> tuple[SettingInfo, ...]:
    """Every setting in the order of its declaration."""
    found: list[SettingInfo] = []
    sections = typing.get_type_hints(Settings)
    for section in dataclasses.fields(Settings):
        kinds = typing.get_type_hints(sections[section.name])
        for item in dataclasses.fields(sections[section.name]):
            meta = item.metadata
            found.append(
                SettingInfo(
                    name=f"{section.name}.{item.name}",
                    kind=kinds[item.name],
                    default=item.default,
                    help=meta["help"],
                    minimum=meta["minimum"],
                    maximum=meta["maximum"],
                    choices=meta["choices"],
                    unit=meta["unit"],
                )
            )
    return tuple(found)


def describe_section(section: str) -> str:
    """The sentence that a section of the settings is headed with."""
    doc = typing.get_type_hints(Settings)[section].__doc__ or ""
    return str(doc).strip().splitlines()[0]


def find_setting(name: str) -> SettingInfo:
    """The setting of a dotted name.

    Raises:
        SettingsError: there is none; the sentence names the nearest.
    """
    by_name = {info.name: info for info in describe_settings()}
    if name in by_name:
        return by_name[name]
    import difflib

    near = difflib.get_close_matches(name, by_name, n=1, cutoff=0.5)
    hint = f" Did you mean {near[0]}?" if near else " See: qwentts-desktop settings --help"
    raise SettingsError(f"There is no setting “{name[:60]}”.{hint}")


def read_value(settings: Settings, name: str) -> Value:
    """The value of a setting by its dotted name. Raises SettingsError as `find_setting`."""
    info = find_setting(name)
    value: Value = getattr(getattr(settings, info.section), info.key)
    return value


def with_value(settings: Settings, name: str, value: Value) -> Settings:
    """A copy with one setting changed; the value must have been checked (settings/values.py)."""
    info = find_setting(name)
    section = dataclasses.replace(getattr(settings, info.section), **{info.key: value})
    return dataclasses.replace(settings, **{info.section: section})


def changed_names(before: Settings, after: Settings) -> tuple[str, ...]:
    """Dotted names of the settings that differ."""
    return tuple(
        info.name
        for info in describe_settings()
        if read_value(before, info.name) != read_value(after, info.name)
    )


def settings_table() -> str:
    """All settings as a Markdown table, for the README."""
    rows = ["| setting | default | allowed | what it does |", "|---|---|---|---|"]
    for info in describe_settings():
        default = f"`{show_value(info.default)}`" if info.default != "" else "none"
        rows.append(f"| `{info.name}` | {default} | {info.allowed} | {info.help} |")
    return "\n".join(rows) + "\n"


def show_value(value: Value) -> str:
    """A value as it is typed at the command line and read back by `parse_value`."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return f"{value:g}" if isinstance(value, float) and value == round(value, 5) else str(value)
