"""A voice as the library shows it: the profile, and what its folder looks like right now."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from qwentts_desktop.voices.profile import Profile


@dataclass(frozen=True)
class VoiceEntry:
    """One voice of the library.

    Attributes:
        profile: as last written.
        folder: where its files are.
        is_read_only: written by a newer version of this program: shown, never changed.
        problem: why it cannot speak now and what to do; empty where nothing is amiss.
        last_used: when it spoke last, in seconds since the epoch; None for never.
        encoded_for: names of the models that it is encoded for already.
    """

    profile: Profile
    folder: Path
    is_read_only: bool = False
    problem: str = ""
    last_used: float | None = None
    encoded_for: tuple[str, ...] = ()

    @property
    def recording_path(self) -> Path | None:
        """The recording as used, or None where the voice has none."""
        recording = self.profile.recording
        return None if recording is None else self.folder / recording.file

    @property
    def original_path(self) -> Path | None:
        """The recording as it came, or None where it was not kept."""
        recording = self.profile.recording
        return self.folder / recording.original if recording is not None and recording.original else None

    @property
    def prompt_path(self) -> Path | None:
        """The encoded form that cannot be made again, or None."""
        return self.folder / self.profile.prompt_file if self.profile.prompt_file else None


@dataclass(frozen=True)
class SetAside:
    """A damaged profile that was moved out of the way, and why."""

    folder: Path
    reason: str
