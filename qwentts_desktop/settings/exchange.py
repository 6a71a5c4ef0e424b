"""Settings as a file to take along: written and read back like the settings file itself."""

from __future__ import annotations

from pathlib import Path

from qwentts_desktop.errors import SettingsError
from qwentts_desktop.settings.atomic_file import replace_file
from qwentts_desktop.settings.description import changed_names
from qwentts_desktop.settings.document import (
    MAX_BYTES,
    DamagedFileError,
    ReadSettings,
    changed_document,
    read_document,
)
from qwentts_desktop.settings.schema import Settings


def export_settings(settings: Settings, file: Path) -> None:
    """Write all that is not at its default.

    Raises:
        SettingsError: the file could not be written.
    """
    text = changed_document(None, settings, changed_names(Settings(), settings))
    try:
        replace_file(file, text.encode("utf-8"))
    except OSError as error:
        raise SettingsError(
            f"The settings could not be written to {file}. Choose another folder.", detail=str(error)
        ) from error


def import_settings(file: Path) -> ReadSettings:
    """Read what `export_settings` wrote, or a settings file; notices name values that do not fit.

    Raises:
        SettingsError: there are no settings in it.
    """
    try:
        if not file.is_file() or file.stat().st_size > MAX_BYTES:
            raise DamagedFileError("The file is no settings file.")
        return read_document(file.read_bytes())
    except (OSError, DamagedFileError) as error:
        raise SettingsError(
            f"{file.name} holds no settings that can be read. Choose a file that was exported here.",
            detail=str(error),
        ) from error
