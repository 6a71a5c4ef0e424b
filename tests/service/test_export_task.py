"""Texts kept as files: whole or not at all, and never in the way of what is heard."""

from __future__ import annotations

import threading

import numpy as np
import pytest
import soundfile

from qwentts_desktop.engines.fake import FakeEngine, FakeOptions, tone_of
from qwentts_desktop.errors import EngineError, OutOfMemoryError
from qwentts_desktop.service.engine_source import OneEngine
from qwentts_desktop.service.export import ExportChapter
from qwentts_desktop.service.export_order import ExportOrder, ExportState, SubtitleKind
from qwentts_desktop.service.export_task import export_now
from qwentts_desktop.service.splitter import TextSplitter
from qwentts_desktop.speech.chunk import FinishReason
from qwentts_desktop.speech.engine import WholeSpeech
from qwentts_desktop.speech.events import SentenceStarted
from qwentts_desktop.speech.request import SpeechRequest
from qwentts_desktop.speech.voice import SystemVoice
from tests.service.conftest import wait_for

SENTENCES = [
    f"This is sentence number {word} here." for word in ("one", "two", "three", "four", "five", "six")
]
TEXT = " ".join(SENTENCES)


def order(target, text=TEXT, **how):
    return ExportOrder((ExportChapter("Title", SpeechRequest(text, language="en")),), target, **how)


def expected():
    """The sentences' tones, pauses left out."""
    return np.concatenate([tone_of(sentence) for sentence in SENTENCES])


def without_pauses(path):
    sound, _ = soundfile.read(path, dtype="float32")
    frames = sound.reshape(-1, 240)
    return frames[np.abs(frames).max(axis=1) > 0.01].reshape(-1)


class BatchEngine(FakeEngine):
    """Makes up to four sentences at once, and remembers how many."""

    batch_size = 4

    def __init__(self):
        super().__init__()
        self.batches = []

    def speak_together(self, requests, cancel):
        self.batches.append([request.text for request in requests])
        return [
            WholeSpeech(tone_of(request.text), 24_000, FinishReason.END_OF_SPEECH) for request in requests
        ]


def export(task_order, engine=None):
    statuses = []
    status = export_now(
        task_order, OneEngine(engine or FakeEngine()), TextSplitter(), lambda _event: None, statuses.append
    )
    return status, statuses


def test_the_file_holds_every_sentence_in_its_order(tmp_path):
    status, statuses = export(order(tmp_path / "a.wav"))
    assert status.state is ExportState.DONE
    assert (status.sentences, status.share) == (6, 1.0)
    assert np.allclose(without_pauses(tmp_path / "a.wav"), expected(), atol=1e-3)
    shares = [one.share for one in statuses]
    assert shares == sorted(shares)
    assert len(set(shares)) == 6
    assert all(one.seconds_left is not None for one in statuses[:-1])


def test_an_engine_that_makes_several_at_once_is_asked_for_several(tmp_path):
    engine = BatchEngine()
    export(order(tmp_path / "a.wav"), engine)
    assert engine.batches == [SENTENCES[:4], SENTENCES[4:]]
    assert np.allclose(without_pauses(tmp_path / "a.wav"), expected(), atol=1e-3)


def test_where_the_card_has_no_room_for_several_it_goes_on_one_by_one(tmp_path):
    class SmallCard(BatchEngine):
        def speak_together(self, requests, cancel):
            super().speak_together(requests, cancel)
            raise OutOfMemoryError("The card's memory is used up.")

    engine = SmallCard()
    export(order(tmp_path / "a.wav"), engine)
    assert len(engine.batches) == 1
    assert np.allclose(without_pauses(tmp_path / "a.wav"), expected(), atol=1e-3)


def test_sentences_in_different_voices_are_not_made_together(tmp_path):
    engine = BatchEngine()
    one, two = (SpeechRequest(TEXT, SystemVoice(name), "en") for name in ("one", "two"))
    export(ExportOrder((ExportChapter("a", one), ExportChapter("b", two)), tmp_path / "a.wav"), engine)
    assert [len(batch) for batch in engine.batches] == [4, 2, 4, 2]


def test_a_failure_in_the_middle_leaves_nothing(tmp_path):
    engine = FakeEngine(FakeOptions(fault_at_frame=3, fault_when_text_has="four"))
    with pytest.raises(EngineError, match="on demand"):
        export(order(tmp_path / "a.mp3", subtitles=tmp_path / "a.srt"), engine)
    assert list(tmp_path.iterdir()) == []


def test_subtitles_that_cannot_be_written_keep_the_sound_back_too(tmp_path):
    with pytest.raises(Exception, match="could not be written"):
        export(order(tmp_path / "a.wav", subtitles=tmp_path / "nowhere" / "a.srt"))
    assert list(tmp_path.iterdir()) == []


