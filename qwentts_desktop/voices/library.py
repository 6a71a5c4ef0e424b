"""The voices of one user: adding, changing, finding, removing. Knows no engine, no window.

A voice is a folder named by its id. Every change is whole or not there, whatever happens meanwhile.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from qwentts_desktop.errors import VoiceError
from qwentts_desktop.speech.chunk import Samples
from qwentts_desktop.voices.catalogue import USED_FILE, Catalogue
from qwentts_desktop.voices.clip import Clip, clip_of_samples
from qwentts_desktop.voices.content import PROMPT_FOLDER, content_key, drop_other_prompts
from qwentts_desktop.voices.defaults import LanguageDefaults
from qwentts_desktop.voices.entry import SetAside, VoiceEntry
from qwentts_desktop.voices.names import checked_name, numbered_name, same_name_key
from qwentts_desktop.voices.profile import AUTO, Profile, VoiceKind, new_id
from qwentts_desktop.voices.profile_file import PROFILE_FILE, format_profile
from qwentts_desktop.voices.recording_files import drop_other_files, usable_clip, write_recording
from qwentts_desktop.voices.search import matches
from qwentts_desktop.voices.set_aside import listed_aside, put_aside
from qwentts_desktop.voices.staging import new_folder, put_file, sweep, writing
from qwentts_desktop.voices.trash import move_to_trash

Fill = Callable[[Path, Profile], Profile]
"""Puts files into a new profile's folder and returns the profile that names them."""


