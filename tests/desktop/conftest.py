"""The application, running on a private desktop of its own for each test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.rig.private_desktop import PrivateDesktop
from tests.rig.running_app import RunningApp


@pytest.fixture
def app(private_desktop: PrivateDesktop) -> Iterator[RunningApp]:
    """The application, started and idle, its window shown."""
    with RunningApp(private_desktop) as running:
        running.start()
        yield running
