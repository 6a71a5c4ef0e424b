"""Which language a text is in."""

from __future__ import annotations

import pytest

from qwentts_desktop.text.language import model
from qwentts_desktop.text.language.detection import document_language, sentence_language

SHORT = [
    ("This is a test of the reader.", "en"),
    ("Das ist ein kurzer Satz.", "de"),
    ("C’est une phrase courte.", "fr"),
    ("Esta es una frase corta.", "es"),
    ("Questa è una frase breve.", "it"),
    ("Esta não é uma frase longa.", "pt"),
    ("Это короткое предложение.", "ru"),
    ("这是一个很短的句子。", "zh"),
    ("これは短い文です。", "ja"),
    ("이것은 짧은 문장입니다.", "ko"),
    ("東京タワー", "ja"),
    ("東京大学", "ja"),
    ("然后关上了门。", "zh"),
    ("你好", "zh"),
    ("Hello", "en"),
    ("Danke schön", "de"),
    ("Gracias", "es"),
]


@pytest.mark.parametrize(("text", "language"), SHORT)
def test_short_texts_are_recognised(text: str, language: str) -> None:
    assert document_language(text).language == language


def test_addresses_and_code_say_nothing_about_the_language() -> None:
    text = (
        "Siehe https://www.example.com/this/is/an/english/path und `the quick brown fox` "
        "sowie john@example.com und den Anhang."
    )
    assert document_language(text).language == "de"


@pytest.mark.parametrize(
    ("text", "named"), [("مرحبا بالعالم", "Arabic"), ("שלום עולם", "Hebrew"), ("Γειά σου", "Greek")]
)
def test_an_unsupported_script_is_named(text: str, named: str) -> None:
    found = document_language(text)
    assert found.language == "auto"
    assert named in found.notice


def test_an_unsupported_language_in_a_supported_script_is_said_so() -> None:
    found = document_language("Dzień dobry, jak się dzisiaj czujesz, mój drogi przyjacielu?")
    assert found.language == "auto"
    assert found.notice


def test_where_the_text_says_nothing_the_voice_decides() -> None:
    assert document_language("1234", preferred="de").language == "de"
    assert document_language("1234").language == "auto"


def test_a_short_sentence_keeps_the_language_of_its_document() -> None:
    assert sentence_language("Guten Tag.", "en") == "en"
    assert sentence_language("東京大学", "ja") == "ja"
    assert sentence_language("...", "fr") == "fr"
    assert sentence_language("Où ça ?", "en") == "en"
    assert sentence_language("北京", "en") == "en"
    assert sentence_language("안녕", "en") == "en"
    assert sentence_language("Да, конечно.", "en") == "en"


def test_a_long_and_sure_sentence_has_its_own_language() -> None:
    german = "Der alte Mann ging jeden Morgen mit seinem Hund am Fluss entlang."
    assert sentence_language(german, "en") == "de"
    assert sentence_language("私は毎日大学に通っています。", "en") == "ja"
    assert sentence_language("오늘은 날씨가 아주 좋습니다.", "en") == "ko"
    assert sentence_language("今天的天气非常好，我们去公园散步吧。", "en") == "zh"


def test_a_long_sentence_in_an_unsupported_language_stays_with_the_document() -> None:
    assert sentence_language("Dzień dobry, jak się dzisiaj czujesz, mój drogi przyjacielu?", "en") == "en"


def test_without_the_model_scripts_alone_decide(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model, "_model", lambda: None)
    assert document_language("これは短い文です。").language == "ja"
    assert document_language("Это короткое предложение.").language == "ru"
    assert document_language("Some words.").language == "en"
    assert document_language("Some words.", preferred="de").language == "de"


def test_broken_characters_are_no_obstacle() -> None:
    assert document_language("Hello \ud800 there, my \x00 old friend\n").language == "en"
