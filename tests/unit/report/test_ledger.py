from datetime import timedelta

import pytest

from freezegate.model.ledger import Ledger
from freezegate.report.ledger import ledger_view, left_in_words
from tests.unit.report.lanes import AT, ledger, line


@pytest.mark.parametrize(
    ("left", "words"),
    [
        (timedelta(days=5, hours=23), "5 days left"),
        (timedelta(days=1), "1 day left"),
        (timedelta(hours=23), "less than a day left"),
        (timedelta(seconds=1), "less than a day left"),
        (timedelta(), "lapsed less than a day ago"),
        (timedelta(hours=-23), "lapsed less than a day ago"),
        (timedelta(days=-1), "lapsed 1 day ago"),
        (timedelta(days=-3, hours=1), "lapsed 2 days ago"),
    ],
)
def test_days_are_whole_and_never_rounded_up(left: timedelta, words: str) -> None:
    assert left_in_words(AT + left, AT) == words


def test_what_cannot_be_read_stands_first_then_what_lapses_first() -> None:
    shown = ledger_view(ledger(), AT)
    assert [held.flaw for held in shown] == ["line 3: expires_at is missing", "", ""]
    assert [held.left for held in shown] == ["", "lapsed 2 days ago", "5 days left"]
    assert [held.lapsed for held in shown] == [True, True, False]


def test_a_record_says_what_it_waives_and_who_said_so() -> None:
    held = ledger_view(ledger(), AT)[2]
    assert held.test_id == "tests/test_frozen.py::test_1"
    assert held.failure_class == held.reason == "order_dependent"
    assert held.approved_by == "kim@example.org"
    assert held.expires_at == "2026-12-05T15:00:00Z"


def test_a_record_has_lapsed_at_its_expiry() -> None:
    (held,) = ledger_view(Ledger(lines=(line(1, timedelta()),)), AT)
    assert held.lapsed


def test_without_a_time_no_days_are_told() -> None:
    shown = ledger_view(ledger(), None)
    assert {held.left for held in shown} == {""}
    assert [held.lapsed for held in shown] == [True, False, False]


def test_equal_expiries_keep_the_order_of_the_file() -> None:
    lines = tuple(line(number, timedelta(days=1)) for number in (2, 1))
    shown = ledger_view(Ledger(lines=lines), AT)
    assert [held.test_id[-1] for held in shown] == ["1", "2"]
