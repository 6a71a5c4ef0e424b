"""Single characters: control, zero-width and broken ones, accents, terminal colours, chat markers."""

from __future__ import annotations

import re
import unicodedata

from qwentts_desktop.text.mapped import Edit, MappedText, Step

_TERMINAL = re.compile(
    r"\x1b\[[0-?]{0,64}[ -/]{0,8}[@-~]"  # colours, cursor movements
    r"|\x1b\][^\x07\x1b]{0,2048}(?:\x07|\x1b\\)"  # titles, hyperlinks
    r"|\x1b[@-Z\\^_=>()#%*+.\-/][0-9A-Za-z]?"
    r"|\x9b[0-?]{0,64}[ -/]{0,8}[@-~]"
)

_LINE_ENDS = re.compile("\r\n|[\r\x85\u2028\u000b]|[\x0c\u2029]")
_SPACES = re.compile("[\u00a0\u1680\u2000-\u200a\u202f\u205f]")

# The zero-width joiner and variation selectors stay inside emoji, and joiners in scripts that need them.
_INVISIBLE = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f"
    "\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\uffff\ud800-\udfff"
    "\ue000-\uf8ff\U000f0000-\U0010ffff]"
    "|(?<![\u0600-\u109f\u1780-\u18af\u200c\u200d\ufe0f\u2190-\u2bff\U0001f000-\U0001faff])[\u200c\u200d]"
    "|[\u200c\u200d](?![\u0600-\u109f\u1780-\u18af\u200c\u200d\u2190-\u2bff\U0001f000-\U0001faff])"
    "|(?<![#*0-9\u2190-\u2bff\u3030\u303d\u3297\u3299\xa9\xae\u203c\u2049\u2122\u2139\U0001f000-\U0001faff])"
    "[\ufe00-\ufe0f]"
)

_CHAT_MARKER = re.compile(
    r"<\|[^|<>\s]{1,64}\|>|</?(?:tts_[a-z_]{1,40}|think|tool_call|tool_response|tools)>", re.IGNORECASE
)


def without_chat_markers(mapped: MappedText) -> MappedText:
    """Marks that steer language models, such as "<|im_end|>", become a space.

    What stood around a mark cannot become one: none holds a space.
    """
    return mapped.sub(Step.CHAT_MARKERS, _CHAT_MARKER, " ")


def without_terminal_codes(mapped: MappedText) -> MappedText:
    """ANSI escape sequences go."""
    if "\x1b" not in mapped.text and "\x9b" not in mapped.text:
        return mapped
    return mapped.sub(Step.TERMINAL_CODES, _TERMINAL, "")


def with_plain_breaks(mapped: MappedText) -> MappedText:
    """Every line's end becomes a line feed, a page's end two, every kind of space a plain one."""
    mapped = mapped.sub(
        Step.CONTROLS, _LINE_ENDS, lambda found: "\n\n" if found.group() in "\x0c\u2029" else "\n"
    )
    return mapped.sub(Step.CONTROLS, _SPACES, " ")


def without_invisible_characters(mapped: MappedText) -> MappedText:
    """Control, zero-width, private, replacement and unpaired surrogate characters go."""
    return mapped.sub(Step.CONTROLS, _INVISIBLE, "")


def composed(mapped: MappedText) -> MappedText:
    """Unicode NFC: letter and accent become one character."""
    if unicodedata.is_normalized("NFC", mapped.text):
        return mapped
    import regex

    clusters = regex.finditer(r"\X", mapped.text)
    return mapped.edited(
        Step.NFC,
        [Edit(found.start(), found.end(), unicodedata.normalize("NFC", found.group())) for found in clusters],
    )
