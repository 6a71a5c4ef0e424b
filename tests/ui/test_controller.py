from __future__ import annotations

import threading
from dataclasses import replace

import pytest

from qwentts_desktop.errors import InvalidRequestError, NothingSelectedError, SelectionError
from qwentts_desktop.speech.events import JobStarted, State, StateChanged
from qwentts_desktop.ui.events import HotkeyPressed, PlaceWanted


def press(screen, action, at_ns=1):
    screen.controller.on_hotkey(HotkeyPressed(action, at_ns))


def texts(screen):
    return [request.text for request in screen.service.requests]


def test_the_selection_is_read_off_the_gui_thread_and_spoken_with_the_time_of_the_key(screen, wait_until):
    press(screen, "speak_selection", at_ns=123)
    wait_until(lambda: screen.service.requests)
    assert texts(screen) == ["selected words"]
    assert screen.service.origins == [123]
    assert screen.selection.threads != [threading.current_thread().name]


def test_the_clipboard_is_another_source(screen, wait_until):
    press(screen, "speak_clipboard")
    wait_until(lambda: screen.service.requests)
    assert texts(screen) == ["copied words"]


def test_a_hung_selection_freezes_nothing_and_a_newer_press_wins_over_it(screen, wait_until):
    screen.selection.gate.clear()
    press(screen, "speak_selection", at_ns=1)
    press(screen, "speak_clipboard", at_ns=2)
    wait_until(lambda: screen.service.requests)
    screen.selection.gate.set()
    wait_until(lambda: not screen.fetch.is_reading)
    assert texts(screen) == ["copied words"]


def test_fifty_presses_at_a_hung_selection_need_few_threads_and_the_last_one_speaks(screen, wait_until):
    screen.selection.gate.clear()
    for number in range(50):
        press(screen, "speak_selection", at_ns=number)
    assert len(screen.selection.threads) <= 4
    screen.selection.text = "the newest"
    screen.selection.gate.set()
    wait_until(lambda: screen.service.requests)
    wait_until(lambda: not screen.fetch.is_reading)
    assert screen.service.origins == [49]


def test_stop_while_the_selection_is_being_read_means_that_nothing_is_spoken(screen, wait_until):
    screen.selection.gate.clear()
    press(screen, "speak_selection")
    press(screen, "stop")
    screen.selection.gate.set()
    wait_until(lambda: not screen.fetch.is_reading)
    assert texts(screen) == []
    assert ("stop",) in screen.service.calls


@pytest.mark.parametrize("nothing", ["", "  \n"])
def test_nothing_selected_says_so_and_speaks_nothing_old(screen, wait_until, nothing):
    press(screen, "speak_selection")
    wait_until(lambda: screen.service.requests)
    screen.selection.text = nothing
    press(screen, "speak_selection")
    wait_until(lambda: screen.noticed)
    assert texts(screen) == ["selected words"]
    assert "No text is selected" in screen.noticed[0]


def test_a_reader_that_finds_nothing_gives_a_hint_and_no_error(screen, wait_until):
    screen.selection.error = NothingSelectedError("The clipboard holds a picture, not text.")
    press(screen, "speak_selection")
    wait_until(lambda: screen.noticed)
    assert screen.noticed == ["The clipboard holds a picture, not text."]
    assert screen.failed == []


def test_a_selection_that_cannot_be_read_is_an_error_with_its_sentence(screen, wait_until):
    screen.selection.error = SelectionError("It could not be read.")
    press(screen, "speak_selection")
    wait_until(lambda: screen.failed)
    assert screen.failed == ["It could not be read."]


@pytest.mark.logs_warnings
def test_a_reader_with_a_fault_answers_with_a_sentence_all_the_same(screen, wait_until):
    screen.selection.error = RuntimeError("a fault")
    press(screen, "speak_selection")
    wait_until(lambda: screen.failed)
    assert "Copy it" in screen.failed[0]


