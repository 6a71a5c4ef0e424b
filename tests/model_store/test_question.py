from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from qwentts_desktop.checkpoints.question import Question


class Answer:
    def __init__(self) -> None:
        self.closed = threading.Event()

    def close(self) -> None:
        self.closed.set()


def answer_after(release: threading.Event, answer: Answer) -> Callable[[], Answer]:
    def call() -> Answer:
        assert release.wait(10)
        return answer

    return call


def test_the_answer_is_what_the_call_returned():
    question = Question(lambda: 42)
    question.ask(10)
    assert question.is_answered
    assert question.answer() == 42


def test_what_the_call_raised_is_raised_again():
    question = Question(lambda: 1 // 0)
    question.ask(10)
    with pytest.raises(ZeroDivisionError):
        question.answer()


def test_nobody_has_to_wait_for_it_and_a_late_answer_is_closed():
    release, answer = threading.Event(), Answer()
    question = Question(answer_after(release, answer))
    question.wake()
    question.ask(10)
    assert not question.is_answered
    release.set()
    assert answer.closed.wait(5)


def test_it_has_its_time_limit():
    release, answer = threading.Event(), Answer()
    question = Question(answer_after(release, answer))
    question.ask(0.01)
    assert not question.is_answered
    release.set()
    assert answer.closed.wait(5)


def test_an_answer_that_is_not_wanted_any_more_is_closed():
    answer = Answer()
    question = Question(lambda: answer)
    question.ask(10)
    question.discard()
    assert answer.closed.is_set()
