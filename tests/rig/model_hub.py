"""A stand-in of the model hub on 127.0.0.1: serves folders as published models, with every fault to order."""

from __future__ import annotations

import hashlib
import json
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest

LARGE = 100_000
"""Bytes from which on a file counts as a large one, which the hub lists with its sha256."""


@dataclass
class Faults:
    """What goes wrong; changed while it serves. Counts go down with each time that it happened.

    Attributes:
        statuses: what is answered instead of a file, in turn; 0 for a good answer.
        list_statuses: what is answered instead of a list of files, in turn.
        retry_after: the header Retry-After of a refusal.
        cut_after: bytes of a file after which the line is cut.
        cuts: how often.
        stall_after: bytes of a file after which nothing comes any more.
        stalls: how often.
        wrong_bytes: how many answers hold a wrong byte.
        ignores_ranges: each answer begins at 0.
        refuses_ranges: how often status 416 answers a range.
        bytes_per_second: how slow it is; 0 for as fast as it can.
        token: without it nothing is given.
        list_body: what is answered instead of the list of files.
        list_stalls: how often the list of files is asked for in vain.
    """

    statuses: list[int] = field(default_factory=list)
    list_statuses: list[int] = field(default_factory=list)
    retry_after: str = ""
    cut_after: int = 0
    cuts: int = 0
    stall_after: int = 0
    stalls: int = 0
    wrong_bytes: int = 0
    ignores_ranges: bool = False
    refuses_ranges: int = 0
    bytes_per_second: int = 0
    token: str = ""
    list_body: bytes = b""
    list_stalls: int = 0


@dataclass(frozen=True)
class Asked:
    """One request that came.

    Attributes:
        path: what was asked for.
        range: the header Range, or empty.
        token: what came with it, or empty.
    """

    path: str
    range: str
    token: str


class ModelHub:
    """Serves models until it is closed; a context manager.

    Attributes:
        url: its address, for HF_ENDPOINT.
        faults: what goes wrong.
        asked: every request so far.
        sent_bytes: of files.
        on_bytes: called after each block that was sent, with the bytes sent of that file.
    """

    def __init__(self) -> None:
        self.faults = Faults()
        self.asked: list[Asked] = []
        self.sent_bytes = 0
        self.on_bytes: Callable[[int], None] = lambda sent: None
        self.models: dict[str, Path] = {}
        self.is_closing = threading.Event()
        self._facts: dict[Path, dict[str, Any]] = {}
        self._server = _Server(("127.0.0.1", 0), _handler_of(self))
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)
        self._thread.start()
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> ModelHub:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Serve no more."""
        self.is_closing.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(5)

    def add(self, repo_id: str, folder: Path) -> None:
        """Publish a folder under this name."""
        self.models[repo_id] = folder

    def commit_of(self, repo_id: str) -> str:
        """The name of its state: it changes with any file."""
        content = json.dumps(self.siblings(repo_id), sort_keys=True).encode()
        return hashlib.sha1(content).hexdigest()

    def siblings(self, repo_id: str) -> list[dict[str, Any]]:
        """The files as the hub lists them."""
        folder = self.models[repo_id]
        return [self._sibling(folder, path) for path in sorted(folder.rglob("*")) if path.is_file()]

    def file_requests(self) -> list[Asked]:
        """The requests for files alone."""
        return [one for one in self.asked if "/resolve/" in one.path]

    def _sibling(self, folder: Path, path: Path) -> dict[str, Any]:
        facts = path.stat()
        known = self._facts.get(path)
        if known is None or known["key"] != (facts.st_size, facts.st_mtime_ns):
            content = path.read_bytes()
            git = hashlib.sha1(b"blob %d\0" % len(content) + content).hexdigest()
            entry: dict[str, Any] = {
                "rfilename": path.relative_to(folder).as_posix(), "size": len(content), "blobId": git
            }  # fmt: skip
            if len(content) >= LARGE:
                sha256 = hashlib.sha256(content).hexdigest()
                entry["lfs"] = {"size": len(content), "sha256": sha256, "pointerSize": 134}
            known = {"key": (facts.st_size, facts.st_mtime_ns), "entry": entry}
            self._facts[path] = known
        entry = known["entry"]
        return dict(entry)


def go_online(monkeypatch: pytest.MonkeyPatch, url: str = "") -> None:
    """Let this test use the hub's library, with the hub at `url`, and without any token of the user's."""
    from huggingface_hub import constants
    from huggingface_hub.utils._http import reset_sessions

    monkeypatch.delenv("HF_HUB_OFFLINE", raising=False)
    monkeypatch.delenv("HF_TOKEN", raising=False)
    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", False)
    monkeypatch.setattr(constants, "HF_TOKEN_PATH", "/nonexistent/token")
    if url:
        monkeypatch.setenv("HF_ENDPOINT", url)
    reset_sessions()


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Clients that go away are what the tests are about."""


