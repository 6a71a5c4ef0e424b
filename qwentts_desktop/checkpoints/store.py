"""The models on this machine, and everything that can be done with them. No torch, no settings, no window."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from qwentts_desktop.checkpoints.catalogue import CATALOGUE, ModelKind, PublishedModel, published
from qwentts_desktop.checkpoints.control import DownloadControl
from qwentts_desktop.checkpoints.digest import FileFacts
from qwentts_desktop.checkpoints.disk import FreeSpace, disk_errors, free_space
from qwentts_desktop.checkpoints.download import ModelDownload, writing
from qwentts_desktop.checkpoints.hub import Hub
from qwentts_desktop.checkpoints.hub_failures import TemporaryError
from qwentts_desktop.checkpoints.manifest import read_manifest
from qwentts_desktop.checkpoints.model_folder import describe, fault_of, size_on_disk
from qwentts_desktop.checkpoints.moving import ModelMove
from qwentts_desktop.checkpoints.patience import TimeLimits
from qwentts_desktop.checkpoints.places import HubCache, ModelPlace, OwnFolder, Place, delete_folder
from qwentts_desktop.checkpoints.progress import OnProgress, ProgressMeter, ignore_progress
from qwentts_desktop.checkpoints.verification import Verification, verify_folder
from qwentts_desktop.errors import DownloadError, InvalidRequestError


@dataclass(frozen=True)
class InstalledModel:
    """A whole model on this machine.

    Attributes:
        id: its name in the catalogue; the folder's name for a model of the user's own.
        folder: where the engine finds it.
        place: whose folder that is.
        kind, size: what the model says of itself.
    """

    id: str
    folder: Path
    place: Place
    kind: ModelKind
    size: str

    @property
    def size_bytes(self) -> int:
        """On the disk; looks at each file."""
        with disk_errors(self.folder):
            return size_on_disk(self.folder)

    @property
    def commit(self) -> str:
        """Which published state it is; empty where that is not on record."""
        if self.place is Place.HUB_CACHE:
            return self.folder.name
        manifest = read_manifest(self.folder)
        return manifest.commit if manifest else ""


@dataclass(frozen=True)
class StoreFolders:
    """Where models are looked for.

    Attributes:
        own: the application's own folder of models.
        hub_cache: the cache that programs of the hub share.
        user_model: a model folder that the user named; None for none.
        target: where new downloads go.
    """

    own: Path
    hub_cache: Path
    user_model: Path | None = None
    target: Place = Place.OWN


class ModelStore:
    """Finds, downloads, checks, moves and removes models.

    Every method may be called from any thread. `download`, `repair`, `verify`, `move` and `remove` take their
    time: call them on a worker. Finding never uses the network.

    Args:
        folders: where models are.
        hub: where they come from.
        limits: how patient a download is.
        space: tells how much room a disk has.
    """

    def __init__(
        self,
        folders: StoreFolders,
        hub: Hub | None = None,
        limits: TimeLimits | None = None,
        space: FreeSpace = free_space,
    ) -> None:
        self._limits = limits or TimeLimits()
        self._hub = hub or Hub(connect_s=self._limits.connect_s)
        self._space = space
        self._user_model = folders.user_model
        self._own = OwnFolder(folders.own)
        self._cache = HubCache(folders.hub_cache)
        places: tuple[ModelPlace, ModelPlace] = (self._own, self._cache)
        self._places = places if folders.target is Place.OWN else places[::-1]

    @property
    def folder(self) -> Path:
        """Where new downloads go."""
        return self._places[0].root

    def catalogue(self) -> tuple[PublishedModel, ...]:
        """What can be downloaded."""
        return CATALOGUE

    def installed(self) -> tuple[InstalledModel, ...]:
        """All whole models: the user's own first, then those of the catalogue."""
        own = self._user_installed()
        return (*((own,) if own else ()), *self._published_installed())

    def find(self, model_id: str) -> InstalledModel | None:
        """A model of the catalogue if it is here whole; raises InvalidRequestError for a name of none."""
        model = published(model_id)
        for place in self._places:
            folder = place.folder_of(model)
            description = describe(folder) if folder else None
            if folder and description and description.kind is model.kind:
                return InstalledModel(model.id, folder, place.kind, model.kind, model.size)
        return None

    def find_for(self, kind: ModelKind, size: str) -> InstalledModel | None:
        """The model for voices of this kind; the user's own goes first. Takes a few milliseconds."""
        own = self._user_installed()
        if own is not None and own.kind is kind:
            return own
        fitting = [model for model in CATALOGUE if model.kind is kind]
        wanted = [model for model in fitting if model.size == size] or fitting
        return next(filter(None, (self.find(model.id) for model in wanted)), None)

    def user_model_fault(self) -> str:
        """What is amiss with the model folder that the user named, as a sentence; empty for nothing."""
        if self._user_model is None:
            return ""
        fault = fault_of(self._user_model)
        return f"The model folder {self._user_model} cannot be used: {fault}." if fault else ""

    def partial_bytes(self, model_id: str) -> int:
        """What an unfinished download has kept; 0 for none."""
        staging = self._places[0].staging_of(published(model_id))
        with suppress(OSError):
            return size_on_disk(staging)
        return 0

    def discard_partial(self, model_id: str) -> int:
        """Throw away what an unfinished download has kept; returns the bytes freed. Raises DownloadError."""
        model = published(model_id)
        return sum(self._discard(place, model) for place in self._places)

    def download(
        self,
        model_id: str,
        on_progress: OnProgress = ignore_progress,
        control: DownloadControl | None = None,
    ) -> InstalledModel:
        """Download a model, or what is missing of it; returns at once where it is here.

        Args:
            model_id: of the catalogue.
            on_progress: told how far it is, on this thread, ten times a second at most.
            control: to pause and cancel it from other threads.

        Raises:
            DownloadError: with what to do; what has arrived is kept and used the next time.
            DownloadCancelledError: cancelled; likewise.
            InvalidRequestError: no such model.
        """
        found = self.find(model_id)
        return found or self._downloaded(published(model_id), self._places[0], on_progress, control)

    def repair(
        self,
        model_id: str,
        on_progress: OnProgress = ignore_progress,
        control: DownloadControl | None = None,
    ) -> InstalledModel:
        """Compare a model with the newest published state and fetch what differs. Raises as `download`."""
        model = published(model_id)
        found = self.find(model_id)
        place = self._place_of(found) if found else self._places[0]
        if found and place is self._cache:
            checked = self.verify(model_id, on_progress, control)
            with disk_errors(found.folder):
                for problem in checked.problems:
                    (found.folder / problem.path).resolve().unlink(missing_ok=True)
        return self._downloaded(model, place, on_progress, control, is_repair=True)

    def verify(
        self,
        model_id: str,
        on_progress: OnProgress = ignore_progress,
        control: DownloadControl | None = None,
    ) -> Verification:
        """Compare every byte of a model that is here with the published hashes.

        The hashes are on record from the download; the hub is asked only for a model that came another way.

        Raises:
            DownloadError: it is not here.
            DownloadCancelledError: cancelled.
        """
        model = published(model_id)
        folder, facts = self._on_record(model)
        meter = ProgressMeter(model.id, on_progress)
        return verify_folder(model.id, folder, facts, meter, control or DownloadControl())

    def remove(self, model_id: str) -> int:
        """Delete a model from wherever it was downloaded to, and what is unfinished of it.

        Returns the bytes freed. A folder that another program made is left alone.

        Raises:
            DownloadError: it is in use, busy, or not ours.
        """
        model = published(model_id)
        return sum(self._remove(place, model) for place in self._places)

    def move(
        self,
        folder: Path,
        on_progress: OnProgress = ignore_progress,
        control: DownloadControl | None = None,
    ) -> int:
        """Carry all models of the application's own folder to another one; returns how many.

        The caller saves the new folder in the settings afterwards and builds another store.

        Raises:
            DownloadError, DownloadCancelledError: what was not moved is still where it was.
        """
        target = folder.expanduser().absolute()
        if target.is_relative_to(self._own.root) or not folder.expanduser().is_absolute():
            raise InvalidRequestError(f"Models cannot be moved to {folder}: name a whole path elsewhere.")
        move = ModelMove(self._own, OwnFolder(target), control or DownloadControl(), on_progress, self._space)
        own = [model for model in CATALOGUE if self._own.folder_of(model) is not None]
        for model in own:
            move.move(model)
        return len(own)

    def _downloaded(
        self,
        model: PublishedModel,
        place: ModelPlace,
        on_progress: OnProgress,
        control: DownloadControl | None,
        *,
        is_repair: bool = False,
    ) -> InstalledModel:
        others = [other for other in self._places if other is not place]
        folder = ModelDownload(
            model,
            place,
            others,
            self._hub,
            control or DownloadControl(),
            on_progress,
            self._limits,
            self._space,
        ).run(is_repair=is_repair)
        return InstalledModel(model.id, folder, place.kind, model.kind, model.size)

    def _place_of(self, found: InstalledModel) -> ModelPlace:
        return next(place for place in self._places if place.kind is found.place)

    def _on_record(self, model: PublishedModel) -> tuple[Path, tuple[FileFacts, ...]]:
        """Where the model is, whole or damaged, and what its files must be."""
        manifest = read_manifest(self._own.root / model.id)
        if manifest is not None:
            return self._own.root / model.id, manifest.files
        found = self.find(model.id)
        if found is None:
            raise DownloadError(f"{model.id} is not on this machine. Download it first.")
        facts = self._place_of(found).facts_of(found.folder)
        return found.folder, facts or self._published_facts(model)

    def _published_facts(self, model: PublishedModel) -> tuple[FileFacts, ...]:
        """From the hub; nothing where it cannot be asked."""
        try:
            return self._hub.model(model.repo_id, self._limits.read_s).files
        except (DownloadError, TemporaryError):
            return ()

    def _published_installed(self) -> Iterator[InstalledModel]:
        return filter(None, (self.find(model.id) for model in CATALOGUE))

    def _user_installed(self) -> InstalledModel | None:
        folder = self._user_model
        description = describe(folder) if folder else None
        if folder is None or description is None or fault_of(folder):
            return None
        return InstalledModel(folder.name, folder, Place.USER_FOLDER, description.kind, description.size)

    def _discard(self, place: ModelPlace, model: PublishedModel) -> int:
        staging = place.staging_of(model)
        if not staging.exists():
            return 0
        with writing(model, place), disk_errors(staging):
            return delete_folder(staging)

    def _remove(self, place: ModelPlace, model: PublishedModel) -> int:
        if not place.root.exists():
            return 0
        with writing(model, place), disk_errors(place.root):
            return place.remove(model)
