from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from qwentts_desktop.engines.qwen.codec import StreamingDecoder
from qwentts_desktop.errors import CheckpointError

SAMPLES = 1920
FRAMES_OF_32_SECONDS = 400


def random_codes(rows: int, frames: int, seed: int = 0) -> torch.Tensor:
    return torch.randint(0, 2048, (rows, 16, frames), generator=torch.Generator().manual_seed(seed))


def decode_in(decoder: StreamingDecoder, codes: torch.Tensor, sizes: list[int]) -> torch.Tensor:
    state = decoder.new_state(codes.shape[0])
    return torch.cat([decoder.decode(chunk, state) for chunk in codes.split(sizes, dim=2)], dim=1)


@pytest.fixture(scope="module")
def half_a_minute(published: Any) -> tuple[torch.Tensor, torch.Tensor]:
    """Codes of 32 s and what the published decoder makes of them in one go."""
    codes = random_codes(1, FRAMES_OF_32_SECONDS)
    with torch.no_grad():
        return codes, published.decoder(codes).squeeze(1)


@pytest.mark.parametrize("size", [1, 2, 3, 8, 12, 16, 25, FRAMES_OF_32_SECONDS])
def test_any_chunk_size_equals_the_published_decoder_at_once(
    decoder: StreamingDecoder, half_a_minute: tuple[torch.Tensor, torch.Tensor], size: int
) -> None:
    codes, whole = half_a_minute
    sizes = [size] * (FRAMES_OF_32_SECONDS // size)
    sizes += [rest] if (rest := FRAMES_OF_32_SECONDS - sum(sizes)) else []
    sound = decode_in(decoder, codes, sizes)
    assert sound.shape == (1, FRAMES_OF_32_SECONDS * SAMPLES)
    assert (sound - whole).abs().max() < 1e-4


def test_nothing_happens_at_24_seconds_where_upstream_starts_anew(
    decoder: StreamingDecoder, published: Any, half_a_minute: tuple[torch.Tensor, torch.Tensor]
) -> None:
    codes, whole = half_a_minute
    seam = slice(300 * SAMPLES, 301 * SAMPLES)
    with torch.no_grad():
        upstream_seam = published.decoder.chunked_decode(codes[..., :302]).squeeze(1)[:, seam]
    assert (upstream_seam - whole[:, seam]).abs().max() > 1e-3, "the test would not see the fault"
    assert (decode_in(decoder, codes[..., :302], [8] * 37 + [6])[:, seam] - whole[:, seam]).abs().max() < 1e-4


@settings(max_examples=15, deadline=None)
@given(sizes=st.lists(st.integers(1, 20), min_size=1, max_size=8))
def test_any_division_gives_the_same_sound(decoder: StreamingDecoder, sizes: list[int]) -> None:
    codes = random_codes(1, sum(sizes), seed=len(sizes))
    whole = decode_in(decoder, codes, [sum(sizes)])
    assert (decode_in(decoder, codes, sizes) - whole).abs().max() < 1e-5


def test_rows_do_not_know_each_other(decoder: StreamingDecoder) -> None:
    codes = random_codes(3, 10)
    together = decode_in(decoder, codes, [4, 6])
    for row in range(3):
        alone = decode_in(decoder, codes[row : row + 1], [4, 6])
        assert (together[row : row + 1] - alone).abs().max() < 1e-5


def test_a_row_that_is_reset_starts_anew_while_the_other_goes_on(decoder: StreamingDecoder) -> None:
    codes = random_codes(2, 100)
    state = decoder.new_state(2)
    decoder.decode(codes, state)
    state.reset(rows=1)
    sound = decoder.decode(codes[..., :6], state)
    fresh = decoder.decode(codes[1:, :, :6], decoder.new_state(1))
    going_on = decode_in(decoder, torch.cat((codes, codes[..., :6]), dim=2)[:1], [100, 6])[:, -6 * SAMPLES :]
    assert (sound[1:] - fresh).abs().max() < 1e-5
    assert (sound[:1] - going_on).abs().max() < 1e-5


def test_a_voice_is_decoded_once_and_then_copied(decoder: StreamingDecoder) -> None:
    reference, text = random_codes(1, 80, seed=1), random_codes(1, 5, seed=2)
    state = decoder.new_state(1)
    decoder.decode(reference, state)
    voice = state.save()
    first = decoder.decode(text, state)
    other = decoder.new_state(2)
    other.restore(voice, rows=1)
    again = decoder.decode(text.expand(2, -1, -1), other)
    torch.testing.assert_close(again[1:], first, atol=1e-5, rtol=0)
    assert (again[:1] - first).abs().max() > 1e-3


def test_state_stays_where_it_is(decoder: StreamingDecoder) -> None:
    state = decoder.new_state(1)
    before = [ring.data_ptr() for ring in state.layers.rings]
    decoder.decode(random_codes(1, 3), state)
    state.reset()
    assert [ring.data_ptr() for ring in state.layers.rings] == before
    assert state.storage.abs().max() == 0
    assert state.frames.tolist() == [0]


def test_codes_for_another_number_of_rows_are_refused(decoder: StreamingDecoder) -> None:
    with pytest.raises(ValueError, match="for 1 rows"):
        decoder.decode(random_codes(2, 1), decoder.new_state(1))


@pytest.fixture
def broken_folder(codec_folder: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(codec_folder, tmp_path / "speech_tokenizer"))


@pytest.mark.parametrize("name", ["config.json", "model.safetensors"])
def test_a_missing_file_is_told_in_a_sentence(broken_folder: Path, name: str) -> None:
    (broken_folder / name).unlink()
    with pytest.raises(CheckpointError, match="Download the model again"):
        StreamingDecoder.from_folder(broken_folder)


@pytest.mark.parametrize("name", ["config.json", "model.safetensors"])
def test_a_file_cut_short_is_told_in_a_sentence(broken_folder: Path, name: str) -> None:
    content = (broken_folder / name).read_bytes()
    (broken_folder / name).write_bytes(content[: len(content) // 2])
    with pytest.raises(CheckpointError, match="damaged"):
        StreamingDecoder.from_folder(broken_folder)


def test_another_codec_is_told_in_a_sentence(broken_folder: Path) -> None:
    raw = json.loads((broken_folder / "config.json").read_text("utf-8"))
    raw["model_type"] = "qwen3_tts_tokenizer_25hz"
    (broken_folder / "config.json").write_text(json.dumps(raw), "utf-8")
    with pytest.raises(CheckpointError, match="12 Hz"):
        StreamingDecoder.from_folder(broken_folder)
