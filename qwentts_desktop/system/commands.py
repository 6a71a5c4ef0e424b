"""What two instances say to each other: one JSON line each way. No socket, no action's meaning."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from qwentts_desktop.errors import InstanceError

COMMAND_NAMES = (
    *("raise", "speak", "speak-selection", "speak-clipboard", "stop", "pause", "resume", "toggle-pause"),
    *("next", "previous", "status", "quit"),
)
MAX_LINE_BYTES = 16 * 1024 * 1024
"""A text of 5 MB, escaped, fits; 100 MB without a newline does not."""


@dataclass(frozen=True)
class Command:
    """What another process of the same user asks for.

    Attributes:
        name: one of COMMAND_NAMES, or one that a newer version knows; the handler refuses what it does not.
        arguments: JSON values by name, such as {"text": ..., "voice": ..., "language": ...} for "speak".
    """

    name: str
    arguments: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Reply:
    """What came of a command.

    Attributes:
        ok: whether it was done.
        exit_code: what the command line exits with; 0 where ok.
        message: a sentence for the user, "" for none.
        data: JSON values by name, such as the status.
    """

    ok: bool = True
    exit_code: int = 0
    message: str = ""
    data: Mapping[str, Any] = field(default_factory=dict)


def encode_command(command: Command) -> bytes:
    """One line. Raises InstanceError where it would be longer than MAX_LINE_BYTES."""
    line = _line({"command": command.name, "arguments": dict(command.arguments)})
    if len(line) > MAX_LINE_BYTES:
        raise InstanceError("The text is too long to hand over (16 MB). Read it from a file in parts.")
    return line


def decode_command(line: bytes) -> Command:
    """Raises InstanceError for anything but a command."""
    value = _object(line)
    name, arguments = value.get("command"), value.get("arguments", {})
    if not isinstance(name, str) or not isinstance(arguments, dict):
        raise _not_understood()
    return Command(name, arguments)


def encode_reply(reply: Reply) -> bytes:
    """One line."""
    return _line(
        {"ok": reply.ok, "exit_code": reply.exit_code, "message": reply.message, "data": dict(reply.data)}
    )


def decode_reply(line: bytes) -> Reply:
    """Raises InstanceError for anything but a reply."""
    value = _object(line)
    ok, exit_code = value.get("ok"), value.get("exit_code", 0)
    message, data = value.get("message", ""), value.get("data", {})
    right = isinstance(ok, bool) and isinstance(exit_code, int) and isinstance(message, str)
    if not right or not isinstance(data, dict):
        raise _not_understood()
    return Reply(bool(ok), int(exit_code), message, data)


def _line(value: dict[str, Any]) -> bytes:
    # ASCII only: an unpaired surrogate in the text would not encode otherwise.
    return json.dumps(value, ensure_ascii=True, separators=(",", ":")).encode("ascii") + b"\n"


def _object(line: bytes) -> dict[str, Any]:
    try:
        value = json.loads(line.decode("utf-8"))
    # RecursionError: a line of ten thousand opening brackets.
    except (ValueError, RecursionError) as error:
        raise _not_understood(type(error).__name__) from error
    if not isinstance(value, dict):
        raise _not_understood()
    return value


def _not_understood(detail: str = "") -> InstanceError:
    return InstanceError(
        "The message between two instances was not understood. Are both of the same version?", detail=detail
    )
