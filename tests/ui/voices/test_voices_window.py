from __future__ import annotations

import pytest
from PySide6.QtCore import QLocale, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QTableView,
)

from qwentts_desktop.speech.chunk import FinishReason
from qwentts_desktop.speech.engine import EngineInfo, EngineKind
from qwentts_desktop.speech.events import EngineChanged, FirstSound, JobFinished
from qwentts_desktop.speech.voice import DesignedVoice
from qwentts_desktop.ui.voices.reading_texts import reading_text
from qwentts_desktop.ui.voices.voice_table import NAME
from qwentts_desktop.ui.voices.voice_words import used_words
from qwentts_desktop.voices.clip_reading import read_clip
from qwentts_desktop.voices.profile import VoiceKind
from tests.ui.voices.conftest import speech

NEURAL = EngineInfo(EngineKind.NEURAL, "Qwen3-TTS 0.6B", "a card")
SYSTEM = EngineInfo(EngineKind.SYSTEM, "espeak-ng", "CPU", reason="There is no model yet.")


@pytest.fixture
def idle(voices, wait_until, qt):
    def wait():
        wait_until(lambda: not voices.window.background.is_busy)
        qt.processEvents()

    return wait


@pytest.fixture
def shown(voices, idle):
    """Look again; the names in the list."""

    def look(select=""):
        voices.window.refresh(select)
        idle()
        return names(voices)

    return look


def names(voices):
    return [row.entry.profile.name for row in voices.window.table.rows]


def text_of(parent, name):
    return parent.findChild(QLabel, name).text()


def say(screen, job_id, engine):
    """The service has spoken a job with this engine."""
    screen.service.tell(EngineChanged(engine))
    screen.service.tell(FirstSound(job_id, 100.0))
    screen.service.tell(JobFinished(job_id, FinishReason.END_OF_SPEECH))


def test_an_empty_library_says_how_to_begin(voices):
    assert "drop a recording" in voices.window.empty.text()
    assert voices.window.details.isHidden()


def test_voices_are_listed_searched_and_filtered(voices, shown):
    voices.add_cloned("Grandmother")
    voices.add("Vivian", VoiceKind.PRESET, speaker="vivian", language="zh")
    assert shown() == ["Grandmother", "Vivian"]
    voices.window.search.setText("grand")
    assert names(voices) == ["Grandmother"]
    voices.window.search.clear()
    voices.window.kind_box.setCurrentIndex(voices.window.kind_box.findData("preset"))
    assert names(voices) == ["Vivian"]
    voices.window.kind_box.setCurrentIndex(0)
    voices.window.language_box.setCurrentIndex(voices.window.language_box.findData("en"))
    assert names(voices) == ["Grandmother"]
    voices.window.search.setText("nobody")
    assert "No voice matches" in voices.window.empty.text()


def test_a_row_says_everything_to_a_screen_reader(voices, shown):
    voices.add_cloned("Grandmother")
    shown()
    index = voices.window.table.index(0, NAME)
    words = voices.window.table.data(index, Qt.ItemDataRole.AccessibleTextRole)
    assert words.startswith("Grandmother, Cloned, English, ")
    assert words.endswith("Never")


def test_a_voice_is_made_from_a_file(voices, idle, shown):
    voices.window.commands.take_file(voices.recording(8.0))
    dialog = voices.window.commands.dialog
    idle()
    assert dialog.form.name.text() == "Grandmother"
    dialog.form.transcript.setPlainText(
        "Twelve words would fit into a clip that is as long as eight seconds."
    )
    dialog.save_button.click()
    assert "ticking the box" in dialog.problem.text()
    dialog.consent_box.setChecked(True)
    dialog.save_button.click()
    idle()
    assert shown() == ["Grandmother"]
    (entry,) = voices.library.entries()
    assert entry.profile.consent
    assert entry.original_path.name.endswith(".wav")
    assert text_of(voices.window, "detail_name") == "Grandmother"
    assert "Not encoded yet" in text_of(voices.window, "detail_state")


def test_only_the_part_between_the_handles_is_kept(voices, idle):
    voices.window.commands.take_file(voices.recording(9.0))
    dialog = voices.window.commands.dialog
    idle()
    dialog.clip.start_box.setValue(1.0)
    dialog.clip.end_box.setValue(5.0)
    dialog.form.voice_only.setChecked(True)
    dialog.consent_box.setChecked(True)
    dialog.save_button.click()
    idle()
    (entry,) = voices.library.entries()
    assert entry.profile.is_voice_only
    assert read_clip(entry.recording_path).seconds == pytest.approx(4.0, abs=0.01)


