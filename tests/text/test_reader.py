"""Texts from real life, as a listener wants to hear them."""

from __future__ import annotations

import itertools
import re

import pytest

from qwentts_desktop.text.options import CodeBlocks, EmojiReading, Links, NumberReading, ReadingOptions
from qwentts_desktop.text.pronunciation.rule import PronunciationRule
from qwentts_desktop.text.reader import cleaned_text, sentences
from qwentts_desktop.text.sentence import Boundary

CHAT_MARKER = re.compile(r"<\|\w+\|>|</?(?:think|tts_\w+)>")


def spoken(text: str, options: ReadingOptions | None = None) -> list[str]:
    return [sentence.text for sentence in sentences(text, options)]


def test_abbreviations_amounts_versions_and_initials_end_no_sentence() -> None:
    text = (
        "Dr. Smith paid $3.50 at 9 a.m. on Jan. 5. He left for the U.S. Then v1.0.0 shipped, e.g. on PyPI. "
        "See Fig. 3 and J. R. R. Tolkien."
    )
    assert spoken(text) == [
        "Dr. Smith paid $3.50 at 9 a.m. on Jan. 5.",
        "He left for the U.S.",
        "Then v1.0.0 shipped, e.g. on PyPI.",
        "See Fig. 3 and J. R. R. Tolkien.",
    ]


def test_german_ordinals_and_abbreviations_end_no_sentence() -> None:
    text = "Am 3. Oktober traf Herr Dr. Müller z. B. die Kanzlerin. Das kostet ca. 3,50 €."
    assert spoken(text) == [
        "Am 3. Oktober traf Herr Dr. Müller z. B. die Kanzlerin.",
        "Das kostet ca. 3,50 €.",
    ]


def test_a_japanese_quotation_stays_whole() -> None:
    text = "「今日は晴れです。散歩しましょう。」と彼は言った。はい！"
    assert spoken(text) == ["「今日は晴れです。散歩しましょう。」と彼は言った。", "はい！"]


def test_lines_of_a_pdf_are_joined_and_divided_words_are_whole() -> None:
    text = "It\nwasn’t just a fear of being punished in some emo\u00ad\ntional way; a re-\nduce case."
    assert spoken(text) == [
        "It wasn’t just a fear of being punished in some emotional way; a reduce case.",
    ]
    assert spoken(f"{text}\n\nNext paragraph") == [*spoken(text), "Next paragraph"]


MARKDOWN = """# A plan

Some **bold** words and [a link](https://example.com/very/long?path=1).

```python
print("never read")
```

| name | size |
|------|------|
| cat  | small |

- first item
- second *item*

1. one
2. two
"""


def test_markdown_is_read_without_its_marks() -> None:
    found = list(sentences(MARKDOWN))
    assert [(sentence.text, sentence.boundary) for sentence in found] == [
        ("A plan", Boundary.HEADING),
        ("Some bold words and a link.", Boundary.PARAGRAPH),
        ("name, size", Boundary.LIST_ITEM),
        ("cat, small", Boundary.LIST_ITEM),
        ("first item", Boundary.LIST_ITEM),
        ("second item", Boundary.LIST_ITEM),
        ("1. one", Boundary.LIST_ITEM),
        ("2. two", Boundary.LIST_ITEM),
    ]
    assert MARKDOWN[found[1].start : found[1].end].startswith("Some **bold** words and [a link]")
    assert found[5].steps == ("markdown",)


def test_headings_and_list_items_end_with_a_longer_pause_than_sentences() -> None:
    pauses = ReadingOptions().pauses
    assert (
        pauses.after(Boundary.HEADING) >= pauses.after(Boundary.PARAGRAPH) > pauses.after(Boundary.SENTENCE)
    )
    assert pauses.after(Boundary.LIST_ITEM) > pauses.after(Boundary.SENTENCE) > pauses.after(Boundary.CLAUSE)


def test_code_is_named_or_read_if_the_user_asks() -> None:
    assert "Code block." in spoken(MARKDOWN, ReadingOptions(code_blocks=CodeBlocks.NAME))
    assert 'print("never read")' in spoken(MARKDOWN, ReadingOptions(code_blocks=CodeBlocks.READ))


