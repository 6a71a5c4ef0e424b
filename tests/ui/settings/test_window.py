from __future__ import annotations

import threading

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QSlider, QSpinBox, QWidget

from qwentts_desktop.settings.description import describe_settings
from qwentts_desktop.system.hotkeys import BindResult
from qwentts_desktop.ui.device_names import DeviceNames
from qwentts_desktop.ui.settings.controls import HotkeyField
from qwentts_desktop.ui.settings.window import SettingsWindow

CTRL_ALT = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier


@pytest.fixture
def devices(qt):
    devices = DeviceNames(lambda: ["Speaker (ALSA)", "HDMI (ALSA)"])
    yield devices
    devices.close()


@pytest.fixture
def window(screen, devices):
    window = SettingsWindow(screen.model, screen.facts, devices, screen.icons)
    window.show()
    yield window
    window.hide()
    window.deleteLater()


def control(window, name, kind=QWidget):
    return window.findChild(kind, name)


@pytest.mark.parametrize("info", describe_settings(), ids=lambda info: info.name)
def test_every_declared_setting_has_a_named_control_with_its_help(window, info):
    widget = control(window, info.name)
    assert widget is not None
    assert widget.accessibleName()
    assert widget.toolTip() == info.help


def test_a_choice_is_kept_at_once(screen, window):
    box = control(window, "general.when_speaking", QComboBox)
    box.setCurrentIndex(box.findData("enqueue"))
    assert screen.model.settings.general.when_speaking == "enqueue"


def test_a_number_is_kept_at_once(screen, window):
    control(window, "streaming.chunk_frames", QSpinBox).setValue(4)
    assert screen.model.settings.streaming.chunk_frames == 4


def test_a_slider_shows_percents(screen, window):
    control(window, "audio.volume.slider", QSlider).setValue(35)
    assert screen.model.settings.audio.volume == pytest.approx(0.35)


def test_what_was_changed_elsewhere_is_shown_without_being_written_again(screen, window):
    screen.model.set("engine.model_size", "1.7B")
    assert control(window, "engine.model_size", QComboBox).currentData() == "1.7B"
    assert screen.store.written == [("engine.model_size", "1.7B")]


def test_a_refused_value_is_explained_and_taken_back(screen, window):
    screen.store.refused.add("engine.model_size")
    box = control(window, "engine.model_size", QComboBox)
    box.setCurrentIndex(box.findData("1.7B"))
    assert box.currentData() == "0.6B"
    assert "cannot be" in window.rows["engine.model_size"].problem.text()


def test_output_devices_are_looked_up_off_the_gui_thread(screen, window, wait_until):
    window.open_page("audio")
    box = control(window, "audio.output_device", QComboBox)
    wait_until(lambda: box.count() == 3)
    assert [box.itemText(index) for index in range(3)] == ["System default", "Speaker (ALSA)", "HDMI (ALSA)"]
    box.setCurrentIndex(2)
    box.activated.emit(2)
    assert screen.model.settings.audio.output_device == "HDMI (ALSA)"


def test_a_hanging_driver_does_not_hold_up_the_window(screen, qt, wait_until):
    gate = threading.Event()
    devices = DeviceNames(lambda: [str(gate.wait(10))])
    window = SettingsWindow(screen.model, screen.facts, devices, screen.icons)
    window.show()
    window.open_page("audio")
    assert control(window, "audio.output_device", QComboBox).count() == 1
    gate.set()
    wait_until(lambda: control(window, "audio.output_device", QComboBox).count() == 2)
    devices.close()
    window.deleteLater()


def test_a_chosen_device_that_is_gone_stays_visible(screen, window, wait_until):
    screen.model.set("audio.output_device", "Headset (ALSA)")
    window.open_page("audio")
    box = control(window, "audio.output_device", QComboBox)
    wait_until(lambda: box.count() == 4)
    assert box.currentText() == "Headset (ALSA) (not connected)"


def test_keys_pressed_in_a_hotkey_field_become_the_hotkey(screen, window):
    window.open_page("hotkeys")
    field = control(window, "hotkeys.stop.keys", HotkeyField)
    field.setFocus()
    QTest.keyClick(field, Qt.Key.Key_K, CTRL_ALT)
    assert screen.model.settings.hotkeys.stop == "Ctrl+Alt+K"
    assert field.text() == "Ctrl+Alt+K"


def test_backspace_clears_a_hotkey_and_escape_leaves_it(screen, window):
    window.open_page("hotkeys")
    field = control(window, "hotkeys.stop.keys", HotkeyField)
    field.setFocus()
    QTest.keyClick(field, Qt.Key.Key_Escape)
    assert screen.model.settings.hotkeys.stop == "Ctrl+Shift+F11"
    QTest.keyClick(field, Qt.Key.Key_Backspace)
    assert screen.model.settings.hotkeys.stop == ""


def test_a_conflict_is_shown_at_its_hotkey_and_names_it(screen, window):
    problem = "Ctrl+Shift+F11 is taken by another program. Choose another combination."
    window.show_hotkeys({"stop": BindResult("Ctrl+Shift+F11", bound=False, problem=problem)})
    assert problem in window.rows["hotkeys.stop"].problem.text()
    assert not window.rows["hotkeys.stop"].problem.isHidden()
    window.show_hotkeys({"stop": BindResult("Ctrl+Shift+F11", bound=True)})
    assert window.rows["hotkeys.stop"].problem.isHidden()


def test_search_leaves_the_pages_that_have_it(window):
    QTest.keyClicks(window.search, "bluetooth")
    visible = [
        window.pages.item(number).text()
        for number in range(window.pages.count())
        if not window.pages.item(number).isHidden()
    ]
    assert visible == ["Audio"]
    window.search.clear()
    assert not window.pages.item(0).isHidden()
