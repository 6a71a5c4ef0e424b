"""Runs one of our own processes with a time limit and keeps what it said until it ended, however it ended."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class ChildOutcome:
    """What came of a process.

    Attributes:
        lines: of its standard output.
        complaint: the end of its standard error.
        exit_code: negative for a signal on Linux; None where it was ended because its time was up.
    """

    lines: tuple[str, ...]
    complaint: str = ""
    exit_code: int | None = 0

    @property
    def end_in_words(self) -> str:
        """How it ended, for a sentence that starts with "it"."""
        if self.exit_code is None:
            return "did not answer in time"
        if self.exit_code < 0:
            return f"was ended by signal {-self.exit_code}"
        return f"ended with {self.exit_code:#x}" if self.exit_code > 255 else f"ended with {self.exit_code}"

    def objects(self) -> list[dict[str, Any]]:
        """The lines that are JSON objects; libraries may have printed others between."""
        found = []
        for line in self.lines:
            try:
                value = json.loads(line)
            except ValueError:
                continue
            if isinstance(value, dict):
                found.append(value)
        return found


def run_child(command: Sequence[str], limit_s: float) -> ChildOutcome:
    """Run it and wait; after `limit_s` it is killed, and what it said until then counts."""
    try:
        process = subprocess.Popen(
            list(command),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            errors="replace",
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
    except OSError as error:
        return ChildOutcome((), str(error), 127)
    try:
        out, complaint = process.communicate(timeout=limit_s)
        exit_code: int | None = process.returncode
    except subprocess.TimeoutExpired:
        process.kill()
        out, complaint = _rest_of(process)
        exit_code = None
    return ChildOutcome(tuple(out.splitlines()), complaint[-2_000:], exit_code)


def _rest_of(process: subprocess.Popen[str]) -> tuple[str, str]:
    """What a killed process had said; one that hangs inside the driver cannot even be killed."""
    try:
        return process.communicate(timeout=1.0)
    except subprocess.TimeoutExpired as error:
        said = error.stdout or b""
        return (said.decode(errors="replace") if isinstance(said, bytes) else said), ""
