"""States and engines in words, for windows, tooltip and screen readers. No widget; never spoken text."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from qwentts_desktop import APP_TITLE
from qwentts_desktop.speech.engine import EngineInfo
from qwentts_desktop.speech.events import State
from qwentts_desktop.ui.status_model import Shown


def state_words(shown: Shown) -> str:
    """The state as a heading."""
    translate = QCoreApplication.translate
    return {
        State.IDLE: translate("words", "Ready"),
        State.LOADING: translate("words", "Getting ready"),
        State.SPEAKING: translate("words", "Reading"),
        State.PAUSED: translate("words", "Paused"),
        State.ERROR: translate("words", "Something went wrong"),
    }[shown.state]


def detail_words(shown: Shown, hotkey: str) -> str:
    """One line under the heading: where it is, or what to do next."""
    translate = QCoreApplication.translate
    if shown.state is State.LOADING and shown.loading is not None:
        return translate("words", "{step} ({percent} %)").format(
            step=shown.loading.step, percent=round(100 * shown.loading.fraction)
        )
    if shown.is_busy and shown.sentence is not None:
        return place_words(shown)
    if shown.is_busy:
        return translate("words", "The first sentence is being made.")
    if shown.state is State.ERROR:
        return translate("words", "Try again, or see below what to do.")
    if hotkey:
        return translate("words", "Select text anywhere and press {hotkey}.").format(hotkey=hotkey)
    return translate("words", "Paste text below and press Speak.")


def place_words(shown: Shown) -> str:
    """Which sentence of how many."""
    if shown.sentence is None:
        return ""
    if shown.sentences <= 0:
        return QCoreApplication.translate("words", "Sentence {number}").format(number=shown.sentence + 1)
    return QCoreApplication.translate("words", "Sentence {number} of {count}").format(
        number=shown.sentence + 1, count=shown.sentences
    )


def waiting_words(shown: Shown) -> str:
    """How many texts wait behind this one."""
    count = len(shown.waiting)
    return QCoreApplication.translate("words", "%n more text(s) wait", "", count) if count else ""


def engine_words(engine: EngineInfo | None) -> str:
    """What speaks and where, with the reason where it is not the best."""
    if engine is None:
        return QCoreApplication.translate("words", "The voice is chosen with the first text.")
    name = engine.name
    if engine.device:
        name = QCoreApplication.translate("words", "{engine} on {device}").format(
            engine=engine.name, device=engine.device
        )
    return name if not engine.reason else f"{name}. {engine.reason}"


def waking_words(woke_in_s: float | None) -> str:
    """How long the engine took to wake up; nothing where it was awake."""
    if woke_in_s is None:
        return ""
    return QCoreApplication.translate("words", "Woke up in {seconds} s.").format(seconds=f"{woke_in_s:.1f}")


def tooltip_words(shown: Shown) -> str:
    """For the tray: application, state, place."""
    lines = [f"{APP_TITLE}: {state_words(shown)}"]
    if shown.is_busy and shown.sentence is not None:
        lines.append(place_words(shown))
    if shown.error:
        lines.append(shown.error)
    return "\n".join(lines)


def speed_words(speed: float) -> str:
    """A speed against the natural one."""
    return f"{speed:.2f}×"


def percent_words(share: float) -> str:
    """A share of the whole."""
    return f"{round(share * 100)} %"


def time_words(seconds: float) -> str:
    """Time left, roughly."""
    translate = QCoreApplication.translate
    if seconds < 60:
        return translate("words", "less than a minute left")
    minutes = round(seconds / 60)
    if minutes < 60:
        if minutes == 1:
            return translate("words", "about a minute left")
        return translate("words", "about {minutes} minutes left").format(minutes=minutes)
    return translate("words", "about {hours} h {minutes} min left").format(
        hours=minutes // 60, minutes=minutes % 60
    )
