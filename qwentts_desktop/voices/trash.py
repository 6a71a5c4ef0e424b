"""The operating system's trash, from which a voice can be brought back."""

from __future__ import annotations

from pathlib import Path

from qwentts_desktop.errors import VoiceError


def move_to_trash(folder: Path) -> None:
    """Move a folder to the trash.

    Raises:
        VoiceError: there is no trash for this disk; the folder is where it was.
    """
    from send2trash import send2trash

    try:
        send2trash(folder)
    except OSError as error:  # TrashPermissionError is one
        raise VoiceError(
            "The voice could not be moved to the trash, so it was left where it is. "
            "Check the permissions of the folder.",
            detail=str(error),
        ) from error
