from __future__ import annotations

import pytest
from PySide6.QtGui import QColor, QPalette

from qwentts_desktop.ui.shades import contrast, shades_of


@pytest.mark.parametrize("choice", ["light", "dark", "system"])
def test_text_is_readable_in_every_appearance(qt, appearance, choice):
    appearance.choose(choice)
    shades = shades_of(qt.palette())
    assert contrast(shades.text, shades.window) >= 7
    assert contrast(shades.text, shades.surface) >= 7
    assert contrast(shades.text, shades.tint) >= 4.5
    assert contrast(shades.text, shades.alert) >= 4.5
    assert contrast(shades.muted, shades.surface) >= 4.5
    assert contrast(shades.on_accent, shades.accent) >= 3
    assert shades.is_dark == (choice == "dark")


def test_a_high_contrast_palette_stays_high_in_contrast():
    palette = QPalette()
    for role, colour in (("Window", "#000000"), ("Base", "#000000"), ("WindowText", "#ffff00")):
        palette.setColor(getattr(QPalette.ColorRole, role), QColor(colour))
    shades = shades_of(palette)
    assert contrast(shades.text, shades.window) > 15
    assert contrast(shades.muted, shades.window) >= 7


def test_contrast_is_counted_as_wcag_does():
    assert contrast(QColor("#ffffff"), QColor("#000000")) == pytest.approx(21)
    assert contrast(QColor("#777777"), QColor("#ffffff")) == pytest.approx(4.48, abs=0.01)