def test_a_transcript_that_does_not_fit_is_doubted_and_voice_only_offered(voices, idle):
    voices.window.commands.take_file(voices.recording(8.0))
    dialog = voices.window.commands.dialog
    idle()
    dialog.form.transcript.setPlainText("Short.")
    assert "voice alone" in dialog.form.transcript_note.text()
    dialog.form.voice_only.setChecked(True)
    assert dialog.form.transcript_note.text() == ""
    assert not dialog.form.transcript.isEnabled()


def test_a_long_recording_is_trimmed_at_the_suggestion_and_never_beyond_30_s(voices, idle):
    voices.window.commands.take_file(voices.recording(40.0))
    dialog = voices.window.commands.dialog
    idle()
    assert dialog.clip.span.seconds <= 30
    dialog.clip.start_box.setValue(0.0)
    dialog.clip.end_box.setValue(40.0)
    dialog.form.voice_only.setChecked(True)
    dialog.consent_box.setChecked(True)
    dialog.save_button.click()
    assert "30 seconds" in dialog.problem.text()
    assert voices.library.entries() == ()
    dialog.clip.suggest_button.click()
    dialog.save_button.click()
    idle()
    assert len(voices.library.entries()) == 1


def test_a_file_that_is_no_sound_is_refused_in_a_sentence(voices, idle):
    file = voices.folder / "notes.wav"
    file.write_text("These are only words.")
    voices.window.commands.take_file(file)
    dialog = voices.window.commands.dialog
    idle()
    assert dialog.waiting.text().startswith("⚠ “notes.wav”")
    assert not dialog.save_button.isEnabled()


def test_a_voice_is_recorded_from_the_microphone_with_its_transcript(voices, idle, wait_until):
    voices.window.commands.record()
    dialog = voices.window.commands.dialog
    idle()
    dialog.form.language.setCurrentIndex(dialog.form.language.findData("de"))
    assert dialog.recorder.shown_text == reading_text("de")
    dialog.recorder._counting.setInterval(1)
    dialog.recorder.record_button.click()
    wait_until(lambda: dialog.recorder._recorder.is_keeping)
    voices.microphone.hear(speech(9.0, 48_000))
    dialog.recorder.record_button.click()
    idle()
    assert dialog.again_button.isVisible()
    dialog.form.name.setText("Ich")
    dialog.consent_box.setChecked(True)
    dialog.save_button.click()
    idle()
    (entry,) = voices.library.entries()
    assert entry.profile.transcript == reading_text("de")
    assert entry.profile.language == "de"
    wait_until(lambda: voices.microphone.stream is None)


def test_the_text_to_read_is_in_the_users_language(voices, idle):
    before = QLocale()
    QLocale.setDefault(QLocale("fr_FR"))
    voices.window.commands.record()
    dialog = voices.window.commands.dialog
    QLocale.setDefault(before)
    idle()
    assert dialog.recorder.shown_text == reading_text("fr")


def test_a_low_window_leaves_the_waveform_out(voices, shown, qt):
    shown(voices.add_cloned("Ann"))
    voices.window.resize(700, 700)
    qt.processEvents()
    assert not voices.window.details.waveform.isHidden()
    voices.window.resize(700, 450)
    qt.processEvents()
    assert voices.window.details.waveform.isHidden()


def test_a_take_can_be_thrown_away_and_made_again(voices, idle, wait_until):
    voices.window.commands.record()
    dialog = voices.window.commands.dialog
    idle()
    dialog.recorder._counting.setInterval(1)
    for _ in range(2):
        dialog.recorder.record_button.click()
        wait_until(lambda: dialog.recorder._recorder.is_keeping)
        voices.microphone.hear(speech(6.0, 48_000))
        dialog.recorder.record_button.click()
        idle()
        dialog.again_button.click()
    assert not dialog.save_button.isEnabled()
    dialog.reject()
    wait_until(lambda: voices.microphone.stream is None)
    assert voices.library.entries() == ()


