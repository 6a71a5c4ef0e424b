from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from qwentts_desktop.checkpoints.control import DownloadControl
from qwentts_desktop.checkpoints.hub import Hub
from qwentts_desktop.checkpoints.places import Place
from qwentts_desktop.checkpoints.progress import DownloadProgress, Phase
from qwentts_desktop.checkpoints.store import ModelStore
from qwentts_desktop.errors import DownloadCancelledError, DownloadError
from tests.model_store.conftest import MODEL, QUICK, contents, model_contents
from tests.rig.model_files import write_model
from tests.rig.model_hub import ModelHub
from tests.rig.processes import wait_until


class InBackground:
    """A download on a thread of its own."""

    def __init__(self, store: ModelStore) -> None:
        self.control = DownloadControl()
        self.told: list[DownloadProgress] = []
        self.error: Exception | None = None
        self._store = store
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def _run(self) -> None:
        try:
            self._store.download(MODEL.id, self.told.append, self.control)
        except DownloadError as error:
            self.error = error

    def phase(self) -> Phase | None:
        return self.told[-1].phase if self.told else None

    def join(self, limit_s: float = 10.0) -> None:
        self._thread.join(limit_s)
        assert not self._thread.is_alive(), "the download did not end"


def assert_whole(store: ModelStore, source: Path) -> None:
    found = store.find(MODEL.id)
    assert found is not None
    assert contents(found.folder) == model_contents(source)
    assert store.partial_bytes(MODEL.id) == 0


class TestAGoodLine:
    def test_the_files_are_equal_byte_for_byte(self, store, source):
        found = store.download(MODEL.id)
        assert_whole(store, source)
        assert (found.place, found.kind, found.size) == (Place.OWN, MODEL.kind, "0.6B")

    def test_its_state_is_on_record(self, store, hub):
        assert store.download(MODEL.id).commit == hub.commit_of(MODEL.repo_id)

    def test_what_is_there_is_not_asked_for_again(self, store, hub):
        store.download(MODEL.id)
        hub.asked.clear()
        store.download(MODEL.id)
        assert hub.asked == []

    def test_only_what_the_engine_needs_is_fetched(self, store, hub):
        store.download(MODEL.id)
        assert not [one for one in hub.file_requests() if one.path.endswith((".md", ".gitattributes"))]

    def test_progress_rises_to_the_end_with_speed_and_time_left(self, store, hub):
        hub.faults.bytes_per_second = 4_000_000
        told: list[DownloadProgress] = []
        store.download(MODEL.id, told.append)
        counts = [one.done_bytes for one in told]
        assert counts == sorted(counts)
        assert (told[-1].phase, told[-1].fraction) == (Phase.FINISHING, 1.0)
        underway = [one for one in told if one.bytes_per_second]
        assert underway
        assert all(one.seconds_left is not None and one.seconds_left >= 0 for one in underway)
        assert len(told) < 60

    def test_the_same_codec_is_not_fetched_twice(self, store, hub, tmp_path):
        hub.add("Qwen/Qwen3-TTS-12Hz-0.6B-CustomVoice", write_model(tmp_path / "other", "0.6B-CustomVoice"))
        store.download(MODEL.id)
        hub.asked.clear()
        store.download("0.6B-CustomVoice")
        assert not [one for one in hub.asked if one.path.endswith("speech_tokenizer/model.safetensors")]


class TestABadLine:
    def test_a_cut_line_goes_on_where_it_was_cut(self, store, hub, source):
        hub.faults.cut_after, hub.faults.cuts = 300_000, 3
        store.download(MODEL.id)
        assert_whole(store, source)
        assert any(one.range for one in hub.file_requests())

    def test_a_line_that_falls_silent_is_opened_anew(self, store, hub, source):
        hub.faults.stall_after, hub.faults.stalls = 300_000, 1
        store.download(MODEL.id)
        assert_whole(store, source)

    def test_a_line_that_stays_silent_is_told_and_what_came_is_kept(self, store, hub, source):
        hub.faults.stall_after, hub.faults.stalls = 0, 1_000
        hub.faults.cut_after, hub.faults.cuts = 200_000, 1
        told: list[DownloadProgress] = []
        with pytest.raises(DownloadError, match="does not go on") as raised:
            store.download(MODEL.id, told.append)
        assert "is kept" in raised.value.message
        assert any(one.phase is Phase.WAITING and one.note for one in told)
        hub.faults.stalls = 0
        store.download(MODEL.id)
        assert_whole(store, source)

    def test_a_slow_disk_costs_no_patience_with_the_line(self, store, hub, source):
        hub.faults.statuses = [0] * 8 + [404]
        with pytest.raises(DownloadError):
            store.download(MODEL.id)
        hub.faults.statuses = [500]
        store.download(MODEL.id, _slow_while_checking())
        assert_whole(store, source)

    def test_a_server_that_ignores_ranges_is_begun_anew(self, store, hub, source):
        hub.faults.ignores_ranges = True
        hub.faults.cut_after, hub.faults.cuts = 300_000, 2
        store.download(MODEL.id)
        assert_whole(store, source)

    def test_a_server_that_ignores_ranges_and_always_cuts_is_given_up(self, store, hub):
        hub.faults.ignores_ranges = True
        hub.faults.cut_after, hub.faults.cuts = 300_000, 1_000
        with pytest.raises(DownloadError, match="does not let it go on"):
            store.download(MODEL.id)

    def test_a_range_that_is_refused_begins_the_file_anew(self, store, hub, source):
        hub.faults.cut_after, hub.faults.cuts = 300_000, 1
        hub.faults.refuses_ranges = 1
        store.download(MODEL.id)
        assert_whole(store, source)

    def test_wrong_bytes_are_fetched_again(self, store, hub, source):
        hub.faults.wrong_bytes = 1
        store.download(MODEL.id)
        assert_whole(store, source)

    def test_bytes_that_stay_wrong_are_told_and_nothing_is_installed(self, store, hub):
        hub.faults.wrong_bytes = 1_000
        with pytest.raises(DownloadError, match="damaged again and again"):
            store.download(MODEL.id)
        assert store.installed() == ()


