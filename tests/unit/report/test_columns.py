import pytest
from hypothesis import given
from hypothesis import strategies as st

from freezegate.report.columns import shorten, width_of, wrap
from freezegate.report.encode import terminal_safe

HOSTILE = st.text(st.characters(exclude_categories=[])).map(terminal_safe)


@pytest.mark.parametrize(
    ("text", "columns"),
    [
        ("", 0),
        ("abc", 3),
        ("e\u0301", 1),
        ("a\u20dd", 1),
        ("\u6771\u4eac", 4),
        ("\uff21", 2),
        ("\u00e9", 1),
    ],
)
def test_width(text: str, columns: int) -> None:
    assert width_of(text) == columns


@pytest.mark.parametrize(
    ("text", "columns", "short"),
    [
        ("abcdefghij", 10, "abcdefghij"),
        ("abcdefghij", 9, "abc...hij"),
        ("abcdefghij", 8, "ab...hij"),
        ("abcdefghij", 4, "...j"),
        ("abcdefghij", 3, "..."),
        ("abcdefghij", 2, ".."),
        ("abcdefghij", 0, ""),
        ("abcdefghij", -1, ""),
        ("\u6771\u4eac\u6771\u4eac\u6771", 9, "\u6771...\u6771"),
        ("abcdefgx\u0301yz", 7, "ab...yz"),
    ],
)
def test_the_middle_is_left_out(text: str, columns: int, short: str) -> None:
    assert shorten(text, columns) == short


def test_a_mark_never_stands_without_its_letter() -> None:
    assert shorten("abcdefg\u6771\u0301z", 5) == "a...z"


@given(HOSTILE, st.integers(min_value=0, max_value=40))
def test_shortened_text_fits(text: str, columns: int) -> None:
    assert width_of(shorten(text, columns)) <= columns


def test_lines_break_at_spaces() -> None:
    assert wrap("one two  three", 7) == ["one two", "three"]
    assert wrap("one abcdefghij two", 7) == ["one", "ab...ij", "two"]
    assert wrap("", 7) == []


@given(HOSTILE, st.integers(min_value=4, max_value=40))
def test_no_line_is_too_wide_or_starts_a_command(text: str, columns: int) -> None:
    for line in wrap(text, columns):
        assert width_of(line) <= columns
        assert not line.startswith("::")
