"""The system packages that pip cannot bring: which are missing, and how they get installed."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass

# What the application needs: PortAudio and its way to PulseAudio or PipeWire, the system voice,
# what Qt's xcb plugin loads, reading the selection under Wayland, and venv itself.
_DEBIAN_RUN = """
    python3-venv libportaudio2 libasound2-plugins espeak-ng wl-clipboard libegl1 libgl1 libdbus-1-3
    libxkbcommon-x11-0 libxcb-cursor0 libxcb-icccm4 libxcb-image0 libxcb-keysyms1 libxcb-render-util0
    libxcb-shape0 libxcb-xinerama0 fontconfig
"""
# What the tests need on top: a private screen, tray, sound card and the programs that play the user.
_DEBIAN_TEST = """
    g++ xvfb xdotool x11-utils x11-xserver-utils openbox tint2 xterm xclip dbus pulseaudio pulseaudio-utils
    sox libsox-fmt-all ffmpeg desktop-file-utils fonts-dejavu-core fonts-noto-cjk imagemagick
"""
_FEDORA_RUN = "portaudio alsa-plugins-pulseaudio espeak-ng wl-clipboard xcb-util-cursor xcb-util-keysyms"
_ARCH_RUN = "portaudio alsa-plugins espeak-ng wl-clipboard xcb-util-cursor xcb-util-keysyms"
_SUSE_RUN = "libportaudio2 alsa-plugins-pulse espeak-ng wl-clipboard libxcb-cursor0 libxcb-keysyms1"


@dataclass(frozen=True)
class PackageManager:
    """How one family of distributions installs packages.

    Attributes:
        program: its command.
        install: arguments before the names.
        query: a command that succeeds where the package named after it is installed.
        packages: needed to run the application, names with spaces between.
        test_packages: needed by the tests as well.
    """

    program: str
    install: tuple[str, ...]
    query: tuple[str, ...]
    packages: str
    test_packages: str = ""

    def wanted(self, *, for_tests: bool) -> list[str]:
        """The packages for running, or for running and testing."""
        return f"{self.packages} {self.test_packages if for_tests else ''}".split()

    def command(self, names: Sequence[str]) -> list[str]:
        """The command that installs these packages, without sudo."""
        return [self.program, *self.install, *names]


MANAGERS = (
    PackageManager(
        "apt-get",
        ("install", "-y", "--no-install-recommends"),
        ("dpkg-query", "-W", "-f=${db:Status-Status}"),
        _DEBIAN_RUN,
        _DEBIAN_TEST,
    ),
    PackageManager("dnf", ("install", "-y"), ("rpm", "-q"), _FEDORA_RUN),
    PackageManager("zypper", ("install", "-y"), ("rpm", "-q"), _SUSE_RUN),
    PackageManager("pacman", ("-S", "--needed", "--noconfirm"), ("pacman", "-Q"), _ARCH_RUN),
)


def find_manager() -> PackageManager | None:
    """The package manager of this machine, or None where we know none (Windows among them)."""
    return next((manager for manager in MANAGERS if shutil.which(manager.program)), None)


def missing_packages(manager: PackageManager, *, for_tests: bool) -> list[str]:
    """The wanted packages that are not installed, in order."""
    return [name for name in manager.wanted(for_tests=for_tests) if not _is_installed(manager, name)]


def _is_installed(manager: PackageManager, name: str) -> bool:
    done = subprocess.run([*manager.query, name], capture_output=True, text=True, check=False)
    # dpkg keeps records of removed packages too, with another status
    return done.returncode == 0 and (manager.program != "apt-get" or done.stdout == "installed")
