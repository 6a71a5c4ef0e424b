"""Builds the settings window with all its panels. The one place that knows every panel."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from qwentts_desktop.diagnostics.report import Report
from qwentts_desktop.ui.device_names import DeviceNames
from qwentts_desktop.ui.icons import IconFolder
from qwentts_desktop.ui.models.model_list import ModelList
from qwentts_desktop.ui.models.model_work import ModelWork
from qwentts_desktop.ui.ports import Facts
from qwentts_desktop.ui.run_record import RunRecord
from qwentts_desktop.ui.settings.about_page import AboutPage
from qwentts_desktop.ui.settings.doctor_panel import DoctorPanel
from qwentts_desktop.ui.settings.exchange_panel import ExchangePanel
from qwentts_desktop.ui.settings.licences_panel import LicencesPanel
from qwentts_desktop.ui.settings.privacy_panel import PrivacyPanel
from qwentts_desktop.ui.settings.rule_shelf import RuleShelf
from qwentts_desktop.ui.settings.rules_panel import RulesPanel
from qwentts_desktop.ui.settings.run_panel import RunPanel
from qwentts_desktop.ui.settings.window import SettingsWindow
from qwentts_desktop.ui.settings.words import models_title
from qwentts_desktop.ui.settings_model import SettingsModel


@dataclass(frozen=True)
class SettingsParts:
    """What the settings window is made of.

    Attributes:
        model: the settings.
        facts, devices, icons: what the controls show.
        record: the last runs.
        work: downloads and checks of models.
        rules_file: the user's pronunciation rules.
        run_doctor: makes a report; blocks, never raises.
        open_assistant: the steps of the first start; None where there are none.
        clear_history: throws kept texts away; None where nothing is kept.
    """

    model: SettingsModel
    facts: Facts
    devices: DeviceNames
    icons: IconFolder
    record: RunRecord
    work: ModelWork
    rules_file: Path
    run_doctor: Callable[[], Report]
    open_assistant: Callable[[], None] | None = None
    clear_history: Callable[[], None] | None = None


def build_settings_window(parts: SettingsParts) -> SettingsWindow:
    """The window, with a panel wherever a page needs more than rows."""
    return SettingsWindow(
        parts.model,
        parts.facts,
        parts.devices,
        parts.icons,
        panels={
            "general": (ExchangePanel(parts.model, parts.open_assistant),),
            "voice": (ModelList(parts.work, models_title()),),
            "streaming": (RunPanel(parts.model, parts.record),),
            "reading": (RulesPanel(RuleShelf(parts.rules_file)),),
            "doctor": (DoctorPanel(parts.run_doctor),),
            "privacy": (PrivacyPanel(parts.clear_history),),
            "about": (AboutPage(parts.icons), LicencesPanel()),
        },
    )
