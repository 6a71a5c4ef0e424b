"""What the player tells, put on the board. Runs on the player's thread and calls nobody but listeners."""

from __future__ import annotations

from qwentts_desktop.audio.events import DeviceBack, DeviceLost, Drained, PlayerEvent, SentenceHeard
from qwentts_desktop.audio.track import Track
from qwentts_desktop.service.board import Board
from qwentts_desktop.service.desk import Desk
from qwentts_desktop.service.reading import Reading
from qwentts_desktop.speech.events import Notice, SentenceStarted


class PlayerListener:
    """Turns player events into changes of the board."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def __call__(self, event: PlayerEvent) -> None:
        """Take one event; returns at once."""
        with self._desk.change() as board:
            if isinstance(event, SentenceHeard):
                self._heard(board, event)
            elif isinstance(event, Drained):
                self._drained(board, event)
            elif isinstance(event, DeviceLost):
                board.is_device_lost = True
                self._desk.note(Notice(event.message))
            elif isinstance(event, DeviceBack):
                board.is_device_lost = False
                self._desk.note(Notice(f"Sound is back: {event.name}."))

    def _heard(self, board: Board, event: SentenceHeard) -> None:
        reading = _reading_of(board, event.track)
        if reading is not None and reading.heard(event.index):
            sentence = reading.sentences[event.index]
            self._desk.note(SentenceStarted(reading.job.id, event.index, sentence.start, sentence.end))

    def _drained(self, board: Board, event: Drained) -> None:
        reading = _reading_of(board, event.track)
        if reading is not None:
            reading.cursor = len(reading.sentences)
            board.leave()
            self._desk.note_finished(reading.job, reading.worst)


def _reading_of(board: Board, track: Track) -> Reading | None:
    """The job being read, if the event is about its track and not about one that was replaced."""
    reading = board.reading
    return reading if reading is not None and reading.track is track else None
