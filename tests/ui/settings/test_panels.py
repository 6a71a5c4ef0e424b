"""The panels beside the settings: doctor, rules, runs, exchange, privacy, about."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QCheckBox, QLabel, QLineEdit, QListWidget

from qwentts_desktop.errors import SettingsError
from qwentts_desktop.settings.schema import Settings
from qwentts_desktop.speech.events import FirstSound, JobFinished
from qwentts_desktop.text.pronunciation.rule import PronunciationRule
from qwentts_desktop.ui.run_record import KEPT_RUNS, Run, RunRecord
from qwentts_desktop.ui.settings.doctor_panel import DoctorPanel, FindingRow
from qwentts_desktop.ui.settings.exchange_panel import ExchangePanel
from qwentts_desktop.ui.settings.privacy_panel import PrivacyPanel
from qwentts_desktop.ui.settings.rule_shelf import RuleShelf
from qwentts_desktop.ui.settings.rules_panel import RulesPanel
from qwentts_desktop.ui.settings.run_panel import RunPanel
from tests.ui.model_fakes import REPORT


def press(panel, name):
    panel.findChild(QAbstractButton, name).click()


def words(panel, name):
    return panel.findChild(QLabel, name).text()


class TestDoctor:
    @pytest.fixture
    def panel(self, qt, wait_until):
        panel = DoctorPanel(lambda: REPORT)
        panel.show()
        wait_until(lambda: panel.rows)
        yield panel
        panel.close_down()
        panel.deleteLater()

    def test_it_examines_by_itself_and_puts_what_is_wrong_first(self, panel):
        assert [row.finding.check for row in panel.rows] == ["architecture", "sleep", "driver", "kernel"]

    def test_it_counts_what_was_found(self, panel):
        assert "1 problem, 1 warning, 1 not checked" in words(panel, "doctor.summary")

    def test_a_remedy_is_copied(self, panel):
        press(panel, "finding_architecture.copy")
        assert QGuiApplication.clipboard().text().startswith("pip install torch")

    def test_the_whole_report_is_copied(self, panel):
        press(panel, "doctor.copy")
        assert QGuiApplication.clipboard().text() == REPORT.as_text()

    def test_it_runs_again_on_request(self, panel, wait_until):
        before = panel.rows[0]
        press(panel, "doctor.run")
        assert not panel.run.isEnabled()
        wait_until(lambda: panel.rows[0] is not before)
        assert panel.run.isEnabled()

    def test_what_was_not_checked_is_not_said_to_be_in_order(self, panel):
        row = panel.findChild(FindingRow, "finding_kernel")
        assert any("not checked" in label.text() for label in row.findChildren(QLabel))


class TestRules:
    @pytest.fixture
    def shelf(self, tmp_path):
        return RuleShelf(tmp_path / "pronunciation.toml")

    @pytest.fixture
    def panel(self, qt, shelf):
        panel = RulesPanel(shelf)
        panel.show()
        yield panel
        panel.hide()
        panel.deleteLater()

    def rules_on_disk(self, shelf):
        again = RuleShelf(shelf.file)
        again.load()
        return again.rules

    def test_a_rule_is_added_tried_and_kept(self, panel, shelf, wait_until):
        press(panel, "rule_add")
        QTest.keyClicks(panel.findChild(QLineEdit, "rule_match"), "SQL")
        QTest.keyClicks(panel.findChild(QLineEdit, "rule_say"), "sequel")
        QTest.keyClicks(panel.findChild(QLineEdit, "rule_sample"), "We use SQL.")
        assert words(panel, "rule_result") == "Spoken: We use sequel."
        wait_until(lambda: shelf.file.exists())
        wait_until(
            lambda: [(rule.match, rule.say) for rule in self.rules_on_disk(shelf)] == [("SQL", "sequel")]
        )

    def test_what_waits_is_kept_when_the_page_is_left(self, panel, shelf):
        press(panel, "rule_add")
        QTest.keyClicks(panel.findChild(QLineEdit, "rule_match"), "SQL")
        panel.hide()
        assert len(self.rules_on_disk(shelf)) == 1

    def test_a_bad_expression_is_explained_and_kept_out_of_the_file(self, panel, shelf):
        press(panel, "rule_add")
        panel.findChild(QCheckBox, "rule_regex").setChecked(True)
        QTest.keyClicks(panel.findChild(QLineEdit, "rule_match"), "(")
        assert words(panel, "rule_result").startswith("⚠")
        panel.flush()
        assert self.rules_on_disk(shelf) == ()

    def test_order_and_removal(self, panel, shelf):
        shelf.save([PronunciationRule("one", "1"), PronunciationRule("two", "2")])
        panel.load()
        press(panel, "rule_down")
        assert [rule.match for rule in self.rules_on_disk(shelf)] == ["two", "one"]
        press(panel, "rule_remove")
        assert [rule.match for rule in self.rules_on_disk(shelf)] == ["two"]

    def test_bad_rules_of_the_file_are_named_with_their_line_and_not_lost(self, panel, shelf):
        content = '# mine\n[[rule]]\nmatch = "("\nsay = "x"\nregex = true\n'
        shelf.file.write_text(content, encoding="utf-8")
        panel.load()
        assert "Line 3" in words(panel, "rule_problem")
        press(panel, "rule_add")
        panel.save()
        assert shelf.file.with_name("pronunciation.toml.bak").read_text(encoding="utf-8") == content

    def test_rules_of_others_are_added_once(self, panel, shelf, tmp_path):
        theirs = RuleShelf(tmp_path / "theirs.toml")
        theirs.save([PronunciationRule("SQL", "sequel")])
        panel.bring_from(theirs.file)
        assert words(panel, "rule_problem") == "1 rule was added."
        panel.bring_from(theirs.file)
        assert len(self.rules_on_disk(shelf)) == 1

    def test_a_folder_that_cannot_be_written_is_a_sentence(self, qt, tmp_path):
        (tmp_path / "file").write_text("")
        panel = RulesPanel(RuleShelf(tmp_path / "file" / "rules.toml"))
        press(panel, "rule_add")
        panel.save()
        assert "could not be saved" in words(panel, "rule_problem")
        panel.deleteLater()

    def test_the_list_shows_both_words(self, panel, shelf):
        shelf.save([PronunciationRule("Qt", "cute", language="en")])
        panel.load()
        assert panel.findChild(QListWidget, "rule_list").item(0).text() == "Qt  →  cute   (en)"


class TestRuns:
    @pytest.fixture
    def record(self, screen):
        return RunRecord(screen.bridge, lambda: 10.6)

    @pytest.fixture
    def panel(self, screen, record):
        panel = RunPanel(screen.model, record)
        yield panel
        panel.deleteLater()

    def test_the_last_run_is_shown_in_figures(self, screen, panel):
        assert words(panel, "runs.latency") == "Nothing was read yet"
        screen.service.tell(FirstSound(1, 93.4))
        screen.service.tell(JobFinished(1, None))
        assert (words(panel, "runs.latency"), words(panel, "runs.rtf")) == ("93 ms", "10.6 s")

    def test_a_text_that_was_never_heard_is_no_run(self, screen, record):
        screen.service.tell(JobFinished(1, None))
        assert record.runs == ()

    def test_what_is_read_again_from_kept_sound_counts_once(self, screen, record):
        screen.service.tell(FirstSound(1, 93.0))
        screen.service.tell(FirstSound(1, 2.0))
        screen.service.tell(JobFinished(1, None))
        assert record.runs == (Run(93.0, 10.6),)

    def test_only_the_last_runs_are_kept(self, screen, record):
        for job in range(KEPT_RUNS + 5):
            screen.service.tell(FirstSound(job, float(job)))
            screen.service.tell(JobFinished(job, None))
        assert len(record.runs) == KEPT_RUNS
        assert record.runs[-1].latency_ms == KEPT_RUNS + 4

    def test_the_cost_of_the_settings_is_told_at_once(self, screen, panel):
        screen.model.set("streaming.chunk_frames", "4")
        screen.model.set("audio.cushion_ms", "250")
        assert "320 ms" in words(panel, "runs.cost")
        assert "250 ms" in words(panel, "runs.cost")


class TestExchange:
    @pytest.fixture
    def opened(self):
        return []

    @pytest.fixture
    def panel(self, screen, opened):
        panel = ExchangePanel(screen.model, lambda: opened.append(True))
        panel.show()
        yield panel
        panel.hide()
        panel.deleteLater()

    def test_exported_settings_come_back(self, screen, panel, tmp_path):
        screen.model.set("audio.speed", "1.5")
        screen.model.set("hotkeys.stop", "Ctrl+Alt+K")
        panel.export_to(tmp_path / "taken.toml")
        wanted = screen.model.settings
        screen.model.change(lambda _now: Settings())
        panel.import_from(tmp_path / "taken.toml")
        assert screen.model.settings == wanted

    def test_a_value_that_does_not_fit_is_named(self, screen, panel, tmp_path):
        file = tmp_path / "odd.toml"
        file.write_text("[audio]\nspeed = 99.0\n", encoding="utf-8")
        panel.import_from(file)
        assert "audio.speed" in words(panel, "exchange.said")
        assert screen.model.settings == Settings()

    @pytest.mark.parametrize("content", [b"\0" * 50, b"= nonsense ["])
    def test_another_file_changes_nothing(self, screen, panel, tmp_path, content):
        screen.model.set("audio.speed", "1.5")
        (tmp_path / "odd").write_bytes(content)
        panel.import_from(tmp_path / "odd")
        assert "no settings that can be read" in words(panel, "exchange.said")
        assert screen.model.settings.audio.speed == 1.5

    def test_a_place_that_cannot_be_written_is_a_sentence(self, panel, tmp_path):
        panel.export_to(tmp_path / "missing" / "settings.toml")
        assert "Choose another folder" in words(panel, "exchange.said")

    def test_everything_is_reset_only_after_a_second_press(self, screen, panel):
        screen.model.set("audio.speed", "1.5")
        press(panel, "reset_all")
        assert screen.model.settings.audio.speed == 1.5
        press(panel, "reset_all")
        assert screen.model.settings == Settings()

    def test_a_reset_that_cannot_be_saved_is_a_sentence(self, screen, panel, monkeypatch):
        def refuse(_edit):
            raise SettingsError("The disk is full.")

        monkeypatch.setattr(screen.store, "change", refuse)
        press(panel, "reset_all")
        press(panel, "reset_all")
        assert words(panel, "exchange.said") == "⚠ The disk is full."

    def test_the_steps_of_the_first_start_are_found_again(self, panel, opened):
        press(panel, "open_assistant")
        assert opened == [True]


def test_the_history_is_cleared(qt):
    cleared = []
    panel = PrivacyPanel(lambda: cleared.append(True))
    press(panel, "clear_history")
    assert cleared == [True]
    assert words(panel, "history_said") == "The history is empty now."
    panel.deleteLater()
