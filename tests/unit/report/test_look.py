import pytest

from freezegate.model.reason import Reason
from freezegate.model.verdict import Result
from freezegate.report.look import step_of

ABOUT = Result(
    prop="patch", decision=Reason.WRONG_TREE.decision, reason=Reason.WRONG_TREE, note="installed"
)


@pytest.mark.parametrize(
    ("steps", "step"),
    [
        ({}, Reason.WRONG_TREE.advice),
        ({"other": "x"}, Reason.WRONG_TREE.advice),
        ({"patch": "remove the installed copy"}, "remove the installed copy"),
        ({"patch": Reason.WRONG_TREE.advice}, Reason.WRONG_TREE.advice),
        ({"patch": Reason.MALFORMED_ROW.advice}, Reason.WRONG_TREE.advice),
    ],
)
def test_the_next_step_of_a_finding(steps: dict[str, str], step: str) -> None:
    assert step_of(ABOUT, steps) == step
