"""Proposed mutants: of what was executed, in functions, best first, each text standing once."""

import sys

import pytest

from freezegate.errors import UsageError
from freezegate.source.mutant_operators import proposals

SOURCE = b'''\
LIMIT = 0


@cached(size=1)
def price(n: Literal["x"], unit=1):
    """Doc."""
    if n < LIMIT:
        raise ValueError("neg")
    total = n * unit
    return (
        total
        + 1
    )


def other():
    if LIMIT == 0: return 5
    return LIMIT


def again():
    x = 1
    return x


def twin():
    x = 1
    return x
'''


def proposed(*lines: int) -> list[tuple[int, str, str]]:
    return [(each.line, each.before, each.after) for each in proposals(SOURCE, lines)]


def test_the_check_that_is_dropped_comes_first() -> None:
    first, second, *_ = proposed(7, 9)
    assert first == (7, "    if n < LIMIT:", "    if False:")
    assert second == (7, "    if n < LIMIT:", "    if n <= LIMIT:")


def test_only_executed_lines_of_functions_are_mutated() -> None:
    assert {line for line, _, _ in proposed(1, 4, 5, 6, 9)} == {9}
    assert proposed(1) == []
    assert {line for line, _, _ in proposed(8)} == {8}


def test_a_statement_of_several_lines_is_executed_where_it_begins() -> None:
    assert (11, "        total\n        + 1", "        total - 1") in proposed(10)
    assert proposed(12) == []


def test_a_body_on_the_line_of_its_head_is_executed_with_it() -> None:
    changes = [after for line, _, after in proposed(17) if line == 17]
    assert "    if LIMIT == 0: return 6" in changes


def test_text_that_stands_twice_takes_in_what_is_around_it() -> None:
    changes = proposed(22, 27)
    assert len(changes) == 4
    for _, before, after in changes:
        assert SOURCE.count(before.encode()) == 1
        assert before != after
        assert "def " in before


@pytest.mark.parametrize("source", [b"def f(:\n", b"\xff"])
def test_what_cannot_be_read_has_no_mutants(source: bytes) -> None:
    assert list(proposals(source, {1})) == []


def test_without_the_extra_the_message_says_how_to_install_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "mutmut.mutation.mutators", None)
    with pytest.raises(UsageError, match=r"pip install 'freezegate\[canary\]'"):
        list(proposals(SOURCE, {7}))
