from __future__ import annotations

import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from Xlib import X
from Xlib.display import Display
from Xlib.protocol import event as x_event

from qwentts_desktop.errors import NothingSelectedError, SelectionError
from qwentts_desktop.system.selection_x11 import X11Clipboard, X11Selection

pytestmark = pytest.mark.desktop
# python-xlib does not close its sockets when the server does not answer.
leaves_sockets = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")

SENTENCE = "Ein Satz mit Ümlaut, 日本語 und 🎧."


def own(x_server, until: Callable[..., bool], selection: str, text: bytes, *options: str):
    """A real xclip that holds the selection."""
    file = str(x_server.file(text))
    xclip = x_server.start("xclip", "-quiet", "-selection", selection, *options, file)
    watcher = Display(x_server.name)
    atom = watcher.intern_atom(selection.upper())
    assert until(lambda: watcher.get_selection_owner(atom))
    watcher.close()
    return xclip


@pytest.fixture(params=["primary", "clipboard"])
def place(request) -> str:
    return request.param


def reader(x_server, place: str) -> X11Selection | X11Clipboard:
    return (X11Selection if place == "primary" else X11Clipboard)(x_server.name)


def test_text_of_another_program_is_read_whole(x_server, until, place) -> None:
    own(x_server, until, place, SENTENCE.encode())
    assert reader(x_server, place).read() == SENTENCE


def test_five_megabytes_come_through_in_pieces(x_server, until, place) -> None:
    text = ("Wörter und noch mehr. " * 250_000)[: 5 * 1024 * 1024]
    own(x_server, until, place, text.encode())
    assert reader(x_server, place).read(timeout_s=10) == text


def test_reading_the_selection_leaves_the_clipboard_alone(x_server, until) -> None:
    own(x_server, until, "clipboard", b"kept")
    own(x_server, until, "primary", b"marked")
    assert X11Selection(x_server.name).read() == "marked"
    assert X11Clipboard(x_server.name).read() == "kept"


def test_nobody_holding_anything_is_nothing_selected(x_server, place) -> None:
    with pytest.raises(NothingSelectedError):
        reader(x_server, place).read()


def test_blank_text_is_nothing_selected(x_server, until, place) -> None:
    own(x_server, until, place, b" \n\t ")
    with pytest.raises(NothingSelectedError):
        reader(x_server, place).read()


def test_nothing_old_comes_back_when_the_owner_has_gone(x_server, until, place) -> None:
    owner = own(x_server, until, place, b"old")
    assert reader(x_server, place).read() == "old"
    owner.kill()
    owner.wait()
    with pytest.raises(NothingSelectedError):
        reader(x_server, place).read()


@contextmanager
def hung(owner: subprocess.Popen[bytes]) -> Iterator[None]:
    """Stops a program in its tracks; it is killed afterwards."""
    owner.send_signal(signal.SIGSTOP)
    try:
        yield
    finally:
        owner.kill()
        owner.wait()


def test_a_hung_owner_costs_no_more_than_the_limit(x_server, until, place) -> None:
    with hung(own(x_server, until, place, b"never delivered")):
        started = time.monotonic()
        with pytest.raises(SelectionError, match="does not answer"):
            reader(x_server, place).read(timeout_s=0.3)
        assert 0.3 <= time.monotonic() - started < 1.0


class StallingOwner:
    """Holds PRIMARY, announces pieces, and sends only the first."""

    def __init__(self, display_name: str) -> None:
        self.display = Display(display_name)
        self.window = self.display.screen().root.create_window(0, 0, 1, 1, 0, X.CopyFromParent)
        self.primary = self.display.intern_atom("PRIMARY")
        self.window.set_selection_owner(self.primary, X.CurrentTime)
        self.display.sync()

    def answer(self) -> None:
        asked = self.display.next_event()
        incr = self.display.intern_atom("INCR")
        asked.requestor.change_attributes(event_mask=X.PropertyChangeMask)
        asked.requestor.change_property(asked.property, incr, 32, [4_000_000])
        notify = x_event.SelectionNotify(
            time=asked.time,
            requestor=asked.requestor,
            selection=asked.selection,
            target=asked.target,
            property=asked.property,
        )
        asked.requestor.send_event(notify)
        self.display.flush()
        while True:
            event = self.display.next_event()
            if event.type == X.PropertyNotify and event.state == X.PropertyDelete:
                break
        utf8 = self.display.intern_atom("UTF8_STRING")
        asked.requestor.change_property(asked.property, utf8, 8, b"first piece")
        self.display.sync()


def test_an_owner_that_stalls_half_way_gives_an_error_not_half_a_text(x_server, in_thread) -> None:
    owner = StallingOwner(x_server.name)
    answering = in_thread(owner.answer)
    with pytest.raises(SelectionError, match="does not answer"):
        X11Selection(x_server.name).read(timeout_s=0.3)
    answering.join()
    owner.display.close()


def test_text_marked_by_mouse_in_a_terminal_is_read(x_server, until) -> None:
    x_server.start(
        *("xterm", "-fn", "fixed", "-geometry", "60x5+0+0", "-bw", "0", "-b", "0"),
        *("-e", "sh", "-c", "printf 'Marked by mouse'; sleep 60"),
    )

    def marked() -> str:
        x_server.run("xdotool", "mousemove", "30", "8", "click", "--repeat", "3", "--delay", "30", "1")
        try:
            return X11Selection(x_server.name).read()
        except NothingSelectedError:
            return ""

    assert until(lambda: marked().strip() == "Marked by mouse")


def test_a_picture_on_the_clipboard_is_named(x_server, until) -> None:
    own(x_server, until, "clipboard", b"\x89PNG", "-t", "image/png")
    with pytest.raises(NothingSelectedError, match="a picture"):
        X11Clipboard(x_server.name).read()


def test_files_on_the_clipboard_are_named(x_server, until) -> None:
    own(x_server, until, "clipboard", b"file:///a.txt", "-t", "text/uri-list")
    with pytest.raises(NothingSelectedError, match="files"):
        X11Clipboard(x_server.name).read()


def test_a_password_is_not_read(x_server, until) -> None:
    own(x_server, until, "clipboard", b"secret", "-t", "x-kde-passwordManagerHint")
    with pytest.raises(SelectionError, match="password"):
        X11Clipboard(x_server.name).read()


@leaves_sockets
def test_a_server_that_is_gone_is_an_error(own_x_server, sockets_collected) -> None:
    selection = X11Selection(own_x_server.name)
    own_x_server.kill()
    with pytest.raises(SelectionError, match="display cannot be reached"):
        selection.read()


@leaves_sockets
def test_a_server_that_dies_in_mid_read_is_an_error(
    own_x_server, until, in_thread, sockets_collected
) -> None:
    owner = own(own_x_server, until, "primary", b"text")
    failures: list[SelectionError] = []

    def read() -> None:
        try:
            X11Selection(own_x_server.name).read(timeout_s=20)
        except SelectionError as error:
            failures.append(error)

    with hung(owner):
        reading = in_thread(read)
        own_x_server.kill()
        reading.join(10)
    assert len(failures) == 1


def test_a_hundred_reads_leave_no_connection_open(x_server, until) -> None:
    own(x_server, until, "primary", b"again")
    selection = X11Selection(x_server.name)
    assert {selection.read() for _ in range(100)} == {"again"}
