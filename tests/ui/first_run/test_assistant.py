"""The assistant: each step, going on and back, skipping, and coming only once."""

from __future__ import annotations

import pytest
from PySide6.QtTest import QSignalSpy
from PySide6.QtWidgets import QAbstractButton, QLabel, QListWidget

from qwentts_desktop.diagnostics.nvidia_driver import CardMemory, DriverAnswer
from qwentts_desktop.diagnostics.torch_build import Card, Machine
from qwentts_desktop.system.hotkeys import BindResult
from qwentts_desktop.ui.bridge import HotkeyBridge
from qwentts_desktop.ui.first_run.building import build_assistant
from qwentts_desktop.ui.first_run.card_look import CardLook, look_at_card
from qwentts_desktop.ui.first_run.host import AssistantHost
from qwentts_desktop.ui.first_run.mark import FirstRunMark
from qwentts_desktop.ui.models.model_work import ModelWork
from tests.ui.model_fakes import FINE_REPORT, REPORT, FakeModelStore

CARD, MODEL, VOICE, KEY = range(4)
LOOK = CardLook("NVIDIA GeForce RTX 4070", 12 * 2**30, None, is_sure=True)


@pytest.fixture
def store():
    return FakeModelStore()


@pytest.fixture
def make(qt, screen, store):
    made = []
    work = ModelWork(lambda: store)
    keys = HotkeyBridge()

    def build(look=LOOK):
        assistant = build_assistant(screen.controller, screen.model, screen.facts, work, lambda: look, keys)
        made.append(assistant)
        assistant.raise_up()
        return assistant

    build.keys = keys
    yield build
    store.gate.set()
    work.close()
    for assistant in made:
        assistant.close_down()
        assistant.deleteLater()


def words(assistant, name):
    return assistant.findChild(QLabel, name).text()


def press(assistant, name):
    assistant.findChild(QAbstractButton, name).click()


def test_the_card_is_examined_by_itself_and_named(make, wait_until):
    assistant = make()
    wait_until(lambda: "ready" in words(assistant, "card_verdict"))
    assert words(assistant, "card_detail") == "NVIDIA GeForce RTX 4070, 12 GB."


def test_an_obstacle_is_shown_with_its_remedy(make, wait_until):
    assistant = make(CardLook("NVIDIA GeForce RTX 5070", 12 * 2**30, REPORT.of("architecture")))
    wait_until(lambda: "cannot speak" in words(assistant, "card_verdict"))
    assert assistant.findChild(QAbstractButton, "finding_architecture.copy") is not None
    assert "system's own voice" in words(assistant, "card_detail")


def test_a_computer_without_a_card_is_told_what_works(make, wait_until):
    assistant = make(CardLook())
    wait_until(lambda: words(assistant, "card_verdict") == "No NVIDIA card was found.")


def test_a_card_that_ran_no_kernel_is_not_called_ready(make, wait_until):
    assistant = make(CardLook("NVIDIA GeForce RTX 3060", 12 * 2**30))
    wait_until(lambda: "will be tried" in words(assistant, "card_verdict"))


def test_the_model_that_fits_is_downloaded_with_one_press(make, store, screen, wait_until):
    assistant = make()
    assistant.go(MODEL)
    button = assistant.findChild(QAbstractButton, "download_suggested")
    wait_until(lambda: "1.7B" in button.text())
    button.click()
    wait_until(lambda: ("download", "Qwen3-TTS-12Hz-1.7B-CustomVoice") in store.calls)
    assert screen.model.settings.engine.model_size == "1.7B"
    assert button.isHidden()
    press(assistant, "assistant_next")  # nothing waits for the download


