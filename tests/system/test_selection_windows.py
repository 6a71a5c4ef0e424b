from __future__ import annotations

import pytest

from qwentts_desktop.errors import NothingSelectedError, SelectionError
from qwentts_desktop.system.selection_windows import (
    CF_DIB,
    CF_HDROP,
    EXCLUDED,
    IGNORED,
    RESTORED,
    WindowsClip,
    WindowsClipboard,
    WindowsSelection,
    open_windows_readers,
)

CF_UNICODETEXT = 13


class Automation:
    def __init__(self, answer: str | None) -> None:
        self.answer = answer
        self.limits_s: list[float] = []

    def selected_text(self, timeout_s: float) -> str | None:
        self.limits_s.append(timeout_s)
        return self.answer


class Copy:
    def __init__(self) -> None:
        self.used = 0

    def read(self, deadline_s: float) -> str:
        self.used += 1
        return "by copy"


@pytest.mark.parametrize(
    ("answer", "text", "copies"), [("by automation", "by automation", 0), (None, "by copy", 1)]
)
def test_automation_comes_first_and_a_copy_only_where_it_knows_nothing(answer, text, copies) -> None:
    automation, copy = Automation(answer), Copy()
    assert WindowsSelection(automation, copy).read() == text
    assert copy.used == copies
    assert automation.limits_s == [0.3]


@pytest.mark.parametrize("answer", ["", " \n"])
def test_an_element_that_knows_its_selection_is_empty_gets_no_copy(answer: str) -> None:
    copy = Copy()
    with pytest.raises(NothingSelectedError):
        WindowsSelection(Automation(answer), copy).read()
    assert copy.used == 0


def clipboard(*formats: int | str, text: str | None = None, history_allowed: bool = True) -> WindowsClipboard:
    return WindowsClipboard(lambda timeout_s: WindowsClip(frozenset(formats), text, history_allowed))


def test_text_on_the_clipboard_is_read() -> None:
    assert clipboard(CF_UNICODETEXT, CF_DIB, text="words").read() == "words"


@pytest.mark.parametrize(
    ("reader", "sentence"),
    [
        (clipboard(), "clipboard is empty"),
        (clipboard(CF_UNICODETEXT, text=" "), "clipboard is empty"),
        (clipboard(CF_HDROP), "files"),
        (clipboard(CF_DIB), "a picture"),
        (clipboard("Custom"), "something"),
    ],
)
def test_a_clipboard_without_text_says_what_it_holds(reader, sentence: str) -> None:
    with pytest.raises(NothingSelectedError, match=sentence):
        reader.read()


@pytest.mark.parametrize(
    "reader",
    [
        clipboard(CF_UNICODETEXT, EXCLUDED, text="hunter2"),
        clipboard(CF_UNICODETEXT, IGNORED, text="hunter2"),
        clipboard(CF_UNICODETEXT, text="hunter2", history_allowed=False),
    ],
)
def test_what_a_password_manager_marked_is_not_read(reader) -> None:
    with pytest.raises(SelectionError, match="password") as refused:
        reader.read()
    assert "hunter2" not in refused.value.message + refused.value.detail


def test_what_we_put_back_ourselves_is_read() -> None:
    ours = clipboard(CF_UNICODETEXT, EXCLUDED, RESTORED, text="words", history_allowed=False)
    assert ours.read() == "words"


def test_the_real_calls_are_refused_elsewhere() -> None:
    with pytest.raises(SelectionError, match="Windows only"):
        open_windows_readers()
