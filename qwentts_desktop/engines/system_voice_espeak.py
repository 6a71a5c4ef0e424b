"""espeak-ng as a program: text goes in by standard input, PCM comes out while it runs. POSIX only."""

from __future__ import annotations

import os
import select
import shutil
import struct
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from typing import IO

from qwentts_desktop.errors import EngineError, EngineUnavailableError, VoiceError

PROGRAM = "espeak-ng"
_POLL_S = 0.05
_READ_BYTES = 16_384
_VOICE_OF_LANGUAGE = {"zh": "cmn", "fr": "fr-fr"}
_INSTALL = (
    "The voice program espeak-ng is not installed. Install it with: "
    "sudo apt install espeak-ng  (Fedora: sudo dnf install espeak-ng, Arch: sudo pacman -S espeak-ng)"
)


class Espeak:
    """Runs one espeak-ng process a text. Implements `system_voice.VoiceProgram`."""

    name = "espeak-ng"

    def __init__(self, program: str = PROGRAM) -> None:
        self._program = program
        self._path: str | None = None

    def open(self) -> None:
        """Find the program.

        Raises:
            EngineUnavailableError: it is not installed; the sentence holds the command that installs it.
        """
        self._path = shutil.which(self._program)
        if self._path is None:
            raise EngineUnavailableError(_INSTALL, detail=f"{self._program} is not in PATH")

    def close(self) -> None:
        """Nothing is held between two texts."""

    def speak(
        self, text: str, voice: str, language: str, cancel: threading.Event
    ) -> Iterator[tuple[int, bytes]]:
        """Yield (sample rate in Hz, 16-bit little-endian mono PCM) while the program makes it.

        The text never becomes an argument: arguments are readable by every user of the machine.

        Raises:
            VoiceError: espeak-ng does not know the voice.
            EngineError: it failed otherwise.
        """
        if self._path is None:
            self.open()
        wanted = voice or _VOICE_OF_LANGUAGE.get(language, language)
        # -z: no pause at the end, the player adds the pause that belongs there; -b 1: UTF-8.
        command = [str(self._path), "--stdin", "--stdout", "-z", "-b", "1", "-v", wanted]
        with tempfile.TemporaryFile() as errors:
            process = _start(command, errors)
            try:
                yield from _pcm_of(_exchange(process, _data_of(text), cancel))
                if not cancel.is_set() and process.wait(timeout=5.0) != 0:
                    raise _failure(errors, wanted)
            finally:
                _end(process)


def _start(command: list[str], errors: IO[bytes]) -> subprocess.Popen[bytes]:
    try:
        # A session of its own: Ctrl+C in the terminal is ours to handle, not a failure of the voice.
        return subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            bufsize=0,
            start_new_session=True,
        )
    except OSError as error:
        raise EngineUnavailableError(_INSTALL, detail=str(error)) from error


def _data_of(text: str) -> bytes:
    """The text as espeak-ng shall read it: no NUL, no lone surrogate, no `[[`, which would start phonemes."""
    plain = text.replace("\0", " ")
    while "[[" in plain:
        plain = plain.replace("[[", "[ [")
    return plain.encode("utf-8", "replace") + b"\n"


def _exchange(process: subprocess.Popen[bytes], data: bytes, cancel: threading.Event) -> Iterator[bytes]:
    """Write the data and yield what comes back, never blocked longer than 50 ms from seeing `cancel`."""
    assert process.stdin is not None
    assert process.stdout is not None
    sink, source = process.stdin.fileno(), process.stdout.fileno()
    os.set_blocking(sink, False)
    left = memoryview(data)
    while not cancel.is_set():
        readable, writable, _ = select.select([source], [sink] if left else [], [], _POLL_S)
        if writable:
            left = left[_write(sink, left) :]
            if not left:
                process.stdin.close()
        if readable:
            block = os.read(source, _READ_BYTES)
            if not block:
                return
            yield block


def _write(sink: int, data: memoryview) -> int:
    """Bytes taken by the pipe; all of them when the reader is gone, whose exit code then says why."""
    try:
        return os.write(sink, data)
    except BlockingIOError:
        return 0
    except BrokenPipeError:
        return len(data)


def _pcm_of(blocks: Iterator[bytes]) -> Iterator[tuple[int, bytes]]:
    """Strip the WAV header, whose sizes mean nothing in a stream, and keep samples whole."""
    held = b""
    rate: int | None = None
    for block in blocks:
        held += block
        if rate is None:
            header = _header_of(held)
            if header is None:
                continue
            rate, length = header
            held = held[length:]
        whole = len(held) & ~1
        if whole:
            yield rate, held[:whole]
            held = held[whole:]


def _header_of(data: bytes) -> tuple[int, int] | None:
    """(sample rate, length of the header) of a mono 16-bit WAV, or None while there is too little of it."""
    at, rate = 12, 0
    while at + 8 <= len(data):
        name, size = struct.unpack_from("<4sI", data, at)
        at += 8
        if name == b"data":
            return rate, at
        if name == b"fmt " and at + 8 <= len(data):
            rate = struct.unpack_from("<I", data, at + 4)[0]
        at += size
    if len(data) >= 4 and data[:4] != b"RIFF":
        raise EngineError("espeak-ng gave something that is not sound. Try again.", detail=repr(data[:16]))
    return None


def _failure(errors: IO[bytes], voice: str) -> EngineError | VoiceError:
    errors.seek(0)
    detail = errors.read(2_000).decode("utf-8", "replace").strip()
    if "voice" in detail.lower():
        return VoiceError(
            f'espeak-ng has no voice "{voice}". "espeak-ng --voices" lists those that it has.', detail=detail
        )
    return EngineError("The voice program espeak-ng failed. Try again.", detail=detail)


def _end(process: subprocess.Popen[bytes]) -> None:
    """Kill what still runs, close the pipes, reap the process."""
    if process.poll() is None:
        process.kill()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            pipe.close()
    process.wait()
