from __future__ import annotations

import threading

import pytest
import shiboken6
from PySide6.QtWidgets import QLabel

from qwentts_desktop.errors import VoiceError
from qwentts_desktop.ui.voices.background import Background


@pytest.fixture
def background(qt):
    background = Background("test")
    yield background
    background.close()


def test_work_is_done_elsewhere_and_answered_here_in_order(background, wait_until):
    threads, answers = [], []

    def done(result):
        answers.append((result, threading.current_thread() is threading.main_thread()))

    for number in range(3):

        def work(number=number):
            threads.append(threading.current_thread().name)
            return number

        background.run(work, done, answers.append)
    assert background.is_busy
    wait_until(lambda: len(answers) == 3)
    assert threads == ["test"] * 3
    assert answers == [(0, True), (1, True), (2, True)]
    assert not background.is_busy


def test_an_error_goes_to_the_one_who_asked(background, wait_until):
    errors = []

    def work():
        raise VoiceError("It is gone. Choose another.")

    background.run(work, lambda _: None, errors.append)
    wait_until(lambda: errors)
    assert errors[0].message == "It is gone. Choose another."


def test_a_fault_becomes_a_sentence(background, wait_until, caplog):
    errors = []
    background.run(lambda: 1 / 0, lambda _: None, errors.append)
    wait_until(lambda: errors)
    assert "log" in errors[0].message
    caplog.clear()


def test_nothing_is_answered_after_the_end(background, qt):
    answers = []
    gate = threading.Event()
    background.run(lambda: gate.wait(5), answers.append, answers.append)
    gate.set()
    background.close()
    qt.processEvents()
    background.run(lambda: 1, answers.append, answers.append)
    assert answers == []


def test_a_window_that_is_gone_is_not_answered(background, wait_until):
    label = QLabel()
    background.run(lambda: "words", label.setText, label.setText)
    shiboken6.delete(label)
    wait_until(lambda: not background.is_busy)
