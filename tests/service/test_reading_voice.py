"""Who speaks which sentence of a text under way."""

from __future__ import annotations

from qwentts_desktop.audio.track import Track
from qwentts_desktop.service.reading import Reading
from qwentts_desktop.speech.job import SpeechJob
from qwentts_desktop.speech.request import AUTO, SpeechRequest
from qwentts_desktop.speech.voice import SystemVoice
from qwentts_desktop.text.sentence import Boundary, Sentence

ANNA, BERTA, CLARA = SystemVoice("anna"), SystemVoice("berta"), SystemVoice("clara")


def reading(language: str = AUTO) -> Reading:
    """An English, a German, and an English sentence; Berta reads German, Anna the rest."""
    request = SpeechRequest("", ANNA, language, voices_by_language=(("de", BERTA),))
    found = Reading(SpeechJob(request), iter(()), Track())
    for spoken in ("en", "de", "en"):
        found.add(Sentence("x", 0, 1, spoken, 0, Boundary.SENTENCE))
    return found


def voices(found: Reading) -> list[SystemVoice]:
    return [found.request_of(index).voice for index in range(3)]


def test_each_sentence_has_the_voice_of_its_language():
    found = reading()
    assert voices(found) == [ANNA, BERTA, ANNA]
    found.move_to(1)
    assert found.voice == BERTA


def test_a_voice_chosen_while_it_is_read_speaks_all_that_follows():
    found = reading()
    found.choose_voice(CLARA)
    assert voices(found) == [CLARA] * 3


def test_choosing_drops_what_is_made_after_the_sentence_being_heard():
    found = reading()
    for index in range(3):
        found.track.complete(index)
    found.choose_voice(ANNA)
    assert [found.track.is_complete(index) for index in range(3)] == [True, False, False]


def test_choosing_what_speaks_already_makes_nothing_anew():
    found = reading()
    found.choose_voice(CLARA)
    for index in range(3):
        found.track.complete(index)
    found.choose_voice(CLARA)
    assert all(found.track.is_complete(index) for index in range(3))
