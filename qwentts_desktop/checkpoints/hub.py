"""The hub, or a mirror of it: what a model consists of, and its bytes. Knows no folder and no retry.

Proxies, certificates, the mirror's address and the user's token are huggingface_hub's own business. A token
is sent only where the hub refused without one. Addresses with signatures and headers are never logged.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import urlsplit

from qwentts_desktop.checkpoints.digest import FileFacts
from qwentts_desktop.checkpoints.hub_failures import RangeRefusedError, TokenWantedError, failures_of
from qwentts_desktop.errors import DownloadError

if TYPE_CHECKING:
    import requests
    from huggingface_hub import ModelInfo

_T = TypeVar("_T")

_WANTED = (".json", ".txt", ".safetensors")
_WANTED_NAMES = ("LICENSE",)


@dataclass(frozen=True)
class RemoteModel:
    """What a model consists of at the hub.

    Attributes:
        repo_id: its name there.
        commit: which state of it.
        files: what is needed of it.
    """

    repo_id: str
    commit: str
    files: tuple[FileFacts, ...]

    @property
    def total_bytes(self) -> int:
        """Of all files."""
        return sum(file.size for file in self.files)


class Hub:
    """Asks the hub; blocking, for one thread at a time. The library is imported at the first question.

    Args:
        endpoint: address of the hub; None for the one of HF_ENDPOINT, or the public one.
        connect_s: how long a connection may take to come about.
    """

    def __init__(self, endpoint: str | None = None, connect_s: float = 5.0) -> None:
        self._endpoint = endpoint
        self._connect_s = connect_s
        self._needs_token = False

    @property
    def address(self) -> str:
        """Where it is."""
        named = self._endpoint or os.environ.get("HF_ENDPOINT")
        if named:
            return named.rstrip("/")
        from huggingface_hub import constants

        return str(constants.ENDPOINT)

    @property
    def host(self) -> str:
        """Its name for sentences."""
        return urlsplit(self.address).hostname or self.address

    def model(self, repo_id: str, read_s: float) -> RemoteModel:
        """What the model consists of now.

        Raises:
            DownloadError: it is not there, not allowed, or not understood.
            TemporaryError: it may go better in a moment.
        """
        from huggingface_hub import HfApi

        def ask(token: str | bool) -> ModelInfo:
            return HfApi(endpoint=self.address).model_info(
                repo_id, files_metadata=True, timeout=read_s, token=token
            )

        info = self._with_token_if_needed(repo_id, ask)
        with failures_of(repo_id, self.host):
            return _remote_model(repo_id, info)

    def open(self, model: RemoteModel, file: FileFacts, offset: int, read_s: float) -> requests.Response:
        """The file's bytes from `offset` on, as a stream that the caller closes.

        A server that ignores ranges answers 200 and begins at 0.

        Raises:
            DownloadError, TemporaryError: as `model`.
            RangeRefusedError: it does not give the file from there on.
        """
        from huggingface_hub import hf_hub_url
        from huggingface_hub.utils import build_hf_headers, get_session

        url = hf_hub_url(model.repo_id, file.path, revision=model.commit, endpoint=self.address)

        def ask(token: str | bool) -> requests.Response:
            headers = build_hf_headers(token=token, library_name="qwentts-desktop")
            headers["Accept-Encoding"] = "identity"
            if offset:
                headers["Range"] = f"bytes={offset}-"
            response = get_session().get(url, headers=headers, stream=True, timeout=(self._connect_s, read_s))
            _check(response, offset)
            return response

        return self._with_token_if_needed(model.repo_id, ask)

    def _with_token_if_needed(self, repo_id: str, ask: Callable[[str | bool], _T]) -> _T:
        """Without the user's token first; with it only where the hub wants one."""
        from huggingface_hub import get_token

        with failures_of(repo_id, self.host):
            token = get_token()
            if not token:
                return ask(False)
            if not self._needs_token:
                try:
                    return ask(False)
                except Exception as error:
                    if not TokenWantedError.is_meant_by(error):
                        raise
                    self._needs_token = True
            return ask(token)


def _check(response: requests.Response, offset: int) -> None:
    """Raise the library's own error for a refusal; the response is closed then."""
    from huggingface_hub.utils import hf_raise_for_status

    try:
        if response.status_code == 416:
            raise RangeRefusedError
        hf_raise_for_status(response)
        begin = response.headers.get("Content-Range", "").removeprefix("bytes ").split("-")[0]
        if response.status_code == 206 and begin != str(offset):
            raise RangeRefusedError
    except BaseException:
        response.close()
        raise


def _remote_model(repo_id: str, info: Any) -> RemoteModel:
    files = tuple(
        FileFacts(
            path=_safe(sibling.rfilename),
            size=int(sibling.lfs.size if sibling.lfs else sibling.size),
            sha256=str(sibling.lfs.sha256) if sibling.lfs else "",
            git_sha1=str(sibling.blob_id or "") if not sibling.lfs else "",
        )
        for sibling in info.siblings
        if _is_wanted(sibling.rfilename)
    )
    if not info.sha or not files:
        raise ValueError("no commit or no files")
    return RemoteModel(repo_id, str(info.sha), files)


def _is_wanted(path: str) -> bool:
    """Weights, tables and the licence: nothing that could run, no pictures, none of git's own files."""
    name = PurePosixPath(path).name
    return not name.startswith(".") and (name.endswith(_WANTED) or name in _WANTED_NAMES)


def _safe(path: str) -> str:
    """The path if it stays inside the model's folder on every system."""
    parts = path.split("/")
    if any(part in ("", ".", "..") or set(part) & set('\\:*?"<>|\0') for part in parts):
        raise DownloadError(f"The hub names a file that leads out of the model's folder: {path!r}.")
    return path
