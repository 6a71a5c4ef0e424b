from __future__ import annotations

import os
import shutil
import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from qwentts_desktop.checkpoints.catalogue import CATALOGUE, ModelKind, published
from qwentts_desktop.checkpoints.control import DownloadControl
from qwentts_desktop.checkpoints.disk import RESERVE
from qwentts_desktop.checkpoints.hub import Hub
from qwentts_desktop.checkpoints.places import Place
from qwentts_desktop.checkpoints.progress import Phase
from qwentts_desktop.checkpoints.store import ModelStore, StoreFolders
from qwentts_desktop.checkpoints.transfer import part_of
from qwentts_desktop.checkpoints.verification import Basis
from qwentts_desktop.errors import DownloadCancelledError, DownloadError, InvalidRequestError
from tests.model_store.conftest import MODEL, QUICK, contents, model_contents
from tests.rig.model_files import write_model

OFFLINE = Hub("http://127.0.0.1:9")


def damage(file: Path) -> None:
    """Flip one bit in the middle; the length stays."""
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 1
    file.write_bytes(data)


class TestFinding:
    def test_nothing_is_here_at_first(self, folders):
        assert ModelStore(folders).installed() == ()

    def test_a_model_put_into_the_own_folder_by_hand(self, folders):
        folder = write_model(folders.own / MODEL.id)
        found = ModelStore(folders).find("0.6B-Base")
        assert (found.folder, found.place) == (folder, Place.OWN)

    def test_a_model_that_another_program_left_in_the_hub_s_cache(self, cache_store, folders):
        cache_store.download(MODEL.id)
        found = ModelStore(folders).find(MODEL.id)
        assert found.place is Place.HUB_CACHE

    def test_a_model_folder_of_the_user_s_own_goes_first(self, folders, tmp_path):
        write_model(folders.own / MODEL.id)
        mine = write_model(tmp_path / "mine", "1.7B-Base")
        store = ModelStore(replace(folders, user_model=mine))
        assert store.find_for(ModelKind.BASE, "0.6B").folder == mine
        assert [model.place for model in store.installed()] == [Place.USER_FOLDER, Place.OWN]

    def test_why_the_user_s_folder_does_not_serve_is_said(self, folders, tmp_path):
        store = ModelStore(replace(folders, user_model=tmp_path / "nowhere"))
        assert "config.json is missing" in store.user_model_fault()
        assert store.installed() == ()

    def test_a_folder_of_another_program_under_a_model_s_name_is_none(self, folders):
        folder = write_model(folders.own / MODEL.id)
        (folder / "config.json").write_text('{"model_type": "whisper"}')
        assert ModelStore(folders).installed() == ()

    def test_a_model_of_another_kind_under_this_name_is_not_taken_for_it(self, folders):
        write_model(folders.own / MODEL.id, "0.6B-CustomVoice")
        assert ModelStore(folders).find(MODEL.id) is None

    @pytest.mark.parametrize("change", ["short", "long", "no header", "empty", "missing"])
    @pytest.mark.parametrize("file", ["model.safetensors", "speech_tokenizer/model.safetensors"])
    def test_weights_of_another_length_than_their_header_tells_are_no_model(self, folders, file, change):
        weights = write_model(folders.own / MODEL.id) / file
        data = weights.read_bytes()
        changed = {"short": data[:-1], "long": data + b"x", "no header": b"x" * len(data), "empty": b""}
        weights.unlink()
        if change != "missing":
            weights.write_bytes(changed[change])
        assert ModelStore(folders).find(MODEL.id) is None

    def test_the_other_size_does_not_stand_in(self, folders):
        write_model(folders.own / "Qwen3-TTS-12Hz-1.7B-Base", "1.7B-Base")
        assert ModelStore(folders).find_for(ModelKind.BASE, "0.6B") is None

    @pytest.mark.parametrize(
        "name", ["0.6b-base", "QWEN/qwen3-tts-12hz-0.6B-Base", "Qwen3-TTS-12Hz-0.6B-Base"]
    )
    def test_models_have_three_names_in_any_case(self, name):
        assert published(name) is MODEL

    def test_an_unknown_name_is_answered_with_the_known_ones(self, folders):
        with pytest.raises(InvalidRequestError, match=r"1\.7B-VoiceDesign"):
            ModelStore(folders).find("2B")

    def test_finding_imports_neither_torch_nor_a_network_library(self):
        code = (
            "import sys\n"
            "from pathlib import Path\n"
            "from qwentts_desktop.checkpoints.store import ModelStore, StoreFolders\n"
            "store = ModelStore(StoreFolders(Path('/nowhere'), Path('/nowhere')))\n"
            "assert store.installed() == ()\n"
            "heavy = {'torch', 'requests', 'huggingface_hub', 'PySide6'} & set(sys.modules)\n"
            "sys.exit(f'imported: {heavy}' if heavy else 0)\n"
        )
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr


