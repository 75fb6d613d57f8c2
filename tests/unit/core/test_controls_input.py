"""An input that was shrunk settles the matter, whether it replays or not."""

import msgspec
import pytest

from freezegate.core.controls_input import key_of
from freezegate.model.claim import Shrunk
from freezegate.model.contract import Side
from freezegate.model.failure import Changed, FailureClass
from freezegate.model.rerun import Answered, Ask, Outcome
from tests.exemptions import PARENT
from tests.simulated import Rule, Simulated, red_where

INPUT = Shrunk(arguments={"x": 0}, blob="AAA=")
ALWAYS = red_where(lambda _: True)


class Drawing(Simulated):
    """A Hypothesis property that shrinks to `shrunk` and replays as the rule says."""

    shrunk: Shrunk | None = INPUT
    why_not = ""
    lacks: tuple[str, ...] = ()

    def answer(self, ask: Ask) -> Answered:
        given = super().answer(ask)
        outcomes = given.outcomes
        if ask.shrink:
            outcomes = tuple(
                each and msgspec.structs.replace(each, shrunk=self.shrunk) for each in outcomes
            )
            return Answered(outcomes=outcomes, lacks=self.lacks)
        if ask.replay:
            outcomes = tuple(
                each and msgspec.structs.replace(each, why_not=self.why_not) for each in outcomes
            )
        return Answered(outcomes=outcomes)


def drawing(rule: Rule, **fields: object) -> Drawing:
    return Drawing(rule, among=(), hypothesis=True, **fields)


def replays(one: Simulated) -> list[tuple[Side, int, int]]:
    found = one.found()
    return [
        (run.side, run.red, run.runs) for run in found.runs if run.changed is Changed.INPUT_REPLAYED
    ]


def test_an_input_that_replays_is_a_counterexample_once_it_is_in_the_pack() -> None:
    key = key_of(drawing(ALWAYS).subject(PARENT), INPUT)
    one = drawing(ALWAYS, in_pack=frozenset({key}))
    found, named = one.diagnosed()
    assert named.failure_class is FailureClass.COUNTEREXAMPLE
    assert "an input that breaks it was shrunk: x=0" in found.told
    assert not any(ask.changed is Changed.FIXED_ORDER for ask in one.asks)
    assert found.skipped == ("order, clock, upstream and network: an input outranks them all",)


def test_one_that_is_not_in_the_pack_is_not_freezable_either() -> None:
    found, named = drawing(ALWAYS).diagnosed()
    assert named.failure_class is FailureClass.UNKNOWN
    assert "it is not in the fixture pack yet: put it there, pin, and run again" in found.told
    assert replays(drawing(ALWAYS)) == [(Side.PARENT, 2, 2), (Side.PATCH, 2, 2)]


def test_an_input_that_breaks_the_patch_alone_accuses_it() -> None:
    rule = red_where(lambda run: not run.replayed or run.side is Side.PATCH)
    found, _ = drawing(rule).diagnosed()
    assert "it breaks the patch alone: the patch did that" in found.told


def test_a_shrink_that_does_not_replay_leaves_it_unknown() -> None:
    rule = red_where(lambda run: not run.replayed)
    found, named = drawing(rule).diagnosed()
    assert named.failure_class is FailureClass.UNKNOWN
    assert "it does not replay, so neither the shrink nor a freeze counts" in found.told


def test_an_input_that_cannot_be_given_does_not_replay() -> None:
    one = drawing(ALWAYS)
    one.why_not = "the blob is of another version"
    assert replays(one) == [(Side.PARENT, 0, 2), (Side.PATCH, 0, 2)]


def test_where_nothing_can_be_shrunk_the_property_stays_unknown() -> None:
    one = drawing(red_where(lambda run: run.hash_seed % 2 == 1))
    one.lacks = ("shrink",)
    found, named = one.diagnosed()
    assert named.failure_class is FailureClass.UNKNOWN
    assert found.skipped[0].startswith("every other control: the runner cannot shrink")


def test_where_no_input_is_to_blame_the_other_controls_are_run() -> None:
    one = drawing(red_where(lambda run: run.hash_seed % 2 == 1))
    one.shrunk = None
    found, named = one.diagnosed()
    assert named.failure_class is FailureClass.ORDER_DEPENDENT
    assert "input replayed: no input was shrunk that breaks it alone" in found.skipped


def test_a_health_check_is_said_as_such() -> None:
    failed = Outcome(witness="t.py::test_a|hypothesis.errors.FailedHealthCheck|x", duration_s=0.02)
    one = drawing(lambda _: failed)
    one.shrunk = None
    assert any("Hypothesis stopped at a health check" in each for each in one.found().skipped)


def test_an_input_without_arguments_is_told_by_its_blob() -> None:
    one = drawing(ALWAYS)
    one.shrunk = Shrunk(arguments={}, blob="AAA=")
    assert "an input that breaks it was shrunk: by its blob alone" in one.found().told


@pytest.mark.parametrize("hypothesis", [True, False])
def test_what_draws_nothing_is_not_shrunk(hypothesis: bool) -> None:  # noqa: FBT001 - a parameter
    one = Simulated(red_where(lambda run: run.hash_seed % 2 == 1), hypothesis=hypothesis)
    one.found()
    assert any(ask.shrink for ask in one.asks) is hypothesis
