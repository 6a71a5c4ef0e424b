"""Text that the user marked or copied: the running application reads it, or this process does."""

from __future__ import annotations

import argparse
from enum import Enum

from qwentts_desktop.cli.context import Context
from qwentts_desktop.errors import NotRunningError


class Place(str, Enum):
    """Where the text is; the value is the command's name."""

    SELECTION = "speak-selection"
    CLIPBOARD = "speak-clipboard"


def speak_marked(place: Place, arguments: argparse.Namespace, context: Context) -> int:
    """Speak it through the running application if there is one, else from here.

    Raises:
        SelectionError: it cannot be read, or there is none.
    """
    from qwentts_desktop.system.instance import Command, send_command

    given = {"voice": arguments.voice, "language": arguments.language}
    command = Command(place.value, {name: value for name, value in given.items() if value is not None})
    try:
        reply = send_command(context.paths.runtime, command)
    except NotRunningError:
        from qwentts_desktop.cli.aloud import speak_aloud

        return speak_aloud(context, context.settings(), _read(place), arguments)
    if reply.message:
        (context.say if reply.ok else context.complain)(reply.message)
    return reply.exit_code


def _read(place: Place) -> str:
    from qwentts_desktop.system.selection import open_readers
    from qwentts_desktop.system.session import detect_session

    readers = open_readers(detect_session())
    return (readers.selection if place is Place.SELECTION else readers.clipboard).read()
