from __future__ import annotations

import pytest

from qwentts_desktop.errors import CardLostError
from qwentts_desktop.service.unfinished import Unfinished, UnfinishedText
from qwentts_desktop.speech.events import EngineLost
from qwentts_desktop.speech.request import SpeechRequest
from qwentts_desktop.ui.engine_restart import SOONEST_S, EngineRestart

LEFT = Unfinished((UnfinishedText(SpeechRequest("some text"), 3),))


class Service:
    def __init__(self) -> None:
        self.taken: list[Unfinished] = []

    def unfinished(self) -> Unfinished:
        return LEFT

    def take_over(self, unfinished: Unfinished) -> None:
        self.taken.append(unfinished)


class Restarting:
    def __init__(self) -> None:
        self.now, self.kept, self.wanted, self.told = 1_000.0, [], 0, []
        self.service = Service()
        self.restart = EngineRestart(self.service, self.keep, clock=lambda: self.now)
        self.restart.wanted.connect(self.count)
        self.restart.told.connect(lambda notice: self.told.append(notice.message))

    def keep(self, unfinished: Unfinished) -> None:
        self.kept.append(unfinished)

    def count(self) -> None:
        self.wanted += 1

    def lose(self) -> None:
        self.restart.on_engine_lost(EngineLost(CardLostError("Gone.")))


@pytest.fixture
def restarting(qt) -> Restarting:
    return Restarting()


def test_what_is_unfinished_is_kept_before_the_process_ends(restarting) -> None:
    restarting.lose()
    assert [one.texts for one in restarting.kept] == [LEFT.texts]
    assert restarting.kept[0].left_at == 1_000.0
    assert restarting.wanted == 1
    assert restarting.restart.is_wanted


def test_the_next_process_goes_on_and_says_why(restarting) -> None:
    restarting.restart.take_over(LEFT)
    assert restarting.service.taken == [LEFT]
    assert "started itself again" in restarting.told[0]
    restarting.restart.take_over(None)
    assert len(restarting.told) == 1


def test_a_card_that_dies_again_at_once_ends_in_a_sentence_and_later_in_another_restart(restarting) -> None:
    restarting.restart.take_over(Unfinished(LEFT.texts, left_at=restarting.now))
    restarting.lose()
    assert restarting.wanted == 0
    assert "failed again right after" in restarting.told[-1]
    restarting.now += SOONEST_S
    restarting.lose()
    assert restarting.wanted == 1


@pytest.mark.logs_warnings
def test_without_room_for_the_file_it_starts_again_all_the_same(restarting) -> None:
    def full(_unfinished: Unfinished) -> None:
        raise OSError("No space left on device")

    restarting.restart._leave = full
    restarting.lose()
    assert restarting.wanted == 1