class TestAHubThatRefuses:
    @pytest.mark.parametrize("status", [500, 502, 503, 408])
    def test_a_fault_of_its_own_passes(self, store, hub, source, status):
        hub.faults.statuses = [status, 0, status]
        hub.faults.list_statuses = [status]
        store.download(MODEL.id)
        assert_whole(store, source)

    @pytest.mark.parametrize(
        ("status", "words"),
        [
            (401, "hf auth login"),
            (403, "HF_TOKEN"),
            (404, "no longer"),
            (410, "no longer"),
            (418, "status 418"),
            (500, "fault of its own"),
        ],
    )
    @pytest.mark.parametrize("where", ["list_statuses", "statuses"])
    def test_each_refusal_has_its_sentence(self, store, hub, status, words, where):
        setattr(hub.faults, where, [status] * 1_000)
        with pytest.raises(DownloadError, match=words):
            store.download(MODEL.id)
        assert store.installed() == ()

    def test_a_catalogue_entry_that_is_gone(self, store, hub):
        hub.models.clear()
        with pytest.raises(DownloadError, match="no longer"):
            store.download(MODEL.id)

    def test_too_many_downloads_wait_as_long_as_the_hub_asks(self, store, hub, source):
        hub.faults.statuses, hub.faults.retry_after = [429], "0.2"
        store.download(MODEL.id)
        assert_whole(store, source)

    def test_a_long_wait_is_told_instead_of_waited(self, store, hub):
        hub.faults.list_statuses, hub.faults.retry_after = [429] * 9, "240"
        with pytest.raises(DownloadError, match="in about 4 minutes"):
            store.download(MODEL.id)

    @pytest.mark.parametrize("body", [b"<html>Log in</html>", b"[]", b'{"id": "x"}', b'{"siblings": 3}'])
    def test_a_login_page_is_no_hub(self, store, hub, body):
        hub.faults.list_body = body
        with pytest.raises(DownloadError, match=r"login page|not understood"):
            store.download(MODEL.id)

    @pytest.mark.parametrize("path", ["../evil.json", "/etc/evil.json", "a/../../evil.json", "c:\\evil.json"])
    def test_a_file_that_leads_elsewhere_is_refused(self, store, hub, monkeypatch, path):
        evil = {"rfilename": path, "size": 3, "blobId": "0" * 40}
        monkeypatch.setattr(hub, "siblings", lambda repo_id: [evil])
        with pytest.raises(DownloadError, match="leads out"):
            store.download(MODEL.id)

    def test_another_model_than_known_is_not_installed(self, store, hub, tmp_path):
        other = write_model(tmp_path / "other")
        (other / "config.json").write_text('{"model_type": "llama"}')
        hub.add(MODEL.repo_id, other)
        with pytest.raises(DownloadError, match="is not the model"):
            store.download(MODEL.id)
        assert store.installed() == ()

    def test_no_network_at_all(self, online, folders):
        store = ModelStore(folders, Hub("http://127.0.0.1:9"), QUICK)
        with pytest.raises(DownloadError, match="cannot be reached"):
            store.download(MODEL.id)

    def test_offline_by_the_user_s_wish(self, store, monkeypatch):
        from huggingface_hub import constants
        from huggingface_hub.utils._http import reset_sessions

        monkeypatch.setattr(constants, "HF_HUB_OFFLINE", True)
        reset_sessions()
        with pytest.raises(DownloadError, match="HF_HUB_OFFLINE"):
            store.download(MODEL.id)
        reset_sessions()

    def test_a_proxy_is_used(self, hub, folders, source, monkeypatch):
        monkeypatch.setenv("http_proxy", hub.url)
        monkeypatch.delenv("no_proxy", raising=False)
        monkeypatch.delenv("NO_PROXY", raising=False)
        store = ModelStore(folders, Hub("http://hub.invalid"), QUICK)
        assert contents(store.download(MODEL.id).folder) == model_contents(source)

    def test_a_proxy_that_is_not_there(self, online, folders, monkeypatch):
        monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
        monkeypatch.delenv("no_proxy", raising=False)
        monkeypatch.delenv("NO_PROXY", raising=False)
        with pytest.raises(DownloadError, match="proxy does not lead"):
            ModelStore(folders, Hub("http://hub.invalid"), QUICK).download(MODEL.id)

    def test_an_address_that_is_none(self, online, folders):
        with pytest.raises(DownloadError, match="HF_ENDPOINT"):
            ModelStore(folders, Hub("nonsense"), QUICK).download(MODEL.id)


