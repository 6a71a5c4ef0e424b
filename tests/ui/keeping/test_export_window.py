from __future__ import annotations

import threading
from pathlib import Path

import pytest
from PySide6.QtWidgets import QComboBox, QLabel, QLineEdit, QProgressBar, QPushButton, QWidget

from qwentts_desktop.errors import DocumentError, EngineError, VoiceError
from qwentts_desktop.service.export_order import ExportState, ExportStatus, SubtitleKind
from qwentts_desktop.text.documents.document import Chapter, Document
from qwentts_desktop.ui.keeping.document_fetch import DocumentFetch
from qwentts_desktop.ui.keeping.export_window import ExportWindow
from qwentts_desktop.ui.keeping.exporter import Exporter
from qwentts_desktop.ui.ports import Facts

BOOK = Document(
    "A Book: Part 1/2", "A. Writer", (Chapter("One", "First words."), Chapter("Two", "Last words."))
)


class Task:
    """An export that the test moves on."""

    def __init__(self, order, on_status):
        self.order = order
        self.on_status = on_status
        self.is_cancelled = False
        self.status = ExportStatus(1, order.target, ExportState.WAITING)

    def become(self, state, **facts):
        """Tell another state from a thread of its own, as the speech thread does."""
        self.status = ExportStatus(1, self.order.target, state, **facts)
        thread = threading.Thread(target=self.on_status, args=(self.status,))
        thread.start()
        thread.join()

    def cancel(self):
        self.is_cancelled = True


class ExportService:
    def __init__(self):
        self.tasks = []

    def export(self, order, on_status):
        self.tasks.append(Task(order, on_status))
        return self.tasks[-1]


class Stage:
    def __init__(self, screen, folder):
        self.service = ExportService()
        self.exporter = Exporter(self.service, screen.model, screen.facts)
        self.opened = {}
        self.documents = DocumentFetch(self.open_file)
        self.window = ExportWindow(self.exporter, self.documents, screen.icons)
        self.window.findChild(QLineEdit, "export_target").setText(str(folder / "x.mp3"))
        self.window.show()

    def open_file(self, path):
        found = self.opened[path.name]
        if isinstance(found, Exception):
            raise found
        return found

    def words(self, name):
        return self.window.findChild(QLabel, name).text()

    def button(self, name):
        return self.window.findChild(QPushButton, name)

    @property
    def task(self):
        return self.service.tasks[-1]


@pytest.fixture
def stage(screen, tmp_path):
    stage = Stage(screen, tmp_path)
    yield stage
    stage.window.hide()
    stage.window.deleteLater()


def test_a_document_is_offered_with_a_name_that_every_system_takes(stage, tmp_path):
    stage.window.offer(BOOK)
    assert stage.words("export_title") == "A Book: Part 1/2"
    assert stage.words("export_size") == "2 chapters, 25 characters"
    assert stage.window.wish().target == tmp_path / "A Book Part 1 2.mp3"


def test_a_name_that_is_taken_is_not_offered(stage, tmp_path):
    (tmp_path / "A Book Part 1 2.mp3").touch()
    stage.window.offer(BOOK)
    assert stage.window.wish().target.name == "A Book Part 1 2 2.mp3"


def test_the_format_changes_the_ending_and_subtitles_go_beside_the_sound(stage, tmp_path):
    stage.window.offer_text("Speech", "Some words.")
    stage.window.findChild(QComboBox, "export_format").setCurrentText("FLAC")
    stage.window.findChild(QComboBox, "export_subtitles").setCurrentText("VTT, by chapter")
    wish = stage.window.wish()
    assert (wish.target, wish.subtitles) == (tmp_path / "Speech.flac", tmp_path / "Speech.vtt")
    assert wish.subtitle_kind is SubtitleKind.CHAPTERS


