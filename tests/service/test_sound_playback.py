from __future__ import annotations

import numpy as np
import pytest

from qwentts_desktop.speech.events import State, StateChanged
from tests.service.conftest import holds_tone, wait_for

RATE_HZ = 24_000
TONE = (0.5 * np.sin(2 * np.pi * 1_234 * np.arange(2 * RATE_HZ) / RATE_HZ)).astype(np.float32)
TEXT = "The first sentence is here. A second one follows it."


def test_a_sound_is_heard_while_the_service_stays_idle(stage):
    sound = stage.service.play_sound(TONE, RATE_HZ)
    wait_for(lambda: (sound.position_s or 0) > 0.2)
    wait_for(lambda: sound.position_s is None)
    assert holds_tone(stage.output.played(), 1_234)
    assert stage.of(StateChanged) == []


def test_a_sound_replaces_what_is_read_and_the_next_text_replaces_the_sound(stage):
    stage.say(TEXT)
    stage.wait_sentence(0)
    sound = stage.service.play_sound(TONE, RATE_HZ)
    stage.wait_state(State.IDLE)
    wait_for(lambda: (sound.position_s or 0) > 0.1)
    stage.say_and_wait(TEXT)
    assert sound.position_s is None


def test_stop_ends_a_sound(stage):
    sound = stage.service.play_sound(TONE, RATE_HZ)
    wait_for(lambda: (sound.position_s or 0) > 0.1)
    stage.service.stop()
    wait_for(lambda: sound.position_s is None)


def test_what_was_read_is_handed_out_whole(stage):
    job = stage.say_and_wait(TEXT)
    made = stage.service.made_sound(job)
    assert made is not None
    assert len(made.samples) / made.sample_rate_hz > 1.0
    again = stage.service.play_sound(made.samples, made.sample_rate_hz)
    wait_for(lambda: again.position_s is None)


@pytest.mark.parametrize("job_id", [0, 12_345])
def test_nothing_is_handed_out_of_a_text_that_is_not_there(stage, job_id):
    assert stage.service.made_sound(job_id) is None
