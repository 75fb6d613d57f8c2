"""Upstream calls and peers: when they are looked at, and what they show."""

import msgspec
import pytest

from freezegate.core.controls import MAX_RERUNS
from freezegate.core.controls_calls import explaining
from freezegate.model.claim import Answer
from freezegate.model.contract import Side
from freezegate.model.failure import Call, Changed, FailureClass
from freezegate.model.rerun import Answered, Ask, Outcome
from tests.simulated import (
    VICTIM,
    WITNESS,
    Rule,
    Run,
    Simulated,
    by_chance,
    call_of,
    red_where,
)

WHOLE, EMPTY, BUSY, LATE = (
    Answer(status_code=200, body_bytes=9),
    Answer(status_code=200, body_bytes=0),
    Answer(status_code=503),
    Answer(timed_out=True),
)


@pytest.mark.parametrize(
    ("answers", "call"),
    [
        ((WHOLE, EMPTY, WHOLE), Call(red=True, status_code=200, body_bytes=0)),
        ((LATE, EMPTY, WHOLE), Call(red=True, timed_out=True)),
        ((BUSY, WHOLE), Call(red=True, status_code=200, body_bytes=9)),
        ((WHOLE, BUSY), Call(red=True, status_code=503)),
        ((), None),
    ],
)
def test_the_call_that_explains_a_run_is_its_blip_else_the_last(
    answers: tuple[Answer, ...], call: Call | None
) -> None:
    assert explaining(answers, red=True) == call
    green = call and msgspec.structs.replace(call, red=False)
    assert explaining(answers, red=False) == green


def with_calls(red: Rule, **blip: object) -> Rule:
    """A property whose upstream answers in full, and in a blip where it is red."""

    def rule(run: Run) -> Outcome:
        failed = red(run).red
        call = call_of(red=failed, **(blip if failed else {}))  # type: ignore[arg-type] # in a table
        return Outcome(witness=WITNESS if failed else "", call=call)

    return rule


def first_times(share: int) -> Rule:
    """Red at the first runs of every few, then green: an upstream that has recovered."""
    runs: list[Run] = []

    def red(run: Run) -> bool:
        runs.append(run)
        return len(runs) <= 24 and len(runs) % share == 0

    return red_where(red)


@pytest.mark.parametrize("blip", [{"timed_out": True}, {"body_bytes": 0}])
def test_a_blip_under_every_red_run_is_found(blip: dict[str, object]) -> None:
    one = Simulated(with_calls(first_times(2), **blip))
    found, named = one.diagnosed()
    assert named.failure_class is FailureClass.RESOURCE_BLIP
    recorded = [run for run in found.runs if run.changed is Changed.UPSTREAM_RECORDED]
    assert [run.side for run in recorded] == [Side.PARENT, Side.PATCH]
    assert all(run.red == 6 and run.runs - run.red >= 17 for run in recorded)


def test_an_upstream_that_goes_on_to_fail_is_called_until_enough_are_green() -> None:
    one = Simulated(with_calls(by_chance(0.5, 5), timed_out=True), among=(VICTIM,))
    found, named = one.diagnosed()
    assert named.failure_class is FailureClass.RESOURCE_BLIP
    for run in found.runs:
        if run.changed is Changed.UPSTREAM_RECORDED:
            assert not run.calls[-1].red
            assert run.runs - run.red >= 17
    asks = [ask for ask in one.asks if ask.changed is Changed.UPSTREAM_RECORDED]
    assert len(asks) > 2


def test_one_that_hardly_ever_answers_is_given_up() -> None:
    calls: list[Run] = []

    def red(run: Run) -> bool:
        calls.append(run)
        return len(calls) % 12 != 0

    found, named = Simulated(with_calls(red_where(red), timed_out=True)).diagnosed()
    assert named.failure_class is FailureClass.UNKNOWN
    recorded = [run for run in found.runs if run.changed is Changed.UPSTREAM_RECORDED]
    assert all(run.runs <= 12 + 2 * MAX_RERUNS for run in recorded)


def test_a_rerun_that_gives_no_row_ends_it() -> None:
    class Skipping(Simulated):
        def answer(self, ask: Ask) -> Answered:
            given = super().answer(ask)
            if ask.changed is not Changed.UPSTREAM_RECORDED:
                return given
            return Answered(outcomes=(None, *given.outcomes[1:]), causes=("skip: no server",))

    found, named = Skipping(with_calls(first_times(2), timed_out=True)).diagnosed()
    assert named.failure_class is FailureClass.UNKNOWN
    assert "upstream recorded on the patch is not on record: skip: no server" in found.told


def test_whole_answers_under_red_runs_explain_nothing() -> None:
    found, named = Simulated(with_calls(first_times(2))).diagnosed()
    assert named.failure_class is FailureClass.UNKNOWN
    assert any("no call timed out or came back empty" in each for each in found.skipped)


def test_no_call_at_all_is_said_with_what_a_test_can_do() -> None:
    found = Simulated(first_times(2)).found()
    (said,) = [each for each in found.skipped if each.startswith("upstream recorded")]
    assert "no HTTP call was seen" in said
    assert "status_code and body_length" in said


def test_a_run_without_a_call_has_no_facts() -> None:
    def rule(run: Run) -> Outcome:
        failed = run.seed % 2 == 0
        blip = Call(red=True, timed_out=True)
        return Outcome(witness=WITNESS if failed else "", call=blip if failed else None)

    found, named = Simulated(rule).diagnosed()
    assert named.failure_class is FailureClass.UNKNOWN
    assert any(run.changed is Changed.UPSTREAM_RECORDED for run in found.runs)


@pytest.mark.parametrize(("refused_is_red", "said"), [(True, "red"), (False, "not always red")])
def test_the_network_is_refused_where_it_was_reached_for(
    refused_is_red: bool,  # noqa: FBT001 - a parameter
    said: str,
) -> None:
    one = Simulated(
        lambda run: Outcome(
            witness=WITNESS if run.seed % 2 == 0 or (refused_is_red and one.refuses) else "",
            peers=("192.0.2.1:443",),
        )
    )
    found = one.found()
    refused = [run for run in found.runs if run.changed is Changed.NETWORK_REFUSED]
    assert [run.side for run in refused] == [Side.PARENT, Side.PATCH]
    (told,) = [each for each in found.told if "192.0.2.1:443" in each]
    assert f"is {said} when that is refused" in told
    assert "gets no ticket" in told


def test_where_no_peer_was_reached_for_nothing_is_refused() -> None:
    one = Simulated(first_times(2))
    found = one.found()
    assert "network refused: it reached for no peer beyond this machine" in found.skipped
    assert not any(ask.refuse_network for ask in one.asks)