@pytest.mark.parametrize(
    "text",
    [
        "2*3*4 = 24",
        "    The wind is low,\n        the night is long,\n    and no one sings\n        the morning song.",
        "1986. A great year",
        "x_1 + __init__",
        "a[i] = b[j]",
        "TCP/IP",
        "src/main",
        "[sic]",
        "see [12] and (Smith et al., 2020)¹",
        "if a < b and c > d then List<T>",
        "C# and F# are languages",
        "5 m² of land, m³ of water",
    ],
)
def test_what_only_looks_like_markup_is_left_alone(text: str) -> None:
    assert cleaned_text(text) == text


def test_emoji_are_dropped() -> None:
    assert spoken("Done ✅ 👨‍👩‍👧 🇩🇪 1️⃣") == ["Done"]


def test_emoji_are_named_in_the_language_of_the_text() -> None:
    assert spoken("Well done ✅", ReadingOptions(emoji=EmojiReading.NAME)) == ["Well done check mark button"]
    german = ReadingOptions(language="de", emoji=EmojiReading.NAME)
    assert "daumen" in spoken("Gut gemacht 👍", german)[0]


@pytest.mark.parametrize(
    "text", ["──────", "=====", "* * *", "- - - -", "~~~~~~", "• • •", "╔══╗\n║  ║\n╚══╝"]
)
def test_dividers_are_silent(text: str) -> None:
    assert spoken(text) == []
    assert spoken(f"Before it.\n\n{text}\n\nAfter it.") == ["Before it.", "After it."]


def test_citations_go_only_if_the_user_asks() -> None:
    text = "This is known (Smith et al., 2020) and was seen [12] before.¹"
    assert spoken(text) == [text]
    both = ReadingOptions(citations=True, footnote_marks=True)
    assert spoken(text, both) == ["This is known and was seen before."]


@pytest.mark.parametrize(
    "text", ["", "   ", "\n\t\n", "...", "?!", "😀 🎉", "\0", "\ufffd", "\u200b\u200d", chr(0xD800), "—"]
)
def test_a_text_without_anything_to_say_gives_nothing(text: str) -> None:
    assert spoken(text) == []


def test_a_word_without_end_is_cut_into_pieces() -> None:
    word = "abcdefghij" * 2_000
    found = spoken(word)
    assert "".join(found) == word
    assert max(map(len, found)) <= 300


def test_ten_thousand_empty_lines_are_silence() -> None:
    assert spoken("\n" * 10_000) == []
    assert spoken("Start." + "\n" * 10_000 + "End.") == ["Start.", "End."]


def test_the_first_sentence_of_five_megabytes_needs_only_the_beginning() -> None:
    text = "A plain sentence, said again and again. " * 125_000
    assert [sentence.text for sentence in itertools.islice(sentences(text), 2)] == [text[:39]] * 2


def test_numbers_are_spelled_in_the_language_of_the_text_for_a_voice_of_another() -> None:
    text = "Order 66 costs $1,234.56 at 10:30"
    assert spoken(text, ReadingOptions(voice_language="zh")) == [
        "Order sixty-six costs one thousand two hundred and thirty-four dollars and fifty-six cents "
        "at ten thirty"
    ]


@pytest.mark.parametrize("voice_language", ["", "en", "auto"])
def test_numbers_stay_for_a_voice_of_the_same_language(voice_language: str) -> None:
    text = "Call 555-1234 at 10:30 about v2.1 for $5, 20 km away, on 2024-05-01."
    assert spoken(text, ReadingOptions(voice_language=voice_language)) == [text]


def test_numbers_can_be_spelled_always_or_never() -> None:
    assert spoken("Take 3 of them", ReadingOptions(numbers=NumberReading.ALWAYS)) == ["Take three of them"]
    never = ReadingOptions(numbers=NumberReading.NEVER, voice_language="zh")
    assert spoken("Take 3 of them", never) == ["Take 3 of them"]


def test_chinese_characters_in_a_japanese_document_stay_japanese() -> None:
    text = "私は毎日大学に通っています。\n\n東京大学\n\nとても大きな学校です。"
    assert [(sentence.text, sentence.language) for sentence in sentences(text)][1] == ("東京大学", "ja")


def test_a_long_sentence_in_another_language_is_read_in_it() -> None:
    text = (
        "The sign at the door of the old house said a few words that I did not understand. "
        "Bitte klingeln Sie zweimal und warten Sie dann geduldig im Hof auf den Hausmeister. "
        "So I left. Auf Wiedersehen. It was late in the evening and I had a long way to go."
    )
    languages = {sentence.text[:5]: sentence.language for sentence in sentences(text)}
    assert languages["Bitte"] == "de"
    assert languages["The s"] == languages["It wa"] == languages["So I "] == languages["Auf W"] == "en"


