"""Shows how far a download is: one changing line on a terminal, a line now and then elsewhere, or JSON."""

from __future__ import annotations

import json
import time
from dataclasses import asdict
from typing import TYPE_CHECKING

from qwentts_desktop.cli.context import Context

if TYPE_CHECKING:
    from qwentts_desktop.checkpoints.progress import DownloadProgress

_SECONDS_BETWEEN_LINES = 5.0


class DownloadDisplay:
    """Writes to standard error, JSON to standard output; a context manager that ends its line.

    Args:
        context: the streams.
        as_json: one object a line, each progress.
    """

    def __init__(self, context: Context, *, as_json: bool) -> None:
        self._context = context
        self._as_json = as_json
        self._is_terminal = context.stderr.isatty()
        self._width = 0
        self._said = ("", float("-inf"))

    def __enter__(self) -> DownloadDisplay:
        return self

    def __exit__(self, *_: object) -> None:
        if self._width:
            self._context.complain("")

    def show(self, progress: DownloadProgress) -> None:
        """One moment of it."""
        if self._as_json:
            self._context.say(json.dumps({**asdict(progress), "fraction": progress.fraction}))
        elif self._is_terminal:
            line = _line(progress)
            self._context.stderr.write(f"\r{line:<{self._width}}")
            self._context.stderr.flush()
            self._width = len(line)
        else:
            self._show_sometimes(progress)

    def _show_sometimes(self, progress: DownloadProgress) -> None:
        what, at = progress.note or progress.phase.value, time.monotonic()
        if what != self._said[0] or at - self._said[1] > _SECONDS_BETWEEN_LINES:
            self._said = (what, at)
            self._context.complain(_line(progress))


def _line(progress: DownloadProgress) -> str:
    from qwentts_desktop.checkpoints.disk import show_bytes

    words = [progress.note or progress.phase.value]
    if progress.total_bytes:
        words.append(f"{show_bytes(progress.done_bytes)} of {show_bytes(progress.total_bytes)}")
    if progress.bytes_per_second:
        words.append(f"{show_bytes(progress.bytes_per_second)}/s")
    if progress.seconds_left is not None:
        minutes, seconds = divmod(round(progress.seconds_left), 60)
        words.append(f"{minutes}:{seconds:02} left")
    return ", ".join(words)
