"""What the desktop offers beside sound and keys: a tray and a portal, asked on the session's bus. No Qt."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from qwentts_desktop.diagnostics.finding import Finding, fine, not_checked, warning

if TYPE_CHECKING:
    from jeepney.io.blocking import DBusConnection  # type: ignore[import-untyped]

TRAY, PORTAL = "tray", "portal"
_LIMIT_S = 1.5
_BUS, _BUS_PATH = "org.freedesktop.DBus", "/org/freedesktop/DBus"
_WATCHER = "org.kde.StatusNotifierWatcher"
_TRAY_IS_SHOWN = (_WATCHER, "/StatusNotifierWatcher", _WATCHER, "IsStatusNotifierHostRegistered")
_PORTAL = "org.freedesktop.portal.Desktop"
_SHORTCUTS = "org.freedesktop.portal.GlobalShortcuts"


class SessionBus:
    """The bus of this session; one question after another. Close it."""

    def __init__(self) -> None:
        """Connect.

        Raises:
            OSError, KeyError: there is no bus.
        """
        from jeepney.io.blocking import open_dbus_connection

        self._connection: DBusConnection = open_dbus_connection("SESSION")

    def has(self, name: str) -> bool:
        """Some program owns this name."""
        from jeepney import DBusAddress, new_method_call  # type: ignore[import-untyped]

        bus = DBusAddress(_BUS_PATH, bus_name=_BUS, interface=_BUS)
        reply = self._connection.send_and_get_reply(
            new_method_call(bus, "NameHasOwner", "s", (name,)), timeout=_LIMIT_S
        )
        return bool(reply.body[0])

    def value_of(self, name: str, path: str, interface: str, value: str) -> Any:
        """A property of a program's object; None where it has no such one."""
        from jeepney import DBusAddress, MessageType, Properties

        address = DBusAddress(path, bus_name=name, interface=interface)
        reply = self._connection.send_and_get_reply(Properties(address).get(value), timeout=_LIMIT_S)
        if reply.header.message_type is not MessageType.method_return:
            return None
        return reply.body[0][1]

    def close(self) -> None:
        """Leave the bus."""
        self._connection.close()


def desktop_findings(
    connect: Callable[[], SessionBus] = SessionBus, x_tray: Callable[[], bool] | None = None
) -> tuple[Finding, ...]:
    """Tray and portal, in this order.

    Args:
        connect: reaches the session's bus.
        x_tray: whether an old X11 tray is there.
    """
    if sys.platform == "win32":
        return (
            fine(TRAY, "Tray", "Windows has one."),
            not_checked(PORTAL, "Desktop portal", "Windows needs none."),
        )
    try:
        bus = connect()
    except (OSError, KeyError, ValueError) as error:
        reason = f"There is no session bus ({type(error).__name__})."
        has_x_tray = (x_tray or x11_tray_is_there)()
        return _tray(None, has_x_tray, reason), not_checked(PORTAL, "Desktop portal", reason)
    with contextlib.closing(bus):
        return _tray(bus, (x_tray or x11_tray_is_there)(), ""), _portal(bus)


def x11_tray_is_there() -> bool:
    """Some window owns the tray selection of the X screen."""
    if not os.environ.get("DISPLAY"):
        return False
    from Xlib.display import Display
    from Xlib.error import DisplayError

    try:
        display = Display()
    except (DisplayError, OSError):
        return False
    try:
        atom = display.intern_atom(f"_NET_SYSTEM_TRAY_S{display.get_default_screen()}")
        return display.get_selection_owner(atom) != 0
    finally:
        display.close()


def _tray(bus: SessionBus | None, has_x_tray: bool, no_bus: str) -> Finding:
    if bus is not None and bus.has(_WATCHER) and bus.value_of(*_TRAY_IS_SHOWN):
        return fine(TRAY, "Tray", "The desktop has a tray (StatusNotifier).")
    if has_x_tray:
        return fine(TRAY, "Tray", "The desktop has a tray (X11).")
    desktop = os.environ.get("XDG_CURRENT_DESKTOP", "")
    if not desktop and not os.environ.get("DISPLAY") and not os.environ.get("WAYLAND_DISPLAY"):
        return not_checked(TRAY, "Tray", no_bus or "There is no desktop here.")
    remedy, command = "The window stays open instead. Add a tray to your panel to have the icon.", ""
    if "GNOME" in desktop:
        remedy = "The window stays open instead. GNOME shows icons with its AppIndicator extension."
        command = "gnome-extensions enable appindicatorsupport@rgcjonas.gmail.com"
    return warning(TRAY, "Tray", "This desktop has no tray.", remedy, command)


def _portal(bus: SessionBus) -> Finding:
    title = "Desktop portal"
    version = bus.value_of(_PORTAL, "/org/freedesktop/portal/desktop", _SHORTCUTS, "version")
    if version is not None:
        return fine(PORTAL, title, f"It is there and knows global shortcuts (version {version}).")
    if not bus.has(_PORTAL):
        return not_checked(PORTAL, title, "None runs. It is used under Wayland only.")
    is_wayland = bool(os.environ.get("WAYLAND_DISPLAY"))
    words = "It is there and knows no global shortcuts"
    if not is_wayland:
        return fine(PORTAL, title, f"{words}; X11 needs none.")
    return warning(
        PORTAL,
        title,
        f"{words}, so keys cannot be taken under this Wayland desktop.",
        "Set shortcuts in the desktop's own keyboard settings that run: qwentts-desktop speak-selection",
    )
