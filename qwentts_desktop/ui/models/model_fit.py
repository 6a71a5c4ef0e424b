"""Which model fits a card. Pure choice and its words; nothing is probed here."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from qwentts_desktop.checkpoints.catalogue import Ability, PublishedModel

ROOM = 1.25
"""A card should have this many times what a model needs: desktop and browser live on it as well."""


def fits(model: PublishedModel, card_bytes: int) -> bool:
    """Whether the card has the memory for it, with some room for others."""
    return model.memory_bytes * ROOM <= card_bytes


def recommended(catalogue: Sequence[PublishedModel], card_bytes: int | None) -> PublishedModel | None:
    """The model to begin with: it speaks at once in voices that come with it, in the largest size that fits.

    None where none fits; the smaller one where the card's memory is unknown.
    """
    with_voices = [model for model in catalogue if Ability.PRESETS in model.abilities]
    by_size = sorted(with_voices, key=lambda model: model.memory_bytes)
    if card_bytes is None:
        return by_size[0] if by_size else None
    fitting = [model for model in by_size if fits(model, card_bytes)]
    return fitting[-1] if fitting else None


def fit_words(model: PublishedModel, card_bytes: int | None) -> str:
    """One sentence on a model that is too large for the card; "" for one that fits or is unknown."""
    if card_bytes is None or fits(model, card_bytes):
        return ""
    return QCoreApplication.translate("models", "This model is large for the memory of your card.")
