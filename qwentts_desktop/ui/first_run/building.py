"""Builds the assistant with its steps and connects them. It decides nothing."""

from __future__ import annotations

from collections.abc import Callable

from qwentts_desktop.ui.bridge import HotkeyBridge
from qwentts_desktop.ui.controller import Controller
from qwentts_desktop.ui.first_run.assistant import Assistant
from qwentts_desktop.ui.first_run.card_look import CardLook
from qwentts_desktop.ui.first_run.card_step import CardStep
from qwentts_desktop.ui.first_run.hotkey_step import HotkeyStep
from qwentts_desktop.ui.first_run.model_step import ModelStep
from qwentts_desktop.ui.first_run.voice_step import VoiceStep
from qwentts_desktop.ui.models.model_work import ModelWork
from qwentts_desktop.ui.ports import Facts
from qwentts_desktop.ui.settings_model import SettingsModel


def build_assistant(
    controller: Controller,
    model: SettingsModel,
    facts: Facts,
    work: ModelWork,
    look: Callable[[], CardLook],
    keys: HotkeyBridge,
    make_voice: Callable[[], None] | None = None,
) -> Assistant:
    """The window with its four steps; `look` examines the card and may block."""
    card = CardStep(look)
    models = ModelStep(work, model)
    voice = VoiceStep(controller, model, facts, work, make_voice)
    hotkey = HotkeyStep(controller, model, facts)
    card.looked.connect(models.show_look)
    keys.pressed.connect(hotkey.on_hotkey)
    keys.rebound.connect(hotkey.show_hotkeys)
    return Assistant((card, models, voice, hotkey))
