"""How much is gathered before playing starts."""

from __future__ import annotations

from qwentts_desktop.audio.cushion import MAX_MS, Cushion


def test_it_starts_as_set_grows_in_large_steps_and_ends_growing():
    cushion = Cushion(80)
    assert cushion.target_ms == 80
    cushion.grow()
    assert cushion.target_ms == 1_000
    for _ in range(5):
        cushion.grow()
    assert cushion.target_ms == MAX_MS


def test_a_new_setting_forgets_what_was_learned():
    cushion = Cushion(80)
    cushion.grow()
    cushion.set_base(120)
    assert cushion.target_ms == 120
