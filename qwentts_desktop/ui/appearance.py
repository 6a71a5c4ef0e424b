"""Style, palette and style sheet of the whole application: follows the desktop unless the user chose one.

It knows no window. The style sheet is computed from the palette, so there is no colour of its own in it.
"""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QApplication

from qwentts_desktop.ui.shades import Shades, shades_of

RADIUS = 8
SPACING = 12
MARGIN = 20

_ROLE = QPalette.ColorRole

_DARK = {
    _ROLE.Window: "#1f2126",
    _ROLE.WindowText: "#e8e9ec",
    _ROLE.Base: "#282b31",
    _ROLE.AlternateBase: "#2d3037",
    _ROLE.Text: "#e8e9ec",
    _ROLE.Button: "#32353c",
    _ROLE.ButtonText: "#e8e9ec",
    _ROLE.BrightText: "#ffffff",
    _ROLE.ToolTipBase: "#32353c",
    _ROLE.ToolTipText: "#e8e9ec",
    _ROLE.Highlight: "#5b8cf0",
    _ROLE.HighlightedText: "#ffffff",
    _ROLE.Accent: "#5b8cf0",
    _ROLE.Link: "#8fb2ff",
    _ROLE.PlaceholderText: "#9a9da6",
}
_LIGHT = {
    _ROLE.Window: "#f4f5f7",
    _ROLE.WindowText: "#1d2026",
    _ROLE.Base: "#ffffff",
    _ROLE.AlternateBase: "#f7f8fa",
    _ROLE.Text: "#1d2026",
    _ROLE.Button: "#ffffff",
    _ROLE.ButtonText: "#1d2026",
    _ROLE.BrightText: "#ffffff",
    _ROLE.ToolTipBase: "#ffffff",
    _ROLE.ToolTipText: "#1d2026",
    _ROLE.Highlight: "#2f62d9",
    _ROLE.HighlightedText: "#ffffff",
    _ROLE.Accent: "#2f62d9",
    _ROLE.Link: "#2f55c4",
    _ROLE.PlaceholderText: "#6d717b",
}


class Appearance(QObject):
    """Applies the user's choice of "system", "light" or "dark", and follows the desktop's changes."""

    def __init__(self, application: QApplication, pictures: Path) -> None:
        super().__init__(application)
        self._pictures = pictures
        self._application = application
        self._applying = False
        application.setStyle("Fusion")
        application.installEventFilter(self)

    def choose(self, appearance: str) -> None:
        """Apply "system", "light" or "dark" now."""
        schemes = {"light": Qt.ColorScheme.Light, "dark": Qt.ColorScheme.Dark}
        scheme = schemes.get(appearance, Qt.ColorScheme.Unknown)
        self._applying = True
        self._application.styleHints().setColorScheme(scheme)
        # many Linux desktops without a portal cannot be asked for a scheme: then the palette is ours
        self._application.setPalette(_palette(scheme))
        self._applying = False
        self._apply_sheet()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The desktop changed its colours: compute the sheet again."""
        if (
            watched is self._application
            and event.type() == QEvent.Type.ApplicationPaletteChange
            and not self._applying
        ):
            self._apply_sheet()
        return False

    def _apply_sheet(self) -> None:
        self._applying = True
        sheet = style_sheet(shades_of(self._application.palette()), self._pictures)
        if sheet != self._application.styleSheet():
            self._application.setStyleSheet(sheet)
        self._applying = False


def _palette(scheme: Qt.ColorScheme) -> QPalette:
    """The palette of an explicit choice, or an empty one, which lets the desktop's through."""
    palette = QPalette()
    named = {Qt.ColorScheme.Dark: _DARK, Qt.ColorScheme.Light: _LIGHT}.get(scheme, {})
    for role, colour in named.items():
        palette.setColor(role, QColor(colour))
    if named:
        faint = QColor(named[_ROLE.PlaceholderText])
        for role in (_ROLE.WindowText, _ROLE.Text, _ROLE.ButtonText):
            palette.setColor(QPalette.ColorGroup.Disabled, role, faint)
    return palette


