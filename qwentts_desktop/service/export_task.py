"""One export order on its way to its files, sound and subtitles, which appear whole or not at all."""

from __future__ import annotations

import itertools
import logging
import os
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from qwentts_desktop.audio.file_sink import FileSink
from qwentts_desktop.audio.files import SoundTags
from qwentts_desktop.errors import AudioError, EngineError, NothingToSayError, QwenTTSError
from qwentts_desktop.service.engine_keeper import EngineKeeper
from qwentts_desktop.service.engine_source import EngineSource
from qwentts_desktop.service.export import Export, SpokenSentence
from qwentts_desktop.service.export_order import (
    ExportOrder,
    ExportState,
    ExportStatus,
    SubtitleKind,
    subtitle_format_of,
)
from qwentts_desktop.service.splitter import NOTHING_TO_SAY, Splitter
from qwentts_desktop.speech.events import SpeechEvent
from qwentts_desktop.text.speech_sound import amount_of_speech
from qwentts_desktop.text.subtitles import Cue, subtitles

_log = logging.getLogger(__name__)
_ids = itertools.count(1)
SPEECH_CHARACTERS_PER_S = 9.0
"""A slow reader, so that the free space is rather overestimated."""

OnStatus = Callable[[ExportStatus], None]
"""Called on the thread that makes the sound; must return at once."""


class ExportTask:
    """One export. `interrupt` and `cancel` may come from any thread, all else from the speech thread.

    Args:
        order: what to make.
        splitter: how a text becomes sentences.
        on_status: told each change.
    """

    def __init__(self, order: ExportOrder, splitter: Splitter, on_status: OnStatus) -> None:
        self.order = order
        self.interruption = threading.Event()
        self._splitter = splitter
        self._on_status = on_status
        self.is_cancelled = False
        self._sink: FileSink | None = None
        self._export: Export | None = None
        self._spoken: list[SpokenSentence] = []
        self._worked_s = 0.0
        self.status = ExportStatus(next(_ids), order.target, ExportState.WAITING)

    def interrupt(self) -> None:
        """Let go of the engine within a frame; the next step goes on."""
        self.interruption.set()

    def cancel(self) -> None:
        """Give up: the next step clears away."""
        self.is_cancelled = True
        self.interruption.set()

    def step(self, keeper: EngineKeeper) -> None:
        """Do one piece of the work, or end it. Never raises: what fails is told."""
        if self.is_cancelled:
            self.abandon()
            return
        began = time.monotonic()
        try:
            export = self._export or self._begin()
            is_more = export.step(keeper, self.interruption)
            self._worked_s += time.monotonic() - began
            if is_more:
                self._tell_progress(export)
            elif not self.is_cancelled:
                self._complete(export)
        except Exception as error:  # an outer edge: the speech thread outlives every export
            self._fail(error)

    def abandon(self) -> None:
        """Leave nothing behind."""
        if not self.status.is_over:
            self._drop()
            self._tell(replace(self.status, state=ExportState.CANCELLED, seconds_left=None))

    def _begin(self) -> Export:
        order = self.order
        if order.subtitles is not None:
            subtitle_format_of(order.subtitles)
        speech = sum(amount_of_speech(chapter.request.text) for chapter in order.chapters)
        self._sink = FileSink(
            order.target,
            speed=order.speed,
            tags=SoundTags(title=order.title, artist=order.author),
            expected_s=speech / SPEECH_CHARACTERS_PER_S,
        )
        self._export = Export(order.chapters, self._splitter, self._sink, self._spoken.append)
        return self._export

    def _complete(self, export: Export) -> None:
        if export.sentences == 0:
            request = self.order.chapters[0].request
            raise NothingToSayError(self._splitter.hint(request) or NOTHING_TO_SAY)
        assert self._sink is not None
        if self.order.subtitles is not None:
            with _WholeText(self.order.subtitles, self._subtitles(self.order.subtitles)) as text:
                self._sink.commit()
                text.commit()
        else:
            self._sink.commit()
        self._tell(replace(self._progress(export), state=ExportState.DONE, share=1.0, seconds_left=None))

    def _subtitles(self, path: Path) -> str:
        speed = self.order.speed
        cues = [Cue(one.start_s / speed, one.end_s / speed, one.text) for one in self._spoken]
        if self.order.subtitle_kind is SubtitleKind.CHAPTERS:
            cues = self._chapter_cues(cues)
        return subtitles(cues, subtitle_format_of(path))

    def _chapter_cues(self, cues: list[Cue]) -> list[Cue]:
        """Each title for as long as its chapter is heard."""
        chapters: dict[int, Cue] = {}
        for spoken, cue in zip(self._spoken, cues, strict=True):
            title = self.order.chapters[spoken.chapter].title
            first = chapters.get(spoken.chapter, cue)
            chapters[spoken.chapter] = Cue(first.start_s, cue.end_s, title)
        return list(chapters.values())

    def _tell_progress(self, export: Export) -> None:
        status = self._progress(export)
        if status != self.status:
            self._tell(status)

    def _progress(self, export: Export) -> ExportStatus:
        share = export.share
        return replace(
            self.status,
            state=ExportState.WORKING,
            share=share,
            sentences=export.sentences,
            sound_s=export.seconds / self.order.speed,
            seconds_left=self._worked_s * (1.0 - share) / share if share > 0 else None,
            reason=export.worst,
        )

    def _fail(self, error: Exception) -> None:
        self._drop()
        if not isinstance(error, QwenTTSError):
            _log.error("an export failed unexpectedly", exc_info=error)
            error = EngineError(
                "The export failed unexpectedly. Try again; the log has the cause.", detail=repr(error)
            )
        self._tell(replace(self.status, state=ExportState.FAILED, seconds_left=None, error=error))

    def _drop(self) -> None:
        if self._sink is not None:
            self._sink.cancel()

    def _tell(self, status: ExportStatus) -> None:
        self.status = status
        self._on_status(status)


class _WholeText:
    """A text file that takes its name at `commit`; leaving without that leaves nothing."""

    def __init__(self, path: Path, text: str) -> None:
        self._path = path
        self._temporary = path.with_name(f".{os.getpid():x}-{id(self):x}.part")
        try:
            self._temporary.write_text(text, encoding="utf-8", newline="\n")
        except OSError as error:
            self._temporary.unlink(missing_ok=True)
            raise self._failure(error) from error

    def commit(self) -> None:
        """Take the name."""
        try:
            self._temporary.replace(self._path)
        except OSError as error:
            raise self._failure(error) from error

    def __enter__(self) -> _WholeText:
        return self

    def __exit__(self, *_error: object) -> None:
        self._temporary.unlink(missing_ok=True)

    def _failure(self, error: OSError) -> AudioError:
        return AudioError(
            f"“{self._path.name}” could not be written. Check that the folder is there and has space left.",
            detail=str(error),
        )


def export_now(
    order: ExportOrder,
    engines: EngineSource,
    splitter: Splitter,
    on_event: Callable[[SpeechEvent], None],
    on_status: OnStatus,
) -> ExportStatus:
    """Carry out an order on the calling thread, with engines of its own; Ctrl+C leaves nothing behind.

    Raises:
        QwenTTSError: it failed.
    """
    keeper = EngineKeeper(engines, on_event, lambda _is_ready: None)
    task = ExportTask(order, splitter, on_status)
    try:
        while not task.status.is_over:
            task.step(keeper)
    finally:
        task.abandon()
        keeper.unload()
    if task.status.error is not None:
        raise task.status.error
    return task.status
