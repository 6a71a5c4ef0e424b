"""A desktop for one test: screen, session bus, sound card with loudspeaker and microphone, windows, tray.

Nothing of it touches the desktop that the tests are started from.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from types import TracebackType

from tests.rig.processes import Processes, wait_until
from tests.rig.recording import Recording

SINK = "speaker"
PARTS = frozenset({"screen", "bus", "sound", "windows", "tray"})


class PrivateDesktop:
    """Starts the parts asked for, ends only what it started.

    Args:
        parts: of "screen" (Xvfb), "bus" (D-Bus), "sound" (PulseAudio with a null sink and a virtual
            microphone), "windows" (openbox), "tray" (tint2); all by default.
        sink_rate_hz: the rate of the loudspeaker.
    """

    def __init__(self, parts: frozenset[str] = PARTS, sink_rate_hz: int = 48_000) -> None:
        self._parts = parts
        self._sink_rate_hz = sink_rate_hz
        self.folder = Path(tempfile.mkdtemp(prefix="qd-"))  # short: sockets have 107 characters
        self.home = self.folder / "home"
        self.processes = Processes(self._environment(), self.folder)
        self.sink_module = ""

    @property
    def environment(self) -> dict[str, str]:
        """For programs that are to run on this desktop."""
        return self.processes.environment

    def __enter__(self) -> PrivateDesktop:
        try:
            for part, start in (
                ("screen", self._start_screen),
                ("bus", self._start_bus),
                ("sound", self._start_sound),
                ("windows", self._start_windows),
                ("tray", self.start_tray),
            ):
                if part in self._parts:
                    start()
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.processes.end()
        shutil.rmtree(self.folder, ignore_errors=True)

    def run(self, *command: str, limit_s: float = 10.0, check: bool = True) -> str:
        """Run a program on this desktop and return what it printed."""
        return self.processes.run(*command, limit_s=limit_s, check=check)

    def press(self, keys: str) -> None:
        """Press and release a key combination in xdotool's words, such as "ctrl+shift+F9"."""
        self.run("xdotool", "key", keys)

    def screenshot(self, file: Path) -> Path:
        """The whole screen as a PNG."""
        self.run("import", "-window", "root", str(file))
        return file

    def record(self) -> Recording:
        """Record what the loudspeaker plays, until the recording is stopped."""
        return Recording(self.environment, f"{SINK}.monitor", self._sink_rate_hz)

    def add_sink(self, name: str = SINK, rate_hz: int | None = None) -> str:
        """Plug in a loudspeaker; the number of its module, for `remove_sink`."""
        rate = rate_hz or self._sink_rate_hz
        arguments = ["norewinds=1", f"sink_name={name}", f"rate={rate}", "channels=2"]
        arguments.append(f"sink_properties=device.description={name.capitalize()}")
        return self.run("pactl", "load-module", "module-null-sink", *arguments).strip()

    def remove_sink(self, module: str) -> None:
        """Pull the loudspeaker out."""
        self.run("pactl", "unload-module", module)

    def start_tray(self) -> None:
        """A tray that shows icons, as a panel would."""
        self.processes.start("tint2")
        wait_until(self._has_tray, "the tray")

    def _environment(self) -> dict[str, str]:
        runtime = self.folder / "run"
        (runtime / "pulse").mkdir(parents=True, mode=0o700)
        runtime.chmod(0o700)
        self.home.mkdir()
        kept = {name: os.environ[name] for name in ("PATH", "LANG", "LC_ALL") if name in os.environ}
        return {
            **kept,
            "HOME": str(self.home),
            "XDG_RUNTIME_DIR": str(runtime),
            "PULSE_RUNTIME_PATH": str(runtime / "pulse"),
            "PULSE_SERVER": f"unix:{runtime}/pulse/native",
            "XDG_CURRENT_DESKTOP": "openbox",
        }

    def _start_screen(self) -> None:
        reader, writer = os.pipe()
        screen = ["-screen", "0", "1280x800x24", "-nolisten", "tcp", "-noreset"]
        self.screen_process = self.processes.start(
            "Xvfb", "-displayfd", str(writer), *screen, pass_fds=(writer,)
        )
        os.close(writer)
        with os.fdopen(reader) as numbers:
            self.environment["DISPLAY"] = f":{numbers.readline().strip()}"

    def _start_bus(self) -> None:
        address = f"unix:path={self.folder}/run/bus"
        self.processes.start("dbus-daemon", "--session", "--nofork", "--nopidfile", f"--address={address}")
        self.environment["DBUS_SESSION_BUS_ADDRESS"] = address
        wait_until((self.folder / "run" / "bus").exists, "the session bus")

    def _start_sound(self) -> None:
        socket = self.folder / "run" / "pulse" / "native"
        # Without norewinds=1 an idle null sink has rendered ahead, and the head of the first sound is lost.
        self.processes.start(
            *("pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--disable-shm=yes"),
            *("--use-pid-file=no", "--log-target=stderr"),
            *("-L", f"module-native-protocol-unix socket={socket} auth-anonymous=1"),
            *("-L", "module-null-sink norewinds=1 sink_name=micfeed rate=48000 channels=1"),
            *("-L", "module-remap-source master=micfeed.monitor source_name=mic"),
        )
        wait_until(self._sound_server_answers, "the sound server")
        self.sink_module = self.add_sink()
        self.run("pactl", "set-default-sink", SINK)
        self.run("pactl", "set-default-source", "mic")

    def _start_windows(self) -> None:
        self.processes.start("openbox")
        wait_until(lambda: "window" in self._root_property("_NET_SUPPORTING_WM_CHECK"), "the window manager")

    def _sound_server_answers(self) -> bool:
        done = subprocess.run(["pactl", "info"], env=self.environment, capture_output=True, check=False)
        return done.returncode == 0

    def _root_property(self, name: str) -> str:
        return self.run("xprop", "-root", name, check=False)

    def _has_tray(self) -> bool:
        return "tint2" in self.run("xwininfo", "-root", "-tree", check=False)