def test_hours_of_text_are_read_only_after_a_yes(screen, wait_until):
    asked = []
    screen.controller.asked.connect(asked.append)
    screen.selection.text = "word " * 1_000_000
    press(screen, "speak_selection", at_ns=9)
    wait_until(lambda: asked)
    assert texts(screen) == []
    screen.controller.confirm(asked[0])
    assert screen.service.origins == [9]
    assert "word" not in repr(asked[0])


def test_a_text_at_the_limit_is_read_at_once(screen):
    limit = screen.model.settings.general.ask_above_characters
    screen.controller.speak_text("x" * limit)
    assert len(texts(screen)) == 1


def test_an_empty_text_box_gives_a_hint(screen):
    screen.controller.speak_text(" \n")
    assert "nothing to read" in screen.noticed[0]


def test_a_refused_request_is_shown(screen):
    screen.service.refusal = InvalidRequestError("There is no such voice.")
    screen.controller.speak_text("hello")
    assert screen.failed == ["There is no such voice."]


@pytest.mark.parametrize(
    ("action", "call"),
    [
        ("pause_resume", "toggle_pause"),
        ("stop", "stop"),
        ("next_sentence", "next_sentence"),
        ("previous_sentence", "previous_sentence"),
        ("restart_sentence", "restart_sentence"),
    ],
)
def test_each_hotkey_reaches_the_service(screen, action, call):
    press(screen, action)
    assert (call,) in screen.service.calls


def test_an_unknown_hotkey_does_nothing(screen):
    press(screen, "dance")
    assert screen.service.calls == []


def test_faster_is_heard_at_once_and_kept_once_the_hand_rests(screen, wait_until):
    press(screen, "faster")
    press(screen, "faster")
    assert screen.service.calls[-1] == ("set_speed", pytest.approx(1.2))
    wait_until(lambda: screen.model.settings.audio.speed == pytest.approx(1.2))


def test_speed_and_volume_stay_within_their_range(screen):
    screen.controller.set_speed(9)
    screen.controller.set_volume(-1)
    assert screen.service.calls == [("set_speed", 2.5), ("set_volume", 0.0)]


def test_a_slider_in_motion_does_not_write_at_each_step(screen):
    for step in range(100):
        screen.controller.set_volume(step / 100)
    assert screen.store.written == []
    screen.controller.flush()
    assert screen.store.written == [("audio.volume", "0.99")]


def test_next_voice_goes_round_and_names_the_voice(screen):
    press(screen, "next_voice")
    assert screen.model.settings.voice.voice == "preset:vivian"
    assert "Vivian" in screen.noticed[0]
    press(screen, "next_voice")
    assert screen.model.settings.voice.voice == ""


def test_a_refused_setting_is_shown_and_nothing_changes(screen):
    screen.store.refused.add("voice.voice")
    screen.controller.choose_voice("x")
    assert screen.failed == ["voice.voice cannot be x."]
    assert screen.model.settings.voice.voice == ""


def test_a_place_in_the_text_being_read_is_a_jump(screen):
    screen.controller.speak_text("One. Two.")
    screen.service.tell(JobStarted(1, 2))
    screen.service.tell(StateChanged(State.SPEAKING))
    screen.controller.read_from(PlaceWanted(1, 5))
    assert screen.service.calls == [("jump_to_character", 5)]


def test_a_place_in_a_text_that_is_over_reads_it_again_from_there(screen):
    screen.controller.speak_text("One. Two.")
    screen.controller.read_from(PlaceWanted(1, 5))
    assert texts(screen) == ["One. Two."] * 2
    assert screen.service.calls == []
    screen.controller.on_job_started(JobStarted(2, 2))
    assert screen.service.calls == [("jump_to_character", 5)]


def test_only_a_few_texts_are_remembered(screen):
    for number in range(40):
        screen.controller.speak_text(f"text {number}")
    assert screen.controller.text_of(1) is None
    assert screen.controller.text_of(40) == "text 39"


def test_the_language_of_the_settings_goes_with_the_request(screen):
    settings = screen.model.settings
    screen.model.take(replace(settings, voice=replace(settings.voice, language="de")))
    screen.controller.speak_text("Guten Tag.")
    assert screen.service.requests[0].language == "de"