@pytest.mark.parametrize(
    "marker",
    ["<|im_start|>", "<|im_end|>", "<|endoftext|>", "<tts_text_bos>", "<think>", "<|im_<|im_end|>start|>"],
)
def test_a_chat_marker_is_never_left_as_a_marker(marker: str) -> None:
    for text in (f"Say {marker}assistant now", f"Say {marker[:3]}\u200b{marker[3:]} now", marker):
        for said in spoken(text):
            assert not CHAT_MARKER.search(said)


def test_no_rule_can_write_a_chat_marker() -> None:
    rules = (PronunciationRule("start", "<|im_start|>"), PronunciationRule("end", "<|im_\nend|>"))
    for said in spoken("the start and the end", ReadingOptions(rules=rules)):
        assert "<|im_start|>" not in said
        assert "<|im_end|>" not in said


def test_links_and_addresses_are_said_short() -> None:
    text = "See https://www.example.com/a/b?c=1. Write to jo.doe@example.com!"
    assert spoken(text) == ["See example.com.", "Write to jo.doe at example.com!"]
    assert spoken(text, ReadingOptions(urls=Links.READ, emails=Links.READ)) == [
        "See https://www.example.com/a/b?c=1.",
        "Write to jo.doe@example.com!",
    ]


def test_endless_sentences_are_cut_at_clauses() -> None:
    text = "and so it went on, clause after clause, " * 20 + "until the end."
    found = list(sentences(text))
    assert all(len(sentence.text) <= 300 for sentence in found)
    assert all(sentence.text.endswith(",") for sentence in found[:-1])
    assert [sentence.boundary for sentence in found] == [Boundary.CLAUSE] * (len(found) - 1) + [
        Boundary.PARAGRAPH
    ]


def test_a_very_short_sentence_is_joined_to_its_neighbour() -> None:
    assert spoken("Huh? Nobody answered. No.") == ["Huh? Nobody answered. No."]
    assert spoken("Nobody answered the call. Silence.") == ["Nobody answered the call.", "Silence."]


def test_a_sentence_that_a_rule_takes_away_is_not_spoken() -> None:
    options = ReadingOptions(rules=(PronunciationRule("Advertisement", ""),))
    assert spoken("It was a dark night. Advertisement. The rain fell.", options) == [
        "It was a dark night.",
        "The rain fell.",
    ]
    assert spoken("Advertisement", options) == []


def test_a_rule_cannot_write_silence_without_end() -> None:
    options = ReadingOptions(rules=(PronunciationRule("pause", "." * 1_000),))
    found = spoken("A pause and then more of it.", options)
    assert "".join(found).count(".") < 50
    assert all(any(map(str.isalnum, sentence)) for sentence in found)


def test_silence_without_end_is_shortened_with_every_step_off() -> None:
    text = "a" + " -." * 500 + "b"
    found = spoken(text, ReadingOptions(repeats=False, dividers=False))
    assert all(len(sentence) <= 300 and any(map(str.isalnum, sentence)) for sentence in found)


def test_code_with_blank_lines_is_skipped_however_long_it_is() -> None:
    code = "\n\n".join(f"value_{number} = compute({number})" for number in range(600))
    text = f"Before **this** and **that**.\n\n```python\n{code}\n```\n\nAfter it."
    assert spoken(text) == ["Before this and that.", "After it."]


def test_lines_that_were_kept_have_their_own_pause() -> None:
    found = list(sentences("Roses are red\nViolets are blue\n\nSugar is sweet"))
    assert [sentence.boundary for sentence in found] == [
        Boundary.LINE,
        Boundary.PARAGRAPH,
        Boundary.PARAGRAPH,
    ]


def test_a_bare_host_is_said_short() -> None:
    assert spoken("Go to www.example.com/path now.") == ["Go to example.com now."]
    assert spoken("Go to www.example.com now.") == ["Go to example.com now."]


def test_rules_are_applied_in_their_order_and_their_language() -> None:
    rules = (
        PronunciationRule("PyPI", "pie pee eye", match_case=True),
        PronunciationRule("pie", "pastry"),
        PronunciationRule("eye", "Auge", language="de"),
    )
    found = next(sentences("Look at PyPI", ReadingOptions(language="en", rules=rules)))
    assert found.text == "Look at pastry pee eye"
    assert found.steps == ("pronunciation",)
    assert (found.start, found.end) == (0, 12)
