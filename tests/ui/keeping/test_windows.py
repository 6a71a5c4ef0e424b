from __future__ import annotations

import pytest
from PySide6.QtWidgets import QFileDialog, QLabel, QWidget

from qwentts_desktop.ui.keeping.windows import KeepingWindows


@pytest.fixture
def parent(qt):
    parent = QWidget()
    yield parent
    parent.deleteLater()


@pytest.fixture
def keeping(screen, parent):
    keeping = KeepingWindows(
        *(screen.controller, screen.service, screen.model, screen.facts, screen.icons),
        lambda: "Words to be kept.",
        lambda: parent,
    )
    yield keeping
    keeping.close()


def test_the_action_brings_the_window_up_with_the_text_at_hand(screen, keeping):
    screen.actions.export.trigger()
    assert keeping.export.isVisible()
    assert keeping.export.findChild(QLabel, "export_size").text() == "17 characters"


def test_a_chosen_document_is_read_aloud(screen, keeping, parent, tmp_path, wait_until):
    path = tmp_path / "letter.md"
    path.write_text("# Dear you\n\nAll is *well*.")
    screen.actions.document.trigger()
    dialog = parent.findChild(QFileDialog, "document_dialog")
    assert dialog.isVisible()
    dialog.fileSelected.emit(str(path))
    dialog.close()
    wait_until(lambda: screen.service.requests)
    assert screen.service.requests[0].text == "Dear you\n\nAll is well."


def test_a_document_that_cannot_be_read_is_said(screen, keeping, tmp_path, wait_until):
    path = tmp_path / "letter.txt"
    path.touch()
    keeping.open_document(path)
    wait_until(lambda: screen.failed)
    assert screen.failed == ["“letter.txt” is empty."]
    assert screen.service.requests == []
