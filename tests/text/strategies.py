"""Texts of every kind for property tests: many scripts, marks that mean something to a step, and broken characters."""

from __future__ import annotations

from hypothesis import strategies as st

_SCRIPTS = st.sampled_from(
    ["hello", "Dr.", "e.g.", "Straße", "naïve", "e\u0301te\u0301", "привет", "东京", "東京大学", "カタカナ", "한국어", "مرحبا",
     "नमस्ते", "ไทย", "x" * 40, "1,234.56", "$5", "10:30", "v1.2.3", "20%"]
)  # fmt: skip
_MARKS = st.sampled_from(
    [" ", "  ", "\n", "\n\n", "\r\n", "\t", ". ", "! ", "。", "、", "...", "---", "```", "```\n", "**", "_", "# ", "- ",
     "* ", "> ", "1. ", "[", "](", ")", "(x)", "|", "|---|---|", "<b>", "</b>", "<p>", "<!--", "&amp;", "&#0;", "&lt;",
     "https://a.b/c?d=(e)", "www.x.org", "a@b.co", "\u00ad", "-\n", "[1]", "(Smith, 2020)", "\u00b2", "<|im_start|>",
     "<|", "|>", "<think>", "\\*", "`c`", "![a](b)", "[r]: u\n", "«", "」", "―", "══", "!!!!!!", "aaaaaaa"]
)  # fmt: skip
_BROKEN = st.sampled_from(
    ["\x00", "\x1b[31m", "\x1b]0;t\x07", "\u200b", "\u200d", "\ufeff", "\ufffd", "\ud800", "\udfff", "\U0001f600",
     "\U0001f468\u200d\U0001f469\u200d\U0001f467", "\U0001f1e9\U0001f1ea", "1\ufe0f\u20e3", "\u0301", "\u2029", "\x0c",
     "\u202e", "\ue000", "\U000e0020", "\u1160", "\ufe0f"]
)  # fmt: skip
_ANY = st.text(st.characters(), max_size=12)

texts = st.one_of(
    st.lists(st.one_of(_SCRIPTS, _MARKS, _BROKEN, _ANY), max_size=40).map("".join),
    st.text(st.characters(), max_size=400),
    st.lists(st.one_of(_SCRIPTS, st.sampled_from([" ", " ", ". ", ", ", "\n"])), max_size=200).map("".join),
)
"""Any text, unpaired surrogates included."""
