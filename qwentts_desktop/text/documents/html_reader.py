"""HTML and XHTML as passages: what a browser would show as text, less menus, scripts and ruby notes."""

from __future__ import annotations

import re
from html.parser import HTMLParser

from qwentts_desktop.text.documents.characters import decoded
from qwentts_desktop.text.documents.document import Document, Passage, chapters_of, one_line

_Attributes = list[tuple[str, "str | None"]]

_HIDDEN = frozenset(
    [
        *("script", "style", "template", "noscript", "svg", "nav", "button", "select", "textarea", "iframe"),
        *("audio", "video", "canvas", "object", "rt", "rp"),
    ]
)
_BLOCKS = frozenset(
    [
        *("p", "div", "section", "article", "header", "footer", "main", "aside", "blockquote", "ul", "ol"),
        *("dl", "dt", "dd", "table", "tr", "figure", "figcaption", "address", "hr", "body", "html", "form"),
        *("fieldset", "details", "summary", "center", "caption"),
    ]
)
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_BREAKING = _BLOCKS | _HEADINGS.keys() | {"li", "pre"}
_VOID = frozenset(
    ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr")
)
_CHARSET = re.compile(rb"""<meta[^>]{0,200}?charset\s*=\s*["']?([A-Za-z0-9_.:-]{1,40})""", re.IGNORECASE)
_XML_ENCODING = re.compile(rb"""<\?xml[^>]{0,100}?encoding\s*=\s*["']([A-Za-z0-9_.:-]{1,40})""")
_HEAD_BYTES = 4_096


def read_html(data: bytes, name: str) -> Document:
    """An HTML file as a document; its name stands in where it has no title."""
    page = parse_page(data)
    title = page.title or name
    return Document(title, page.author, chapters_of(page.passages, title))


def parse_page(data: bytes) -> Page:
    """A page's title and passages."""
    head = data[:_HEAD_BYTES]
    named = _XML_ENCODING.search(head) or _CHARSET.search(head)
    page = Page()
    page.feed(decoded(data, named.group(1).decode("ascii") if named else ""))
    page.close()
    return page


class Page(HTMLParser):
    """Gathers a page's passages while it is fed; `close` completes them."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.author = ""
        self._title: list[str] = []
        self._found: list[tuple[Passage, bool]] = []
        self._words: list[str] = []
        self._level = 0
        self._is_item = False
        self._in_title = False
        self._main_depth = 0
        self._pre_depth = 0
        self._cells = 0
        self._hidden_tag = ""
        self._hidden_depth = 0

    @property
    def title(self) -> str:
        """What its head says."""
        return one_line("".join(self._title))

    @property
    def passages(self) -> list[Passage]:
        """Those of the main part where the page names one, else all."""
        main = [passage for passage, is_main in self._found if is_main]
        return main or [passage for passage, _ in self._found]

    def close(self) -> None:
        """The page is at its end."""
        super().close()
        self._end_passage()

    def handle_starttag(self, tag: str, attrs: _Attributes) -> None:
        """See HTMLParser."""
        if self._hidden_tag:
            self._hidden_depth += tag == self._hidden_tag
        elif _is_hidden(tag, dict(attrs)):
            self._hidden_tag, self._hidden_depth = tag, 1
        else:
            self._open(tag, dict(attrs))

    def handle_endtag(self, tag: str) -> None:
        """See HTMLParser."""
        if self._hidden_tag:
            self._hidden_depth -= tag == self._hidden_tag
            if self._hidden_depth == 0:
                self._hidden_tag = ""
        else:
            self._close_tag(tag)

    def handle_data(self, data: str) -> None:
        """See HTMLParser."""
        if self._hidden_tag:
            return
        if self._in_title:
            self._title.append(data)
        else:
            self._words.append(data if self._pre_depth else re.sub(r"\s+", " ", data))

    def _open(self, tag: str, attributes: dict[str, str | None]) -> None:
        if tag in _BREAKING:
            self._end_passage()
        self._level = _HEADINGS.get(tag, self._level)
        if tag == "meta" and (attributes.get("name") or "").lower() == "author":
            self.author = one_line(attributes.get("content") or "")
        elif tag == "br":
            self._words.append("\n")
        elif tag in ("td", "th"):
            self._words.append(", " if self._cells else "")
            self._cells += 1
        elif tag == "tr":
            self._cells = 0
        self._count(tag, 1)
        self._is_item = self._is_item or tag == "li"
        self._in_title = tag == "title"

    def _close_tag(self, tag: str) -> None:
        if tag == "title":
            self._in_title = False
        if tag in _BREAKING:
            self._end_passage()
        self._count(tag, -1)

    def _count(self, tag: str, by: int) -> None:
        if tag in ("main", "article"):
            self._main_depth = max(0, self._main_depth + by)
        elif tag == "pre":
            self._pre_depth = max(0, self._pre_depth + by)

    def _end_passage(self) -> None:
        text = "".join(self._words)
        if text.strip():
            if self._pre_depth:
                text = f"```\n{text}\n```"  # the reader of texts knows what to do with code
            else:
                text = "\n".join(line.strip(" ") for line in text.split("\n"))
            passage = Passage(text.strip(), self._level, self._is_item)
            self._found.append((passage, self._main_depth > 0))
            self._is_item = False
        self._words = []
        self._level = 0


def _is_hidden(tag: str, attributes: dict[str, str | None]) -> bool:
    if tag in _VOID:
        return False
    is_note_mark = "noteref" in f"{attributes.get('epub:type')} {attributes.get('role')}"
    is_unseen = "hidden" in attributes or attributes.get("aria-hidden") == "true"
    return tag in _HIDDEN or is_note_mark or is_unseen
