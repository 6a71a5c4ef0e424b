from __future__ import annotations

import threading

import pytest

from qwentts_desktop.checkpoints.control import DownloadControl
from qwentts_desktop.errors import DownloadCancelledError


def test_a_fresh_one_stands_in_nobody_s_way():
    control = DownloadControl()
    control.check()
    control.wait_while_paused()
    assert not control.is_paused
    assert not control.is_cancelled


def test_a_pause_holds_until_it_is_resumed():
    control = DownloadControl()
    control.pause()
    went_on = threading.Event()
    waiter = threading.Thread(target=lambda: (control.wait_while_paused(), went_on.set()))
    waiter.start()
    assert not went_on.wait(0.05)
    control.resume()
    assert went_on.wait(5)
    waiter.join(5)


@pytest.mark.parametrize("wait", ["wait_while_paused", "wait"])
def test_a_cancel_ends_each_waiting(wait):
    control = DownloadControl()
    if wait == "wait_while_paused":
        control.pause()
    threading.Timer(0.02, control.cancel).start()
    waits = {"wait": lambda: control.wait(30.0), "wait_while_paused": control.wait_while_paused}
    with pytest.raises(DownloadCancelledError):
        waits[wait]()


@pytest.mark.parametrize("act", ["pause", "cancel"])
@pytest.mark.parametrize("is_early", [False, True])
def test_what_waits_for_bytes_is_interrupted_also_if_it_came_late(act, is_early):
    control = DownloadControl()
    interrupted = threading.Event()
    if is_early:
        getattr(control, act)()
    with control.interrupting(interrupted.set):
        if not is_early:
            getattr(control, act)()
        assert interrupted.is_set()


def test_what_does_not_wait_any_more_is_left_alone():
    control = DownloadControl()
    interrupted = threading.Event()
    with control.interrupting(interrupted.set):
        pass
    control.cancel()
    assert not interrupted.is_set()