def test_it_starts_shows_how_far_it_is_and_says_when_it_is_done(stage, wait_until):
    stage.window.offer(BOOK)
    stage.button("start_export").click()
    assert [chapter.request.text for chapter in stage.task.order.chapters] == ["First words.", "Last words."]
    assert stage.task.order.title == BOOK.title
    assert not stage.button("start_export").isEnabled()
    stage.task.become(ExportState.WORKING, share=0.4, sound_s=75.0, seconds_left=3_700.0)
    wait_until(lambda: stage.words("export_state") == "40 %, 1:15 of sound, 1:01:40 left")
    assert stage.window.findChild(QProgressBar, "export_progress").value() == 400
    stage.task.become(ExportState.DONE, share=1.0, sound_s=190.0)
    wait_until(lambda: stage.words("export_state").startswith("Done: 3:10 of sound in"))
    assert stage.button("open_folder").isVisible()
    assert stage.button("start_export").isEnabled()


def test_cancel_gives_it_up(stage, wait_until):
    stage.window.offer(BOOK)
    assert not stage.button("cancel_export").isEnabled()
    stage.button("start_export").click()
    stage.button("cancel_export").click()
    assert stage.task.is_cancelled
    stage.task.become(ExportState.CANCELLED)
    wait_until(lambda: "Nothing was written" in stage.words("export_state"))
    assert not stage.button("cancel_export").isEnabled()


def test_a_failure_is_said_and_another_try_is_possible(stage, wait_until):
    stage.window.offer(BOOK)
    stage.button("start_export").click()
    stage.task.become(ExportState.FAILED, error=EngineError("The card is on fire. Use water."))
    wait_until(lambda: stage.words("export_state") == "The card is on fire. Use water.")
    assert stage.button("start_export").isEnabled()


def test_a_voice_that_is_gone_is_said_before_anything_starts(screen, tmp_path):
    def no_voice(*_arguments):
        raise VoiceError("That voice is gone. Choose another one.")

    stage = Stage(screen, tmp_path)
    stage.exporter._facts = Facts(request_of=no_voice)
    stage.window.offer(BOOK)
    stage.button("start_export").click()
    assert stage.words("export_state") == "That voice is gone. Choose another one."
    assert stage.service.tasks == []
    stage.window.deleteLater()


def test_a_document_is_opened_beside_the_window(stage, wait_until):
    stage.opened["book.epub"] = BOOK
    stage.documents.fetch(Path("book.epub"))
    wait_until(lambda: stage.words("export_title") == BOOK.title)


def test_a_document_that_cannot_be_read_is_said(stage, wait_until):
    stage.opened["bad.pdf"] = DocumentError("“bad.pdf” is encrypted. Save a copy without a password.")
    stage.documents.fetch(Path("bad.pdf"))
    wait_until(lambda: "encrypted" in stage.words("export_state"))
    assert not stage.button("start_export").isEnabled()


def test_nothing_changes_while_an_export_is_under_way(stage):
    stage.window.offer(BOOK)
    stage.button("start_export").click()
    stage.window.offer_text("Speech", "Other words.")
    assert stage.words("export_title") == BOOK.title


def test_closing_hides_it_and_the_export_goes_on(stage):
    stage.window.offer(BOOK)
    stage.button("start_export").click()
    stage.window.close()
    assert not stage.window.isVisible()
    assert not stage.task.is_cancelled


def test_every_control_has_a_name_for_screen_readers(stage):
    for kind in (QPushButton, QComboBox, QLineEdit, QProgressBar):
        for control in stage.window.findChildren(kind):
            if control.parent() is not None and control.objectName().startswith("qt_"):
                continue
            assert control.objectName(), control
            assert control.accessibleName() or getattr(control, "text", str)(), control.objectName()


def test_no_control_is_cut_off_at_the_smallest_size(stage, qt):
    stage.window.offer(BOOK)
    stage.window.resize(stage.window.minimumSize())
    qt.processEvents()
    for child in stage.window.findChildren(QWidget):
        if child.isVisible() and child.objectName() in ("start_export", "cancel_export", "browse_target"):
            corner = child.mapTo(stage.window, child.rect().bottomRight())
            assert stage.window.rect().contains(corner), child.objectName()
