"""Values of reruns: what was asked, what came, what it amounts to."""

import pytest

from freezegate.model.contract import Side
from freezegate.model.failure import FailureClass
from freezegate.model.ids import PropertyId
from freezegate.model.rerun import Answered, Diagnosed, Diagnoses, Found, Outcome, Outside
from tests.exemptions import controls

RED, GREEN = Outcome(witness="p|E|x"), Outcome()


def diagnosed(row: FailureClass) -> Diagnosed:
    found = Found(uncontrolled=dict.fromkeys(Side, (6, 12)), runs=())
    return Diagnosed(controls=controls(), failure_class=row, why="", among=1, found=found)


@pytest.mark.parametrize(
    ("outcomes", "whole", "red"),
    [((), False, 0), ((RED, GREEN, RED), True, 2), ((RED, None), False, 1)],
)
def test_what_came_is_whole_where_each_run_gave_a_row(
    outcomes: tuple[Outcome | None, ...],
    whole: bool,  # noqa: FBT001 - a parameter
    red: int,
) -> None:
    answered = Answered(outcomes=outcomes)
    assert (answered.whole, answered.red) == (whole, red)


@pytest.mark.parametrize(
    ("rows", "outside", "freezable"),
    [
        ((), False, False),
        ((FailureClass.CLOCK_BOUND,), False, True),
        ((FailureClass.CLOCK_BOUND, FailureClass.UNKNOWN), False, False),
        ((FailureClass.CLOCK_BOUND,), True, False),
    ],
)
def test_all_may_be_frozen_or_none(
    rows: tuple[FailureClass, ...],
    outside: bool,  # noqa: FBT001 - a parameter
    freezable: bool,  # noqa: FBT001 - a parameter
) -> None:
    beside = (Outside(id=PropertyId("p"), why="rewritten"),) if outside else ()
    found = Diagnoses(diagnosed=tuple(map(diagnosed, rows)), outside=beside)
    assert found.freezable is freezable
