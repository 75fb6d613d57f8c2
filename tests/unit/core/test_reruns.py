"""The plan as a whole: what is run at all."""

import pytest

from freezegate.core.reruns import targets
from freezegate.model.contract import Property, Side
from freezegate.model.failure import Changed, FailureClass
from freezegate.model.ids import PropertyId, TestId
from freezegate.model.rerun import Answered, Outcome
from tests.cases import digest
from tests.simulated import Simulated, red_where


@pytest.mark.parametrize(
    ("red", "named", "chosen"),  # `P` the parent is red, `p` the patch
    [
        ({}, (), ""),
        ({"a": "P"}, (), "a"),
        ({"b": "p", "c": "Pp"}, (), "bc"),
        ({}, ("t.py::a",), "a"),  # by its test id: told to be not reproduced
        ({}, ("c",), "c"),  # by its own
        ({"b": "p"}, ("t.py::a",), "ab"),
        ({}, ("t.py",), "abc"),  # a file of which nothing is red
        ({"b": "p"}, ("t.py",), "b"),
    ],
)
def test_what_is_red_or_named_by_itself_is_diagnosed(
    red: dict[str, str], named: tuple[str, ...], chosen: str
) -> None:
    props = tuple(
        Property(
            id=PropertyId(name),
            test_id=TestId(f"t.py::{name}"),
            oracle="",
            spec_hash=digest("spec"),
            fixture_closure_hash=digest("closure"),
        )
        for name in "abc"
    )
    shown = {
        prop.test_id: {
            side: Answered(
                outcomes=(Outcome(witness="w" if letter in red.get(prop.id, "") else ""),)
            )
            for side, letter in ((Side.PARENT, "P"), (Side.PATCH, "p"))
        }
        for prop in props
    }
    assert "".join(prop.id for prop in targets(props, shown, named)) == chosen


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
