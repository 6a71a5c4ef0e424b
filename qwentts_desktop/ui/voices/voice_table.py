"""The voices as rows of a table. It holds what it is given, and looks nothing up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QFont

from qwentts_desktop.ui.voices.voice_words import kind_words, language_words, size_words, used_words
from qwentts_desktop.voices.entry import VoiceEntry

NAME, KIND, LANGUAGE, SIZE, USED = range(5)
Index = QModelIndex | QPersistentModelIndex


@dataclass(frozen=True)
class VoiceRow:
    """A voice and what the list says beside it: its size on the disk, languages that it is the default of."""

    entry: VoiceEntry
    size_bytes: int = 0
    is_default: bool = False
    languages: tuple[str, ...] = ()

    @property
    def id(self) -> str:
        """Of the profile."""
        return self.entry.profile.id


class VoiceTable(QAbstractTableModel):
    """Rows in the order given. GUI thread."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: tuple[VoiceRow, ...] = ()

    def show_rows(self, rows: Sequence[VoiceRow]) -> None:
        """These are the rows now."""
        self.beginResetModel()
        self._rows = tuple(rows)
        self.endResetModel()

    @property
    def rows(self) -> tuple[VoiceRow, ...]:
        """What is shown."""
        return self._rows

    def row_of(self, profile_id: str) -> int:
        """Where this voice is, -1 for nowhere."""
        return next((number for number, row in enumerate(self._rows) if row.id == profile_id), -1)

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008 - Qt's own default
        """How many voices."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        """Name, kind, language, size, last use."""
        return 0 if parent.isValid() else 5

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """The heads of the columns."""
        if orientation is not Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        heads = (
            self.tr("Name"),
            self.tr("Kind"),
            self.tr("Language"),
            self.tr("Size"),
            self.tr("Last used"),
        )
        return heads[section] if role == Qt.ItemDataRole.DisplayRole else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Words, a bold name for the default, everything for a screen reader."""
        row = self._rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return self._words(row, index.column())
        if role == Qt.ItemDataRole.ToolTipRole:
            return row.entry.problem or row.entry.profile.notes or None
        if role == Qt.ItemDataRole.AccessibleTextRole and index.column() == NAME:
            return ", ".join(self._words(row, column) for column in range(5))
        if role == Qt.ItemDataRole.FontRole and index.column() == NAME and row.is_default:
            font = QFont()
            font.setBold(True)
            return font
        return None

    def _words(self, row: VoiceRow, column: int) -> str:
        profile = row.entry.profile
        if column == NAME:
            return self._name(row)
        if column == KIND:
            return kind_words(profile.kind)
        if column == LANGUAGE:
            return language_words(profile.language)
        return size_words(row.size_bytes) if column == SIZE else used_words(row.entry.last_used)

    def _name(self, row: VoiceRow) -> str:
        name = row.entry.profile.name
        if row.entry.problem:
            name = f"⚠ {name}"
        marks = [self.tr("in use")] if row.is_default else []
        if row.languages:
            languages = ", ".join(language_words(code) for code in row.languages)
            marks.append(self.tr("default for {languages}").format(languages=languages))
        return f"{name} ({'; '.join(marks)})" if marks else name
