"""Where records of what happened go: a rotating file. Spoken text is never among them."""

from __future__ import annotations

import logging
import logging.handlers
import sys
import threading
from pathlib import Path
from types import TracebackType

from qwentts_desktop.paths import ensure

MAX_BYTES = 1_000_000
BACKUPS = 3
_FORMAT = "%(asctime)s %(levelname)s %(name)s [%(threadName)s] %(message)s"


def set_up_logging(folder: Path, *, level: int = logging.INFO, to_terminal: bool = False) -> None:
    """Send all records to `folder/qwentts-desktop.log` (rotating), warnings to stderr if asked.

    A folder that cannot be written leaves the terminal; it never stops the application.
    """
    root = logging.getLogger()
    root.setLevel(level)
    handlers: list[logging.Handler] = []
    try:
        file = ensure(folder) / "qwentts-desktop.log"
        handlers.append(
            logging.handlers.RotatingFileHandler(
                file, maxBytes=MAX_BYTES, backupCount=BACKUPS, encoding="utf-8", delay=True
            )
        )
    except OSError:
        to_terminal = True
    if to_terminal:
        terminal = logging.StreamHandler()
        terminal.setLevel(logging.WARNING)
        handlers.append(terminal)
    for handler in handlers:
        handler.setFormatter(logging.Formatter(_FORMAT))
        root.addHandler(handler)


def log_uncaught_exceptions() -> None:
    """Log what nothing caught, in any thread, before the interpreter's own hooks show it."""
    log = logging.getLogger("qwentts_desktop.uncaught")
    shown_before = sys.excepthook
    thread_hook_before = threading.excepthook

    def on_exception(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if not issubclass(kind, KeyboardInterrupt):
            log.critical("uncaught exception", exc_info=(kind, error, trace))
        shown_before(kind, error, trace)

    def on_thread_exception(hook_args: threading.ExceptHookArgs) -> None:
        if hook_args.exc_value is not None:
            log.critical(
                "uncaught exception in thread %s",
                hook_args.thread.name if hook_args.thread else "?",
                exc_info=(hook_args.exc_type, hook_args.exc_value, hook_args.exc_traceback),
            )
        thread_hook_before(hook_args)

    sys.excepthook = on_exception
    threading.excepthook = on_thread_exception