@pytest.mark.parametrize(
    ("kind", "choose", "expected"),
    [
        (VoiceKind.PRESET, lambda form: None, ("Vivian", "speaker", "vivian")),
        (VoiceKind.SYSTEM, lambda form: None, ("English (Great Britain)", "system_name", "en-gb")),
        (
            VoiceKind.DESIGNED,
            lambda form: (form.name.setText("Reporter"), form.examples.activated.emit(2)),
            ("Reporter", "description", "A young man, bright and quick, like a sports reporter."),
        ),
    ],
)
def test_voices_without_a_recording_are_made(voices, idle, kind, choose, expected):
    voices.window.commands.make(kind)
    dialog = voices.window.commands.dialog
    idle()
    choose(dialog.form)
    dialog.save_button.click()
    idle()
    (entry,) = voices.library.entries()
    name, field, value = expected
    assert (entry.profile.name, getattr(entry.profile, field)) == (name, value)
    assert entry.profile.kind is kind


def test_preset_speakers_are_offered_with_language_and_dialect(voices, idle):
    voices.window.commands.make(VoiceKind.PRESET)
    speaker = voices.window.commands.dialog.form.speaker
    idle()
    offered = [speaker.itemText(at) for at in range(speaker.count())]
    assert "Dylan (Chinese, Beijing dialect)" in offered
    assert "Ryan (English)" in offered


def test_a_name_that_is_taken_is_refused_in_the_dialog(voices, idle, shown):
    voices.add_cloned("Ann")
    voices.window.commands.make(VoiceKind.DESIGNED)
    dialog = voices.window.commands.dialog
    dialog.form.name.setText("ANN")
    dialog.form.description.setPlainText("Low and calm.")
    dialog.save_button.click()
    idle()
    assert "already a voice" in dialog.problem.text()
    assert dialog.isVisible()


def test_a_voice_is_edited_renamed_duplicated_and_moved_to_the_trash(voices, idle, shown):
    profile_id = voices.add_cloned("Ann")
    shown()
    commands = voices.window.commands
    commands.rename(voices.library.get(profile_id))
    commands.dialog.form.name.setText("Anne")
    commands.dialog.form.instruction.setText("calm")
    commands.dialog.save_button.click()
    idle()
    assert voices.library.get(profile_id).profile.instruction == "calm"
    commands.duplicate(voices.library.get(profile_id))
    idle()
    assert shown() == ["Anne", "Anne 2"]
    commands.remove_now(voices.library.get(profile_id))
    idle()
    assert shown() == ["Anne 2"]


def test_a_preview_speaks_in_that_voice_and_the_next_one_comes_from_what_is_kept(screen, voices, shown):
    profile_id = voices.add("Old captain", VoiceKind.DESIGNED, description="Deep and hoarse.")
    shown(profile_id)
    details = voices.window.details
    details.preview_button.click()
    (request,) = voices.sound.requests
    assert request.voice == DesignedVoice("Deep and hoarse.", profile_id)
    assert details.preview_button.text() == "Sto&p"
    say(screen, 1, NEURAL)
    assert details.preview_button.text() == "&Preview"
    details.preview_button.click()
    assert len(voices.sound.requests) == 1
    assert len(voices.sound.played) == 1


def test_another_take_is_made_anew_and_can_be_frozen(screen, voices, idle, shown):
    profile_id = voices.add("Old captain", VoiceKind.DESIGNED, description="Deep and hoarse.")
    shown(profile_id)
    details = voices.window.details
    assert details.freeze_button.isHidden()
    details.preview_button.click()
    say(screen, 1, NEURAL)
    details.again_button.click()
    assert len(voices.sound.requests) == 2
    say(screen, 2, NEURAL)
    details.freeze_button.click()
    idle()
    frozen = voices.library.find("Old captain 2").profile
    assert frozen.kind is VoiceKind.CLONED
    assert frozen.transcript == voices.sound.requests[1].text


def test_a_preview_by_the_system_voice_says_so_and_is_not_kept(screen, voices, shown):
    profile_id = voices.add_cloned("Ann")
    shown(profile_id)
    voices.window.details.preview_button.click()
    say(screen, 1, SYSTEM)
    assert "stands in" in text_of(voices.window, "detail_state")
    voices.window.details.preview_button.click()
    assert len(voices.sound.requests) == 2


def test_the_voice_in_use_is_chosen_and_marked(screen, voices, shown):
    profile_id = voices.add_cloned("Ann")
    shown(profile_id)
    voices.window.details.use_button.click()
    assert screen.model.settings.voice.voice == profile_id
    assert voices.window.table.rows[0].is_default
    assert voices.window.details.use_button.text() == "In use"


def test_a_voice_can_be_the_default_of_a_language(voices, idle, shown):
    profile_id = voices.add_cloned("Ann")
    shown(profile_id)
    action = next(one for one in voices.window.details._language_actions if one.data() == "de")
    action.trigger()
    idle()
    assert voices.defaults.get() == {"de": profile_id}
    assert "default for German" in voices.window.table.data(voices.window.table.index(0, NAME))


