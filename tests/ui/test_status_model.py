from __future__ import annotations

from qwentts_desktop.errors import EngineError
from qwentts_desktop.speech.chunk import FinishReason
from qwentts_desktop.speech.engine import EngineInfo, EngineKind, LoadProgress
from qwentts_desktop.speech.events import (
    EngineChanged,
    FirstSound,
    JobFinished,
    JobStarted,
    Loading,
    Notice,
    Problem,
    SentenceStarted,
    State,
    StateChanged,
)
from qwentts_desktop.ui.events import TextShown
from qwentts_desktop.ui.words import waiting_words


def test_events_are_folded_into_one_value(screen):
    engine = EngineInfo(EngineKind.FAKE, "fake")
    for event in (
        EngineChanged(engine),
        StateChanged(State.LOADING),
        Loading(LoadProgress(0.5, "half")),
        JobStarted(7, 3),
        StateChanged(State.SPEAKING),
        FirstSound(7, 80.0),
        SentenceStarted(7, 1, 10, 20),
    ):
        screen.service.tell(event)
    shown = screen.status.shown
    assert (shown.state, shown.engine, shown.loading) == (State.SPEAKING, engine, None)
    assert (shown.job_id, shown.sentence, shown.sentences, shown.span) == (7, 1, 3, (10, 20))
    assert shown.latency_ms == 80.0


def test_more_sentences_become_known_without_losing_the_place(screen):
    screen.service.tell(JobStarted(7, 3))
    screen.service.tell(SentenceStarted(7, 2, 10, 20))
    screen.service.tell(JobStarted(7, 40))
    assert (screen.status.shown.sentence, screen.status.shown.sentences) == (2, 40)


def test_a_new_text_leaves_old_messages_and_the_old_place_behind(screen):
    screen.service.tell(JobStarted(7, 3))
    screen.service.tell(SentenceStarted(7, 2, 10, 20))
    screen.service.tell(Problem(EngineError("No.")))
    screen.service.tell(JobStarted(8, 1))
    shown = screen.status.shown
    assert (shown.error, shown.sentence, shown.span) == ("", None, None)


def test_notices_add_up_to_a_few_and_are_not_repeated(screen):
    for word in ("one", "two", "two", "three", "four"):
        screen.service.tell(Notice(word))
    assert screen.status.shown.notice == "two\nthree\nfour"
    screen.status.dismiss()
    assert screen.status.shown.notice == ""


def test_nothing_new_is_not_told(screen):
    told = []
    screen.status.changed.connect(told.append)
    screen.service.tell(StateChanged(State.IDLE))
    assert told == []


def test_texts_wait_until_they_begin_or_are_dropped(screen):
    for job in (1, 2, 3):
        screen.status.on_submitted(TextShown(job, "words"))
    screen.service.tell(JobStarted(1, 1))
    assert screen.status.shown.waiting == {2, 3}
    screen.service.tell(JobFinished(2, FinishReason.CANCELLED))
    assert screen.status.shown.waiting == {3}
    assert waiting_words(screen.status.shown) == "1 more text waits"
