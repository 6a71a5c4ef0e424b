"""Tells a fresh key press from the repeats that the X server makes while a key is held. No display."""

from __future__ import annotations

# The server makes the release and the press of a repeat in one go, so their stamps are all but equal;
# no finger and no test program releases and presses again in this time.
_SAME_MOMENT_MS = 5
# A held key repeats far more often. Beyond this the release was lost, and the key must not stay dead.
_RELEASE_LOST_MS = 2_000
_CLOCK = 2**32


class RepeatFilter:
    """One keyboard's state as far as grabbed keys go. Times are the server's, in milliseconds, and wrap."""

    def __init__(self) -> None:
        self._down_ms: dict[int, int] = {}
        self._doubtful_ms: dict[int, int] = {}

    def press(self, keycode: int, time_ms: int) -> bool:
        """Whether this press is a fresh one."""
        last_ms = self._down_ms.get(keycode)
        released_ms = self._doubtful_ms.pop(keycode, None)
        self._down_ms[keycode] = time_ms
        if released_ms is not None:
            return (time_ms - released_ms) % _CLOCK > _SAME_MOMENT_MS
        return last_ms is None or (time_ms - last_ms) % _CLOCK > _RELEASE_LOST_MS

    def release(self, keycode: int, time_ms: int, *, still_held: bool) -> None:
        """A release arrived; `still_held` is what the server says about the key now.

        Held means that this is the first half of a repeat, or that the key is down again already.
        """
        if still_held:
            self._doubtful_ms[keycode] = time_ms
        else:
            self.forget(keycode)

    def forget(self, keycode: int) -> None:
        """Its next press is fresh: the key was let go, or its releases do not come here any more."""
        self._doubtful_ms.pop(keycode, None)
        self._down_ms.pop(keycode, None)