class TestTheHubsCache:
    def test_the_library_itself_finds_what_was_downloaded_into_it(self, cache_store, folders, source):
        from huggingface_hub import scan_cache_dir, snapshot_download

        cache_store.download(MODEL.id)
        found = snapshot_download(MODEL.repo_id, cache_dir=folders.hub_cache, local_files_only=True)
        assert contents(Path(found)) == model_contents(source)
        assert scan_cache_dir(folders.hub_cache).warnings == []

    def test_an_unfinished_download_does_not_confuse_it(self, cache_store, hub, folders):
        from huggingface_hub import scan_cache_dir

        hub.faults.wrong_bytes = 99
        with pytest.raises(DownloadError):
            cache_store.download(MODEL.id)
        assert cache_store.partial_bytes(MODEL.id) > 0
        assert scan_cache_dir(folders.hub_cache).warnings == []
        assert ModelStore(folders).installed() == ()

    def test_what_the_library_downloaded_is_found_and_checked_by_its_hashes(self, hub, folders, online):
        from huggingface_hub import snapshot_download

        snapshot_download(MODEL.repo_id, cache_dir=folders.hub_cache, endpoint=hub.url)
        store = ModelStore(folders, OFFLINE, QUICK)
        result = store.verify(MODEL.id)
        assert (result.is_good, result.basis) == (True, Basis.HASHES)
        damage(store.find(MODEL.id).folder / "model.safetensors")
        assert [one.path for one in store.verify(MODEL.id).problems] == ["model.safetensors"]

    def test_what_is_in_the_cache_already_is_not_fetched_for_the_own_folder(self, cache_store, hub, folders):
        cache_store.download(MODEL.id)
        snapshot = cache_store.find(MODEL.id).folder
        (snapshot / "merges.txt").unlink()
        hub.asked.clear()
        ModelStore(folders, Hub(hub.url), QUICK).download(MODEL.id)
        assert not [one for one in hub.file_requests() if one.path.endswith(".safetensors")]

    def test_a_damaged_model_in_it_is_mended(self, cache_store, hub, source):
        folder = cache_store.download(MODEL.id).folder
        damage(folder / "model.safetensors")
        hub.asked.clear()
        cache_store.repair(MODEL.id)
        assert contents(cache_store.find(MODEL.id).folder) == model_contents(source)
        fetched = [one.path for one in hub.file_requests() if one.path.endswith(".safetensors")]
        assert len(fetched) == 1

    def test_removing_frees_it(self, cache_store, folders):
        cache_store.download(MODEL.id)
        assert cache_store.remove(MODEL.id) > 2_000_000
        assert cache_store.installed() == ()
        assert list(folders.hub_cache.glob("models--*")) == []