def _handler_of(hub: ModelHub) -> type[BaseHTTPRequestHandler]:
    class Handler(_Handler):
        pass

    Handler.hub = hub
    return Handler


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # else each small file waits 40 ms for an acknowledgement
    hub: ModelHub

    def log_message(self, format: str, *args: Any) -> None:
        """Silence."""

    def do_GET(self) -> None:
        path = unquote(urlsplit(self.path).path)
        token = self.headers.get("Authorization", "").removeprefix("Bearer ")
        self.hub.asked.append(Asked(path, self.headers.get("Range", ""), token))
        faults = self.hub.faults
        if faults.token and token != faults.token:
            self._refuse(401)
        elif path.startswith("/api/models/"):
            self._list("/".join(path.split("/")[3:5]))
        else:
            repo_id, _, rest = path[1:].partition("/resolve/")
            self._file(repo_id, rest.partition("/")[2])

    def do_HEAD(self) -> None:
        """What the hub's own library asks before it fetches a file."""
        repo_id, _, rest = unquote(urlsplit(self.path).path)[1:].partition("/resolve/")
        name = rest.partition("/")[2]
        known = {one["rfilename"]: one for one in self.hub.siblings(repo_id)}
        facts = known[name]
        etag = facts["lfs"]["sha256"] if "lfs" in facts else facts["blobId"]
        extra = {"ETag": f'"{etag}"', "X-Repo-Commit": self.hub.commit_of(repo_id)}
        self._head(200, facts["size"], extra)

    def _list(self, repo_id: str) -> None:
        faults = self.hub.faults
        if faults.list_stalls:
            faults.list_stalls -= 1
            self.hub.is_closing.wait(20)
            return
        status = faults.list_statuses.pop(0) if faults.list_statuses else 0
        if status or repo_id not in self.hub.models:
            self._refuse(status or 404)
            return
        body = faults.list_body or json.dumps(
            {
                "id": repo_id, "modelId": repo_id, "sha": self.hub.commit_of(repo_id), "private": False,
                "tags": [], "downloads": 0, "siblings": self.hub.siblings(repo_id),
            }
        ).encode()  # fmt: skip
        self._head(200, len(body), {"Content-Type": "application/json"})
        self.wfile.write(body)

    def _file(self, repo_id: str, name: str) -> None:
        faults = self.hub.faults
        status = faults.statuses.pop(0) if faults.statuses else 0
        file = self.hub.models.get(repo_id, Path("/nowhere")) / name
        if status or not file.is_file():
            self._refuse(status or 404)
            return
        content = file.read_bytes()
        begin = self._begin()
        if begin and faults.refuses_ranges:
            faults.refuses_ranges -= 1
            self._refuse(416)
            return
        if faults.wrong_bytes and len(content) >= LARGE:
            faults.wrong_bytes -= 1
            middle = (begin + len(content)) // 2
            content = content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :]
        extra = {"Content-Range": f"bytes {begin}-{len(content) - 1}/{len(content)}"} if begin else {}
        self._head(206 if begin else 200, len(content) - begin, extra)
        self._send(content[begin:])

    def _begin(self) -> int:
        wanted = self.headers.get("Range", "")
        if not wanted or self.hub.faults.ignores_ranges:
            return 0
        return int(wanted.removeprefix("bytes=").rstrip("-"))

    def _send(self, content: bytes) -> None:
        faults, sent = self.hub.faults, 0
        step = min(65_536, max(faults.bytes_per_second // 20, 1)) if faults.bytes_per_second else 65_536
        while sent < len(content):
            end = min(sent + step, len(content))
            if faults.cuts and end > faults.cut_after:
                faults.cuts -= 1
                self._write(content[sent : faults.cut_after])
                self._cut()
                return
            if faults.stalls and end > faults.stall_after:
                faults.stalls -= 1
                self._write(content[sent : faults.stall_after])
                self.hub.is_closing.wait(20)
                return
            self._write(content[sent:end])
            sent = end
            self.hub.on_bytes(sent)
            if faults.bytes_per_second:
                time.sleep(step / faults.bytes_per_second)

    def _write(self, data: bytes) -> None:
        self.wfile.write(data)
        self.wfile.flush()
        self.hub.sent_bytes += len(data)

    def _cut(self) -> None:
        """Reset the connection, as a line that breaks."""
        self.close_connection = True
        with suppress(OSError):
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
            self.connection.shutdown(socket.SHUT_RDWR)
            self.connection.close()

    def _refuse(self, status: int) -> None:
        extra = {"Retry-After": self.hub.faults.retry_after} if self.hub.faults.retry_after else {}
        if status == 404:
            extra["X-Error-Code"] = "RepoNotFound"
        self._head(status, 0, extra)

    def _head(self, status: int, length: int, extra: dict[str, str]) -> None:
        self.send_response(status)
        for name, value in extra.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(length))
        self.end_headers()
