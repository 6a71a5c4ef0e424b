from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from qwentts_desktop.errors import InstanceError
from qwentts_desktop.system.commands import (
    COMMAND_NAMES,
    Command,
    Reply,
    decode_command,
    decode_reply,
    encode_command,
    encode_reply,
)

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
TEXT_WITH_SURROGATES = st.text(st.characters(exclude_categories=()))


@given(st.sampled_from(COMMAND_NAMES), st.dictionaries(st.text(), JSON | TEXT_WITH_SURROGATES, max_size=4))
def test_a_command_is_one_line_and_comes_back_equal(name: str, arguments: dict[str, object]) -> None:
    line = encode_command(Command(name, arguments))
    assert line.count(b"\n") == 1
    assert decode_command(line) == Command(name, arguments)


@given(st.booleans(), st.integers(0, 255), st.text(), st.dictionaries(st.text(), JSON, max_size=4))
def test_a_reply_is_one_line_and_comes_back_equal(ok: bool, code: int, message: str, data) -> None:
    line = encode_reply(Reply(ok, code, message, data))
    assert line.count(b"\n") == 1
    assert decode_reply(line) == Reply(ok, code, message, data)


@given(st.binary(max_size=200))
def test_any_bytes_are_a_message_or_an_error_with_a_sentence(line: bytes) -> None:
    for decode in (decode_command, decode_reply):
        try:
            decode(line)
        except InstanceError as error:
            said = error.message
        else:
            said = "not understood"
        assert "not understood" in said


@pytest.mark.parametrize(
    "line", [b"{}", b'{"ok": 1}', b'{"ok": true, "data": []}', b'{"ok": true, "exit_code": "0"}']
)
def test_half_a_reply_is_refused(line: bytes) -> None:
    with pytest.raises(InstanceError):
        decode_reply(line)
