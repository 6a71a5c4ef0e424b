from __future__ import annotations

from collections.abc import Callable

import pytest

from qwentts_desktop.errors import NothingSelectedError, SelectionError
from qwentts_desktop.system.synthetic_copy import ClipboardFormat, SyntheticCopy

TEXT, HTML, PICTURE = 13, 49_300, 8


def text_item(text: str) -> ClipboardFormat:
    return ClipboardFormat(TEXT, text.encode())


class FakeDesktop:
    """Clipboard, keyboard and clock of a machine whose front window answers Ctrl+C as told."""

    def __init__(self) -> None:
        self.now_s = 0.0
        self.content: tuple[ClipboardFormat, ...] = (
            text_item("the user's own"),
            ClipboardFormat(PICTURE, b"bmp"),
        )
        self.number = 100
        self.front = "Notepad"
        self.held_until_s = 0.0
        self.copies: list[float] = []
        self.restored = 0
        self.later: list[tuple[float, Callable[[], None]]] = []

    # the clock
    def now(self) -> float:
        return self.now_s

    def sleep(self, seconds: float) -> None:
        self.now_s += seconds
        due = [action for at_s, action in self.later if at_s <= self.now_s]
        self.later = [(at_s, action) for at_s, action in self.later if at_s > self.now_s]
        for action in due:
            action()

    def after(self, seconds: float, action: Callable[[], None]) -> None:
        self.later.append((self.now_s + seconds, action))

    # the clipboard
    def put(self, *items: ClipboardFormat) -> None:
        self.content = items
        self.number += 1

    def add(self, item: ClipboardFormat) -> None:
        self.content += (item,)
        self.number += 1

    def sequence(self) -> int:
        return self.number

    def snapshot(self) -> tuple[ClipboardFormat, ...]:
        return self.content

    def text(self) -> str:
        return next((item.data.decode() for item in self.content if item.number == TEXT), "")

    def restore(self, content: tuple[ClipboardFormat, ...]) -> None:
        self.restored += 1
        self.put(*content)

    # the keyboard
    def foreground_class(self) -> str:
        return self.front

    def modifiers_are_up(self) -> bool:
        return self.now_s >= self.held_until_s

    def press_copy(self) -> None:
        self.copies.append(self.now_s)
        self.on_copy()

    def on_copy(self) -> None:
        """Nothing is selected."""


@pytest.fixture
def desktop() -> FakeDesktop:
    return FakeDesktop()


def read(desktop: FakeDesktop, limit_s: float = 1.0) -> str:
    return SyntheticCopy(desktop, desktop, desktop.now, desktop.sleep).read(limit_s)


def test_the_copied_text_is_returned_and_the_clipboard_is_as_before(desktop) -> None:
    before = desktop.content
    desktop.on_copy = lambda: desktop.after(0.05, lambda: desktop.put(text_item("marked")))
    assert read(desktop) == "marked"
    assert desktop.content == before
    assert desktop.restored == 1


def test_an_unchanged_clipboard_means_nothing_is_selected_and_nothing_old_is_spoken(desktop) -> None:
    before = desktop.content
    with pytest.raises(NothingSelectedError):
        read(desktop)
    assert desktop.content == before
    assert desktop.restored == 0
    assert desktop.now_s <= 1.1


def test_the_same_text_copied_again_counts_as_selected(desktop) -> None:
    desktop.on_copy = lambda: desktop.put(text_item("the user's own"))
    assert read(desktop) == "the user's own"


@pytest.mark.parametrize("front", ["ConsoleWindowClass", "CASCADIA_HOSTING_WINDOW_CLASS", "PuTTY", "mintty"])
def test_no_key_is_ever_sent_to_a_console(desktop, front: str) -> None:
    desktop.front = front
    with pytest.raises(SelectionError, match="terminal"):
        read(desktop)
    assert desktop.copies == []


def test_the_copy_waits_until_the_hotkey_is_let_go(desktop) -> None:
    desktop.held_until_s = 0.4
    desktop.on_copy = lambda: desktop.put(text_item("marked"))
    assert read(desktop) == "marked"
    assert desktop.copies[0] >= 0.4


def test_a_hotkey_held_too_long_sends_nothing(desktop) -> None:
    desktop.held_until_s = 60
    with pytest.raises(SelectionError, match="still held"):
        read(desktop)
    assert desktop.copies == []
    assert desktop.now_s < 1.0


def test_formats_that_come_one_by_one_are_all_replaced(desktop) -> None:
    before = desktop.content

    def copy() -> None:
        desktop.put(text_item("marked"))
        desktop.after(0.02, lambda: desktop.add(ClipboardFormat(HTML, b"<b>marked</b>")))

    desktop.on_copy = copy
    assert read(desktop) == "marked"
    assert desktop.content == before


def test_what_somebody_else_copies_meanwhile_is_left_alone(desktop) -> None:
    desktop.on_copy = lambda: desktop.put(text_item("marked"))
    text_before = desktop.text

    def text_and_a_rival() -> str:
        found = text_before()
        desktop.put(text_item("theirs"))
        return found

    desktop.text = text_and_a_rival
    assert read(desktop) == "marked"
    assert desktop.content == (text_item("theirs"),)
    assert desktop.restored == 0


def test_a_picture_copied_is_nothing_selected_and_is_put_back(desktop) -> None:
    before = desktop.content
    desktop.on_copy = lambda: desktop.put(ClipboardFormat(PICTURE, b"other"))
    with pytest.raises(NothingSelectedError):
        read(desktop)
    assert desktop.content == before


def test_a_clipboard_that_fails_while_it_is_read_is_still_restored(desktop) -> None:
    before = desktop.content
    desktop.on_copy = lambda: desktop.put(text_item("marked"))

    def locked() -> str:
        raise SelectionError("Another program holds the clipboard.")

    desktop.text = locked
    with pytest.raises(SelectionError, match="holds the clipboard"):
        read(desktop)
    assert desktop.content == before


def test_a_clipboard_that_never_comes_to_rest_is_an_error_within_the_limit(desktop) -> None:
    def again() -> None:
        desktop.put(text_item("more"))
        desktop.after(0.01, again)

    desktop.on_copy = again
    with pytest.raises(SelectionError, match="does not answer"):
        read(desktop)
    assert desktop.now_s < 1.1


def test_an_empty_clipboard_is_empty_again_afterwards(desktop) -> None:
    desktop.content = ()
    desktop.on_copy = lambda: desktop.put(text_item("marked"))
    assert read(desktop) == "marked"
    assert desktop.content == ()
