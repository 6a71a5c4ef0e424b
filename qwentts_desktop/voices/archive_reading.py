"""Looks into a voice archive from anywhere, and takes it in: nothing is trusted, and nothing written before.

Only names that a voice has are read, each up to a limit, whatever the archive says about their size. What is
read is checked by what it is: the profile as a profile, the recording as sound, encoded forms as numbers.
"""

from __future__ import annotations

import hashlib
import io
import re
import stat
import zipfile
import zlib
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from qwentts_desktop.errors import VoiceError
from qwentts_desktop.voices.content import PROMPT_FOLDER, content_key, parse_prompt_name
from qwentts_desktop.voices.entry import VoiceEntry
from qwentts_desktop.voices.library import VoiceLibrary
from qwentts_desktop.voices.profile import Profile, VoiceKind, new_id
from qwentts_desktop.voices.profile_file import (
    MAX_BYTES,
    PROFILE_FILE,
    DamagedProfileError,
    is_plain_file_name,
    parse_document,
    profile_of,
)
from qwentts_desktop.voices.prompt_file import LARGEST_PROMPT_BYTES, parse_prompt
from qwentts_desktop.voices.staging import put_file

LARGEST_ARCHIVE_BYTES = 400_000_000
MOST_FILES = 64
_LARGEST_RECORDING_BYTES = 4_000_000
_LARGEST_ORIGINAL_BYTES = 200_000_000
_BLOCK = 1 << 20
_PROMPT_PATH = re.compile(rf"{PROMPT_FOLDER}/[A-Za-z0-9_][A-Za-z0-9._-]{{0,150}}\.safetensors")
_PICKLE_ENDINGS = (".pt", ".pth", ".pkl", ".pickle", ".bin", ".ckpt")


@dataclass(frozen=True)
class ArchiveContents:
    """What an archive holds, before anything is written.

    Attributes:
        profile: with an id of its own, as it would be taken in.
        size_bytes: all files together, unpacked, as the archive says.
        files: their names.
        consent: who allowed the use of the voice; empty where nobody said.
        encoded_for: models that it brings encoded forms for.
    """

    profile: Profile
    size_bytes: int
    files: tuple[str, ...]
    consent: str
    encoded_for: tuple[str, ...]


def inspect_archive(path: Path) -> ArchiveContents:
    """Say what an archive holds; writes nothing.

    Raises:
        VoiceError: it is no voice archive, or holds what no voice needs.
    """
    with _Archive(path) as archive:
        profile = archive.profile()
        models = (parse_prompt_name(name.rpartition("/")[2]) for name in archive.names)
        return ArchiveContents(
            profile,
            archive.size_bytes,
            archive.names,
            profile.consent,
            tuple(sorted({model[0] for model in models if model is not None})),
        )


def import_archive(library: VoiceLibrary, path: Path, name: str = "") -> VoiceEntry:
    """Take a voice in under an id of its own; a taken name gets a number.

    Args:
        library: that takes it in.
        path: the archive.
        name: for the voice; the archive's by default.

    Raises:
        VoiceError: as `inspect_archive`, or the recording is no sound, or the disk refuses.
    """
    with _Archive(path) as archive:
        profile = archive.profile()
        files = archive.voice_files(profile)
    profile = replace(profile, name=name or library.free_name(profile.name))

    def fill(folder: Path, new: Profile) -> Profile:
        for file, content in files.items():
            place = folder.joinpath(*PurePosixPath(file).parts)
            place.parent.mkdir(exist_ok=True)
            put_file(place, content)
        return new

    return library.add_filled(profile, fill)


