"""Models, their abilities, sizes and progress in words. No widget."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QLocale

from qwentts_desktop.checkpoints.catalogue import Ability, PublishedModel
from qwentts_desktop.checkpoints.progress import DownloadProgress, Phase
from qwentts_desktop.ui.models.model_work import ModelsKnown
from qwentts_desktop.ui.words import time_words


def size_words(count: float) -> str:
    """Bytes as people of this locale read them: "2.5 GB"."""
    return QLocale().formattedDataSize(round(count), 1, QLocale.DataSizeFormat.DataSizeSIFormat)


def memory_words(count: int) -> str:
    """The memory of a card as it is sold: "12 GB" counts in 1,024s."""
    return f"{QLocale().toString(round(count / 2**30))} GB"


def title_of(model: PublishedModel) -> str:
    """Its size and what it is for."""
    translate = QCoreApplication.translate
    purpose = {
        "Base": translate("models", "your own voices"),
        "CustomVoice": translate("models", "ready-made voices"),
        "VoiceDesign": translate("models", "voices by description"),
    }[model.kind.value]
    return f"{model.size} · {purpose}"


def abilities_of(model: PublishedModel) -> str:
    """What it can do, one sentence."""
    translate = QCoreApplication.translate
    words = {
        Ability.CLONING: translate("models", "Speaks in voices made from recordings."),
        Ability.PRESETS: translate("models", "Speaks in nine voices that come with it."),
        Ability.DESIGN: translate("models", "Speaks in voices that you describe in words."),
        Ability.INSTRUCTIONS: translate("models", "Follows instructions on how to speak."),
    }
    return " ".join(words[ability] for ability in Ability if ability in model.abilities)


def needs_of(model: PublishedModel) -> str:
    """What it takes of network, card and licence."""
    return QCoreApplication.translate(
        "models", "{download} to download, about {memory} of the card's memory. Licence {licence}."
    ).format(
        download=size_words(model.download_bytes),
        memory=size_words(model.memory_bytes),
        licence=model.licence,
    )


def state_of(model_id: str, known: ModelsKnown) -> str:
    """Whether it is there."""
    translate = QCoreApplication.translate
    if model_id in known.installed:
        return translate("models", "Installed")
    if model_id in known.partial_bytes:
        return translate("models", "{size} have arrived; the download can go on.").format(
            size=size_words(known.partial_bytes[model_id])
        )
    return translate("models", "Not installed")


def progress_words(progress: DownloadProgress) -> str:
    """What is being done, how far, how fast, how long still."""
    if progress.note:
        return progress.note
    parts = [_phase_words(progress.phase)]
    if progress.total_bytes:
        parts.append(
            QCoreApplication.translate("models", "{done} of {total}").format(
                done=size_words(progress.done_bytes), total=size_words(progress.total_bytes)
            )
        )
    if progress.bytes_per_second > 0:
        parts.append(
            QCoreApplication.translate("models", "{speed} a second").format(
                speed=size_words(progress.bytes_per_second)
            )
        )
    if progress.seconds_left is not None:
        parts.append(time_words(progress.seconds_left))
    return ", ".join(parts)


def _phase_words(phase: Phase) -> str:
    translate = QCoreApplication.translate
    return {
        Phase.ASKING: translate("models", "Asking for the list of files"),
        Phase.CHECKING: translate("models", "Checking files"),
        Phase.DOWNLOADING: translate("models", "Downloading"),
        Phase.WAITING: translate("models", "Waiting for the network"),
        Phase.PAUSED: translate("models", "Paused"),
        Phase.FINISHING: translate("models", "Finishing"),
    }[phase]
