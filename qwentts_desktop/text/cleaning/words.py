"""The few words that cleaning itself has to say, in each language."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Words:
    """What stands in for something that cannot be read out.

    Attributes:
        at: the sign in an e-mail address.
        code: instead of a block of code.
    """

    at: str
    code: str


_WORDS = {
    "zh": Words("艾特", "代码块。"),
    "en": Words("at", "Code block."),
    "de": Words("at", "Codeblock."),
    "it": Words("chiocciola", "Blocco di codice."),
    "pt": Words("arroba", "Bloco de código."),
    "es": Words("arroba", "Bloque de código."),
    "ja": Words("アットマーク", "コードブロック。"),
    "ko": Words("골뱅이", "코드 블록."),
    "fr": Words("arobase", "Bloc de code."),
    "ru": Words("собака", "Блок кода."),
}


def words_of(language: str) -> Words:
    """The words of this language; English where it is unknown."""
    return _WORDS.get(language, _WORDS["en"])
