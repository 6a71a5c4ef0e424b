"""Tells a fresh key press from the repeats that the X server makes while a key is held. No display."""

from __future__ import annotations

# The server makes the release and the press of a repeat in one go, so their stamps are all but equal;
# no finger and no test program releases and presses again in this time.
_SAME_MOMENT_MS = 5


class RepeatFilter:
    """One keyboard's state as far as grabbed keys go. Times are the server's, in milliseconds, and wrap."""

    def __init__(self) -> None:
        self._down: set[int] = set()
        self._doubtful: dict[int, int] = {}

    def press(self, keycode: int, time_ms: int) -> bool:
        """Whether this press is a fresh one."""
        released_ms = self._doubtful.pop(keycode, None)
        if released_ms is not None:
            return (time_ms - released_ms) % 2**32 > _SAME_MOMENT_MS
        fresh = keycode not in self._down
        self._down.add(keycode)
        return fresh

    def release(self, keycode: int, time_ms: int, *, still_held: bool) -> None:
        """A release arrived; `still_held` is what the server says about the key now.

        Held means that this is the first half of a repeat, or that the key is down again already.
        """
        if still_held:
            self._doubtful[keycode] = time_ms
        else:
            self._doubtful.pop(keycode, None)
            self._down.discard(keycode)
