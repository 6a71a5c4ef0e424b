"""Numbers as words."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from qwentts_desktop.text.mapped import MappedText
from qwentts_desktop.text.numbers.spelling import with_numbers_spelled

LANGUAGES = ("zh", "en", "de", "it", "pt", "es", "ja", "ko", "fr", "ru")


def spelled(text: str, language: str) -> str:
    return with_numbers_spelled(MappedText.of(text), language).text


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("en", "66", "sixty-six"),
        ("en", "1,234.5 km", "one thousand two hundred and thirty-four point five km"),
        ("en", "5km", "five km"),
        ("en", "in 1999 and 2024", "in nineteen ninety-nine and twenty twenty-four"),
        ("en", "$1.01", "one dollar and one cent"),
        ("en", "£20", "twenty pounds"),
        ("en", "20%", "twenty percent"),
        ("en", "-5°C", "minus five degrees Celsius"),
        ("en", "the 1st and 22nd", "the first and twenty-second"),
        ("en", "at 10:05", "at ten oh five"),
        ("en", "at 7:00", "at seven o’clock"),
        ("en", "2024-05-03", "May third, twenty twenty-four"),
        ("en", "v1.2.3", "v one point two point three"),
        ("en", "pages 10-20", "pages ten to twenty"),
        ("en", "007", "zero zero seven"),
        ("de", "1.234,50 €", "eintausendzweihundertvierunddreißig Euro und fünfzig Cent"),
        ("de", "um 10:30 Uhr", "um zehn Uhr dreißig"),
        ("de", "3,5 Liter", "drei Komma fünf Liter"),
        ("fr", "21 %", "vingt et un pour cent"),
        ("fr", "à 14:30", "à quatorze heures trente"),
        ("es", "2024-05-03", "tres de mayo de dos mil veinticuatro"),
        ("it", "100 €", "cento euro"),
        ("pt", "21", "vinte e um"),
        ("ru", "3%", "три процента"),
        ("ru", "5%", "пять процентов"),
        ("zh", "20%", "百分之二十"),
        ("zh", "10:05", "十点零五分"),
        ("zh", "2024-05-03", "二零二四年五月三日"),
        ("zh", "1,234.56", "一千二百三十四点五六"),
        ("ja", "1,234円", "千二百三十四円"),
        ("ko", "10:30", "열시 삼십분"),
    ],
)
def test_a_number_is_said_as_people_say_it(language: str, text: str, expected: str) -> None:
    assert spelled(text, language) == expected


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_digit_is_left(language: str) -> None:
    text = (
        "1 22 333 4,444 5.5 6% $7 8:09 2010-11-12 v1.3.4 +49 151 1617181 12345678901234567890 20-30 21st 0.5"
    )
    assert not any(character.isdecimal() for character in spelled(text, language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_text_without_numbers_is_left_alone(language: str) -> None:
    mapped = MappedText.of("No numbers here, not one.")
    assert with_numbers_spelled(mapped, language) is mapped


def test_an_unknown_language_is_left_alone() -> None:
    assert spelled("5", "auto") == "5"


def test_a_spelled_number_maps_to_its_digits() -> None:
    mapped = with_numbers_spelled(MappedText.of("I have 66 of them"), "en")
    start = mapped.text.index("sixty")
    assert mapped[start : start + len("sixty-six")].span == (7, 9)


@given(st.text("0123456789.,:-+/ %$€°CvVst年円()", max_size=40), st.sampled_from(LANGUAGES))
@settings(max_examples=300, deadline=None)
def test_any_mixture_of_digits_and_signs_can_be_spelled(text: str, language: str) -> None:
    assert not any(character in "0123456789" for character in spelled(text, language))
