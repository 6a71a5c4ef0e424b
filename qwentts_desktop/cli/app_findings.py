"""Findings about what the application does in its own ways: model, sound, hotkeys, selection."""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Callable, Mapping
from typing import Any

from qwentts_desktop.diagnostics.child import ChildOutcome
from qwentts_desktop.diagnostics.finding import Finding, fine, not_checked, problem, warning
from qwentts_desktop.errors import NothingSelectedError, NotRunningError, QwenTTSError, SystemAdapterError
from qwentts_desktop.service.engine_choice import NeuralFacts
from qwentts_desktop.settings.schema import HotkeySettings
from qwentts_desktop.system.hotkeys import BindResult, HotkeyBackend, HotkeyListener
from qwentts_desktop.system.selection import SelectionReader, SelectionReaders
from qwentts_desktop.system.session import SessionKind

MODEL, SOUND, HOTKEYS, SELECTION = "model", "sound", "hotkeys", "selection"
_SOUND_TITLE, _HOTKEYS_TITLE = "Sound output", "Hotkeys"
SETUP = "setup_windows.bat setup" if sys.platform == "win32" else "python3 installers/bootstrap.py setup"
_READ_LIMIT_S = 1.0

AskApplication = Callable[[], Mapping[str, Any]]
"""The status of the running application; raises NotRunningError where none runs."""


def model_finding(facts: NeuralFacts, wanted: str) -> Finding:
    """Whether the model that the settings want is there and complete; its content is not read.

    Args:
        facts: see `engine_facts`.
        wanted: the name of the model.
    """
    title = "Model files"
    if facts.missing_packages:
        names = ", ".join(facts.missing_packages)
        reason = f"Packages of the neural engine are missing: {names}."
        return problem(MODEL, title, reason, "Run the setup again in the folder of the program.", SETUP)
    if facts.model is not None:
        return fine(MODEL, title, f"{facts.model.name} has all its files ({facts.model}).")
    if facts.model_problem:
        return problem(
            MODEL,
            title,
            facts.model_problem,
            "Choose another folder in the settings, or download a model.",
            f"qwentts-desktop models download {wanted}",
        )
    return warning(
        MODEL,
        title,
        f"{wanted} is not downloaded yet; the system's own voice reads.",
        "Download it, here or under Voice and model in the settings.",
        f"qwentts-desktop models download {wanted}",
    )


def sound_finding(outcome: ChildOutcome) -> Finding:
    """What the trial of sound told."""
    facts = next(iter(outcome.objects()), None)
    if facts is None:
        return problem(
            SOUND,
            _SOUND_TITLE,
            f"The trial of the sound output {outcome.end_in_words}.",
            "Look whether other programs can play, and restart the sound server.",
        )
    if facts["error"]:
        return problem(SOUND, _SOUND_TITLE, facts["error"], command=_command_in(facts["error"]))
    words = f"{facts['outputs']} outputs; the default is {facts['default'] or 'not named'}"
    if not facts["is_heard"]:
        return problem(
            SOUND,
            _SOUND_TITLE,
            f"{words}, and it takes no sound.",
            "The device may sleep: choose another one under Audio, or disconnect and connect it.",
        )
    return fine(SOUND, _SOUND_TITLE, f"{words}; it takes sound at {facts['rate_hz']} Hz.")


def hotkeys_finding(
    wanted: HotkeySettings,
    ask_application: AskApplication,
    open_backend: Callable[[HotkeyListener], HotkeyBackend],
) -> Finding:
    """Whether the hotkeys of the settings work: asked of the application, or tried where none runs."""
    combinations = dataclasses.asdict(wanted)
    try:
        name, results = "the application", _results_of(ask_application())
    except NotRunningError:
        try:
            backend = open_backend(HotkeyListener(lambda _action, _at: None))
        except SystemAdapterError as error:
            return problem(HOTKEYS, _HOTKEYS_TITLE, error.message)
        try:
            name, results = backend.name, backend.bind(combinations)
        finally:
            backend.close()
    except QwenTTSError as error:
        return not_checked(HOTKEYS, _HOTKEYS_TITLE, error.message)
    return _judge_hotkeys(name, results)


def selection_finding(kind: SessionKind, readers: SelectionReaders) -> Finding:
    """Whether selection and clipboard can be read. What is in them is thrown away."""
    title = "Selection and clipboard"
    if kind is SessionKind.HEADLESS:
        return not_checked(SELECTION, title, "There is no desktop here.")
    if kind is SessionKind.WINDOWS:
        return not_checked(SELECTION, title, "Not tried, because it would press Ctrl+C in another window.")
    complaints = [
        complaint for reader in (readers.selection, readers.clipboard) if (complaint := _complaint_of(reader))
    ]
    if complaints:
        reason = " ".join(dict.fromkeys(complaints))
        return warning(SELECTION, title, reason, command=_command_in(reason))
    return fine(SELECTION, title, f"Both can be read ({kind.value}).")


def _complaint_of(reader: SelectionReader) -> str:
    try:
        reader.read(_READ_LIMIT_S)
    except NothingSelectedError:
        return ""
    except QwenTTSError as error:
        return error.message
    return ""


def _results_of(status: Mapping[str, Any]) -> dict[str, BindResult]:
    return {action: BindResult(**result) for action, result in status.get("hotkeys", {}).items()}


def _judge_hotkeys(name: str, results: Mapping[str, BindResult]) -> Finding:
    problems = [result.problem for result in results.values() if result.problem]
    bound = [result.combination for result in results.values() if result.bound]
    if problems:
        return warning(HOTKEYS, _HOTKEYS_TITLE, problems[0], command=_command_in(problems[0]))
    if not bound:
        return not_checked(HOTKEYS, _HOTKEYS_TITLE, "None is set.")
    return fine(HOTKEYS, _HOTKEYS_TITLE, f"{', '.join(bound)} reach the application ({name}).")


def _command_in(sentence: str) -> str:
    """The command that a sentence of ours ends with, to copy."""
    for start in ("sudo ", "qwentts-desktop "):
        if start in sentence:
            return start + sentence.split(start, 1)[1].rstrip(".")
    return ""
