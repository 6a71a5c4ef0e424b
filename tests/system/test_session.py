from __future__ import annotations

import pytest

from qwentts_desktop.system.session import SessionKind, detect_session


@pytest.mark.parametrize(
    ("platform", "environ", "kind"),
    [
        ("win32", {}, SessionKind.WINDOWS),
        ("linux", {"DISPLAY": ":0"}, SessionKind.X11),
        ("linux", {"DISPLAY": ":0", "XDG_SESSION_TYPE": "x11"}, SessionKind.X11),
        ("linux", {"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0"}, SessionKind.WAYLAND),
        ("linux", {"DISPLAY": ":0", "WAYLAND_DISPLAY": "w", "XDG_SESSION_TYPE": "x11"}, SessionKind.WAYLAND),
        ("linux", {"WAYLAND_DISPLAY": "wayland-0"}, SessionKind.WAYLAND),
        ("linux", {"XDG_SESSION_TYPE": "wayland"}, SessionKind.WAYLAND),
        ("linux", {"DISPLAY": ":0", "XDG_SESSION_TYPE": "wayland"}, SessionKind.WAYLAND),
        ("linux", {"XDG_SESSION_TYPE": "tty"}, SessionKind.HEADLESS),
        ("linux", {"DISPLAY": ""}, SessionKind.HEADLESS),
        ("linux", {}, SessionKind.HEADLESS),
    ],
)
def test_the_environment_tells_the_kind_of_session(platform, environ, kind) -> None:
    assert detect_session(platform, environ).kind is kind


def test_the_names_of_the_displays_come_along() -> None:
    session = detect_session(
        "linux", {"DISPLAY": ":1", "WAYLAND_DISPLAY": "w-2", "XDG_CURRENT_DESKTOP": "KDE"}
    )
    assert (session.x_display, session.wayland_display, session.desktop) == (":1", "w-2", "KDE")
