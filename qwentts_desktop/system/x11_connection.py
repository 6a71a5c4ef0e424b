"""Opening a connection of one's own to the X server, and the ways in which it ends. No windows, no keys."""

from __future__ import annotations

import logging

from Xlib import error
from Xlib.display import Display

from qwentts_desktop.errors import SystemAdapterError

_log = logging.getLogger(__name__)

X_GONE = (error.ConnectionClosedError, error.DisplayError, OSError)
"""What python-xlib raises when the server has died or closed the connection."""


def open_display(name: str = "") -> Display:
    """A new connection, for one thread alone; `name` such as ":0", "" for the environment's.

    Raises:
        SystemAdapterError: no X server answers there.
    """
    try:
        display = Display(name or None)
    except (*X_GONE, error.XauthError, error.XNoAuthError) as cause:
        raise SystemAdapterError(
            "The X display cannot be reached. Start the application inside a desktop session.",
            detail=f"{name}: {cause}",
        ) from cause
    # python-xlib would print asynchronous errors to the terminal.
    display.set_error_handler(_log_error)
    return display


def _log_error(failure: object, _request: object) -> None:
    _log.info("X error without a taker: %s", failure)