def test_chapters_become_subtitles_by_their_titles(tmp_path):
    requests = [SpeechRequest(sentence, language="en") for sentence in SENTENCES[:2]]
    chapters = tuple(ExportChapter(f"Part {n}", request) for n, request in enumerate(requests))
    subtitles = tmp_path / "a.vtt"
    export(ExportOrder(chapters, tmp_path / "a.wav", subtitles, SubtitleKind.CHAPTERS))
    assert [line for line in subtitles.read_text().splitlines() if line.startswith("Part")] == [
        "Part 0",
        "Part 1",
    ]


def test_ctrl_c_leaves_nothing(tmp_path):
    class Interrupting(FakeEngine):
        def stream(self, request, cancel):
            if "three" in request.text:
                raise KeyboardInterrupt
            yield from super().stream(request, cancel)

    with pytest.raises(KeyboardInterrupt):
        export(order(tmp_path / "a.wav"), Interrupting())
    assert list(tmp_path.iterdir()) == []


def test_the_service_keeps_a_text_while_nothing_is_read(tmp_path, stage):
    statuses = []
    task = stage.service.export(order(tmp_path / "a.wav"), statuses.append)
    wait_for(lambda: task.status.is_over)
    assert statuses[-1].state is ExportState.DONE
    assert np.allclose(without_pauses(tmp_path / "a.wav"), expected(), atol=1e-3)


def test_what_is_to_be_heard_comes_first_and_the_file_is_whole_all_the_same(tmp_path, make_stage):
    stage = make_stage(FakeOptions(real_time_factor=4.0)).start()
    task = stage.service.export(order(tmp_path / "a.wav"), lambda _status: None)
    wait_for(lambda: task.status.sentences >= 1)
    stage.say("Something urgent.")
    stage.wait_sentence(0)
    assert not task.status.is_over, "the urgent text did not wait for the file"
    wait_for(lambda: task.status.is_over, limit_s=30)
    assert np.allclose(without_pauses(tmp_path / "a.wav"), expected(), atol=1e-3)
    assert stage.of(SentenceStarted)


def test_a_cancelled_export_leaves_nothing_and_the_next_one_goes_on(tmp_path, make_stage):
    stage = make_stage(FakeOptions(real_time_factor=4.0)).start()
    first = stage.service.export(order(tmp_path / "a.wav"), lambda _status: None)
    second = stage.service.export(order(tmp_path / "b.wav", "Short."), lambda _status: None)
    wait_for(lambda: first.status.sentences >= 1)
    first.cancel()
    wait_for(lambda: second.status.is_over)
    assert first.status.state is ExportState.CANCELLED
    assert [path.name for path in tmp_path.iterdir()] == ["b.wav"]


def test_one_that_waits_can_be_cancelled_while_the_first_is_made(tmp_path, make_stage):
    stage = make_stage(FakeOptions(real_time_factor=4.0)).start()
    first = stage.service.export(order(tmp_path / "a.wav"), lambda _status: None)
    second = stage.service.export(order(tmp_path / "b.wav"), lambda _status: None)
    second.cancel()
    wait_for(lambda: second.status.is_over)
    assert not first.status.is_over
    first.cancel()


def test_closing_leaves_nothing_behind(tmp_path, make_stage):
    stage = make_stage(FakeOptions(real_time_factor=1.0)).start()
    task = stage.service.export(order(tmp_path / "a.wav"), lambda _status: None)
    wait_for(lambda: task.status.sentences >= 1)
    stage.service.close()
    wait_for(lambda: task.status.is_over)
    assert task.status.state is ExportState.CANCELLED
    assert list(tmp_path.iterdir()) == []
    late = stage.service.export(order(tmp_path / "b.wav"), lambda _status: None)
    assert late.status.state is ExportState.CANCELLED


def test_a_failed_export_does_not_touch_what_is_read(tmp_path, stage):
    over = threading.Event()
    task = stage.service.export(order(tmp_path / "a.xyz"), lambda status: status.is_over and over.set())
    assert over.wait(10)
    assert task.status.state is ExportState.FAILED
    assert ".wav" in task.status.error.message
    stage.say_and_wait("Still speaking.")
    assert stage.heard("Still speaking.")


def test_a_text_that_waits_can_be_taken_out_of_the_queue(make_stage):
    stage = make_stage(is_interrupting=False).start(is_playing=False)
    first, second = stage.say("The first text."), stage.say("The second text.")
    wait_for(lambda: stage.service.status().job_id == first)
    stage.service.drop(second)
    stage.service.drop(999)
    assert stage.finished(second)[0].reason is FinishReason.CANCELLED
    assert stage.service.status().queue_length == 0
    stage.play()
    stage.wait_finished(first)
    assert not stage.heard("The second text.")
