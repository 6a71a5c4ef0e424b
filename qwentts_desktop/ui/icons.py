"""Pictures drawn from the SVG files in resources/icons: symbolic ones in the palette's colour. No state."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPalette, QPixmap
from PySide6.QtSvg import QSvgRenderer

from qwentts_desktop import APP_ID
from qwentts_desktop.speech.events import State
from qwentts_desktop.ui.shades import shades_of

TRAY_SIZES = (16, 22, 24, 32, 44, 48, 64)
CONTROL_SIZES = (16, 20, 32, 40)


class IconFolder:
    """Makes icons from one folder of SVG files."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def application(self) -> QIcon:
        """The application's own icon."""
        return self._icon(self._folder / "hicolor" / "scalable" / "apps" / f"{APP_ID}.svg", (16, 32, 48, 128))

    def tray(self, state: State) -> QIcon:
        """The tray's picture of a state; it carries its own ground, so it reads on light and dark panels."""
        return self._icon(self._folder / "tray" / f"{state.value}.svg", TRAY_SIZES)

    def symbolic(self, name: str, palette: QPalette, role: QPalette.ColorRole) -> QIcon:
        """A control's picture in the palette's colour of this role, and greyed where disabled."""
        return self._two_modes(name, palette.color(QPalette.ColorGroup.Active, role), palette)

    def on_accent(self, name: str, palette: QPalette) -> QIcon:
        """A picture for a button in the accent colour."""
        return self._two_modes(name, shades_of(palette).on_accent, palette)

    def _two_modes(self, name: str, colour: QColor, palette: QPalette) -> QIcon:
        source = (self._folder / "symbolic" / f"{name}.svg").read_text(encoding="utf-8")
        icon = QIcon()
        for mode, shade in (
            (QIcon.Mode.Normal, colour),
            (QIcon.Mode.Disabled, shades_of(palette).faint),
        ):
            _add_pictures(icon, _coloured(source, shade), CONTROL_SIZES, mode)
        return icon

    def symbolic_pixmap(self, name: str, colour: QColor, size: int, ratio: float) -> QPixmap:
        """One picture of this size in device-independent pixels."""
        source = (self._folder / "symbolic" / f"{name}.svg").read_text(encoding="utf-8")
        pixmap = _pixmap(QSvgRenderer(_coloured(source, colour)), round(size * ratio))
        pixmap.setDevicePixelRatio(ratio)
        return pixmap

    def _icon(self, file: Path, sizes: tuple[int, ...]) -> QIcon:
        icon = QIcon()
        _add_pictures(icon, QByteArray(file.read_bytes()), sizes, QIcon.Mode.Normal)
        return icon


def _coloured(source: str, colour: QColor) -> QByteArray:
    """The drawing with its current colour filled in."""
    return QByteArray(source.replace("currentColor", colour.name()).encode())


def _add_pictures(icon: QIcon, drawing: QByteArray, sizes: tuple[int, ...], mode: QIcon.Mode) -> None:
    """The drawing in all sizes, read once."""
    renderer = QSvgRenderer(drawing)
    for size in sizes:
        icon.addPixmap(_pixmap(renderer, size), mode)


def _pixmap(renderer: QSvgRenderer, size: int) -> QPixmap:
    """The drawing in a square of `size` physical pixels."""
    pixmap = QPixmap(QSize(size, size))
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    renderer.render(painter, QRectF(0, 0, size, size))
    painter.end()
    return pixmap
