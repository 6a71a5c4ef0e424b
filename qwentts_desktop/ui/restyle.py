"""Small dealings with the style sheet: properties that it selects by, labels that it knows."""

from __future__ import annotations

from PySide6.QtWidgets import QLabel, QWidget


def set_style_property(widget: QWidget, name: str, value: object) -> None:
    """Set the property and have the widget drawn by the rules that now match."""
    if widget.property(name) == value:
        return
    widget.setProperty(name, value)
    widget.style().unpolish(widget)
    widget.style().polish(widget)


READING_SIZE = 1.2
"""Letters of texts against the application's font."""


def enlarge(widget: QWidget, factor: float) -> None:
    """Make the widget's letters this much larger than the application's font."""
    font = widget.font()
    font.setPointSizeF(font.pointSizeF() * factor)
    widget.setFont(font)


def scaled_label(text: str, factor: float, *, bold: bool = False) -> QLabel:
    """A label whose letters are this much larger than the application's font."""
    label = QLabel(text)
    font = label.font()
    font.setPointSizeF(font.pointSizeF() * factor)
    font.setBold(bold)
    label.setFont(font)
    return label


def muted_label(text: str = "") -> QLabel:
    """A label for what is read second."""
    label = QLabel(text)
    label.setProperty("muted", True)
    label.setWordWrap(True)
    return label