class TestTheDisk:
    def test_a_model_that_does_not_fit_is_not_begun(self, hub, folders):
        store = ModelStore(folders, Hub(hub.url), QUICK, space=lambda path: RESERVE + 1_000_000)
        with pytest.raises(DownloadError, match="not enough room"):
            store.download(MODEL.id)
        assert hub.file_requests() == []

    def test_a_disk_that_becomes_full_stops_it_and_what_came_is_kept(self, store, folders, source):
        part = _link_part_to_the_full_device(store, folders, source)
        with pytest.raises(DownloadError, match="is full"):
            store.download(MODEL.id)
        part.unlink()
        assert store.partial_bytes(MODEL.id) > 1_000_000
        store.download(MODEL.id)
        assert contents(store.find(MODEL.id).folder) == model_contents(source)

    def test_room_that_others_take_meanwhile_stops_it(self, hub, folders, monkeypatch):
        monkeypatch.setattr("qwentts_desktop.checkpoints.disk.SpaceGuard._EVERY", 100_000)
        free = iter([10 * RESERVE, 10 * RESERVE, 1_000])
        last = [10 * RESERVE]

        def space(path: Path) -> int:
            last[0] = next(free, last[0])
            return last[0]

        store = ModelStore(folders, Hub(hub.url), QUICK, space=space)
        with pytest.raises(DownloadError, match="is full"):
            store.download(MODEL.id)

    @pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="root may write anywhere")
    def test_a_folder_that_cannot_be_written(self, store, folders):
        folders.own.mkdir()
        folders.own.chmod(0o500)
        with pytest.raises(DownloadError, match="write-protected"):
            store.download(MODEL.id)

    def test_a_file_where_the_folder_should_be(self, store, folders):
        folders.own.parent.mkdir(parents=True, exist_ok=True)
        folders.own.write_text("a file")
        with pytest.raises(DownloadError, match="another folder"):
            store.download(MODEL.id)


def _link_part_to_the_full_device(store: ModelStore, folders: StoreFolders, source: Path) -> Path:
    if not Path("/dev/full").exists():
        pytest.skip("needs /dev/full")
    remote = Hub(store._hub.address).model(MODEL.repo_id, 1.0)
    weights = next(file for file in remote.files if file.path == "model.safetensors")
    part = part_of(folders.own / ".unfinished" / MODEL.id / "model.safetensors", weights)
    part.parent.mkdir(parents=True)
    part.symlink_to("/dev/full")
    return part


