from __future__ import annotations

import builtins

import pytest

from qwentts_desktop import __main__ as start


@pytest.fixture
def no_screen(monkeypatch):
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.parametrize("arguments", [[], ["--hidden"], ["--show"]])
def test_without_a_screen_that_is_said_with_what_works(arguments, no_screen, capsys):
    assert start.main(arguments) == 1
    shown = capsys.readouterr().err
    assert "no screen" in shown
    assert "qwentts-desktop speak" in shown


def test_without_qt_that_is_said(monkeypatch, capsys):
    monkeypatch.setenv("DISPLAY", ":77")
    really_import = builtins.__import__

    def refuse(name, *rest):
        if name.startswith(("PySide6", "qwentts_desktop.app")):
            raise ImportError("No module named 'PySide6'", name="PySide6")
        return really_import(name, *rest)

    monkeypatch.setattr(builtins, "__import__", refuse)
    assert start.main([]) == 1
    assert "PySide6" in capsys.readouterr().err


def test_arguments_go_to_the_command_line(capsys):
    assert start.main(["--version"]) == 0
    assert "qwentts-desktop" in capsys.readouterr().out
