"""What is asked of an export and what it tells of itself. Frozen values only."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from qwentts_desktop.errors import InvalidRequestError, QwenTTSError
from qwentts_desktop.service.export import ExportChapter
from qwentts_desktop.speech.chunk import FinishReason
from qwentts_desktop.text.subtitles import SubtitleFormat


class SubtitleKind(str, Enum):
    """What a cue of the subtitles is."""

    SENTENCES = "sentences"
    CHAPTERS = "chapters"


@dataclass(frozen=True)
class ExportOrder:
    """A text or a document to be kept as a sound file.

    Attributes:
        chapters: one at least, all in one voice.
        target: the sound file; its ending names the format.
        subtitles: a file for subtitles, .srt or .vtt, or None for none.
        subtitle_kind: a cue for each sentence or for each chapter.
        speed: 0.5 to 2.5, pitch kept.
        title, author: what players show.
    """

    chapters: tuple[ExportChapter, ...]
    target: Path
    subtitles: Path | None = None
    subtitle_kind: SubtitleKind = SubtitleKind.SENTENCES
    speed: float = 1.0
    title: str = ""
    author: str = ""


class ExportState(str, Enum):
    """How far an export is."""

    WAITING = "waiting"
    WORKING = "working"
    DONE = "done"
    CANCELLED = "cancelled"
    FAILED = "failed"


@dataclass(frozen=True)
class ExportStatus:
    """A snapshot.

    Attributes:
        export_id: which export.
        target: its file.
        state: see `ExportState`.
        share: how much of the text is done, 0..1.
        sentences: how many are done.
        sound_s: seconds of sound in the file so far.
        seconds_left: how long it still takes, None while unknown.
        reason: how the sentences ended, the worst of all.
        error: why it failed.
    """

    export_id: int
    target: Path
    state: ExportState
    share: float = 0.0
    sentences: int = 0
    sound_s: float = 0.0
    seconds_left: float | None = None
    reason: FinishReason = FinishReason.END_OF_SPEECH
    error: QwenTTSError | None = None

    @property
    def is_over(self) -> bool:
        """Nothing more will come of it."""
        return self.state in (ExportState.DONE, ExportState.CANCELLED, ExportState.FAILED)


def subtitle_format_of(path: Path) -> SubtitleFormat:
    """The format that a file's ending names.

    Raises:
        InvalidRequestError: it names none.
    """
    try:
        return SubtitleFormat(path.suffix.lower().lstrip("."))
    except ValueError as error:
        raise InvalidRequestError("Name a subtitle file that ends in .srt or .vtt.") from error
