"""Fetching one selection's bytes from its owner over the X protocol, INCR included. No opinion about text."""

from __future__ import annotations

import select
import time
from collections.abc import Callable

from Xlib import X
from Xlib.display import Display
from Xlib.protocol import rq

from qwentts_desktop.errors import SelectionError
from qwentts_desktop.system.selection import not_in_time

MAX_BYTES = 64 * 1024 * 1024
_READ_AT_ONCE = 2**24  # in units of four bytes


class Transfer:
    """Asks the owner of selections on one connection; all requests share one deadline.

    The connection must serve nothing else. Every wait ends at the deadline with a SelectionError.
    """

    def __init__(self, display: Display, deadline_s: float) -> None:
        """`deadline_s` is on `time.monotonic`'s scale."""
        self._display = display
        self._deadline_s = deadline_s
        root = display.screen().root
        # Never mapped; the owner writes to one of its properties.
        self._window = root.create_window(
            -10, -10, 1, 1, 0, X.CopyFromParent, event_mask=X.PropertyChangeMask
        )
        self._property = display.intern_atom("QWENTTS_TEXT")
        self._incr = display.intern_atom("INCR")

    def has_owner(self, selection: int) -> bool:
        """Whether any program holds the selection now."""
        return bool(self._display.get_selection_owner(selection))

    def targets(self, selection: int) -> list[str]:
        """Names of the formats that the owner offers; empty if it gives no list."""
        data = self.fetch(selection, "TARGETS")
        if data is None:
            return []
        atoms = memoryview(data).cast("I").tolist() if len(data) % 4 == 0 else []
        return [self._display.get_atom_name(atom) for atom in atoms if atom]

    def fetch(self, selection: int, target: str) -> bytes | None:
        """The selection in one format; None if the owner refuses it.

        Raises:
            SelectionError: no answer before the deadline, or more than 64 MB.
        """
        self._window.delete_property(self._property)
        asked = self._display.intern_atom(target)
        self._window.convert_selection(selection, asked, self._property, X.CurrentTime)
        answer = self._wait(
            lambda event: (
                event.type == X.SelectionNotify and event.selection == selection and event.target == asked
            )
        )
        if answer.property == X.NONE:
            return None
        kind, data = self._take()
        return self._incremental() if kind == self._incr else data

    def _incremental(self) -> bytes:
        """The owner sends pieces: each deletion of the property asks for the next, an empty one ends."""
        pieces: list[bytes] = []
        size = 0
        while True:
            self._wait(
                lambda event: (
                    event.type == X.PropertyNotify
                    and event.atom == self._property
                    and event.state == X.PropertyNewValue
                )
            )
            _, piece = self._take()
            if not piece:
                return b"".join(pieces)
            size += len(piece)
            if size > MAX_BYTES:
                raise SelectionError("The text is larger than 64 MB. Select less, or read it from a file.")
            pieces.append(piece)

    def _take(self) -> tuple[int, bytes]:
        """Read and delete the property: (type, bytes)."""
        reply = self._window.get_property(self._property, X.AnyPropertyType, 0, _READ_AT_ONCE, True)
        if reply is None:
            return X.NONE, b""
        value = reply.value
        return reply.property_type, value if isinstance(value, bytes) else bytes(memoryview(value).cast("B"))

    def _wait(self, wanted: Callable[[rq.Event], bool]) -> rq.Event:
        while True:
            while self._display.pending_events():
                event = self._display.next_event()
                if wanted(event):
                    return event
            left_s = self._deadline_s - time.monotonic()
            if left_s <= 0 or not select.select([self._display.fileno()], [], [], left_s)[0]:
                raise not_in_time()
