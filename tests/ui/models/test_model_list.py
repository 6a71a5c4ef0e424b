"""The list of models: what it offers, how a download goes, what becomes of damaged files."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QAbstractButton, QLabel, QProgressBar

from qwentts_desktop.checkpoints.catalogue import CATALOGUE, published
from qwentts_desktop.checkpoints.verification import Basis, FileProblem, Verification
from qwentts_desktop.errors import DownloadError
from qwentts_desktop.ui.models.model_fit import recommended
from qwentts_desktop.ui.models.model_list import ModelList
from qwentts_desktop.ui.models.model_work import ModelWork
from tests.ui.model_fakes import FakeModelStore

SMALL = "Qwen3-TTS-12Hz-0.6B-CustomVoice"
ROW = "model_0.6B-CustomVoice"
GIB = 2**30


@pytest.fixture
def store():
    return FakeModelStore()


@pytest.fixture
def work(qt, store):
    work = ModelWork(lambda: store)
    yield work
    store.gate.set()
    work.close()
    work.deleteLater()


@pytest.fixture
def models(work, wait_until):
    models = ModelList(work)
    models.show()
    wait_until(lambda: models.rows)
    yield models
    models.hide()
    models.deleteLater()


def button(models, name):
    return models.findChild(QAbstractButton, f"{ROW}.{name}")


def state(models):
    return models.findChild(QLabel, f"{ROW}.state").text()


def offered(models):
    names = ("download", "pause", "cancel", "verify", "repair", "discard", "remove")
    return [name for name in names if not button(models, name).isHidden()]


def test_every_published_model_has_a_row_and_can_be_downloaded(models):
    assert set(models.rows) == {model.id for model in CATALOGUE}
    assert offered(models) == ["download"]


def test_a_download_shows_how_far_it_is_and_ends_installed(models, store, work, wait_until):
    arrived = []
    work.installed.connect(lambda model_id: arrived.append(model_id))
    button(models, "download").click()
    wait_until(lambda: "Downloading" in state(models))
    assert "a second" in state(models)
    assert models.findChild(QProgressBar, f"{ROW}.progress").value() == pytest.approx(500, abs=1)
    assert offered(models) == ["pause", "cancel"]
    store.gate.set()
    wait_until(lambda: offered(models) == ["verify", "remove"])
    assert arrived == [SMALL]


def test_a_download_rests_and_goes_on(models, store, wait_until):
    button(models, "download").click()
    wait_until(lambda: "Downloading" in state(models))
    button(models, "pause").click()
    wait_until(lambda: "Paused" in state(models))
    assert button(models, "pause").text() == "Go on"
    store.gate.set()
    button(models, "pause").click()
    wait_until(lambda: offered(models) == ["verify", "remove"])


def test_a_cancelled_download_can_go_on_or_be_discarded(models, store, wait_until):
    button(models, "download").click()
    wait_until(lambda: "Downloading" in state(models))
    button(models, "cancel").click()
    wait_until(lambda: offered(models) == ["download", "discard"])
    assert button(models, "download").text() == "Go on"
    button(models, "discard").click()
    wait_until(lambda: offered(models) == ["download"])


def test_a_failure_is_told_in_its_row(models, store, wait_until):
    store.error = DownloadError("The disk is full. Free 2 GB.")
    store.gate.set()
    button(models, "download").click()
    wait_until(lambda: state(models) == "⚠ The disk is full. Free 2 GB.")
    assert "download" in offered(models)


def test_damaged_files_can_be_repaired(models, store, work, wait_until):
    store.install(SMALL)
    problems = (FileProblem("model.safetensors", "its content differs"),)
    store.verification = Verification(SMALL, 9, next(iter(Basis)), problems)
    work.look()
    wait_until(lambda: "verify" in offered(models))
    button(models, "verify").click()
    wait_until(lambda: "repair" in offered(models))
    assert "1 file is damaged: model.safetensors" in state(models)
    button(models, "repair").click()
    wait_until(lambda: ("repair", SMALL) in store.calls)
    wait_until(lambda: offered(models) == ["verify", "remove"])


def test_a_model_is_removed_only_after_a_second_press(models, store, work, wait_until):
    store.install(SMALL)
    work.look()
    wait_until(lambda: "remove" in offered(models))
    button(models, "remove").click()
    assert SMALL in store.there
    button(models, "remove").click()
    wait_until(lambda: offered(models) == ["download"])
    assert store.there == {}


def test_closing_ends_a_download_and_keeps_what_has_arrived(models, store, work, wait_until):
    button(models, "download").click()
    wait_until(lambda: "Downloading" in state(models))
    work.close()
    assert store.partial[SMALL] > 0


def test_a_model_too_large_for_the_card_says_so(models):
    models.show_card(4 * GIB)
    large = models.rows[published("1.7B-Base").id]
    small = models.rows[published("0.6B-Base").id]
    assert "large" in large.hint.text()
    assert small.hint.text() == ""


@pytest.mark.parametrize(
    ("card_bytes", "name"),
    [
        (None, "0.6B-CustomVoice"),
        (4 * GIB, "0.6B-CustomVoice"),
        (8 * GIB, "1.7B-CustomVoice"),
        (24 * GIB, "1.7B-CustomVoice"),
    ],
)
def test_the_model_to_begin_with_fits_the_card(card_bytes, name):
    assert recommended(CATALOGUE, card_bytes) == published(name)


def test_no_model_is_recommended_where_none_fits():
    assert recommended(CATALOGUE, 1 * GIB) is None
