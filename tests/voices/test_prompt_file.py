from __future__ import annotations

import numpy as np
import pytest
from safetensors.numpy import save

from qwentts_desktop.errors import VoiceError
from qwentts_desktop.voices.prompt_file import (
    FORMAT,
    LARGEST_PROMPT_BYTES,
    EncodedVoice,
    format_prompt,
    parse_prompt,
)

SPEAKER = np.linspace(-1, 1, 1024, dtype=np.float32)
CODES = np.arange(70 * 16, dtype=np.int32).reshape(70, 16) % 2_048


@pytest.mark.parametrize("codes", [None, CODES])
def test_an_encoded_voice_comes_back_bit_for_bit(codes):
    voice = parse_prompt(format_prompt(EncodedVoice(SPEAKER, codes, "What is said.")))
    assert np.array_equal(voice.speaker, SPEAKER)
    assert voice.model == "0.6B"
    if codes is None:
        assert (voice.codes, voice.transcript) == (None, "")
    else:
        assert np.array_equal(voice.codes, codes)
        assert voice.transcript == "What is said."


@pytest.mark.parametrize(
    "tensors",
    [
        {},
        {"codes": CODES},
        {"speaker": SPEAKER.astype(np.int32)},
        {"speaker": np.full(1024, np.nan, np.float32)},
        {"speaker": np.zeros((32, 32), np.float32)},
        {"speaker": SPEAKER, "codes": CODES.astype(np.float32)},
        {"speaker": SPEAKER, "codes": CODES[:, :8].copy()},
        {"speaker": SPEAKER, "codes": CODES + 2_048},
        {"speaker": SPEAKER, "codes": CODES - 5},
        {"speaker": SPEAKER, "codes": np.zeros((9_999, 16), np.int32)},
        {"speaker": SPEAKER, "more": SPEAKER},
    ],
)
def test_what_cannot_be_a_voice_is_refused(tensors):
    with pytest.raises(VoiceError, match=r"\.$"):
        parse_prompt(save(tensors, metadata={"format": FORMAT}))


@pytest.mark.parametrize(
    "content",
    [b"", b"x" * 7, b"\xff" * 100, bytes(200), save({"speaker": SPEAKER}), bytes(LARGEST_PROMPT_BYTES + 1)],
)
def test_what_is_no_such_file_is_refused(content):
    with pytest.raises(VoiceError, match=r"\.$"):
        parse_prompt(content)
