"""The complete settings window and the assistant, on fakes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.ui.settings.parts import BuiltWindows, build_windows


@pytest.fixture
def built(qt, tmp_path) -> Iterator[BuiltWindows]:
    """Both windows in English, light."""
    windows = build_windows(qt, tmp_path, "en", "light")
    yield windows
    windows.close()
