"""What kind of desktop session this is, from the platform and the environment alone. Nothing is opened."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum


class SessionKind(Enum):
    """The four kinds that hotkeys and selections differ by."""

    X11 = "x11"
    WAYLAND = "wayland"
    WINDOWS = "windows"
    HEADLESS = "headless"


@dataclass(frozen=True)
class Session:
    """The facts about the session.

    Attributes:
        kind: which handlers fit.
        x_display: name of the X server, "" for none. Under Wayland it is XWayland's: some windows only.
        wayland_display: name of the Wayland socket, "" for none.
        desktop: the desktop's own name, such as "GNOME" or "KDE", "" if unknown.
    """

    kind: SessionKind
    x_display: str = ""
    wayland_display: str = ""
    desktop: str = ""


def detect_session(platform: str = sys.platform, environ: Mapping[str, str] = os.environ) -> Session:
    """The session of this process.

    Wayland wins where anything names it: an X server beside it is XWayland, whose grabs would fire over
    some windows only.
    """
    desktop = environ.get("XDG_CURRENT_DESKTOP", "")
    if platform == "win32":
        return Session(SessionKind.WINDOWS, desktop=desktop)
    x_display = environ.get("DISPLAY", "")
    wayland = environ.get("WAYLAND_DISPLAY", "")
    if wayland or environ.get("XDG_SESSION_TYPE", "") == "wayland":
        return Session(SessionKind.WAYLAND, x_display, wayland, desktop)
    if x_display:
        return Session(SessionKind.X11, x_display, "", desktop)
    return Session(SessionKind.HEADLESS, desktop=desktop)
