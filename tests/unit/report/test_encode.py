import json

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from freezegate.report.encode import json_text, terminal_safe


class Held(msgspec.Struct, frozen=True, kw_only=True):
    text: str
    names: dict[str, str] = {}
    listed: tuple[str, ...] = ()
    number: int = 3


@pytest.mark.parametrize(
    ("hostile", "shown"),
    [
        ("\x1b[31mgreen\x1b[0m", r"\x1b[31mgreen\x1b[0m"),
        ("\x1b]8;;https://example.org\x1b\\here", r"\x1b]8;;https://example.org\x1b" + "\\here"),
        ("\x9b2K", r"\x9b2K"),
        ("fail\rpass", r"fail\rpass"),
        ("a\nb\tc", r"a\nb\tc"),
        ("\u202etset", r"\u202etset"),
        ("\u2066x\u2069", r"\u2066x\u2069"),
        ("te\u200bst", r"te\u200bst"),
        ("\u2028", r"\u2028"),
        ("a\u3164b", r"a\u3164b"),
        ("\u2764\ufe0f", "\u2764" + r"\ufe0f"),
        ("\U000e0041", r"\U000e0041"),
        ("a\xa0b", r"a\xa0b"),
        ("\ud800", r"\ud800"),
        ("\x7f\x00", r"\x7f\x00"),
        ("::set-output name=x::y", r"\x3a:set-output name=x::y"),
        ("  ::error::x", r"  \x3a:error::x"),
        ("see ::error::x", r"see \x3a:error::x"),
        (":::error", r"\x3a::error"),
        ("##[error]x", r"#\x23[error]x"),
        ("x ###vso[task.complete]", r"x ##\x23vso[task.complete]"),
        ("##teamcity[x]", r"#\x23teamcity[x]"),
        ("a" + "\u0301" * 5, "a" + "\u0301" * 3 + r"\u0301\u0301"),
    ],
)
def test_hostile_text_is_shown_and_not_obeyed(hostile: str, shown: str) -> None:
    assert terminal_safe(hostile) == shown


@pytest.mark.parametrize(
    "honest",
    [
        "tests/test_orders.py::test_total[a-b c]",
        "tests/test_\u6771\u4eac.py::test_\u00e9",
        r"test[\x1b]",
        "## a heading",
        "",
    ],
)
def test_honest_text_stays_as_it_is(honest: str) -> None:
    assert terminal_safe(honest) == honest


@given(st.text(st.characters(exclude_categories=[])))
def test_nothing_that_is_shown_can_be_obeyed(text: str) -> None:
    shown = terminal_safe(text)
    assert shown.isprintable()
    assert not shown.lstrip().startswith("::")
    assert "##[" not in shown


def test_ten_thousand_characters_are_encoded_whole() -> None:
    assert terminal_safe("\x1b" * 10_000) == r"\x1b" * 10_000


@given(st.text())
def test_a_reader_of_json_gets_the_text_back(text: str) -> None:
    written = json_text(Held(text=text, names={text: text}, listed=(text,)))
    assert json.loads(written) == {
        "text": text,
        "names": {text: text},
        "listed": [text],
        "number": 3,
    }
    assert all(line.isprintable() for line in written.split("\n"))


def test_json_holds_no_command_and_no_character_that_a_terminal_obeys() -> None:
    written = json_text(Held(text="##[error]\x9b\u202e\U000e0041\u6771"))
    assert r'"#\u0023[error]\u009b\u202e\udb40\udc41' + '\u6771"' in written
    assert json.loads(written)["text"] == "##[error]\x9b\u202e\U000e0041\u6771"


def test_a_lone_surrogate_is_shown_in_json() -> None:
    assert json.loads(json_text(Held(text="a\ud800b")))["text"] == r"a\ud800b"
