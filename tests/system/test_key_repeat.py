from __future__ import annotations

from qwentts_desktop.system.key_repeat import RepeatFilter

F9 = 75


def test_a_held_key_fires_once_however_the_server_repeats_it() -> None:
    keys = RepeatFilter()
    fired = [keys.press(F9, 0)]
    for time_ms in range(500, 2000, 40):
        keys.release(F9, time_ms, still_held=True)
        fired.append(keys.press(F9, time_ms + time_ms % 3))
    assert fired == [True] + [False] * (len(fired) - 1)


def test_repeats_without_releases_do_not_fire_either() -> None:
    keys = RepeatFilter()
    assert [keys.press(F9, 0), keys.press(F9, 500), keys.press(F9, 540)] == [True, False, False]


def test_a_key_let_go_and_pressed_again_fires_again() -> None:
    keys = RepeatFilter()
    assert keys.press(F9, 0)
    keys.release(F9, 80, still_held=False)
    assert keys.press(F9, 82)


def test_a_second_press_seen_late_still_fires() -> None:
    """The key was down again before the release was handled, so the server says "held"."""
    keys = RepeatFilter()
    keys.press(F9, 0)
    keys.release(F9, 80, still_held=True)
    assert keys.press(F9, 92)


def test_the_servers_clock_may_wrap() -> None:
    keys = RepeatFilter()
    keys.press(F9, 2**32 - 500)
    keys.release(F9, 2**32 - 1, still_held=True)
    assert not keys.press(F9, 1)
    keys.release(F9, 2**32 - 20, still_held=True)
    assert keys.press(F9, 40)


def test_a_release_that_was_lost_does_not_leave_the_key_dead() -> None:
    keys = RepeatFilter()
    assert keys.press(F9, 0)
    assert not keys.press(F9, 660)
    assert keys.press(F9, 3_000)


def test_a_forgotten_key_is_fresh() -> None:
    keys = RepeatFilter()
    keys.press(F9, 0)
    keys.forget(F9)
    assert keys.press(F9, 100)


def test_keys_do_not_disturb_each_other() -> None:
    keys = RepeatFilter()
    assert keys.press(F9, 0)
    assert keys.press(F9 + 1, 1)
