"""Tray and portal, asked of a bus that stands in for the session's."""

from __future__ import annotations

import sys

import pytest

from qwentts_desktop.diagnostics.desktop_findings import desktop_findings
from qwentts_desktop.diagnostics.finding import FindingState

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Windows has a tray and no bus")

WATCHER = "org.kde.StatusNotifierWatcher"
PORTAL = "org.freedesktop.portal.Desktop"


class Bus:
    def __init__(self, names=(), values=None) -> None:
        self.names = names
        self.values = values or {}
        self.is_closed = False

    def has(self, name):
        return name in self.names

    def value_of(self, name, path, interface, value):
        return self.values.get(value)

    def close(self) -> None:
        self.is_closed = True


def found(bus, *, x_tray=False):
    return desktop_findings(lambda: bus, lambda: x_tray)


@pytest.fixture(autouse=True)
def x11_session(monkeypatch):
    monkeypatch.setenv("DISPLAY", ":9")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setenv("XDG_CURRENT_DESKTOP", "KDE")


def test_a_tray_with_a_host_is_there_and_one_without_is_not() -> None:
    bus = Bus((WATCHER,), {"IsStatusNotifierHostRegistered": True})
    assert found(bus)[0].state is FindingState.OK
    assert bus.is_closed
    assert found(Bus((WATCHER,), {"IsStatusNotifierHostRegistered": False}))[0].state is FindingState.WARNING


def test_an_old_tray_counts_as_well() -> None:
    assert found(Bus(), x_tray=True)[0].state is FindingState.OK


def test_gnome_has_its_extension_as_remedy(monkeypatch) -> None:
    monkeypatch.setenv("XDG_CURRENT_DESKTOP", "ubuntu:GNOME")
    finding = found(Bus())[0]
    assert finding.state is FindingState.WARNING
    assert "appindicator" in finding.command


def test_a_portal_without_shortcuts_matters_under_wayland_only(monkeypatch) -> None:
    assert found(Bus((PORTAL,)))[1].state is FindingState.OK
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    finding = found(Bus((PORTAL,)))[1]
    assert finding.state is FindingState.WARNING
    assert "speak-selection" in finding.remedy
    assert found(Bus((PORTAL,), {"version": 1}))[1].state is FindingState.OK


def test_without_a_bus_nothing_is_claimed_of_the_portal() -> None:
    def no_bus():
        raise FileNotFoundError("no socket")

    tray, portal = desktop_findings(no_bus, lambda: False)
    assert tray.state is FindingState.WARNING
    assert portal.state is FindingState.NOT_CHECKED
