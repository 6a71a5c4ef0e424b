from __future__ import annotations

import threading

import pytest

from qwentts_desktop.engines.fake import FakeEngine, FakeOptions
from qwentts_desktop.errors import CardLostError, EngineError, VoiceError
from qwentts_desktop.service.engine_keeper import EngineKeeper
from qwentts_desktop.service.engine_source import OneEngine
from qwentts_desktop.speech.events import EngineChanged, EngineLost, Notice
from qwentts_desktop.speech.request import SpeechRequest


class Fallback:
    """A source whose first engine gives way to its second."""

    def __init__(self, first: FakeEngine, second: FakeEngine) -> None:
        self.engines = [first, second]

    def current(self, request):
        return self.engines[0]

    def reject(self, engine, error):
        self.engines.remove(engine)
        return bool(self.engines)


class Kept:
    def __init__(self, source):
        self.events: list = []
        self.ready: list[bool] = []
        self.keeper = EngineKeeper(source, self.events.append, self.ready.append)

    def __call__(self, cancel=None):
        return self.keeper.ready(SpeechRequest("x"), cancel or threading.Event())


@pytest.mark.logs_warnings
def test_an_engine_that_cannot_load_gives_way_and_the_user_is_told():
    bad, good = FakeEngine(FakeOptions(load_error="The card is full."), name="bad"), FakeEngine(name="good")
    kept = Kept(Fallback(bad, good))
    assert kept() is good
    assert Notice("The card is full.") in kept.events
    assert [event.engine.name for event in kept.events if isinstance(event, EngineChanged)] == ["bad", "good"]


def test_without_another_engine_the_error_is_the_caller_s():
    with pytest.raises(EngineError, match="No card"):
        Kept(OneEngine(FakeEngine(FakeOptions(load_error="No card."))))()


def test_it_is_ready_after_the_load_and_not_after_the_unload():
    kept = Kept(OneEngine(FakeEngine()))
    kept()
    kept()
    assert kept.ready == [False, True]
    kept.keeper.unload()
    assert kept.ready[-1] is False
    assert not kept.keeper.is_loaded


def test_a_cancelled_job_gets_no_engine():
    cancel = threading.Event()
    cancel.set()
    engine = FakeEngine()
    assert Kept(OneEngine(engine))(cancel) is None
    assert not engine.is_loaded


def test_a_new_source_takes_over_when_a_text_begins():
    old, new = FakeEngine(name="old"), FakeEngine(name="new")
    kept = Kept(OneEngine(old))
    kept()
    kept.keeper.use(OneEngine(new))
    assert kept() is old
    kept.keeper.take_new_source()
    assert not old.is_loaded
    assert kept() is new


def test_a_new_source_takes_over_in_the_middle_of_a_text_where_nothing_is_loaded():
    old, new = FakeEngine(name="old"), FakeEngine(name="new")
    kept = Kept(OneEngine(old))
    kept.keeper.use(OneEngine(new))
    assert kept() is new


@pytest.mark.logs_warnings
def test_a_card_that_is_lost_again_gives_way_to_another_engine():
    lost = CardLostError("The card is lost.")
    dead, system = FakeEngine(FakeOptions(load_error=lost), name="dead"), FakeEngine(name="system")
    kept = Kept(Fallback(dead, system))
    with pytest.raises(CardLostError):
        kept()
    assert EngineLost(lost) in kept.events
    assert kept() is system
    assert kept.events.count(EngineLost(lost)) == 1


@pytest.mark.logs_warnings
def test_what_a_user_asked_wrongly_leaves_the_engine_loaded():
    kept = Kept(OneEngine(FakeEngine()))
    engine = kept()
    kept.keeper.note_failure(engine, VoiceError("No such voice."))
    assert kept.keeper.is_loaded
    kept.keeper.note_failure(engine, RuntimeError("a bug"))
    assert not kept.keeper.is_loaded
    assert not engine.is_loaded


def test_two_engines_of_one_kind_are_never_loaded_at_once():
    first, second = FakeEngine(name="first"), FakeEngine(name="second")
    source = Fallback(first, second)
    kept = Kept(source)
    kept()
    source.engines.remove(first)
    assert kept() is second
    assert not first.is_loaded
