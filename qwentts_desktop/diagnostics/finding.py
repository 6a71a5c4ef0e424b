"""What one check found: state, reason, remedy. Plain values."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class FindingState(str, Enum):
    """How good it is."""

    OK = "ok"
    WARNING = "warning"
    PROBLEM = "problem"
    NOT_CHECKED = "not checked"


@dataclass(frozen=True)
class Finding:
    """What one check found.

    Attributes:
        check: its id, such as "driver".
        title: for the user, such as "NVIDIA driver".
        state: OK only for what truly ran and was right.
        reason: a sentence: what was found, or why it was not checked.
        remedy: a sentence that says what to do; empty where nothing is amiss.
        command: the remedy to copy, a line a command; empty for none.
    """

    check: str
    title: str
    state: FindingState
    reason: str
    remedy: str = ""
    command: str = ""


def fine(check: str, title: str, reason: str) -> Finding:
    """It ran, and all is well."""
    return Finding(check, title, FindingState.OK, reason)


def warning(check: str, title: str, reason: str, remedy: str = "", command: str = "") -> Finding:
    """It works, but not as well as it could."""
    return Finding(check, title, FindingState.WARNING, reason, remedy, command)


def problem(check: str, title: str, reason: str, remedy: str = "", command: str = "") -> Finding:
    """Something that is needed does not work."""
    return Finding(check, title, FindingState.PROBLEM, reason, remedy, command)


def not_checked(check: str, title: str, reason: str) -> Finding:
    """It did not run, so nothing is claimed."""
    return Finding(check, title, FindingState.NOT_CHECKED, reason)