def style_sheet(shades: Shades, pictures: Path) -> str:
    """Rounded, calm controls in the palette's own colours; arrows and checks are files in `pictures`."""
    s = {name: value.name() for name, value in vars(shades).items() if isinstance(value, QColor)}
    check = "check-white" if shades.on_accent.lightnessF() > 0.5 else "check-black"
    return _SHEET.format(radius=RADIUS, pictures=pictures.as_posix(), check=check, **s)


_SHEET = """
QWidget#page, QWidget#voices_window, QMainWindow, QDialog {{ background: {window}; }}
QFrame[card="true"] {{ background: {surface}; border: 1px solid {line}; border-radius: {radius}px; }}
QFrame[banner="error"] {{ background: {alert}; border: 1px solid {alert_line}; border-radius: {radius}px; }}
QFrame[banner="notice"] {{ background: {tint}; border: 1px solid {line}; border-radius: {radius}px; }}
QLabel {{ background: transparent; border: none; }}
QLabel[muted="true"] {{ color: {muted}; }}
QPlainTextEdit, QLineEdit {{
    background: {surface}; color: {text}; border: 1px solid {line}; border-radius: {radius}px;
    padding: 6px 8px; selection-background-color: {accent}; selection-color: {on_accent};
}}
QPlainTextEdit {{ padding: 10px 12px; }}
QPlainTextEdit:focus, QLineEdit:focus {{ border: 2px solid {accent}; padding: 5px 7px; }}
QPlainTextEdit:focus {{ padding: 9px 11px; }}
QPushButton, QToolButton {{
    background: {surface}; color: {text}; border: 1px solid {line}; border-radius: {radius}px;
    padding: 7px 14px; min-height: 20px;
}}
QToolButton {{ padding: 7px; }}
QToolButton[quiet="true"], QPushButton[quiet="true"] {{
    background: transparent; border: 1px solid transparent;
}}
QPushButton:hover, QToolButton:hover {{ background: {hover}; border: 1px solid {line}; }}
QPushButton:pressed, QToolButton:pressed {{ background: {pressed}; }}
QPushButton:checked, QToolButton:checked {{ background: {tint}; border: 1px solid {accent}; }}
QPushButton:focus, QToolButton:focus {{ border: 2px solid {accent}; padding: 6px 13px; }}
QToolButton:focus {{ padding: 6px; }}
QPushButton:disabled, QToolButton:disabled {{ color: {muted}; background: transparent; }}
QPushButton[primary="true"] {{
    background: {accent}; color: {on_accent}; border: 1px solid {accent}; font-weight: 600;
}}
QPushButton[primary="true"]:hover {{ background: {accent_hover}; }}
QPushButton[primary="true"]:focus {{ border: 2px solid {text}; }}
QPushButton[primary="true"]:disabled {{ background: {pressed}; color: {muted}; border: 1px solid {line}; }}
QComboBox, QSpinBox, QDoubleSpinBox {{
    background: {surface}; color: {text}; border: 1px solid {line}; border-radius: {radius}px;
    padding: 5px 8px; min-height: 22px; selection-background-color: {accent}; selection-color: {on_accent};
}}
QComboBox:hover, QSpinBox:hover, QDoubleSpinBox:hover {{ border: 1px solid {faint}; }}
QComboBox:focus, QSpinBox:focus, QDoubleSpinBox:focus {{ border: 2px solid {accent}; padding: 4px 7px; }}
QComboBox::drop-down {{ border: none; width: 26px; }}
QComboBox::down-arrow {{ image: url({pictures}/chevron-down.svg); width: 14px; height: 14px; }}
QComboBox QAbstractItemView {{
    background: {surface}; color: {text}; border: 1px solid {line}; padding: 4px;
    selection-background-color: {tint}; selection-color: {text};
}}
QAbstractSpinBox QLineEdit, QAbstractSpinBox QLineEdit:focus {{ border: none; background: transparent; }}
QSpinBox::up-button, QDoubleSpinBox::up-button, QSpinBox::down-button, QDoubleSpinBox::down-button {{
    border: none; background: transparent; width: 22px;
}}
QSpinBox::up-arrow, QDoubleSpinBox::up-arrow {{
    image: url({pictures}/chevron-up.svg); width: 12px; height: 12px;
}}
QSpinBox::down-arrow, QDoubleSpinBox::down-arrow {{
    image: url({pictures}/chevron-down.svg); width: 12px; height: 12px;
}}
QCheckBox::indicator {{
    width: 18px; height: 18px; border: 1px solid {faint}; border-radius: 5px; background: {surface};
}}
QCheckBox::indicator:hover, QCheckBox::indicator:focus {{ border: 2px solid {accent}; }}
QCheckBox::indicator:checked {{
    background: {accent}; border: 1px solid {accent}; image: url({pictures}/{check}.svg);
}}
QMenu {{
    background: {surface}; color: {text}; border: 1px solid {line}; border-radius: {radius}px; padding: 6px;
}}
QMenu::item {{ padding: 7px 28px 7px 12px; border-radius: 6px; }}
QMenu::icon {{ padding-left: 8px; }}
QMenu::item:selected {{ background: {tint}; color: {text}; }}
QMenu::item:disabled {{ color: {faint}; }}
QMenu::separator {{ height: 1px; background: {line}; margin: 6px 8px; }}
QListWidget {{
    background: {surface}; color: {text}; border: 1px solid {line}; border-radius: {radius}px; padding: 4px;
    outline: none;
}}
QListWidget:focus {{ border: 2px solid {accent}; padding: 3px; }}
QListWidget::item {{ padding: 7px 8px; border-radius: 6px; }}
QListWidget::item:hover {{ background: {hover}; }}
QListWidget::item:selected {{ background: {tint}; color: {text}; }}
QListWidget#pages {{ background: transparent; border: none; outline: none; }}
QListWidget#pages::item {{ padding: 9px 10px; border-radius: {radius}px; color: {text}; }}
QListWidget#pages::item:hover {{ background: {hover}; }}
QListWidget#pages::item:selected {{ background: {tint}; color: {text}; }}
QTableView {{
    background: {surface}; color: {text}; border: 1px solid {line}; border-radius: {radius}px; outline: none;
    selection-background-color: {tint}; selection-color: {text};
}}
QTableView:focus {{ border: 2px solid {accent}; }}
QTableView::item {{ padding: 0 10px; border: none; }}
QTableView::item:hover {{ background: {hover}; }}
QTableView::item:selected {{ background: {tint}; color: {text}; }}
QHeaderView {{ background: transparent; border: none; }}
QHeaderView::section {{
    background: transparent; color: {muted}; border: none; border-bottom: 1px solid {line};
    padding: 7px 10px;
}}
QScrollArea, QScrollArea > QWidget > QWidget#page {{ background: transparent; border: none; }}
QPushButton#write_tab, QPushButton#read_tab, QPushButton#texts_tab {{ font-weight: 600; }}
QToolButton::menu-indicator {{ image: none; width: 0; }}
QToolButton[primary="true"] {{ background: {accent}; border: 1px solid {accent}; }}
QToolButton[primary="true"]:hover {{ background: {accent_hover}; }}
QSlider::groove:horizontal {{ height: 4px; border-radius: 2px; background: {pressed}; }}
QSlider::sub-page:horizontal {{ background: {accent}; border-radius: 2px; }}
QSlider::handle:horizontal {{
    background: {surface}; border: 2px solid {accent}; width: 12px; height: 12px;
    margin: -6px 0; border-radius: 8px;
}}
QSlider::handle:horizontal:hover {{ background: {tint}; }}
QSlider::handle:horizontal:focus {{ background: {accent}; }}
QScrollBar:vertical {{ background: transparent; width: 12px; margin: 2px; }}
QScrollBar:horizontal {{ background: transparent; height: 12px; margin: 2px; }}
QScrollBar::handle {{ background: {faint}; border-radius: 4px; }}
QScrollBar::handle:vertical {{ min-height: 32px; }}
QScrollBar::handle:horizontal {{ min-width: 32px; }}
QScrollBar::handle:hover {{ background: {muted}; }}
QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
QProgressBar {{ background: {pressed}; border: none; border-radius: 3px; max-height: 6px; }}
QProgressBar::chunk {{ background: {accent}; border-radius: 3px; }}
QToolTip {{ background: {surface}; color: {text}; border: 1px solid {line}; padding: 4px; }}
"""
