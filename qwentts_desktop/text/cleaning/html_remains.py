"""HTML left in a text: tags, comments, scripts, entities. A gate keeps "a < b" and "List<T>" whole."""

from __future__ import annotations

import html
import re

from qwentts_desktop.text.mapped import MappedText, Step

_BLOCK = (
    "p|div|h[1-6]|li|ul|ol|tr|table|blockquote|section|article|header|footer|pre|dt|dd|dl|main|nav|body"
    "|html|head"
)
_INLINE = (
    "a|abbr|b|bdi|big|button|center|cite|code|del|dfn|em|figcaption|figure|font|i|img|input|ins|kbd|label|mark"
    "|meta|link|q|s|samp|small|span|strike|strong|sub|sup|tbody|td|tfoot|th|thead|time|tt|u|var|wbr|iframe|video"
    "|audio|source|svg|path|form|option|select|title"
)
_ATTRIBUTES = r"(?:\s[^<>]{0,4000})?"
_SURE = re.compile(rf"</(?:{_BLOCK}|{_INLINE})\s*>|<(?:br|hr|p|img)\b{_ATTRIBUTES}/?>|<!--", re.IGNORECASE)
_HIDDEN = re.compile(
    r"<(script|style|template|noscript)\b[^<>]{0,4000}>.{0,200000}?</\1\s*>|<!--.{0,200000}?-->"
    r"|<!doctype[^<>]{0,400}>",
    re.IGNORECASE | re.DOTALL,
)
_BREAKS = re.compile(r"(?<!`)<br\b[^<>]{0,400}>", re.IGNORECASE)
_BLOCKS = re.compile(rf"(?<!`)</?(?:{_BLOCK}|hr){_ATTRIBUTES}/?>", re.IGNORECASE)
_CELLS = re.compile(r"</t[dh]\s*>(?=\s*<t[dh]\b)", re.IGNORECASE)
_TAGS = re.compile(rf"(?<!`)</?(?:{_INLINE}){_ATTRIBUTES}/?>", re.IGNORECASE)
_ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")


def without_html(mapped: MappedText) -> MappedText:
    """Tags go, blocks become paragraphs, entities become the characters that they stand for."""
    if "<" in mapped.text and _SURE.search(mapped.text):
        mapped = _without_tags(mapped)
    if "&" in mapped.text:
        mapped = mapped.sub(Step.HTML, _ENTITY, _decoded)
    return mapped


def _without_tags(mapped: MappedText) -> MappedText:
    mapped = mapped.sub(Step.HTML, _HIDDEN, " ")
    mapped = mapped.sub(Step.HTML, _CELLS, ", ")
    mapped = mapped.sub(Step.HTML, _BREAKS, "\n")
    mapped = mapped.sub(Step.HTML, _BLOCKS, "\n\n")
    return mapped.sub(Step.HTML, _TAGS, "")


def _decoded(found: re.Match[str]) -> str:
    decoded = html.unescape(found.group())
    return " " if decoded == "\u00a0" else decoded
