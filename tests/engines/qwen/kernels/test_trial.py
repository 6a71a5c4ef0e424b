"""A kernel that took the card down is not tried for ever."""

from __future__ import annotations

from pathlib import Path

import pytest

from qwentts_desktop.engines.qwen.kernels.trial import on_trial, trial_name
from qwentts_desktop.errors import EngineUnavailableError, OutOfMemoryError


def die_in_trial(cache: Path) -> None:
    """As when the context dies: an error that no trial foresees, or no return at all."""
    with pytest.raises(RuntimeError, match="misaligned"), on_trial(cache, "trial-x"):
        raise RuntimeError("CUDA error: misaligned address")


def test_a_trial_that_ends_well_leaves_nothing_behind(tmp_path: Path) -> None:
    with on_trial(tmp_path, "trial-x"):
        assert list(tmp_path.iterdir())
    assert not list(tmp_path.iterdir())


def test_after_two_trials_without_an_end_there_is_no_third(tmp_path: Path) -> None:
    die_in_trial(tmp_path)
    die_in_trial(tmp_path)
    with pytest.raises(EngineUnavailableError, match="brought the card down"), on_trial(tmp_path, "trial-x"):
        pytest.fail("was tried again")
    with on_trial(tmp_path, "trial-of-another-kernel"):
        pass


def test_one_lost_trial_is_forgiven_by_a_good_one(tmp_path: Path) -> None:
    die_in_trial(tmp_path)
    with on_trial(tmp_path, "trial-x"):
        pass
    die_in_trial(tmp_path)
    with on_trial(tmp_path, "trial-x"):
        pass


@pytest.mark.parametrize("error", [EngineUnavailableError("It differs."), OutOfMemoryError("Full.")])
def test_a_kernel_that_says_no_may_be_asked_again(tmp_path: Path, error: Exception) -> None:
    for _ in range(3):
        with pytest.raises(type(error)), on_trial(tmp_path, "trial-x"):
            raise error


def test_without_a_folder_nothing_is_remembered() -> None:
    for _ in range(3):
        with pytest.raises(RuntimeError), on_trial(None, "trial-x"):
            raise RuntimeError


def test_another_card_has_trials_of_its_own() -> None:
    assert trial_name("NVIDIA GeForce RTX 3060") != trial_name("NVIDIA GeForce RTX 4090")
