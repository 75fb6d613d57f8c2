"""The plan as a whole: what is run at all."""

import pytest

from freezegate.model.contract import Side
from freezegate.model.failure import Changed, FailureClass
from tests.simulated import Simulated, red_where


@pytest.mark.parametrize(
    ("red", "said"),
    [
        ((), "not reproduced: green at all of the 12 seeds on both sides"),
        ((Side.PATCH,), "the parent is green at all of the 12 seeds: this is what the patch did"),
        ((Side.PARENT,), "the patch is green at all of its 12 runs: nothing to excuse"),
    ],
)
def test_what_is_not_red_on_both_sides_has_no_controls(red: tuple[Side, ...], said: str) -> None:
    one = Simulated(red_where(lambda run: run.side in red))
    found, named = one.diagnosed()
    assert named.failure_class is FailureClass.UNKNOWN
    assert any(each.startswith(said) for each in found.told)
    assert found.runs == ()
    assert found.skipped == ("every control: it is not red on both sides",)


def test_what_is_red_on_both_sides_goes_through_every_control() -> None:
    one = Simulated(red_where(lambda run: run.hash_seed % 2 == 1))
    found, _ = one.diagnosed()
    assert {run.changed for run in found.runs} == {
        Changed.VARIED_ORDER, Changed.FIXED_ORDER, Changed.ALONE,
    }  # fmt: skip
    assert any(ask.instant for ask in one.asks)
    assert len(found.skipped) == 3