class VoiceLibrary:
    """The library in one folder. Any thread, and several processes at once; writing takes a lock.

    Args:
        folder: holds one folder a voice; made when the first voice comes.
        trash: takes a folder away so that the user can bring it back.
    """

    def __init__(self, folder: Path, trash: Callable[[Path], None] = move_to_trash) -> None:
        self._folder = folder
        self._trash = trash
        self._catalogue = Catalogue(folder)

    # Looking

    @property
    def folder(self) -> Path:
        """Where the voices are."""
        return self._folder

    def entries(self) -> tuple[VoiceEntry, ...]:
        """All voices by name. Damaged profiles are moved out of the way on this occasion."""
        scan = self._catalogue.scan()
        if scan.damaged:
            put_aside(self._folder, self._catalogue, scan.damaged)
        return tuple(sorted(scan.entries, key=lambda one: (same_name_key(one.profile.name), one.profile.id)))

    def search(
        self, words: str = "", kind: VoiceKind | None = None, language: str = ""
    ) -> tuple[VoiceEntry, ...]:
        """Those that hold all the words, in any order and case, and are of this kind and language."""
        return tuple(
            entry
            for entry in self.entries()
            if matches(entry.profile, words)
            and kind in (None, entry.profile.kind)
            and (not language or entry.profile.language in (language, AUTO))
        )

    def get(self, profile_id: str) -> VoiceEntry:
        """The voice of this id.

        Raises:
            VoiceError: there is none.
        """
        entry = self._catalogue.entry(profile_id)
        if entry is None:
            raise VoiceError("This voice is not there any more. Choose another voice.")
        return entry

    def find(self, id_or_name: str) -> VoiceEntry:
        """The voice of this id or name; case does not count in names.

        Raises:
            VoiceError: there is none.
        """
        entry = self._catalogue.entry(id_or_name)
        key = same_name_key(id_or_name)
        if entry is None and key:
            entry = next((one for one in self.entries() if same_name_key(one.profile.name) == key), None)
        if entry is None:
            raise VoiceError(
                f"There is no voice “{id_or_name}” in the library. Choose one that is there, or add it."
            )
        return entry

    def free_name(self, name: str) -> str:
        """The name, with a number behind it where another voice has it already."""
        name = checked_name(name)
        taken = {same_name_key(entry.profile.name) for entry in self.entries()}
        number = 1
        free = name
        while same_name_key(free) in taken:
            number += 1
            free = numbered_name(name, number)
        return free

    def size_bytes(self, profile_id: str) -> int:
        """What the voice takes on the disk."""
        total = 0
        for file in self.get(profile_id).folder.rglob("*"):
            with suppress(OSError):  # it may be gone this moment
                total += file.stat().st_size if file.is_file() else 0
        return total

    def set_aside(self) -> tuple[SetAside, ...]:
        """The damaged profiles that were moved out of the way."""
        return listed_aside(self._folder)

    # Changing

    def add(self, profile: Profile, clip: Clip | None = None) -> VoiceEntry:
        """Take in a new voice; a clip is leveled and cut to at most 30 s. Encoding happens when it speaks.

        Its id is the profile's own unless a voice has that already.

        Raises:
            VoiceError: the name is taken or unusable, the clip does not serve, the disk refuses.
        """
        if clip is None:
            return self.add_filled(profile, lambda _, new: new)
        usable = usable_clip(clip)
        return self.add_filled(
            profile, lambda folder, new: replace(new, recording=write_recording(folder, usable))
        )

    def add_filled(self, profile: Profile, fill: Fill) -> VoiceEntry:
        """Take in a new voice whose files `fill` writes; none of them counts unless all do."""
        profile = replace(profile, name=checked_name(profile.name))
        _check_kind(profile)
        with writing(self._folder):
            self._check_name_is_free(profile)
            if os.path.lexists(self._folder / profile.id):
                profile = replace(profile, id=new_id())
            with new_folder(self._folder, self._folder / profile.id) as staged:
                whole = fill(staged, profile)
                put_file(staged / PROFILE_FILE, format_profile(whole))
        return self.get(profile.id)

    def edit(self, profile_id: str, change: Callable[[Profile], Profile]) -> VoiceEntry:
        """Change what is known of a voice; id, kind and files stay.

        Raises:
            VoiceError: it is gone or read-only, or the new name is taken or unusable.
        """
        with writing(self._folder):
            entry = self._changeable(profile_id)
            old = entry.profile
            new = replace(
                change(old),
                id=old.id,
                kind=old.kind,
                recording=old.recording,
                prompt_file=old.prompt_file,
                created=old.created,
            )
            self._rewrite(entry, new)
        return self.get(profile_id)

    def replace_recording(self, profile_id: str, clip: Clip) -> VoiceEntry:
        """Give a cloned voice another recording; its transcript is for the caller to change with `edit`.

        Raises:
            VoiceError: as `edit` and `add`.
        """
        usable = usable_clip(clip)
        with writing(self._folder):
            entry = self._changeable(profile_id)
            if entry.profile.kind is not VoiceKind.CLONED:
                raise VoiceError("Only a cloned voice has a recording. Make a new voice from it.")
            recording = write_recording(entry.folder, usable)
            self._rewrite(entry, replace(entry.profile, recording=recording, prompt_file="", model=""))
            drop_other_files(entry.folder, recording)
        return self.get(profile_id)

    def duplicate(self, profile_id: str, name: str = "") -> VoiceEntry:
        """A second voice with the same files, to try something with; named with a number by default."""
        entry = self._changeable(profile_id)
        copy = replace(entry.profile, id=new_id(), name=name or self.free_name(entry.profile.name))
        return self.add_filled(copy, lambda folder, new: _copy_files(entry, folder, new))

    def freeze(
        self, profile_id: str, samples: Samples, sample_rate_hz: int, text: str, name: str = ""
    ) -> VoiceEntry:
        """Keep a take of a designed voice: a new cloned voice that stays the same from then on.

        Args:
            profile_id: of the designed voice.
            samples: [N] float32, the take.
            sample_rate_hz: of the take.
            text: what was spoken.
            name: of the new voice; that of the designed one with a number by default.

        Raises:
            VoiceError: as `add`.
        """
        designed = self.get(profile_id).profile
        if designed.kind is not VoiceKind.DESIGNED:
            raise VoiceError("Only a designed voice can be frozen. A cloned one stays the same anyway.")
        profile = Profile(
            name=name or self.free_name(designed.name),
            kind=VoiceKind.CLONED,
            language=designed.language,
            notes=designed.notes,
            consent="Made by a model from a description; nobody's recording.",
            transcript=text,
            description=designed.description,
        )
        return self.add(profile, clip_of_samples(samples, sample_rate_hz))

    def remove(self, profile_id: str) -> None:
        """Move a voice to the trash; languages that it read by default are left to the others.

        Raises:
            VoiceError: it is gone, or there is no trash; nothing is deleted then.
        """
        with writing(self._folder):
            self._trash(self.get(profile_id).folder)
        LanguageDefaults(self._folder).forget(profile_id)

    def note_used(self, profile_id: str) -> None:
        """The voice speaks now. Never fails: it is only for the list."""
        with suppress(OSError, VoiceError):
            (self.get(profile_id).folder / USED_FILE).touch()

    # Inside, under the lock

    def _changeable(self, profile_id: str) -> VoiceEntry:
        entry = self.get(profile_id)
        if entry.is_read_only:
            raise VoiceError(
                f"“{entry.profile.name}” was made by a newer version of this program and is left as it is. "
                "Update the program to change it."
            )
        return entry

    def _rewrite(self, entry: VoiceEntry, new: Profile) -> None:
        new = replace(new, name=checked_name(new.name))
        _check_kind(new)
        self._check_name_is_free(new)
        sweep(entry.folder)
        put_file(entry.folder / PROFILE_FILE, format_profile(new))
        drop_other_prompts(
            entry.folder, content_key(new.recording.sha256, new.transcript) if new.recording else ""
        )

    def _check_name_is_free(self, profile: Profile) -> None:
        key = same_name_key(profile.name)
        for other in self._catalogue.scan().entries:
            if other.profile.id != profile.id and same_name_key(other.profile.name) == key:
                raise VoiceError(
                    f"There is already a voice “{other.profile.name}”. Choose another name; "
                    "capital letters make no difference."
                )


def _check_kind(profile: Profile) -> None:
    if profile.kind is VoiceKind.UNKNOWN:
        raise VoiceError("This kind of voice is not known here. Update the program.")
    if profile.kind is VoiceKind.PRESET and not profile.speaker:
        raise VoiceError("Choose one of the model's speakers.")
    if profile.kind is VoiceKind.DESIGNED and not profile.description.strip():
        raise VoiceError("Describe the voice in a few words.")


def _copy_files(entry: VoiceEntry, folder: Path, profile: Profile) -> Profile:
    for source in (entry.recording_path, entry.original_path, entry.prompt_path):
        if source is not None and source.is_file():
            put_file(folder / source.name, source.read_bytes())
    prompts = entry.folder / PROMPT_FOLDER
    for source in prompts.glob("*.safetensors"):
        (folder / PROMPT_FOLDER).mkdir(exist_ok=True)
        put_file(folder / PROMPT_FOLDER / source.name, source.read_bytes())
    return profile
