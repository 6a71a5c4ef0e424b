"""Brings the content of an older settings file to today's form, one version at a time. No file."""

from __future__ import annotations

from collections.abc import Callable, Mapping, MutableMapping
from types import MappingProxyType
from typing import Any

VERSION_KEY = "format_version"
CURRENT_VERSION = 1

Document = MutableMapping[str, Any]
"""The whole file: sections by name. Plain or from tomlkit, so change it in place and build nothing anew."""

MIGRATIONS: Mapping[int, Callable[[Document], None]] = MappingProxyType({})
"""By the version they start from; each leads to the next. Version 1 is the first that was ever published."""


def version_of(document: Mapping[str, Any]) -> int:
    """The version a document says it has; the first where it says nothing sensible."""
    version = document.get(VERSION_KEY, 1)
    return int(version) if isinstance(version, int) and version >= 1 else 1


def migrate(
    document: Document,
    migrations: Mapping[int, Callable[[Document], None]] = MIGRATIONS,
    target: int = CURRENT_VERSION,
) -> None:
    """Change an older document in place; one from a newer program is left as it is, version and all."""
    for version in range(version_of(document), target):
        migrations[version](document)
        document[VERSION_KEY] = version + 1


def move_setting(document: Document, old: str, new: str) -> None:
    """What most migrations need: give a setting another dotted name. One never set stays so."""
    old_section, _, old_key = old.partition(".")
    new_section, _, new_key = new.partition(".")
    source = document.get(old_section)
    if not isinstance(source, MutableMapping) or old_key not in source:
        return
    target = document.setdefault(new_section, {})
    if isinstance(target, MutableMapping):
        target[new_key] = source.pop(old_key)