class _Archive:
    """A zip archive that holds only what a voice may hold."""

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            if path.stat().st_size > LARGEST_ARCHIVE_BYTES:
                raise VoiceError(f"“{path.name}” is far too large for a voice.")
            self._zip = zipfile.ZipFile(path)
        except OSError as error:
            raise VoiceError(f"“{path.name}” cannot be read.", detail=str(error)) from error
        except (zipfile.BadZipFile, ValueError, NotImplementedError, EOFError, IndexError) as error:
            raise self._damaged(error) from error
        self._infos = {info.filename: info for info in self._zip.infolist() if not info.is_dir()}
        try:
            self._check()
        except BaseException:
            self._zip.close()
            raise

    def __enter__(self) -> _Archive:
        return self

    def __exit__(self, *_: object) -> None:
        self._zip.close()

    @property
    def names(self) -> tuple[str, ...]:
        """The files in it."""
        return tuple(self._infos)

    @property
    def size_bytes(self) -> int:
        """All of them, unpacked, as the archive says."""
        return sum(info.file_size for info in self._infos.values())

    def profile(self) -> Profile:
        """The profile in it, under a new id."""
        try:
            read = profile_of(new_id(), parse_document(self._read(PROFILE_FILE, MAX_BYTES)))
        except DamagedProfileError as error:
            raise VoiceError(f"“{self._path.name}” cannot be used. {error.message}") from error
        if read.is_newer:
            raise VoiceError(
                f"“{self._path.name}” was made by a newer version of this program. "
                "Update it to use this voice."
            )
        return read.profile

    def voice_files(self, profile: Profile) -> dict[str, bytes]:
        """All files that the profile names and the encoded forms that belong to it, each checked."""
        files: dict[str, bytes] = {}
        recording = profile.recording
        if profile.kind is VoiceKind.CLONED and recording is None and not profile.prompt_file:
            raise VoiceError(f"“{self._path.name}” is incomplete: it holds no recording.")
        if recording is not None:
            content = files[recording.file] = self._read(recording.file, _LARGEST_RECORDING_BYTES)
            if hashlib.sha256(content).hexdigest() != recording.sha256 or not _is_reference(content):
                raise VoiceError(f"The recording in “{self._path.name}” is damaged. Ask for the file again.")
            if recording.original and recording.original in self._infos:
                files[recording.original] = self._read(recording.original, _LARGEST_ORIGINAL_BYTES)
        if profile.prompt_file:
            files[profile.prompt_file] = self._prompt(profile.prompt_file)
        return files | self._kept_prompts(profile)

    def _kept_prompts(self, profile: Profile) -> dict[str, bytes]:
        if profile.recording is None:
            return {}
        content = content_key(profile.recording.sha256, profile.transcript)
        return {
            name: self._prompt(name)
            for name in self._infos
            if _PROMPT_PATH.fullmatch(name) and name.endswith(f"-{content}.safetensors")
        }

    def _prompt(self, name: str) -> bytes:
        content = self._read(name, LARGEST_PROMPT_BYTES)
        parse_prompt(content)
        return content

    def _read(self, name: str, limit: int) -> bytes:
        """A file's real content, up to a limit that its header cannot talk its way around."""
        info = self._infos.get(name)
        if info is None:
            raise VoiceError(f"“{self._path.name}” is incomplete. Ask for the file again.", detail=name)
        blocks: list[bytes] = []
        left = limit + 1
        try:
            with self._zip.open(info) as file:
                while left > 0 and (block := file.read(min(left, _BLOCK))):
                    blocks.append(block)
                    left -= len(block)
        # RuntimeError: encrypted. NotImplementedError: a way of packing that is not known.
        except (zipfile.BadZipFile, zlib.error, OSError, EOFError, RuntimeError, ValueError) as error:
            raise self._damaged(error) from error
        if left <= 0:
            raise VoiceError(f"“{self._path.name}” holds a file that is far too large for a voice.")
        return b"".join(blocks)

    def _check(self) -> None:
        if len(self._zip.infolist()) > MOST_FILES:
            raise VoiceError(f"“{self._path.name}” holds far more files than a voice has.")
        if len(self._infos) != sum(not info.is_dir() for info in self._zip.infolist()):
            raise VoiceError(f"“{self._path.name}” holds two files of the same name, so it is not used.")
        for info in self._zip.infolist():
            self._check_one(info)
        if self.size_bytes > LARGEST_ARCHIVE_BYTES:
            raise VoiceError(f"“{self._path.name}” holds files that are far too large for a voice.")
        if PROFILE_FILE not in self._infos:
            raise VoiceError(f"“{self._path.name}” is no voice. Choose a file that ends in .qwenvoice.")

    def _check_one(self, info: zipfile.ZipInfo) -> None:
        name, mode = info.filename, info.external_attr >> 16
        if info.is_dir() and name == f"{PROMPT_FOLDER}/":
            return
        if stat.S_IFMT(mode) not in (0, stat.S_IFREG):
            raise VoiceError(f"“{self._path.name}” holds a link, which no voice needs, so it is not used.")
        if name.lower().endswith(_PICKLE_ENDINGS):
            raise VoiceError(
                f"“{self._path.name}” holds a pickle, which could run a program, so it is not used."
            )
        if not is_plain_file_name(name) and not _PROMPT_PATH.fullmatch(name):
            raise VoiceError(f"“{self._path.name}” holds files that would lie elsewhere, so it is not used.")

    def _damaged(self, error: Exception) -> VoiceError:
        return VoiceError(f"“{self._path.name}” is damaged, or no voice archive.", detail=repr(error))


def _is_reference(content: bytes) -> bool:
    """A sound file as the library writes it: mono, 24 kHz, not longer than can be used."""
    import soundfile  # type: ignore[import-untyped]

    from qwentts_desktop.voices.clip import CLIP_RATE_HZ
    from qwentts_desktop.voices.clip_trim import LONGEST_S

    try:
        with soundfile.SoundFile(io.BytesIO(content)) as file:
            return bool(
                file.format == "WAV"
                and file.channels == 1
                and file.samplerate == CLIP_RATE_HZ
                and 0 < file.frames <= (LONGEST_S + 1.0) * CLIP_RATE_HZ
            )
    except (soundfile.SoundFileError, RuntimeError, TypeError, ValueError):
        return False
