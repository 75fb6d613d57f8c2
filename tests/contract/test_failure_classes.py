"""The table of failure classes, written out: a change to it is a change of what may be frozen."""

import re

import pytest

from freezegate.core.diagnosis import diagnose
from freezegate.model.failure import ControlRun, FailureClass, Signal
from tests.exemptions import BLIP, CLOCK, INPUT, ORDER, controls, replayed

#: Mildest first: class, signature, controls, freezable.
TABLE: tuple[tuple[str, set[str], set[str], bool], ...] = (
    (
        "order_dependent",
        {"red_under_varied_order", "green_under_fixed_order"},
        {"fixed_order_outlasts_luck", "same_generation"},
        True,
    ),
    (
        "clock_bound",
        {"red_on_the_boundary", "green_away_from_it"},
        {"clock_injected", "clock_outlasts_luck"},
        True,
    ),
    (
        "resource_blip",
        {"timeout_or_empty_body", "pass_on_a_whole_answer"},
        {"status_code_recorded", "body_length_recorded", "whole_answers_outlast_luck"},
        True,
    ),
    ("unknown", {"shrunk_input_does_not_replay"}, set(), False),
    ("counterexample", {"shrunk_input_replays"}, {"input_in_the_pack"}, False),
)


def test_the_table_is_the_one_that_is_written_out_here() -> None:
    assert (
        tuple(
            (str(row), set(map(str, row.signature)), set(map(str, row.controls)), row.freezable)
            for row in FailureClass
        )
        == TABLE
    )
    assert [row.strictness for row in FailureClass] == list(range(len(TABLE)))


@pytest.mark.parametrize("row", list(FailureClass))
def test_a_row_agrees_with_itself(row: FailureClass) -> None:
    assert row.name.lower() == row.value
    assert row.signature
    assert not row.signature & row.controls
    assert bool(row.controls) or row is FailureClass.UNKNOWN
    assert re.fullmatch(r"[A-Z][ -~]+\.", row.meaning)


def test_every_signal_is_of_one_row() -> None:
    used = [signal for row in FailureClass for signal in (*row.signature, *row.controls)]
    assert sorted(used) == sorted(Signal)


def test_whatever_may_be_frozen_is_milder_than_whatever_may_not() -> None:
    assert [row.freezable for row in FailureClass] == sorted(
        (row.freezable for row in FailureClass), reverse=True
    )


@pytest.mark.parametrize(
    ("runs", "row"),
    [
        (ORDER, FailureClass.ORDER_DEPENDENT),
        (CLOCK, FailureClass.CLOCK_BOUND),
        (BLIP, FailureClass.RESOURCE_BLIP),
        ((replayed(1),), FailureClass.UNKNOWN),
        (INPUT, FailureClass.COUNTEREXAMPLE),
    ],
)
def test_every_row_is_reached_by_controls(runs: tuple[ControlRun, ...], row: FailureClass) -> None:
    assert diagnose(controls(*runs)).failure_class is row