def test_voices_of_a_model_on_its_way_can_be_chosen_and_heard(make, store, screen, wait_until):
    assistant = make()
    assistant.go(MODEL)
    button = assistant.findChild(QAbstractButton, "download_suggested")
    wait_until(lambda: "1.7B" in button.text())
    button.click()
    assistant.go(VOICE)
    voices = assistant.findChild(QListWidget, "voice_list")
    names = [voices.item(row).text() for row in range(voices.count())]
    assert names[0] == "System voice"
    assert "Serena" in names
    voices.setCurrentRow(names.index("Serena"))
    assert screen.model.settings.voice.voice == "preset:serena"
    assert assistant.findChild(QLabel, "voice_hint").isVisible()
    press(assistant, "hear_voice")
    assert len(screen.service.requests) == 1


def test_the_key_is_tried_and_seen(make):
    assistant = make()
    assistant.go(KEY)
    assert words(assistant, "hotkey_said") == "Press Ctrl+Shift+F9 now."
    make.keys.on_pressed("speak_selection", 1)
    assert "works" in words(assistant, "hotkey_said")


def test_a_key_that_is_taken_is_explained(make, screen):
    screen.hotkeys["speak_selection"] = BindResult("Ctrl+Shift+F9", bound=False, problem="It is taken.")
    assistant = make()
    assistant.go(KEY)
    assert "It is taken." in words(assistant, "hotkey_problem")
    press(assistant, "read_without_key")
    assert len(screen.service.requests) == 1


def test_next_goes_through_all_steps_and_finishes(make):
    assistant = make()
    closed = QSignalSpy(assistant.closed)
    for number in range(1, assistant.step_count + 1):
        assert words(assistant, "assistant_place") == f"Step {number} of 4"
        press(assistant, "assistant_next")
    assert assistant.isHidden()
    assert closed.count() == 1


def test_back_goes_back(make):
    assistant = make()
    assistant.go(VOICE)
    press(assistant, "assistant_back")
    assert words(assistant, "assistant_place") == "Step 2 of 4"


class TestComingUp:
    @pytest.fixture
    def mark(self, tmp_path):
        return FirstRunMark(tmp_path / "state" / "seen")

    @pytest.fixture
    def host(self, make, mark):
        host = AssistantHost(make, mark)
        yield host
        host.close()
        host.deleteLater()

    def test_it_comes_by_itself_until_it_was_closed_once(self, host, mark):
        host.show_if_due()
        assert mark.is_due
        press(host._assistant, "assistant_skip")
        assert not mark.is_due

    def test_afterwards_it_comes_only_when_it_is_asked_for(self, host, mark):
        mark.note()
        host.show_if_due()
        assert host._assistant is None
        host.show()
        assert host._assistant.isVisible()

    def test_quitting_in_the_middle_does_not_count_as_seen(self, host, mark):
        host.show()
        host.close()
        assert mark.is_due

    @pytest.mark.logs_warnings
    def test_where_nothing_can_be_kept_it_comes_again(self, tmp_path):
        (tmp_path / "file").write_text("")
        mark = FirstRunMark(tmp_path / "file" / "seen")
        mark.note()
        assert mark.is_due


class TestLooking:
    ANSWER = DriverAnswer(
        Machine((12, 8), (Card("Small", (8, 6)), Card("Large", (8, 9)))),
        memory=(CardMemory(4_096, 4_000), CardMemory(24_576, 24_000)),
    )

    def test_the_largest_card_counts(self):
        look = look_at_card(lambda: self.ANSWER, lambda: FINE_REPORT)
        assert (look.name, look.memory_bytes, look.is_sure) == ("Large", 24 * 2**30, True)
        assert look.obstacle is None

    def test_the_doctor_has_the_last_word(self):
        look = look_at_card(lambda: self.ANSWER, lambda: REPORT)
        assert look.obstacle is not None
        assert look.obstacle.check == "architecture"
        assert not look.is_sure

    def test_no_driver_is_no_card(self):
        look = look_at_card(lambda: DriverAnswer(is_missing=True), lambda: FINE_REPORT)
        assert (look.name, look.memory_bytes) == ("", None)
