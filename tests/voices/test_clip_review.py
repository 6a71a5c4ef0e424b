from __future__ import annotations

import numpy as np
import pytest

from qwentts_desktop.voices.clip import CLIP_RATE_HZ, clip_of_samples
from qwentts_desktop.voices.clip_review import FindingKind, review
from qwentts_desktop.voices.clip_trim import LONGEST_S
from tests.voices.conftest import TEXT, spoken

RANDOM = np.random.default_rng(0)
SECONDS = np.arange(6 * CLIP_RATE_HZ) / CLIP_RATE_HZ


def kinds(samples, rate=CLIP_RATE_HZ):
    return {finding.kind for finding in review(clip_of_samples(samples, rate)).findings}


@pytest.mark.parametrize("voice", ["en", "en+f3", "de", "es", "fr", "ru"])
def test_clear_speech_of_the_right_length_has_nothing_amiss(voice):
    texts = {"ru": "Съешь ещё этих мягких французских булок, да выпей же чаю. " * 2}
    assert kinds(*spoken(texts.get(voice, TEXT), voice)) == set()


def test_each_fault_has_a_sentence_of_its_own(speech):
    samples, rate = speech
    noise = RANDOM.normal(size=len(samples)) * 0.03
    found = [
        review(clip_of_samples(np.asarray(broken, np.float32), rate)).findings
        for broken in (
            samples[: int(0.3 * rate)],
            np.zeros(5 * rate),
            np.clip(samples * 8, -1, 1),
            samples / np.abs(samples).max() * 0.5 + noise,
            samples * 0.004,
            np.tile(samples, 10),
            samples[: int(2.5 * rate)],
        )
    ]
    expected = (
        FindingKind.TOO_SHORT, FindingKind.SILENT, FindingKind.CLIPPED, FindingKind.NOISY,
        FindingKind.QUIET, FindingKind.LONG, FindingKind.SHORT,
    )  # fmt: skip
    assert [[finding.kind for finding in findings] for findings in found] == [[kind] for kind in expected]
    sentences = [findings[0].message for findings in found]
    assert len(set(sentences)) == len(sentences)
    assert all(sentence.endswith(".") for sentence in sentences)


def test_only_silence_and_a_scrap_are_useless(speech):
    samples, rate = speech
    assert review(clip_of_samples(np.zeros(5 * rate, np.float32), rate)).blocking is not None
    assert review(clip_of_samples(samples[: int(0.3 * rate)], rate)).blocking is not None
    assert review(clip_of_samples(samples * np.float32(0.002), rate)).blocking is None


def test_quiet_speech_is_speech(speech):
    """-55 dBFS but real speech."""
    samples, rate = speech
    quiet = samples / np.abs(samples).max() * 10 ** (-55 / 20)
    assert kinds(quiet.astype(np.float32), rate) == {FindingKind.QUIET}


@pytest.mark.parametrize(
    "sound",
    [
        RANDOM.normal(size=len(SECONDS)) * 0.1,
        RANDOM.normal(size=len(SECONDS)) * 0.1 * (1 + np.sin(2 * np.pi * 4 * SECONDS)),
        np.sin(2 * np.pi * 200 * SECONDS) * 0.3,
        np.sin(2 * np.pi * 200 * SECONDS) * 0.3 * (1 + np.sin(2 * np.pi * 4 * SECONDS)),
        (RANDOM.random(len(SECONDS)) < 0.001) * 1.0,
    ],
    ids=["noise", "surf", "tone", "beeping", "clicks"],
)
def test_what_is_no_speech_is_told(sound):
    assert FindingKind.NO_SPEECH in kinds(sound.astype(np.float32))


def test_a_long_clip_is_cut_at_pauses_to_the_length_that_works_best():
    clip = clip_of_samples(*spoken(TEXT * 8))
    found = review(clip)
    span = found.suggestion
    assert 5 <= span.seconds <= 15
    assert span.start_s == 0 or any(pause.start_s <= span.start_s <= pause.end_s for pause in found.pauses)
    assert any(pause.start_s <= span.end_s <= pause.end_s for pause in found.pauses)


def test_silence_around_speech_is_trimmed(speech):
    samples, rate = speech
    silence = np.zeros(2 * rate, np.float32)
    found = review(clip_of_samples(np.concatenate((silence, samples, silence)), rate))
    assert found.suggestion.start_s == pytest.approx(2.0 - 0.15, abs=0.1)
    assert found.suggestion.end_s < 2.0 + len(samples) / rate + 0.2
    assert found.speech_seconds == pytest.approx(len(samples) / rate, abs=1.2)


def test_somebody_who_never_breathes_is_cut_all_the_same(speech):
    samples, rate = speech
    loud = samples[np.abs(samples) > 0.01]
    clip = clip_of_samples(np.tile(loud, 20), rate)
    span = review(clip).suggestion
    assert 0 < span.seconds <= LONGEST_S