class TestTokens:
    def test_none_is_sent_where_none_is_needed(self, store, hub, monkeypatch):
        monkeypatch.setenv("HF_TOKEN", "hf_secret")
        store.download(MODEL.id)
        assert {one.token for one in hub.asked} == {""}

    def test_it_is_sent_where_the_hub_refuses_without(self, store, hub, source, monkeypatch):
        monkeypatch.setenv("HF_TOKEN", "hf_secret")
        hub.faults.token = "hf_secret"
        store.download(MODEL.id)
        assert_whole(store, source)

    def test_it_is_never_in_a_sentence_or_a_log(self, store, hub, monkeypatch, caplog):
        monkeypatch.setenv("HF_TOKEN", "hf_secret")
        hub.faults.token = "another"
        with caplog.at_level(0), pytest.raises(DownloadError) as raised:
            store.download(MODEL.id)
        assert "hf_secret" not in caplog.text + raised.value.message + raised.value.detail


class TestPauseAndCancel:
    def test_a_pause_lets_go_of_the_line_and_goes_on_later(self, store, hub, source):
        hub.faults.bytes_per_second = 1_000_000
        download = InBackground(store)
        wait_until(lambda: hub.sent_bytes > 300_000, "some bytes")
        download.control.pause()
        wait_until(lambda: download.phase() is Phase.PAUSED, "the pause")
        assert download.control.is_paused
        hub.faults.bytes_per_second = 0
        download.control.resume()
        download.join()
        assert download.error is None
        assert_whole(store, source)

    @pytest.mark.parametrize("moment", ["asking", "flowing", "silent", "paused", "waiting"])
    def test_a_cancel_is_heard_at_any_moment(self, hub, folders, source, moment):
        patient = ModelStore(folders, Hub(hub.url))
        arrange, is_there = _moment(hub, moment)
        arrange()
        download = InBackground(patient)
        wait_until(lambda: is_there(download), moment)
        download.control.cancel()
        download.join(2.0)
        assert isinstance(download.error, DownloadCancelledError)
        assert patient.installed() == ()

    def test_what_had_arrived_is_used_the_next_time(self, store, hub, source):
        hub.faults.bytes_per_second = 1_000_000
        download = InBackground(store)
        wait_until(lambda: hub.sent_bytes > 500_000, "some bytes")
        download.control.cancel()
        download.join()
        kept = store.partial_bytes(MODEL.id)
        assert kept > 400_000
        hub.faults.bytes_per_second = 0
        hub.asked.clear()
        store.download(MODEL.id)
        assert_whole(store, source)
        ranges = [one.range for one in hub.file_requests() if one.range]
        assert len(ranges) == 1
        assert int(ranges[0].removeprefix("bytes=").rstrip("-")) > 400_000

    def test_what_had_arrived_can_be_thrown_away(self, store, hub):
        hub.faults.statuses = [0] * 8 + [404]
        with pytest.raises(DownloadError):
            store.download(MODEL.id)
        kept = store.partial_bytes(MODEL.id)
        assert kept > 0
        assert store.discard_partial(MODEL.id) == kept
        assert store.partial_bytes(MODEL.id) == 0


def _slow_while_checking() -> Callable[[DownloadProgress], None]:
    """A listener that makes the check of what is there last longer than the patience with the line."""

    def on_progress(progress: DownloadProgress) -> None:
        if progress.phase is Phase.CHECKING and progress.done_bytes == 0:
            threading.Event().wait(QUICK.patience_s * 1.2)

    return on_progress


def _moment(hub: ModelHub, name: str) -> tuple[Callable[[], None], Callable[[InBackground], bool]]:
    """How to bring a download to this moment, and whether it is there."""

    def set_faults(**faults: object) -> Callable[[], None]:
        def arrange() -> None:
            for key, value in faults.items():
                setattr(hub.faults, key, value)

        return arrange

    def pause_once(download: InBackground) -> bool:
        download.control.pause()
        return download.phase() is Phase.PAUSED

    return {
        "asking": (set_faults(list_stalls=99), lambda one: bool(hub.asked)),
        "flowing": (set_faults(bytes_per_second=200_000), lambda one: hub.sent_bytes > 50_000),
        "silent": (set_faults(stall_after=0, stalls=99), lambda one: hub.faults.stalls < 99),
        "paused": (set_faults(bytes_per_second=200_000), pause_once),
        "waiting": (
            set_faults(statuses=[500] * 99),
            lambda one: one.phase() is Phase.WAITING,
        ),
    }[name]
