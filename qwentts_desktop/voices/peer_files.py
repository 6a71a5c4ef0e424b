"""Voices that other programs for the same models encoded and saved: taken in where they are plain numbers.

Known: one speaker embedding alone, or beside its codes and transcript, as `.safetensors` or saved by torch
(`.pt`). Such a voice has no recording, so it speaks with models of one size only.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from qwentts_desktop.errors import VoiceError
from qwentts_desktop.voices.entry import VoiceEntry
from qwentts_desktop.voices.library import VoiceLibrary
from qwentts_desktop.voices.profile import AUTO, Profile, VoiceKind
from qwentts_desktop.voices.prompt_file import (
    LARGEST_PROMPT_BYTES,
    MODEL_OF_WIDTH,
    EncodedVoice,
    checked_voice,
    format_prompt,
    parse_tensors,
)
from qwentts_desktop.voices.staging import put_file
from qwentts_desktop.voices.tensor_unpickler import load_tensors

PEER_ENDINGS = (".pt", ".safetensors")
PROMPT_FILE = "encoded.safetensors"
_SPEAKER_NAMES = ("speaker", "ref_spk_embedding", "speaker_embedding", "spk_embedding", "embedding")
_CODE_NAMES = ("codes", "ref_code", "ref_codes")
_TEXT_NAMES = ("transcript", "ref_text")


def is_peer_file(path: Path) -> bool:
    """Whether a file's ending says that it may be such a voice."""
    return path.suffix.lower() in PEER_ENDINGS


def read_peer_file(path: Path) -> EncodedVoice:
    """The voice in such a file.

    Raises:
        VoiceError: it holds no voice, more than plain numbers, or one that fits no model.
    """
    saved = _tensors_of(path) if path.suffix.lower() == ".safetensors" else load_tensors(path)
    voice = _voice_in(saved)
    if not voice.model:
        raise VoiceError(
            f"“{path.name}” holds a voice of width {len(voice.speaker)}; "
            f"the models take {' and '.join(map(str, MODEL_OF_WIDTH))}."
        )
    return voice


def import_peer_file(
    library: VoiceLibrary, path: Path, name: str = "", *, language: str = AUTO, consent: str = ""
) -> VoiceEntry:
    """Take such a voice in, named after its file by default.

    Raises:
        VoiceError: as `read_peer_file`, or the name is taken.
    """
    voice = read_peer_file(path)
    profile = Profile(
        name=name or library.free_name(path.stem),
        kind=VoiceKind.CLONED,
        language=language,
        consent=consent,
        transcript=voice.transcript,
        model=voice.model,
        prompt_file=PROMPT_FILE,
    )

    def fill(folder: Path, new: Profile) -> Profile:
        put_file(folder / PROMPT_FILE, format_prompt(voice))
        return new

    return library.add_filled(profile, fill)


def _tensors_of(path: Path) -> Mapping[str, Any]:
    try:
        if path.stat().st_size > LARGEST_PROMPT_BYTES:
            raise VoiceError(f"“{path.name}” is far too large for an encoded voice.")
        tensors, about = parse_tensors(path.read_bytes())
    except OSError as error:
        raise VoiceError(f"“{path.name}” cannot be read.", detail=str(error)) from error
    return {**about, **tensors}


def _voice_in(saved: Any) -> EncodedVoice:
    """Find the speaker in what was saved: alone, named, or the first of a list of voices."""
    if isinstance(saved, Mapping) and isinstance(saved.get("items"), list) and saved["items"]:
        saved = saved["items"][0]
    if isinstance(saved, np.ndarray):
        return checked_voice(saved, None, "")
    if not isinstance(saved, Mapping):
        raise VoiceError("This file holds no speaker.")
    speaker = _first(saved, _SPEAKER_NAMES)
    if speaker is None and len(saved) == 1:
        speaker = next(iter(saved.values()))
    text = _first(saved, _TEXT_NAMES)
    codes = _first(saved, _CODE_NAMES)
    if not isinstance(text, str) or not text.strip() or saved.get("x_vector_only_mode") is True:
        codes, text = None, ""  # codes are of use only beside their words
    return checked_voice(speaker, codes, text)


def _first(saved: Mapping[str, Any], names: tuple[str, ...]) -> Any:
    return next((saved[name] for name in names if saved.get(name) is not None), None)
