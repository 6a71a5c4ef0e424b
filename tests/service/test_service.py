from __future__ import annotations

import threading
import time

import pytest

from qwentts_desktop.audio.events import SentenceHeard
from qwentts_desktop.engines.fake import FakeOptions
from qwentts_desktop.speech.chunk import FinishReason
from qwentts_desktop.speech.events import (
    EngineChanged,
    EngineReady,
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
from qwentts_desktop.speech.request import SpeechRequest
from qwentts_desktop.speech.voice import SystemVoice
from tests.service.conftest import tones_in, wait_for

ONE, TWO, THREE, FOUR = (
    "The first sentence is here.",
    "A second one follows it.",
    "Then comes the third.",
    "Number four is the last.",
)
TEXT = " ".join((ONE, TWO, THREE, FOUR))
ALL = [ONE, TWO, THREE, FOUR]


def states(stage):
    return [event.state for event in stage.of(StateChanged)]


class TestATextIsRead:
    def test_every_sentence_is_heard_once_and_in_order(self, stage):
        job = stage.say_and_wait(TEXT)
        assert tones_in(stage.output.played(), ALL) == ALL
        assert [event.index for event in stage.of(SentenceStarted)] == [0, 1, 2, 3]
        assert stage.finished(job)[0].reason is FinishReason.END_OF_SPEECH

    def test_states_go_from_loading_to_speaking_to_idle(self, stage):
        stage.say_and_wait(TEXT)
        wait_for(lambda: len(states(stage)) == 3)
        assert states(stage) == [State.LOADING, State.SPEAKING, State.IDLE]

    def test_each_sentence_tells_its_place_in_the_text(self, stage):
        stage.say_and_wait(TEXT)
        assert [TEXT[event.start : event.end] for event in stage.of(SentenceStarted)] == ALL

    def test_what_happens_is_told_in_order(self, stage):
        stage.say_and_wait(ONE)
        kinds = [
            type(event) for event in stage.events if type(event) not in (StateChanged, Loading, EngineChanged)
        ]
        assert list(dict.fromkeys(kinds)) == [
            JobStarted,
            EngineReady,
            FirstSound,
            SentenceStarted,
            JobFinished,
        ]

    def test_latency_counts_from_the_key_press(self, stage):
        stage.say_and_wait(ONE)
        job = stage.say(TWO, origin_ns=time.perf_counter_ns() - 5_000_000_000)
        stage.wait_finished(job)
        assert 5_000 < stage.of(FirstSound)[-1].latency_ms < 15_000
        assert stage.service.status().latency_ms == stage.of(FirstSound)[-1].latency_ms

    def test_the_second_text_needs_no_second_load(self, stage):
        stage.say_and_wait(ONE)
        loads = len(stage.of(Loading))
        stage.say_and_wait(TWO)
        assert len(stage.of(Loading)) == loads

    @pytest.mark.parametrize("text", ["", "  \n", "...", "👩‍👧✅", "\0\ufffd\u200b", "\ud800", "-" * 200])
    def test_nothing_to_say_is_a_hint_and_no_error(self, stage, text):
        job = stage.say_and_wait(text)
        assert stage.finished(job)[0].reason is None
        assert stage.of(Notice)[0].message.startswith(("There is no text", "There is nothing to read"))
        assert stage.of(Problem) == []
        stage.wait_state(State.IDLE)
        stage.say_and_wait(ONE)
        assert stage.heard(ONE)

    def test_a_text_of_a_megabyte_begins_at_once_and_is_made_only_a_little_ahead(self, make_stage):
        stage = make_stage(ahead_seconds=5.0).start(is_playing=False)
        stage.say("\n".join(f"This is sentence number {number} of many." for number in range(30_000)))
        wait_for(lambda: stage.service.status().sentences > 1_000)
        assert stage.of(FirstSound)
        assert len(stage.engine.texts) < 12


class TestQueue:
    def test_a_new_text_interrupts(self, make_stage):
        stage = make_stage().start()
        first = stage.say(TEXT)
        stage.wait_sentence(0)
        second = stage.say("Something else entirely.")
        stage.wait_finished(second)
        assert stage.finished(first)[0].reason is FinishReason.CANCELLED
        assert tones_in(stage.output.played(), [FOUR, "Something else entirely."]) == [
            "Something else entirely."
        ]

    def test_a_new_text_waits_where_the_user_wants_that(self, make_stage):
        stage = make_stage(is_interrupting=False).start()
        first, second = stage.say(ONE), stage.say(TWO)
        stage.wait_finished(second)
        assert stage.finished(first)[0].reason is FinishReason.END_OF_SPEECH
        assert tones_in(stage.output.played(), [ONE, TWO]) == [ONE, TWO]

    def test_one_text_can_wait_although_others_interrupt(self, stage):
        stage.say(ONE)
        stage.wait_finished(stage.say(TWO, is_interrupting=False))
        assert tones_in(stage.output.played(), [ONE, TWO]) == [ONE, TWO]

    def test_two_threads_that_submit_at_once_both_get_their_job(self, make_stage):
        stage = make_stage(is_interrupting=False).start()
        jobs: list[int] = []
        barrier = threading.Barrier(2)

        def submit(text):
            barrier.wait()
            for _ in range(5):
                jobs.append(stage.say(text))

        threads = [threading.Thread(target=submit, args=(text,)) for text in ("One.", "Two.")]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(set(jobs)) == 10
        for job in jobs:
            assert stage.wait_finished(job).reason is FinishReason.END_OF_SPEECH

    def test_repeat_reads_the_last_text_again(self, stage):
        stage.say_and_wait(ONE)
        job = stage.service.repeat_last()
        stage.wait_finished(job)
        assert stage.engine.texts == [ONE, ONE]

    def test_there_is_nothing_to_repeat_at_first(self, stage):
        assert stage.service.repeat_last() is None


class TestStopAndPause:
    def test_stop_falls_silent_and_drops_what_waits(self, make_stage):
        stage = make_stage(is_interrupting=False).start()
        first, second = stage.say(TEXT), stage.say(TWO)
        stage.wait_sentence(0)
        stage.service.stop()
        assert stage.service.status().state is State.IDLE
        assert stage.finished(first)[0].reason is FinishReason.CANCELLED
        assert stage.finished(second)[0].reason is FinishReason.CANCELLED

    def test_stop_is_silence_within_100_ms_of_sound(self, stage):
        stage.hold()
        stage.say(TEXT)
        wait_for(lambda: stage.of(FirstSound))
        stage.output.advance(300, stage.player.settle)
        assert abs(stage.output.played()[-240:]).max() > 0.1
        stage.service.stop()
        after = stage.output.advance(400, stage.player.settle)
        assert abs(after[2_400:]).max(initial=0.0) == 0.0

    def test_resume_plays_the_next_sample(self, stage):
        stage.hold()
        stage.say(ONE)
        wait_for(lambda: stage.engine.texts and stage.player.position() is not None)
        stage.output.advance(400, stage.player.settle)
        stage.service.pause()
        stage.output.advance(200, stage.player.settle)
        assert stage.service.status().state is State.PAUSED
        paused_at = stage.player.position()
        stage.output.advance(2_000, stage.player.settle)
        assert stage.player.position().sample == paused_at.sample
        stage.service.resume()
        assert stage.service.status().state is State.SPEAKING
        stage.play()
        wait_for(lambda: stage.service.status().state is State.IDLE)
        heard = [event for event in stage.player_events if isinstance(event, SentenceHeard)]
        assert len(heard) == 1

    def test_a_paused_text_stays_paused_when_another_one_waits(self, make_stage):
        stage = make_stage(is_interrupting=False).start()
        stage.say(TEXT)
        stage.wait_sentence(0)
        stage.service.pause()
        second = stage.say(TWO)
        assert stage.service.status().state is State.PAUSED
        assert stage.service.status().queue_length == 1
        stage.service.toggle_pause()
        stage.wait_finished(second)

    def test_a_pause_before_the_first_sound_holds_it_back(self, make_stage):
        stage = make_stage(FakeOptions(load_seconds=0.1)).start()
        job = stage.say(ONE)
        stage.service.pause()
        wait_for(lambda: stage.of(FirstSound))
        stage.player.settle()
        assert not stage.heard(ONE)
        stage.service.resume()
        stage.wait_finished(job)
        assert stage.heard(ONE)

    def test_commands_without_a_text_do_nothing(self, stage):
        service = stage.service
        for command in (
            service.pause, service.resume, service.toggle_pause, service.stop, service.next_sentence,
            service.previous_sentence, service.restart_sentence, lambda: service.jump(3),
        ):  # fmt: skip
            command()
            assert service.status().state is State.IDLE
        stage.say_and_wait(ONE)
        assert stage.heard(ONE)


class TestMovingAbout:
    def test_next_skips_the_rest_of_the_sentence(self, stage):
        stage.hold()
        job = stage.say(TEXT)
        wait_for(lambda: len(stage.engine.texts) == 4)
        stage.output.advance(300, stage.player.settle)
        stage.service.next_sentence()
        stage.service.next_sentence()
        stage.play()
        stage.wait_finished(job)
        assert tones_in(stage.output.played(), ALL) == [ONE, THREE, FOUR]

    def test_going_back_needs_no_synthesis(self, stage):
        stage.hold()
        job = stage.say(TEXT)
        wait_for(lambda: len(stage.engine.texts) == 4)
        stage.service.jump(3)
        stage.output.advance(300, stage.player.settle)
        stage.service.previous_sentence()
        stage.output.advance(300, stage.player.settle)
        stage.service.jump(0)
        stage.play()
        stage.wait_finished(job)
        assert tones_in(stage.output.played(), ALL) == [FOUR, THREE, *ALL]
        assert stage.engine.texts == ALL

    def test_restart_begins_the_sentence_again(self, stage):
        stage.hold()
        stage.say(TEXT)
        wait_for(lambda: len(stage.engine.texts) == 4)
        stage.output.advance(400, stage.player.settle)
        stage.service.restart_sentence()
        stage.output.advance(40, stage.player.settle)
        assert stage.player.position().sentence == 0
        assert stage.player.position().sample < 0.2 * 24_000

    def test_next_in_the_last_sentence_ends_the_text(self, stage):
        job = stage.say(ONE)
        stage.wait_sentence(0)
        stage.service.next_sentence()
        assert stage.wait_finished(job).reason is FinishReason.END_OF_SPEECH
        assert stage.service.status().state is State.IDLE

    def test_a_jump_makes_that_sentence_next(self, make_stage):
        stage = make_stage(FakeOptions(real_time_factor=2.0)).start()
        stage.say(" ".join(f"Sentence number {number} of this text." for number in range(40)))
        stage.wait_sentence(0)
        stage.service.jump(30)
        wait_for(lambda: "Sentence number 30 of this text." in stage.engine.texts)
        assert len(stage.engine.texts) < 8
        stage.wait_sentence(30)

    def test_a_jump_to_a_character_goes_to_its_sentence(self, stage):
        job = stage.say(TEXT)
        stage.wait_sentence(0)
        stage.service.jump_to_character(TEXT.index("third"))
        stage.wait_sentence(2)
        stage.wait_finished(job)

    def test_a_jump_behind_what_is_known_ends_up_at_the_last_sentence_or_the_end(self, stage):
        job = stage.say(TEXT)
        stage.service.jump(1_000)
        stage.wait_finished(job)

    def test_after_the_end_a_jump_reads_again_from_there_without_synthesis(self, stage):
        job = stage.say_and_wait(TEXT)
        stage.wait_state(State.IDLE)
        played = len(stage.output.played())
        stage.service.jump(2)
        wait_for(lambda: len(stage.finished(job)) == 2)
        assert tones_in(stage.output.played()[played:], ALL) == [THREE, FOUR]
        assert stage.engine.texts == ALL

    def test_after_a_stop_a_jump_goes_on_with_the_text(self, stage):
        job = stage.say(TEXT)
        stage.wait_sentence(0)
        stage.service.stop()
        stage.service.jump(3)
        wait_for(lambda: len(stage.finished(job)) == 2)
        assert stage.finished(job)[1].reason is FinishReason.END_OF_SPEECH
        assert stage.heard(FOUR)

    def test_skipping_in_a_pause_stays_silent_until_it_goes_on(self, stage):
        stage.hold()
        job = stage.say(TEXT)
        wait_for(lambda: len(stage.engine.texts) == 4)
        stage.output.advance(300, stage.player.settle)
        stage.service.pause()
        stage.output.advance(200, stage.player.settle)
        stage.service.next_sentence()
        assert abs(stage.output.advance(500, stage.player.settle)).max() == 0.0
        assert stage.service.status().state is State.PAUSED
        stage.service.resume()
        stage.play()
        stage.wait_finished(job)
        assert tones_in(stage.output.played(), ALL) == [ONE, TWO, THREE, FOUR]


@pytest.mark.logs_warnings
class TestTheDeviceGoesAway:
    def test_speech_waits_and_goes_on_where_it_was(self, stage):
        job = stage.say(TEXT)
        stage.wait_sentence(1)
        stage.output.unplug()
        stage.wait_state(State.PAUSED)
        assert stage.of(Notice)
        stage.output.plug()
        stage.wait_finished(job)
        assert tones_in(stage.output.played(), ALL)[-2:] == [THREE, FOUR]

    def test_a_text_that_comes_meanwhile_waits_as_well(self, stage):
        stage.say(TEXT)
        stage.wait_sentence(0)
        stage.output.unplug()
        stage.wait_state(State.PAUSED)
        stage.service.stop()
        assert stage.service.status().state is State.IDLE
        job = stage.say(TWO)
        stage.wait_state(State.PAUSED)
        stage.output.plug()
        assert stage.wait_finished(job).reason is FinishReason.END_OF_SPEECH
        assert stage.heard(TWO)


class TestHowItSounds:
    def test_volume_and_speed_are_clipped_and_told(self, stage):
        stage.service.set_volume(3.0)
        stage.service.set_speed(0.1)
        status = stage.service.status()
        assert (status.volume, status.speed) == (1.0, 0.5)

    def test_another_voice_speaks_from_the_next_sentence_on(self, make_stage):
        stage = make_stage().start(is_playing=False)
        asked: list[SpeechRequest] = []
        stream = stage.engine.stream

        def remember(request, cancel):
            asked.append(request)
            return stream(request, cancel)

        stage.engine.stream = remember
        job = stage.say(TEXT)
        wait_for(lambda: len(asked) == 4)
        stage.output.advance(200, stage.player.settle)
        stage.service.set_voice(SystemVoice("other"))
        wait_for(lambda: len(asked) == 7)
        stage.play()
        stage.wait_finished(job)
        assert [request.text for request in asked[4:]] == [TWO, THREE, FOUR]
        assert {request.voice for request in asked[4:]} == {SystemVoice("other")}
        assert tones_in(stage.output.played(), ALL) == ALL


class TestTheEngineFails:
    @pytest.mark.logs_warnings
    def test_a_fault_in_a_sentence_is_told_and_the_next_text_is_read(self, make_stage):
        stage = make_stage(FakeOptions(fault_at_frame=3, fault_when_text_has="second")).start()
        job = stage.say_and_wait(TEXT)
        assert stage.finished(job)[0].reason is None
        assert "failed on demand" in stage.of(Problem)[0].error.message
        status = stage.service.status()
        assert status.state is State.ERROR
        assert "failed on demand" in status.last_error
        stage.say_and_wait(THREE)
        assert stage.heard(THREE)

    @pytest.mark.logs_warnings
    def test_any_command_leaves_the_error(self, make_stage):
        for name in ("pause", "resume", "stop", "toggle_pause"):
            stage = make_stage(FakeOptions(fault_at_frame=0)).start()
            stage.say_and_wait(ONE)
            stage.wait_state(State.ERROR)
            getattr(stage.service, name)()
            assert stage.service.status().state is State.IDLE

    @pytest.mark.logs_warnings
    def test_a_load_that_fails_is_told_and_tried_again_with_the_next_text(self, make_stage):
        stage = make_stage(FakeOptions(load_error="No card.")).start()
        stage.say_and_wait(ONE)
        assert stage.of(Problem)[0].error.message == "No card."
        stage.set_engine(load_error="")
        stage.say_and_wait(TWO)
        assert stage.heard(TWO)

    @pytest.mark.logs_warnings
    def test_a_bug_is_told_without_its_trace(self, stage):
        def broken(request, cancel):
            raise ZeroDivisionError("a detail")

        stage.engine.stream, kept = broken, stage.engine.stream
        stage.say_and_wait(ONE)
        assert "detail" not in stage.of(Problem)[0].error.message
        stage.engine.stream = kept
        stage.say_and_wait(TWO)
        assert stage.heard(TWO)

    def test_stop_ends_a_load_at_once(self, make_stage):
        stage = make_stage(FakeOptions(load_seconds=60.0)).start()
        job = stage.say(ONE)
        wait_for(lambda: stage.of(Loading))
        assert stage.service.status().state is State.LOADING
        stage.service.stop()
        assert stage.finished(job)[0].reason is FinishReason.CANCELLED
        assert stage.service.status().state is State.IDLE
        stage.set_engine(load_seconds=0.0)
        stage.say_and_wait(TWO)
        assert stage.heard(TWO)
        assert not stage.heard(ONE)

    def test_a_newer_text_does_not_begin_the_load_again(self, make_stage):
        stage = make_stage(FakeOptions(load_seconds=0.3)).start()
        stage.say(ONE)
        wait_for(lambda: stage.of(Loading))
        stage.say_and_wait(TWO)
        assert sum(event.progress.fraction == 0.0 for event in stage.of(Loading)) == 1
        assert stage.engine.texts == [TWO]

    def test_loading_is_told_at_most_ten_times_a_second(self, make_stage):
        stage = make_stage(FakeOptions(load_seconds=0.4)).start()
        stage.say_and_wait(ONE)
        assert 2 <= len(stage.of(Loading)) <= 7


class TestResting:
    def test_the_engine_gives_its_memory_back_and_wakes_up_again(self, make_stage):
        stage = make_stage(idle_unload_seconds=0.05).start()
        job = stage.say_and_wait(ONE)
        wait_for(lambda: not stage.engine.is_loaded)
        stage.service.jump(0)
        wait_for(lambda: len(stage.finished(job)) == 2)
        assert stage.engine.texts == [ONE, ONE]
        stage.say_and_wait(TWO)
        assert stage.heard(TWO)

    def test_a_paused_text_keeps_its_engine(self, make_stage):
        stage = make_stage(idle_unload_seconds=0.05).start()
        stage.say(TEXT)
        stage.wait_sentence(0)
        stage.service.pause()
        time.sleep(0.3)  # nothing must happen in this time, so there is nothing to wait for
        assert stage.engine.is_loaded


class TestClosing:
    def test_quitting_while_speaking_joins_every_thread(self, make_stage):
        before = threading.active_count()
        stage = make_stage(FakeOptions(is_endless=True, real_time_factor=5.0)).start()
        stage.say(TEXT)
        stage.wait_sentence(0)
        assert stage.service.close(timeout_s=2.0)
        stage.close()
        assert threading.active_count() == before

    def test_quitting_while_loading(self, make_stage):
        stage = make_stage(FakeOptions(load_seconds=60.0)).start()
        stage.say(ONE)
        wait_for(lambda: stage.of(Loading))
        assert stage.service.close(timeout_s=2.0)

    def test_commands_after_the_end_do_nothing(self, stage):
        stage.service.close()
        job = stage.say(ONE)
        assert stage.finished(job)[0].reason is FinishReason.CANCELLED
        stage.service.pause()
        stage.service.jump(1)
        stage.service.stop()
        assert stage.service.status().state is State.IDLE

    def test_a_listener_that_was_removed_hears_nothing(self, stage):
        heard: list = []
        remove = stage.service.add_listener(heard.append)
        remove()
        stage.say_and_wait(ONE)
        assert heard == []

    def test_a_listener_may_give_commands(self, stage):
        stage.service.add_listener(
            lambda event: stage.service.stop() if isinstance(event, SentenceStarted) else None
        )
        assert stage.wait_finished(stage.say(TEXT)).reason is FinishReason.CANCELLED
