"""Voices encoded by other programs. The torch files are written by torch itself where it is there."""

from __future__ import annotations

import pickle
import zipfile
from collections import OrderedDict

import numpy as np
import pytest
from safetensors.numpy import save_file

from qwentts_desktop.errors import VoiceError
from qwentts_desktop.speech.voice import ClonedVoice
from qwentts_desktop.voices.peer_files import import_peer_file, is_peer_file, read_peer_file
from qwentts_desktop.voices.prompt_file import parse_prompt
from qwentts_desktop.voices.speech_voice import voice_of

SPEAKER = np.linspace(-1, 1, 2048, dtype=np.float32)
CODES = np.arange(70 * 16).reshape(70, 16) % 2_048


@pytest.fixture
def torch():
    return pytest.importorskip("torch")


def shapes_of_upstream(torch):
    """What programs for these models save: one voice of theirs, in the shapes seen."""
    speaker, codes = torch.from_numpy(SPEAKER.copy()), torch.from_numpy(CODES.copy())
    item = {
        "ref_code": codes,
        "ref_spk_embedding": speaker,
        "x_vector_only_mode": False,
        "icl_mode": True,
        "ref_text": "What is said.",
    }
    return {
        "alone": (speaker, False),
        "one row": (speaker[None], False),
        "sliced": (torch.stack((speaker, speaker), 1)[:, 1], False),
        "doubles": (speaker.double(), False),
        "named": ({"speaker_embedding": speaker}, False),
        "ordered": (OrderedDict(embedding=speaker), False),
        "whole": ({"items": [item]}, True),
        "voice only": ({"items": [{**item, "x_vector_only_mode": True}]}, False),
        "no words": ({"items": [{**item, "ref_text": None}]}, False),
    }


@pytest.mark.parametrize(
    "shape",
    ["alone", "one row", "sliced", "doubles", "named", "ordered", "whole", "voice only", "no words"],
)
def test_a_voice_that_torch_saved_is_read_without_torch(tmp_path, torch, shape):
    saved, has_codes = shapes_of_upstream(torch)[shape]
    torch.save(saved, tmp_path / "v.pt")
    voice = read_peer_file(tmp_path / "v.pt")
    assert np.array_equal(voice.speaker, SPEAKER)
    assert voice.model == "1.7B"
    assert (voice.codes is not None) == has_codes
    if has_codes:
        assert np.array_equal(voice.codes, CODES)
        assert voice.transcript == "What is said."


def test_half_precision_is_widened_exactly(tmp_path, torch):
    for number_format in (torch.bfloat16, torch.float16):
        speaker = torch.from_numpy(SPEAKER.copy()).to(number_format)
        torch.save(speaker, tmp_path / "v.pt")
        assert np.array_equal(read_peer_file(tmp_path / "v.pt").speaker, speaker.float().numpy())


def test_safetensors_are_read(tmp_path):
    save_file({"embedding": SPEAKER}, str(tmp_path / "v.safetensors"))
    assert np.array_equal(read_peer_file(tmp_path / "v.safetensors").speaker, SPEAKER)


def test_it_becomes_a_voice_of_the_library_bound_to_its_size(library, tmp_path):
    save_file({"speaker": SPEAKER}, str(tmp_path / "My voice.safetensors"))
    entry = import_peer_file(library, tmp_path / "My voice.safetensors", consent="mine")
    assert (entry.profile.name, entry.profile.model, entry.problem) == ("My voice", "1.7B", "")
    voice = voice_of(entry)
    assert isinstance(voice, ClonedVoice)
    assert voice.reference is None
    assert np.array_equal(parse_prompt(voice.prompt.read_bytes()).speaker, SPEAKER)


def test_without_its_only_file_it_is_an_error_and_a_choice(library, tmp_path):
    save_file({"speaker": SPEAKER}, str(tmp_path / "v.safetensors"))
    entry = import_peer_file(library, tmp_path / "v.safetensors")
    entry.prompt_path.unlink()
    with pytest.raises(VoiceError, match="choose another voice"):
        voice_of(library.get(entry.profile.id))


class Danger:
    def __reduce__(self):
        return print, ("this must never be printed",)


def write_torch_like(path, content: bytes):
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("archive/data.pkl", content)
        archive.writestr("archive/data/0", SPEAKER.tobytes())


@pytest.mark.parametrize(
    "content",
    [
        pickle.dumps(Danger()),
        pickle.dumps({"speaker": Danger()}),
        b"cos\nsystem\n(S'echo never'\ntR.",
        b"c__builtin__\neval\n(S'1'\ntR.",
        b"ctorch\nload\n(S'x'\ntR.",
        b"ctorch._utils\n_rebuild_parameter\n.",
    ],
)
def test_what_could_run_a_program_is_refused_and_not_run(tmp_path, capsys, content):
    write_torch_like(tmp_path / "v.pt", content)
    with pytest.raises(VoiceError, match="could run a program"):
        read_peer_file(tmp_path / "v.pt")
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    "content", [b"", b".", b"\x80\x02", b"N.", b"K\x01.", b"]q\x00.", b"\x80\x05" + bytes(50)]
)
def test_what_is_damaged_is_said_so(tmp_path, content):
    write_torch_like(tmp_path / "v.pt", content)
    with pytest.raises(VoiceError, match=r"\.$"):
        read_peer_file(tmp_path / "v.pt")


@pytest.mark.parametrize("size", [(2**60,), (100_000, 100_000), (-5,), (2048, 2)])
def test_a_tensor_never_reaches_outside_its_numbers(tmp_path, torch, size):
    tensor = torch.from_numpy(SPEAKER.copy())
    torch.save(tensor, tmp_path / "true.pt")
    from qwentts_desktop.voices.tensor_unpickler import _rebuild_tensor

    with pytest.raises((ValueError, OverflowError)):
        _rebuild_tensor(SPEAKER, 0, size, (1,) * len(size) if len(size) == 1 else (2_048, 1))
    with pytest.raises(ValueError, match="shape"):
        _rebuild_tensor(SPEAKER, 0, (10, 10), (-1, 1))


def test_a_width_that_no_model_has_is_refused(tmp_path):
    save_file({"speaker": SPEAKER[:777].copy()}, str(tmp_path / "v.safetensors"))
    with pytest.raises(VoiceError, match="777"):
        read_peer_file(tmp_path / "v.safetensors")


def test_endings_tell_them_from_recordings(tmp_path):
    assert is_peer_file(tmp_path / "a.PT")
    assert is_peer_file(tmp_path / "a.safetensors")
    assert not is_peer_file(tmp_path / "a.wav")
