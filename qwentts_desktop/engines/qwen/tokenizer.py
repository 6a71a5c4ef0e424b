"""Owns the way from text to ids. It knows no chat marker, so that text can never become one.

The markers' ids come from the configuration and are set by prompt.py, beside the text and never inside it: a
text that holds the characters of a marker is split into plain pieces like any other.
"""

from __future__ import annotations

from pathlib import Path

from tokenizers import Regex, Tokenizer, models, normalizers, pre_tokenizers  # type: ignore[import-untyped]

from qwentts_desktop.errors import CheckpointError

_QWEN_WORDS = (
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*"
    r"|\s*[\r\n]+|\s+(?!\S)|\s+"
)
_CASED_WORDS = (
    r"[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+"
    r"|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*"
    r"|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+"
)
"""Splits camelCase too; how upstream reads models of transformers 4.57.3 (`fix_mistral_regex`)."""


class TextTokenizer:
    """Byte-level BPE over a model's vocab.json and merges.txt; thread-safe."""

    def __init__(self, folder: Path, library_version: str = "") -> None:
        """Read the vocabulary.

        Args:
            folder: of the model.
            library_version: `transformers_version` of its config.json, which decides how upstream splits
                words.

        Raises:
            CheckpointError: a file is missing or damaged.
        """
        vocabulary, merges = folder / "vocab.json", folder / "merges.txt"
        for path in (vocabulary, merges):
            if not path.is_file():
                raise CheckpointError(f"The model is incomplete: {path.name} is missing. Download it again.")
        try:
            bpe = models.BPE.from_file(str(vocabulary), str(merges))
        except Exception as error:  # the Rust library raises the plain class
            raise CheckpointError(
                "The model's tokenizer files are damaged. Download the model again.", detail=repr(error)
            ) from error
        pattern = _CASED_WORDS if _reads_cased_words(library_version) else _QWEN_WORDS
        self._tokenizer = Tokenizer(bpe)
        self._tokenizer.normalizer = normalizers.NFC()
        self._tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
            [
                pre_tokenizers.Split(Regex(pattern), behavior="isolated"),
                pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
            ]
        )

    def ids(self, text: str) -> list[int]:
        """Token ids of a text; lone surrogates, which are no characters, are left out."""
        encoded = self._tokenizer.encode(text.encode("utf-8", "ignore").decode("utf-8"))
        return list(encoded.ids)


def _reads_cased_words(library_version: str) -> bool:
    """Whether upstream, under the transformers that it pins, splits words by case for such a model."""
    numbers = [int(part) for part in library_version.split(".")[:3] if part.isdigit()]
    return not numbers or (4, 57, 2) < tuple(numbers) < (5, 0, 0)