class TestTwoAtOnce:
    def test_the_second_is_told_and_the_first_ends_well(self, store, hub, source, folders):
        hub.faults.bytes_per_second = 3_000_000
        begun = threading.Event()
        first = threading.Thread(
            target=store.download,
            args=(MODEL.id, lambda one: begun.set() if one.phase is Phase.DOWNLOADING else None),
        )
        first.start()
        assert begun.wait(5)
        for act in (store.download, store.repair, store.remove):
            with pytest.raises(DownloadError, match="already"):
                act(MODEL.id)
        first.join(10)
        assert contents(store.find(MODEL.id).folder) == model_contents(source)

    def test_two_models_do_not_wait_for_each_other(self, store, hub, tmp_path):
        other = published("1.7B-Base")
        hub.add(other.repo_id, write_model(tmp_path / "other", "1.7B-Base"))
        threads = [threading.Thread(target=store.download, args=(one.id,)) for one in (MODEL, other)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(10)
        assert {model.id for model in store.installed()} == {MODEL.id, other.id}


class TestFoldersOfOthers:
    def foreign(self, folders: StoreFolders) -> Path:
        folder = folders.own / MODEL.id
        folder.mkdir(parents=True)
        (folder / "thesis.txt").write_text("years of work")
        return folder

    @pytest.mark.parametrize("act", ["download", "repair", "remove"])
    def test_they_are_never_touched(self, store, folders, act):
        folder = self.foreign(folders)
        with pytest.raises(DownloadError, match=r"another program|not made by this"):
            getattr(store, act)(MODEL.id)
        assert contents(folder) == {"thesis.txt": b"years of work"}

    def test_an_empty_one_is_in_nobody_s_way(self, store, folders, source):
        (folders.own / MODEL.id).mkdir(parents=True)
        assert contents(store.download(MODEL.id).folder) == model_contents(source)

    def test_a_model_that_the_user_put_there_is_not_removed(self, store, folders):
        write_model(folders.own / MODEL.id)
        with pytest.raises(DownloadError, match="Delete it yourself"):
            store.remove(MODEL.id)


class TestVerifying:
    def test_a_good_model(self, store):
        store.download(MODEL.id)
        result = store.verify(MODEL.id)
        assert (result.is_good, result.basis, result.files) == (True, Basis.HASHES, 9)

    @pytest.mark.parametrize(
        "name", ["model.safetensors", "merges.txt", "speech_tokenizer/model.safetensors"]
    )
    def test_one_wrong_bit_is_found_without_the_network(self, store, folders, name):
        damage(store.download(MODEL.id).folder / name)
        result = ModelStore(folders, OFFLINE, QUICK).verify(MODEL.id)
        assert [one.path for one in result.problems] == [name]

    def test_a_missing_and_a_short_file_are_found(self, store, folders):
        folder = store.download(MODEL.id).folder
        (folder / "vocab.json").unlink()
        (folder / "model.safetensors").write_bytes(b"short")
        problems = {one.path: one.reason for one in store.verify(MODEL.id).problems}
        assert problems["vocab.json"] == "is missing"
        assert "5 bytes" in problems["model.safetensors"]

    def test_a_model_that_came_another_way_is_compared_with_the_hub(self, store, folders, source):
        shutil.copytree(source, folders.own / MODEL.id)
        damage(folders.own / MODEL.id / "model.safetensors")
        assert [one.path for one in store.verify(MODEL.id).problems] == ["model.safetensors"]

    def test_without_the_network_its_structure_is_looked_at(self, folders, source, online):
        shutil.copytree(source, folders.own / MODEL.id)
        result = ModelStore(folders, OFFLINE, QUICK).verify(MODEL.id)
        assert (result.is_good, result.basis) == (True, Basis.STRUCTURE)

    def test_what_is_not_here_cannot_be_checked(self, store):
        with pytest.raises(DownloadError, match="Download it first"):
            store.verify(MODEL.id)

    def test_it_can_be_cancelled(self, store):
        store.download(MODEL.id)
        control = DownloadControl()
        control.cancel()
        with pytest.raises(DownloadCancelledError):
            store.verify(MODEL.id, control=control)


class TestRepairing:
    @pytest.mark.parametrize("name", ["model.safetensors", "merges.txt"])
    def test_only_what_is_damaged_is_fetched(self, store, hub, source, name):
        damage(store.download(MODEL.id).folder / name)
        hub.asked.clear()
        store.repair(MODEL.id)
        assert contents(store.find(MODEL.id).folder) == model_contents(source)
        assert [one.path.endswith(f"/{name}") for one in hub.file_requests()] == [True]

    def test_a_model_of_ours_that_lost_a_file_is_completed_by_a_download(self, store, hub, source):
        (store.download(MODEL.id).folder / "vocab.json").unlink()
        hub.asked.clear()
        store.download(MODEL.id)
        assert contents(store.find(MODEL.id).folder) == model_contents(source)
        assert len(hub.file_requests()) == 1

    def test_without_the_network_the_model_stays(self, store, folders):
        store.download(MODEL.id)
        with pytest.raises(DownloadError):
            ModelStore(folders, OFFLINE, QUICK).repair(MODEL.id)
        assert store.find(MODEL.id) is not None

    def test_a_newer_state_replaces_an_unfinished_one(self, store, hub, tmp_path):
        hub.faults.statuses = [0] * 8 + [404]
        with pytest.raises(DownloadError):
            store.download(MODEL.id)
        newer = write_model(tmp_path / "newer", weights=1_600_000)
        (newer / "merges.txt").write_text("#version: 0.3\n")
        hub.add(MODEL.repo_id, newer)
        assert contents(store.download(MODEL.id).folder) == model_contents(newer)


class TestRemoving:
    def test_it_frees_what_it_says(self, store, folders):
        size = store.download(MODEL.id).size_bytes
        assert store.remove(MODEL.id) == size
        assert store.installed() == ()
        assert not [path for path in folders.own.rglob("*") if path.suffix != ".lock" and path.is_file()]

    def test_nothing_to_remove_frees_nothing(self, store):
        assert store.remove(MODEL.id) == 0

    def test_it_takes_what_is_unfinished_along(self, store, hub):
        hub.faults.wrong_bytes = 99
        with pytest.raises(DownloadError):
            store.download(MODEL.id)
        assert store.remove(MODEL.id) > 0
        assert store.partial_bytes(MODEL.id) == 0


class TestMoving:
    def elsewhere(self, folders: StoreFolders, tmp_path: Path) -> ModelStore:
        return ModelStore(replace(folders, own=tmp_path / "elsewhere"), OFFLINE, QUICK)

    def test_models_are_whole_at_the_new_place(self, store, folders, source, tmp_path):
        store.download(MODEL.id)
        assert store.move(tmp_path / "elsewhere") == 1
        moved = self.elsewhere(folders, tmp_path)
        assert contents(moved.find(MODEL.id).folder) == model_contents(source)
        assert moved.verify(MODEL.id).is_good
        assert store.find(MODEL.id) is None

    def test_also_to_another_disk(self, store, folders, source, tmp_path, monkeypatch):
        monkeypatch.setattr("qwentts_desktop.checkpoints.moving._rename", lambda source, target: False)
        store.download(MODEL.id)
        told = []
        assert store.move(tmp_path / "elsewhere", told.append) == 1
        moved = self.elsewhere(folders, tmp_path)
        assert contents(moved.find(MODEL.id).folder) == model_contents(source)
        assert moved.verify(MODEL.id).is_good
        assert not (folders.own / MODEL.id).exists()
        assert told[-1].fraction == 1.0

    @pytest.mark.parametrize("trouble", ["cancel", "full"])
    def test_what_cannot_be_moved_stays_whole(
        self, store, folders, hub, source, tmp_path, monkeypatch, trouble
    ):
        monkeypatch.setattr("qwentts_desktop.checkpoints.moving._rename", lambda source, target: False)
        store.download(MODEL.id)
        control = DownloadControl()
        space = (lambda path: 1_000) if trouble == "full" else (lambda path: 10**12)
        cautious = ModelStore(folders, OFFLINE, QUICK, space=space)
        if trouble == "cancel":
            control.cancel()
        with pytest.raises(DownloadError):
            cautious.move(tmp_path / "elsewhere", control=control)
        assert contents(store.find(MODEL.id).folder) == model_contents(source)
        assert self.elsewhere(folders, tmp_path).installed() == ()

    @pytest.mark.parametrize("target", ["same", "inside", "relative"])
    def test_not_into_itself_and_not_to_half_a_path(self, store, folders, target):
        folder = {"same": folders.own, "inside": folders.own / "x", "relative": Path("models")}[target]
        with pytest.raises(InvalidRequestError):
            store.move(folder)

    def test_not_over_something_else(self, store, folders, tmp_path):
        store.download(MODEL.id)
        (tmp_path / "elsewhere" / MODEL.id).mkdir(parents=True)
        (tmp_path / "elsewhere" / MODEL.id / "thesis.txt").touch()
        with pytest.raises(DownloadError, match="already something"):
            store.move(tmp_path / "elsewhere")
        assert store.find(MODEL.id) is not None


class TestTheCatalogue:
    def test_it_has_the_five_models(self):
        assert [model.short_name for model in CATALOGUE] == [
            "0.6B-Base",
            "0.6B-CustomVoice",
            "1.7B-Base",
            "1.7B-CustomVoice",
            "1.7B-VoiceDesign",
        ]

    def test_each_says_what_it_is_and_needs(self):
        for model in CATALOGUE:
            assert model.abilities
            assert model.licence == "Apache-2.0"
            assert len(model.languages) == 10
            assert model.download_bytes > model.weight_bytes > 1e9
            assert 2e9 < model.memory_bytes < 6e9
