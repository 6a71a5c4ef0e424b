"""Exports in words. No widget."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QLocale

from qwentts_desktop.service.export_order import ExportState, ExportStatus
from qwentts_desktop.speech.chunk import FinishReason
from qwentts_desktop.text.documents.document import Document


def document_words(document: Document) -> str:
    """How much text there is."""
    translate = QCoreApplication.translate
    characters = QLocale().toString(len(document.text))
    if len(document.chapters) == 1:
        return translate("keeping", "{count} characters").format(count=characters)
    return translate("keeping", "{chapters} chapters, {count} characters").format(
        chapters=len(document.chapters), count=characters
    )


def status_words(status: ExportStatus) -> str:
    """How far an export is, or what came of it."""
    translate = QCoreApplication.translate
    if status.state is ExportState.DONE:
        words = translate("keeping", "Done: {length} of sound in “{name}”.").format(
            length=length_words(status.sound_s), name=status.target.name
        )
        if status.reason is not FinishReason.END_OF_SPEECH:
            words += " " + translate("keeping", "A sentence did not come to its end and was cut.")
        return words
    if status.state is ExportState.FAILED:
        return status.error.message if status.error is not None else ""
    if status.state is ExportState.CANCELLED:
        return translate("keeping", "Cancelled. Nothing was written.")
    if status.seconds_left is None:
        return translate("keeping", "Getting ready…")
    return translate("keeping", "{percent} %, {length} of sound, {left} left").format(
        percent=int(100 * status.share),
        length=length_words(status.sound_s),
        left=length_words(status.seconds_left),
    )


def length_words(seconds: float) -> str:
    """A length of time, as clocks show it."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