def test_a_voice_is_exported_and_imported_after_a_look(voices, idle, shown):
    profile_id = voices.add_cloned("Ann")
    file = voices.folder / "Ann"
    voices.window.commands.export_to(voices.library.get(profile_id), file)
    idle()
    archive = voices.folder / "Ann.qwenvoice"
    assert archive.exists()
    voices.window.commands.take_file(archive)
    dialog = voices.window.commands.dialog
    idle()
    assert "Cloned · English" in dialog.contents.text()
    assert len(voices.library.entries()) == 1
    assert dialog.form.name.text() == "Ann 2"
    dialog.consent_box.setChecked(True)
    dialog.save_button.click()
    idle()
    assert shown() == ["Ann", "Ann 2"]


def test_an_archive_that_is_none_is_refused(voices, idle):
    file = voices.folder / "bad.qwenvoice"
    file.write_bytes(b"no zip at all")
    voices.window.commands.take_file(file)
    dialog = voices.window.commands.dialog
    idle()
    assert dialog.problem.text()
    assert not dialog.save_button.isEnabled()


def test_files_are_dropped_on_the_window(voices, idle):
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(voices.recording(6.0)))])
    event = QDropEvent(
        QPointF(50, 50),
        Qt.DropAction.CopyAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    voices.window.dropEvent(event)
    idle()
    assert voices.window.commands.dialog.form.name.text() == "Grandmother"


def test_a_voice_whose_recording_is_gone_says_so_and_cannot_be_used(voices, shown):
    profile_id = voices.add_cloned("Ann")
    voices.library.get(profile_id).recording_path.unlink()
    shown(profile_id)
    assert "missing" in text_of(voices.window, "detail_state")
    assert not voices.window.details.use_button.isEnabled()
    assert not voices.window.details.preview_button.isEnabled()


def test_damaged_voices_are_told_of(voices, shown):
    folder = voices.library.folder / ("a" * 32)
    folder.mkdir(parents=True)
    (folder / "profile.toml").write_text("no = [profile")
    shown()
    assert "set aside" in text_of(voices.window, "banner_message")


def test_a_recording_is_played_from_where_it_is_clicked(voices, idle, shown, wait_until):
    profile_id = voices.add_cloned("Ann", 6.0)
    shown(profile_id)
    idle()
    voices.window.details.waveform.play_wanted.emit(2.0)
    assert len(voices.sound.played[0]) == pytest.approx(4.0 * 24_000, abs=10)
    voices.sound.playbacks[0].position_s = None
    wait_until(lambda: not voices.window.player.is_playing)


@pytest.mark.parametrize(("age_s", "words"), [(None, "Never"), (60, "Today"), (100_000, "Yesterday")])
def test_the_last_use_is_told_in_words(qt, age_s, words):
    assert used_words(None if age_s is None else 1_000_000 - age_s, 1_000_000) == words


def test_every_control_has_a_name_for_screen_readers_and_for_tests(voices, idle, shown):
    shown(voices.add_cloned("Ann"))
    voices.window.commands.take_file(voices.recording(6.0))
    idle()
    kinds = (QAbstractButton, QComboBox, QLineEdit, QPlainTextEdit, QAbstractSpinBox, QTableView)
    for parent in (voices.window, voices.window.commands.dialog):
        for control in (one for kind in kinds for one in parent.findChildren(kind)):
            if control.objectName().startswith("qt_") or isinstance(
                control.parent(), (QLineEdit, QComboBox, QAbstractSpinBox, QTableView)
            ):
                continue
            assert control.objectName(), control
            assert control.accessibleName() or control.text(), control.objectName()


@pytest.mark.parametrize("choice", ["dark", "light"])
def test_it_follows_another_appearance(voices, shown, appearance, choice, qt):
    shown(voices.add_cloned("Ann"))
    appearance.choose(choice)
    qt.processEvents()
    image = voices.window.grab().toImage()
    ground = image.pixelColor(QPoint(3, 3))
    assert (ground.lightnessF() < 0.5) == (choice == "dark")


def test_a_dialog_that_is_closed_while_work_is_under_way_harms_nothing(voices, idle, shown, qt, wait_until):
    for _ in range(3):
        voices.window.commands.record()
        voices.window.commands.dialog.reject()
        voices.window.commands.take_file(voices.recording(6.0))
        voices.window.commands.dialog.reject()
    idle()
    wait_until(lambda: voices.microphone.stream is None)
    assert shown() == []
