"""Colours derived from the palette alone, so light, dark and high contrast follow. No widget."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtGui import QColor, QPalette

HIGH_CONTRAST = 19.5
"""Only palettes made for high contrast have more between text and window; there borders must be plain."""


def blend(over: QColor, under: QColor, share: float) -> QColor:
    """`share` (0..1) of `over` on `under`."""
    rest = 1.0 - share
    return QColor.fromRgbF(
        over.redF() * share + under.redF() * rest,
        over.greenF() * share + under.greenF() * rest,
        over.blueF() * share + under.blueF() * rest,
    )


@dataclass(frozen=True)
class Shades:
    """The few colours that the windows are drawn with.

    Attributes:
        window: the ground of a window.
        surface: cards and fields, a little raised.
        text, muted, faint: what is read first, second, and what cannot be used now.
        line: borders and separators.
        hover, pressed: of quiet controls.
        accent, on_accent: the one emphasised control, and what stands on it.
        tint: accent thinly over the surface: the sentence that is heard, a chosen row.
        danger: what draws the eye to an error.
        alert: the ground of an error, tinted towards red in the palette's own brightness.
        alert_line: its border.
    """

    window: QColor
    surface: QColor
    text: QColor
    muted: QColor
    faint: QColor
    line: QColor
    hover: QColor
    pressed: QColor
    accent: QColor
    on_accent: QColor
    accent_hover: QColor
    tint: QColor
    danger: QColor
    alert: QColor
    alert_line: QColor

    @property
    def is_dark(self) -> bool:
        """Light text on a dark ground."""
        return self.text.lightnessF() > self.window.lightnessF()


def shades_of(palette: QPalette) -> Shades:
    """The shades that belong to a palette."""
    window = palette.color(QPalette.ColorRole.Window)
    text = palette.color(QPalette.ColorRole.WindowText)
    surface = palette.color(QPalette.ColorRole.Base)
    accent = palette.color(QPalette.ColorRole.Accent)
    red = QColor.fromHsvF(0.99, 0.75, 0.85)
    return Shades(
        window=window,
        surface=surface,
        text=text,
        muted=blend(text, window, 0.68),
        faint=blend(text, window, 0.38),
        line=blend(text, window, 0.5 if contrast(text, window) > HIGH_CONTRAST else 0.18),
        hover=blend(text, window, 0.08),
        pressed=blend(text, window, 0.16),
        accent=accent,
        on_accent=_readable_on(accent),
        accent_hover=blend(text, accent, 0.12),
        tint=blend(accent, surface, 0.22),
        danger=red,
        alert=blend(red, window, 0.14),
        alert_line=blend(red, window, 0.55),
    )


def contrast(first: QColor, second: QColor) -> float:
    """Contrast ratio of two colours, 1..21, as WCAG 2 counts it."""
    lighter, darker = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _readable_on(ground: QColor) -> QColor:
    white, black = QColor.fromRgbF(1, 1, 1), QColor.fromRgbF(0, 0, 0)
    return white if contrast(white, ground) >= contrast(black, ground) * 0.75 else black


def _luminance(colour: QColor) -> float:
    def linear(part: float) -> float:
        return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)

    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) + 0.0722 * linear(colour.blueF())
