"""URLs and e-mail addresses."""

from __future__ import annotations

import pytest

from qwentts_desktop.text.cleaning.links import with_short_links
from qwentts_desktop.text.cleaning.words import words_of
from qwentts_desktop.text.mapped import MappedText
from qwentts_desktop.text.options import Links


def short(text: str, language: str = "en", urls: Links = Links.SHORT, emails: Links = Links.SHORT) -> str:
    return with_short_links(MappedText.of(text), urls, emails, words_of(language)).text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("see https://www.example.com/a/b?c=d#e.", "see example.com."),
        ("(http://example.com)", "(example.com)"),
        ("https://en.example.org/wiki/A_(b), then", "en.example.org, then"),
        ("www.example.com/x!", "example.com!"),
        ("http://localhost:8080/x", "localhost"),
        ("访问https://example.com/a。然后", "访问example.com。然后"),
        ("<https://example.com>", "<example.com>"),
        ("ftp://user:pw@files.example.com/x", "files.example.com"),
        ("src/main and TCP/IP and a://b", "src/main and TCP/IP and a://b"),
    ],
)
def test_a_url_is_said_as_its_host(text: str, said: str) -> None:
    assert short(text) == said


def test_an_address_is_said_with_the_word_for_the_sign() -> None:
    assert short("mail jo.doe@example.com.") == "mail jo.doe at example.com."
    assert short("jo@example.com", "fr") == "jo arobase example.com"
    assert short("@user and a@b") == "@user and a@b"


def test_links_can_be_skipped_or_read() -> None:
    text = "see https://a.org/b or x@y.org now"
    assert short(text, urls=Links.SKIP, emails=Links.SKIP) == "see  or  now"
    assert short(text, urls=Links.READ, emails=Links.READ) == text
