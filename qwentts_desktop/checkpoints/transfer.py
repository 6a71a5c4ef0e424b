"""Brings one file over the line, whole and right, however often the line is cut. Knows no model."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, TypeVar

from qwentts_desktop.checkpoints.control import DownloadControl
from qwentts_desktop.checkpoints.digest import Digest, FileFacts, digest_of
from qwentts_desktop.checkpoints.disk import SpaceGuard, disk_errors
from qwentts_desktop.checkpoints.durable import keep
from qwentts_desktop.checkpoints.hub import Hub, RemoteModel
from qwentts_desktop.checkpoints.hub_failures import RangeRefusedError, TemporaryError, reading_failure
from qwentts_desktop.checkpoints.patience import Patience
from qwentts_desktop.checkpoints.progress import Phase, ProgressMeter
from qwentts_desktop.checkpoints.question import Question
from qwentts_desktop.errors import DownloadError

if TYPE_CHECKING:
    import requests

_T = TypeVar("_T")
_BLOCK = 1 << 18
_LIMIT_BEYOND_S = 5.0
"""What an answer may take beyond its own time limit, for the look-up of names, which has none."""

_FRESH_STARTS = 3
"""How often a file may begin anew: bytes were wrong, or the server ignores where to go on."""


class FileTransfer:
    """Fetches files of one model; used by one thread."""

    def __init__(
        self, hub: Hub, control: DownloadControl, meter: ProgressMeter, patience: Patience, guard: SpaceGuard
    ) -> None:
        self._hub = hub
        self._control = control
        self._meter = meter
        self._patience = patience
        self._guard = guard

    def ask(self, repo_id: str) -> RemoteModel:
        """What the model consists of; raises DownloadError."""
        self._meter.enter(Phase.ASKING)
        return self._persistently(lambda: self._hub.model(repo_id, self._patience.read_s))

    def fetch(self, model: RemoteModel, file: FileFacts, target: Path) -> None:
        """Put the file at `target`; what an earlier attempt left is used if it is right.

        Raises:
            DownloadError: with what to do; what has arrived is kept, unless it was wrong.
            DownloadCancelledError: cancelled.
        """
        part = part_of(target, file)
        with disk_errors(target.parent):
            target.parent.mkdir(parents=True, exist_ok=True)
            digest = self._digest_of_part(part, file)
        self._patience.restore()  # reading what is there may have taken longer than a line may be silent
        for start in range(_FRESH_STARTS):
            digest = self._complete(model, file, part, digest)
            if digest.is_right():
                with disk_errors(target.parent):
                    keep(part, target)
                return
            digest = self._begin_anew(part, file, digest)
            if start == 0:
                self._meter.enter(Phase.WAITING, file.path, "A file arrived damaged. Fetching it again.")
        raise DownloadError(
            f"The file {file.path} arrives damaged again and again. Something between {self._hub.host} and "
            "this computer changes it. Try another network or mirror."
        )

    def _complete(self, model: RemoteModel, file: FileFacts, part: Path, digest: Digest) -> Digest:
        """Receive until the size is reached; returns the digest of what is there."""
        fresh_starts = 0
        while digest.count < file.size:
            response = self._open(model, file, digest.count)
            if response is None or (digest.count and response.status_code != 206):
                fresh_starts += 1
                digest = self._begin_anew(part, file, digest)
            if fresh_starts > _FRESH_STARTS:
                if response is not None:
                    response.close()
                raise DownloadError(
                    f"{self._hub.host} cuts the download and does not let it go on where it stopped. "
                    "Try another network or mirror."
                )
            if response is not None:
                self._receive(response, file, part, digest)
        return digest

    def _open(self, model: RemoteModel, file: FileFacts, offset: int) -> requests.Response | None:
        """The file from `offset` on; None where the server does not give it from there."""
        self._meter.enter(Phase.DOWNLOADING, file.path)
        try:
            return self._persistently(lambda: self._hub.open(model, file, offset, self._patience.read_s))
        except RangeRefusedError:
            return None

    def _receive(self, response: requests.Response, file: FileFacts, part: Path, digest: Digest) -> None:
        """Append what comes; trouble of the line is borne, trouble of the disk raised."""
        trouble: TemporaryError | None = None
        with closing(response), self._control.interrupting(lambda: _interrupt(response)):
            try:
                with disk_errors(part.parent), part.open("ab") as out:
                    while digest.count < file.size:
                        self._append(out, self._read(response, file.size - digest.count), digest)
            except TemporaryError as error:
                trouble = error
        if trouble is not None:
            self._patience.bear(trouble)
        self._patience.rest()

    def _append(self, out: BinaryIO, data: bytes, digest: Digest) -> None:
        out.write(data)
        digest.update(data)
        self._meter.arrived(len(data))
        self._patience.restore()
        self._guard.wrote(len(data))

    def _read(self, response: requests.Response, wanted: int) -> bytes:
        """The next bytes, one at least; raises TemporaryError."""
        import urllib3

        try:
            data: bytes = response.raw.read1(min(_BLOCK, wanted), decode_content=False)
        except (urllib3.exceptions.HTTPError, OSError, ValueError, AttributeError) as error:
            raise reading_failure(error, self._hub.host) from error
        self._control.check()
        if not data or self._control.is_paused:
            raise TemporaryError(f"the connection to {self._hub.host} was lost")
        return data

    def _digest_of_part(self, part: Path, file: FileFacts) -> Digest:
        """Of what an earlier attempt left; nothing where it left nothing useful."""
        if not part.is_file():
            return Digest(file)
        if part.stat().st_size > file.size:
            part.unlink()
            return Digest(file)
        self._meter.enter(Phase.CHECKING, file.path)

        def on_bytes(count: int) -> None:
            self._control.check()
            self._meter.found(count)

        return digest_of(part, file, on_bytes)

    def _begin_anew(self, part: Path, file: FileFacts, digest: Digest) -> Digest:
        with disk_errors(part.parent):
            part.unlink(missing_ok=True)
        self._meter.found(-digest.count)
        return Digest(file)

    def _persistently(self, call: Callable[[], _T]) -> _T:
        """The call's result, however often it takes; raises what is not temporary."""
        while True:
            self._patience.rest()
            try:
                return self._abandonable(call)
            except TemporaryError as error:
                self._patience.bear(error)

    def _abandonable(self, call: Callable[[], _T]) -> _T:
        """The call's result; a pause or cancel does not wait for it."""
        question = Question(call)
        with self._control.interrupting(question.wake):
            question.ask(self._patience.read_s + _LIMIT_BEYOND_S)
        if self._control.is_cancelled:
            question.discard()
            self._control.check()
        if not question.is_answered:
            raise TemporaryError(f"{self._hub.host} does not answer")
        return question.answer()


def part_of(target: Path, file: FileFacts) -> Path:
    """Where a file gathers until it is whole; named after its hash, so that no other version is continued."""
    return target.with_name(f"{target.name}.{file.digest[:12] or file.size}.part")


def _interrupt(response: requests.Response) -> None:
    """Wake a thread that waits for this response's bytes."""
    with suppress(Exception):  # an edge: it may just have ended, and the library says that in many ways
        response.raw.shutdown()
