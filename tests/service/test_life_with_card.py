"""What the service does when the card is full or dies, or the computer sleeps."""

from __future__ import annotations

import threading

import pytest

from qwentts_desktop.errors import CardLostError, OutOfMemoryError
from qwentts_desktop.service.unfinished import Unfinished, UnfinishedText
from qwentts_desktop.speech.chunk import FinishReason
from qwentts_desktop.speech.events import EngineLost, EngineReady, Loading, Notice, Problem, State
from qwentts_desktop.speech.request import SpeechRequest
from tests.service.conftest import wait_for

FULL = OutOfMemoryError("The card's memory is used up. Close programs that use it.")
LOST = CardLostError("The card is lost.")
FOUR = "One is here. Two is there. Three is nowhere. Four is all."


def test_an_engine_that_rested_wakes_up_and_tells_how_long_it_took(make_stage) -> None:
    stage = make_stage(idle_unload_seconds=0.05).start()
    stage.say_and_wait("First text.")
    wait_for(lambda: not stage.engine.is_loaded)
    stage.say_and_wait("Second text.")
    first, second = stage.of(EngineReady)[:2]
    assert (first.is_waking, second.is_waking) == (False, True)
    assert second.seconds >= 0.0
    steps = [event.progress.step for event in stage.of(Loading)]
    assert steps[0] == "loading"
    assert steps[-1] == "Waking up: ready"


@pytest.mark.logs_warnings
def test_a_full_card_while_speaking_is_told_gives_all_back_and_can_be_tried_again(stage) -> None:
    stage.set_engine(fault_at_frame=1, fault=FULL, fault_when_text_has="Two")
    job = stage.say(FOUR)
    stage.wait_state(State.ERROR)
    assert [event.error for event in stage.of(Problem)] == [FULL]
    assert stage.finished(job)[0].reason is None
    assert not stage.engine.is_loaded
    stage.set_engine(fault_at_frame=None)
    stage.service.restart_sentence()
    wait_for(lambda: len(stage.finished(job)) == 2)
    assert stage.finished(job)[-1].reason is FinishReason.END_OF_SPEECH
    assert stage.heard("Four is all.")


@pytest.mark.logs_warnings
def test_a_dead_card_is_told_once_and_never_touched_again(stage) -> None:
    unloaded = threading.Event()
    stage.engine.unload = unloaded.set
    stage.set_engine(fault_at_frame=0, fault=LOST, fault_when_text_has="Two")
    stage.say(FOUR)
    stage.wait_state(State.ERROR)
    assert stage.of(EngineLost) == [EngineLost(LOST)]
    made = len(stage.engine.texts)
    stage.say("Another text.")
    wait_for(lambda: len(stage.of(Problem)) == 2)
    assert len(stage.engine.texts) == made
    assert len(stage.of(EngineLost)) == 1
    assert not unloaded.is_set()


@pytest.mark.logs_warnings
def test_what_a_dead_card_left_unfinished_is_read_on_by_the_next_process(stage, make_stage) -> None:
    stage.set_engine(fault_at_frame=0, fault=LOST, fault_when_text_has="Three")
    stage.say(FOUR)
    stage.say("Five waits.", is_interrupting=False)
    stage.wait_state(State.ERROR)
    left = stage.service.unfinished()
    assert [text.request.text for text in left.texts] == [FOUR, "Five waits."]

    following = make_stage().start()
    following.service.take_over(Unfinished((UnfinishedText(left.texts[0].request, 2), left.texts[1])))
    wait_for(lambda: following.heard("Five waits."))
    assert following.heard("Three is nowhere.")
    assert not following.heard("One is here.")


def test_a_text_can_begin_at_any_sentence(stage) -> None:
    job = stage.say(FOUR, first_sentence=3)
    assert stage.wait_finished(job).reason is FinishReason.END_OF_SPEECH
    assert stage.heard("Four is all.")
    assert not stage.heard("One is here.")


def test_a_paused_text_stays_paused_in_the_next_process(stage) -> None:
    stage.service.take_over(
        Unfinished((UnfinishedText(SpeechRequest(FOUR, language="en"), 1),), is_paused=True)
    )
    stage.wait_state(State.PAUSED)
    stage.service.resume()
    wait_for(lambda: stage.heard("Four is all."))
    assert not stage.heard("One is here.")


def test_before_the_computer_sleeps_the_memory_is_given_back_and_reading_waits(make_stage) -> None:
    from qwentts_desktop.engines.fake import FakeOptions

    stage = make_stage(FakeOptions(real_time_factor=3.0)).start()
    job = stage.say(FOUR)
    stage.wait_sentence(0)
    assert stage.service.sleep()
    assert not stage.engine.is_loaded
    assert stage.service.status().state is State.PAUSED
    stage.service.wake()
    assert any("slept" in event.message for event in stage.of(Notice))
    assert not stage.finished(job)
    stage.service.resume()
    assert stage.wait_finished(job).reason is FinishReason.END_OF_SPEECH
    assert stage.heard("Four is all.")


def test_sleep_during_a_load_keeps_the_text(make_stage) -> None:
    from qwentts_desktop.engines.fake import FakeOptions

    stage = make_stage(FakeOptions(load_seconds=30.0)).start()
    job = stage.say(FOUR)
    wait_for(lambda: stage.of(Loading))
    assert stage.service.sleep()
    assert not stage.finished(job)
    stage.set_engine(load_seconds=0.0)
    stage.service.resume()
    assert stage.wait_finished(job).reason is FinishReason.END_OF_SPEECH


def test_nothing_is_loaded_while_the_computer_sleeps_but_a_command_means_that_somebody_is_there(
    stage,
) -> None:
    assert stage.service.sleep()
    stage.say_and_wait("Good morning.")
    assert stage.heard("Good morning.")
