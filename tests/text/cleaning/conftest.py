"""What every test of a step needs: the step applied to plain text."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from qwentts_desktop.text.mapped import MappedText

Apply = Callable[[Callable[[MappedText], MappedText], str], str]


@pytest.fixture
def apply() -> Apply:
    """Apply a step and see that each character that is left still maps into the original."""

    def applied(step: Callable[[MappedText], MappedText], text: str) -> str:
        mapped = step(MappedText.of(text))
        assert all(
            0 <= start <= end <= len(text) for start, end in zip(mapped.starts, mapped.ends, strict=True)
        )
        return mapped.text

    return applied
