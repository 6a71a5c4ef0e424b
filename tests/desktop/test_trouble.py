"""What a real desktop does to a program: keys taken, owners that hang, late trays, rotten files."""

from __future__ import annotations

import signal

import pytest
from Xlib import XK, X
from Xlib.display import Display

from tests.desktop.test_key_to_sound import DECOYS, LONG, SAID, SPEAK, recorded, wait_for_the_end
from tests.rig import spoken_text
from tests.rig.private_desktop import PARTS, SINK, PrivateDesktop
from tests.rig.processes import wait_until
from tests.rig.running_app import RunningApp

pytestmark = pytest.mark.desktop


def test_a_hotkey_that_is_taken_is_named_and_the_application_starts(private_desktop: PrivateDesktop) -> None:
    other = Display(private_desktop.environment["DISPLAY"])
    root = other.screen().root
    code = other.keysym_to_keycode(XK.XK_F9)
    root.grab_key(code, X.ControlMask | X.ShiftMask, True, X.GrabModeAsync, X.GrabModeAsync)
    other.sync()
    with RunningApp(private_desktop) as app:
        app.start()
        keys = app.status()["hotkeys"]
        assert not keys["speak_selection"]["bound"]
        assert "Ctrl+Shift+F9" in keys["speak_selection"]["problem"]
        assert keys["stop"]["bound"]
        # and a second start with the command still speaks
        app.select(SAID)
        with recorded(app) as recording:
            assert app.command_line("speak-selection").returncode == 0
            wait_for_the_end(recording)
    other.close()


def test_a_selection_whose_owner_hangs_freezes_nothing(app: RunningApp) -> None:
    app.select(SAID)
    app.selection_owner.send_signal(signal.SIGSTOP)
    app.desktop.press(SPEAK)
    wait_until(lambda: "selection" in app.status().get("last_error", "").lower(), "a sentence about it", 3)
    app.selection_owner.send_signal(signal.SIGCONT)
    with recorded(app) as recording:
        app.desktop.press(SPEAK)
        wait_for_the_end(recording)
        assert spoken_text.holds(recording.samples(), recording.rate_hz, SAID, DECOYS)


def test_the_last_loudspeaker_is_pulled_out_and_comes_back(app: RunningApp) -> None:
    text = " ".join([LONG, SAID, LONG])
    with recorded(app) as recording:
        app.send("speak", text=text)
        wait_until(lambda: recording.loud_seconds() > 1.0, "sound")
        app.desktop.remove_sink(app.desktop.sink_module)
        before_s = recording.loud_seconds()
    wait_until(lambda: app.status()["state"] in ("paused", "speaking"), "a state that is no error", 5)
    app.desktop.sink_module = app.desktop.add_sink()
    app.desktop.run("pactl", "set-default-sink", SINK)
    with recorded(app) as recording:
        if app.status()["state"] == "paused":
            app.send("resume")
        wait_for_the_end(recording, quiet_s=1.5)
        whole, rate_hz = spoken_text.espeak(text, "en")
        assert before_s + recording.loud_seconds() < len(whole) / rate_hz + 1.0, "it did not start again"
        assert spoken_text.holds(recording.samples(), recording.rate_hz, SAID, DECOYS)


def test_a_tray_that_comes_late_gets_the_icon() -> None:
    with PrivateDesktop(parts=PARTS - {"tray"}) as desktop, RunningApp(desktop) as app:
        app.start()
        assert not app.status()["tray"]
        assert app.desktop.run("xdotool", "search", "--onlyvisible", "--name", "QwenTTS Desktop")
        app.desktop.start_tray()
        wait_until(lambda: app.status()["tray"], "the tray icon")


@pytest.mark.parametrize("content", [b"", b"\0" * 400, b"[audio]\nvolume = ", b"\xff\xfe\x00garbage"])
def test_rotten_settings_start_with_defaults_and_are_kept(
    private_desktop: PrivateDesktop, content: bytes
) -> None:
    with RunningApp(private_desktop) as app:
        folder = private_desktop.home / ".config" / "qwentts-desktop"
        folder.mkdir(parents=True)
        (folder / "settings.toml").write_bytes(content)
        app.start()
        assert app.status()["volume"] == 1.0
        kept = [file for file in folder.iterdir() if ".corrupt-" in file.name]
        assert [file.read_bytes() for file in kept] == ([content] if content else [])


def test_a_home_with_spaces_and_letters_of_the_world(private_desktop: PrivateDesktop) -> None:
    home = private_desktop.folder / "Ünï 测试 home"
    home.mkdir()
    private_desktop.environment["HOME"] = str(home)
    with RunningApp(private_desktop) as app:
        app.start()
        with recorded(app) as recording:
            app.send("speak", text=SAID)
            wait_for_the_end(recording)


def test_held_keys_and_locks_fire_once_a_press(app: RunningApp) -> None:
    app.select(LONG)
    app.desktop.press("Num_Lock")
    app.desktop.press("Caps_Lock")
    app.desktop.run("xdotool", "keydown", "ctrl", "keydown", "shift", "keydown", "F10")
    app.desktop.run("xdotool", "keyup", "F10", "keyup", "shift", "keyup", "ctrl")
    with recorded(app) as recording:
        app.desktop.press(SPEAK)
        wait_until(lambda: recording.loud_seconds() > 0.3, "sound")
    app.send("stop")


def test_stopping_the_sound_server_for_a_moment_loses_nothing(app: RunningApp) -> None:
    with recorded(app) as recording:
        app.send("speak", text=LONG)
        wait_until(lambda: recording.loud_seconds() > 0.5, "sound")
        app.desktop.run("pactl", "suspend-sink", SINK, "1")
        wait_until(lambda: recording.quiet_seconds_at_end() >= 0, "the suspended sink")
        app.desktop.run("pactl", "suspend-sink", SINK, "0")
        app.wait_for_state("idle", 30)
    assert app.process.poll() is None
    app.process.send_signal(signal.SIGTERM)
    app.process.wait(2.0)
