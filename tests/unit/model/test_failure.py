"""Values of the failure classes: what no control and no record of controls may say."""

import msgspec
import pytest

from freezegate.model.contract import Side
from freezegate.model.failure import MAX_RUNS, Call, Changed, Controls, FailureClass
from tests.exemptions import EMPTY, WHOLE, controls, recorded, replayed, reruns


@pytest.mark.parametrize("name", ["", "flaky", "ORDER_DEPENDENT", "order_dependent ", "unknown"])
def test_a_string_that_names_no_class_is_unknown(name: str) -> None:
    assert FailureClass.named(name) is FailureClass.UNKNOWN


@pytest.mark.parametrize("row", list(FailureClass))
def test_a_class_is_found_by_its_name(row: FailureClass) -> None:
    assert FailureClass.named(str(row)) is row


@pytest.mark.parametrize(
    ("call", "blip"),
    [
        (Call(red=True, timed_out=True), True),
        (EMPTY, True),
        (Call(red=False, status_code=200, body_bytes=0), True),
        (WHOLE, False),
        (Call(red=True, status_code=503, body_bytes=9), False),
        (Call(red=True), False),  # a length that nobody recorded is not an empty body
    ],
)
def test_what_a_blip_is(call: Call, blip: bool) -> None:  # noqa: FBT001 - a column
    assert call.blip is blip


@pytest.mark.parametrize(
    ("red", "of"), [(-1, 3), (4, 3), (0, MAX_RUNS + 1), (MAX_RUNS + 1, MAX_RUNS + 1)]
)
def test_counts_fit_together(red: int, of: int) -> None:
    with pytest.raises(ValueError, match="no more red than runs"):
        reruns(Changed.FIXED_ORDER, red, of)
    with pytest.raises(ValueError, match="no more red than runs"):
        controls(red=red, of=of)


def test_a_control_of_no_runs_is_none() -> None:
    with pytest.raises(ValueError, match="of no runs shows nothing"):
        reruns(Changed.FIXED_ORDER, 0, 0)
    assert controls(red=0, of=0).of == 0  # nothing uncontrolled was seen: a rate of nothing


def test_each_fact_stands_with_the_change_that_it_is_of() -> None:
    with pytest.raises(ValueError, match="clock_injected goes with"):
        reruns(Changed.FIXED_ORDER, 0, clock_injected=True)
    with pytest.raises(ValueError, match="in_pack goes with"):
        reruns(Changed.FIXED_ORDER, 0, in_pack=True)
    assert replayed(3, in_pack=True).in_pack
    assert reruns(Changed.CLOCK_AWAY, 0, clock_injected=True).clock_injected


def test_a_recorded_upstream_has_one_call_a_run_and_other_reruns_have_none() -> None:
    assert recorded(EMPTY, WHOLE).red == 1
    for red, calls in ((0, (WHOLE,)), (0, (WHOLE,) * 3), (1, (WHOLE,) * 2), (0, (EMPTY, WHOLE))):
        with pytest.raises(ValueError, match="one call a run"):
            reruns(Changed.UPSTREAM_RECORDED, red, 2, calls=calls)
    with pytest.raises(ValueError, match="one call a run"):
        reruns(Changed.FIXED_ORDER, 0, 1, calls=(WHOLE,))


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("controls_version", 2, "this freezegate reads 1"),
        ("parent_sha", "main", "not a full commit id"),
        ("patch_sha", "HEAD", "not a full commit id"),
        ("property", "", "an id is empty"),
        ("test_id", "/etc/passwd", "no node id in normal form"),
        ("generation", "a\nb", "holds the character"),
    ],
)
def test_controls_are_of_one_property_of_one_patch(field: str, value: object, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        controls(**{field: value})


def test_a_generation_may_be_empty_and_is_an_id_otherwise() -> None:
    assert controls(generation="").generation == ""
    assert reruns(Changed.FIXED_ORDER, 0, generation="").generation == ""
    with pytest.raises(ValueError, match="holds the character"):
        reruns(Changed.FIXED_ORDER, 0, generation="a\nb")


@pytest.mark.parametrize(
    ("fields", "side", "counts"),
    [
        ({}, Side.PATCH, (6, 12)),
        ({}, Side.PARENT, (6, 12)),
        ({"parent_red": 0, "parent_of": 12}, Side.PARENT, (0, 12)),
        ({"parent_red": 3, "parent_of": 12}, Side.PATCH, (6, 12)),
    ],
)
def test_where_the_parent_was_not_counted_apart_the_patch_stands_for_both(
    fields: dict[str, int], side: Side, counts: tuple[int, int]
) -> None:
    assert controls(**fields).uncontrolled(side) == counts


def test_the_parent_s_counts_fit_together() -> None:
    with pytest.raises(ValueError, match="no more red than runs"):
        msgspec.convert(msgspec.to_builtins(controls(parent_red=2, parent_of=1)), Controls)
