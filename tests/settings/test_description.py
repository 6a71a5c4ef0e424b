from __future__ import annotations

import pytest

from qwentts_desktop.settings.description import (
    describe_section,
    describe_settings,
    settings_table,
    show_value,
)
from qwentts_desktop.settings.schema import Settings
from qwentts_desktop.settings.values import check_value, parse_value

ALL = describe_settings()


@pytest.mark.parametrize("info", ALL, ids=lambda info: info.name)
def test_every_setting_has_help_and_a_default_that_fits(info) -> None:
    assert info.help.endswith(".")
    assert info.kind in (bool, int, float, str)
    assert check_value(info, info.default) == info.default
    assert type(check_value(info, info.default)) is info.kind
    assert parse_value(info, show_value(info.default)) == info.default


@pytest.mark.parametrize(
    "info", [info for info in ALL if info.kind in (int, float)], ids=lambda info: info.name
)
def test_every_number_has_both_bounds_and_they_are_allowed(info) -> None:
    assert info.minimum is not None
    assert info.maximum is not None
    assert check_value(info, info.minimum) == info.minimum
    assert check_value(info, info.maximum) == info.maximum


def test_names_are_unique_and_cover_the_declaration() -> None:
    names = [info.name for info in ALL]
    assert len(set(names)) == len(names)
    assert {info.section for info in ALL} == set(Settings.__dataclass_fields__)


def test_every_section_is_headed_by_a_sentence() -> None:
    assert all(describe_section(info.section).endswith(".") for info in ALL)


def test_the_table_names_every_setting_once() -> None:
    table = settings_table()
    assert all(table.count(f"| `{info.name}` |") == 1 for info in ALL)


@pytest.mark.parametrize(("text", "value"), [("yes", True), ("OFF", False), ("1", True), ("False", False)])
def test_switches_are_typed_in_many_ways(text: str, value: bool) -> None:
    switch = next(info for info in ALL if info.kind is bool)
    assert parse_value(switch, text) is value
