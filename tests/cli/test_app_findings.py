"""Findings about model, sound, hotkeys and selection, from what our own parts say."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from qwentts_desktop.cli.app_findings import (
    hotkeys_finding,
    model_finding,
    selection_finding,
    sound_finding,
)
from qwentts_desktop.diagnostics.child import ChildOutcome
from qwentts_desktop.diagnostics.finding import FindingState
from qwentts_desktop.errors import (
    InstanceError,
    NothingSelectedError,
    NotRunningError,
    SelectionError,
    SystemAdapterError,
)
from qwentts_desktop.service.engine_choice import NeuralFacts
from qwentts_desktop.settings.schema import HotkeySettings
from qwentts_desktop.system.hotkeys import BindResult
from qwentts_desktop.system.selection import SelectionReaders
from qwentts_desktop.system.session import SessionKind


class TestModel:
    def test_one_that_is_there_is_named(self) -> None:
        finding = model_finding(NeuralFacts(Path("/models/Qwen3-TTS-12Hz-0.6B-Base")), "0.6B-Base")
        assert finding.state is FindingState.OK
        assert "Qwen3-TTS-12Hz-0.6B-Base" in finding.reason

    def test_one_that_is_not_there_has_its_download_as_remedy(self) -> None:
        finding = model_finding(NeuralFacts(None), "0.6B-Base")
        assert finding.state is FindingState.WARNING
        assert finding.command == "qwentts-desktop models download 0.6B-Base"

    def test_a_folder_of_the_user_s_that_is_no_model_is_a_problem(self) -> None:
        finding = model_finding(
            NeuralFacts(None, model_problem="The model folder /x cannot be used."), "0.6B-Base"
        )
        assert finding.state is FindingState.PROBLEM
        assert "/x" in finding.reason

    def test_missing_packages_come_first(self) -> None:
        finding = model_finding(NeuralFacts(None, missing_packages=("torch", "qwen_tts")), "0.6B-Base")
        assert finding.state is FindingState.PROBLEM
        assert "torch, qwen_tts" in finding.reason
        assert finding.command.endswith("setup")


class TestSound:
    def outcome(self, **facts: object) -> ChildOutcome:
        told = {"outputs": 3, "default": "Speaker", "is_heard": True, "error": "", "rate_hz": 48_000, **facts}
        return ChildOutcome((json.dumps(told),))

    def test_a_device_that_takes_sound_is_fine(self) -> None:
        assert "3 outputs" in sound_finding(self.outcome()).reason
        assert sound_finding(self.outcome()).state is FindingState.OK

    def test_one_that_opens_and_takes_none_is_not(self) -> None:
        finding = sound_finding(self.outcome(is_heard=False))
        assert finding.state is FindingState.PROBLEM
        assert "takes no sound" in finding.reason

    def test_a_missing_portaudio_has_its_package_to_copy(self) -> None:
        sentence = (
            "Sound output needs PortAudio. Install it with your package manager, on Debian or Ubuntu: "
            "sudo apt install libportaudio2 libasound2-plugins"
        )
        finding = sound_finding(self.outcome(error=sentence))
        assert finding.command == "sudo apt install libportaudio2 libasound2-plugins"

    def test_a_portaudio_that_crashes_is_a_finding(self) -> None:
        finding = sound_finding(ChildOutcome((), "", -11))
        assert finding.state is FindingState.PROBLEM
        assert "was ended by signal 11" in finding.reason


class Backend:
    name = "X11"

    def __init__(self, results: dict[str, BindResult]) -> None:
        self.results = results
        self.is_closed = False

    def bind(self, actions):
        return self.results

    def close(self) -> None:
        self.is_closed = True


BOUND = {"speak_selection": BindResult("Ctrl+Shift+F9", bound=True)}
TAKEN = {"stop": BindResult("Ctrl+Shift+F11", bound=False, problem="Ctrl+Shift+F11 is taken.")}


class TestHotkeys:
    def nobody(self):
        raise NotRunningError("Nothing runs.")

    def test_without_the_application_they_are_tried_and_given_back(self) -> None:
        backend = Backend(BOUND)
        finding = hotkeys_finding(HotkeySettings(), self.nobody, lambda _listener: backend)
        assert finding.state is FindingState.OK
        assert "Ctrl+Shift+F9" in finding.reason
        assert backend.is_closed

    def test_a_running_application_holds_them_and_is_asked(self) -> None:
        status = {"hotkeys": {"stop": {"combination": "Ctrl+Shift+F11", "bound": True, "problem": ""}}}
        finding = hotkeys_finding(HotkeySettings(), lambda: status, lambda _listener: pytest.fail("tried"))
        assert finding.state is FindingState.OK

    def test_one_that_is_taken_is_a_warning_with_the_backend_s_sentence(self) -> None:
        results = {**BOUND, **TAKEN}
        finding = hotkeys_finding(HotkeySettings(), self.nobody, lambda _listener: Backend(results))
        assert (finding.state, finding.reason) == (FindingState.WARNING, "Ctrl+Shift+F11 is taken.")

    def test_none_wanted_is_nothing_checked(self) -> None:
        finding = hotkeys_finding(HotkeySettings(), self.nobody, lambda _listener: Backend({}))
        assert finding.state is FindingState.NOT_CHECKED

    def test_a_screen_that_is_gone_is_a_problem_and_a_silent_application_claims_nothing(self) -> None:
        def gone(_listener):
            raise SystemAdapterError("The X server cannot be reached.")

        def silent():
            raise InstanceError("It does not answer.")

        assert hotkeys_finding(HotkeySettings(), self.nobody, gone).state is FindingState.PROBLEM
        assert hotkeys_finding(HotkeySettings(), silent, gone).state is FindingState.NOT_CHECKED


class Reader:
    def __init__(self, answer: str | Exception) -> None:
        self.answer = answer

    def read(self, timeout_s: float = 1.0) -> str:
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


class TestSelection:
    def found(self, selection, clipboard, kind=SessionKind.X11):
        return selection_finding(kind, SelectionReaders(Reader(selection), Reader(clipboard)))

    def test_text_or_its_absence_shows_that_it_can_be_read_and_no_text_is_told(self) -> None:
        finding = self.found("a secret", NothingSelectedError("The clipboard is empty."))
        assert finding.state is FindingState.OK
        assert "secret" not in finding.reason

    def test_what_cannot_be_read_is_a_warning_once(self) -> None:
        error = SelectionError("It needs wl-paste.")
        finding = self.found(error, error, SessionKind.WAYLAND)
        assert (finding.state, finding.reason) == (FindingState.WARNING, "It needs wl-paste.")

    @pytest.mark.parametrize("kind", [SessionKind.WINDOWS, SessionKind.HEADLESS])
    def test_where_it_is_not_tried_nothing_is_claimed(self, kind) -> None:
        assert self.found("x", "y", kind).state is FindingState.NOT_CHECKED
