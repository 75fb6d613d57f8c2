import hashlib

import pytest

from freezegate.core.witness import (
    LocatedFrame,
    LocatedLeaf,
    signal_witness,
    timeout_witness,
    witness_class,
    witness_is_of_setup,
    witness_is_unstable,
)
from freezegate.model.ids import PropertyId
from freezegate.model.row import Phase

PROP = PropertyId("tests/test_totals.py::test_total[1|2]")
ESCAPED = "tests/test_totals.py::test_total[1%7C2]"


def frame(
    qualname: str, statement: bytes = b"s", *, module: str = "orders.totals", is_test: bool = False
) -> LocatedFrame:
    return LocatedFrame(
        path=f"src/{module}.py",
        module=module,
        qualname=qualname,
        statement=statement,
        is_test=is_test,
    )


TEST = frame("test_total", b"test", module="test_totals", is_test=True)
HELPER = frame("check", b"helper", module="conftest", is_test=True)
TOTAL = frame("total", b"total")


def leaf(
    *frames: LocatedFrame,
    type_: str = "ValueError",
    message: str = "",
    plain_assert: bool = False,
) -> LocatedLeaf:
    return LocatedLeaf(type=type_, message=message, frames=frames, plain_assert=plain_assert)


def classed(*leaves: LocatedLeaf, phase: Phase = Phase.CALL) -> str:
    return witness_class(PROP, leaves, phase=phase)


def short(statement: bytes) -> str:
    return hashlib.sha256(statement).hexdigest()[:16]


def test_a_class_is_property_type_and_the_deepest_frame_with_the_innermost_of_a_test() -> None:
    deepest = f"orders.totals:total:{short(b'total')}"
    in_test = f"conftest:check:{short(b'helper')}"
    got = classed(leaf(TEST, HELPER, frame("outer", b"outer"), TOTAL))
    assert got == f"{ESCAPED}|ValueError|{deepest},{in_test}"


def test_a_test_that_fails_itself_is_named_once() -> None:
    assert classed(leaf(TEST)) == f"{ESCAPED}|ValueError|test_totals:test_total:{short(b'test')}"


def test_product_code_without_a_test_frame_is_named_alone() -> None:
    assert classed(leaf(TOTAL)) == f"{ESCAPED}|ValueError|orders.totals:total:{short(b'total')}"


def test_a_failure_without_a_frame_in_the_tree_is_unlocated() -> None:
    assert classed(leaf()) == f"{ESCAPED}|ValueError|-"
    assert classed(leaf(message="it broke")) == f"{ESCAPED}|ValueError|-;it broke"
    assert classed(leaf(type_="")) == f"{ESCAPED}|-|-"


def test_a_failure_without_facts_still_has_a_class() -> None:
    assert classed() == f"{ESCAPED}|-|-"
    assert classed(phase=Phase.TEARDOWN) == f"{ESCAPED}|-|teardown@-"


@pytest.mark.parametrize(
    ("other", "same"),
    [
        (leaf(TEST, TOTAL, message="at 0x7f01"), True),
        (leaf(TEST, frame("outer"), TOTAL, message="at 0x7f02"), True),
        (leaf(TEST, TOTAL, message="below 0x7f01"), False),
        (leaf(TEST, frame("total", b"edited"), message="at 0x7f01"), False),
        (leaf(TEST, frame("other", b"total"), message="at 0x7f01"), False),
        (leaf(TEST, frame("total", b"total", module="orders.x"), message="at 0x7f01"), False),
        (leaf(HELPER, TOTAL, message="at 0x7f01"), False),
        (leaf(TEST, TOTAL, type_="KeyError", message="at 0x7f01"), False),
        (leaf(TEST, TOTAL, message=""), False),
    ],
)
def test_what_enters_a_class_and_what_does_not(other: LocatedLeaf, *, same: bool) -> None:
    assert (classed(leaf(TEST, TOTAL, message="at 0x7f00")) == classed(other)) is same


def test_the_message_of_a_plain_assertion_is_left_out() -> None:
    one = leaf(TEST, message="assert 1 == 2", plain_assert=True)
    two = leaf(TEST, message="assert x in y", plain_assert=True)
    assert classed(one) == classed(two) == classed(leaf(TEST))


@pytest.mark.parametrize("phase", [Phase.SETUP, Phase.TEARDOWN])
def test_phases_other_than_the_call_enter(phase: Phase) -> None:
    assert classed(leaf(TEST), phase=phase) == (
        f"{ESCAPED}|ValueError|{phase}@test_totals:test_total:{short(b'test')}"
    )


def test_a_group_is_the_sorted_set_of_its_leaves() -> None:
    one, two = leaf(TEST, type_="KeyError"), leaf(TOTAL)
    assert classed(one, two) == classed(two, one) == classed(two, one, two)
    assert classed(one, two) == (
        f"{ESCAPED}|KeyError+ValueError"
        f"|test_totals:test_total:{short(b'test')}+orders.totals:total:{short(b'total')}"
    )
    assert classed(one, two) != classed(one)


def test_a_missed_deadline_is_a_witness_of_its_own_wherever_it_is_missed() -> None:
    type_ = "hypothesis.errors.DeadlineExceeded"
    one = classed(leaf(TEST, type_=type_, message="took 301 ms"))
    assert one == classed(leaf(TEST, TOTAL, type_=type_, message="slow")) == f"{ESCAPED}|{type_}|-"


@pytest.mark.parametrize(
    "name",
    [
        "FailedHealthCheck",
        "Flaky",
        "FlakyBackendFailure",
        "FlakyFailure",
        "FlakyReplay",
        "FlakyStrategyDefinition",
    ],
)
def test_what_hypothesis_says_of_health_and_flakiness_is_left_out(name: str) -> None:
    type_ = f"hypothesis.errors.{name}"
    silent = classed(leaf(TEST, type_=type_))
    assert classed(leaf(TEST, type_=type_, message="fifty examples")) == silent
    assert silent != classed(leaf(HELPER, type_=type_))


def test_other_errors_of_hypothesis_keep_their_words() -> None:
    type_ = "hypothesis.errors.InvalidArgument"
    told = classed(leaf(TEST, type_=type_, message="no such strategy"))
    assert told.endswith(";no such strategy")


def test_time_limits_and_signals() -> None:
    assert timeout_witness(PROP) == f"{ESCAPED}|Timeout|-"
    assert signal_witness(PROP, "SIGSEGV") == f"{ESCAPED}|SIGSEGV|-"


def test_separators_in_names_cannot_pose_as_structure() -> None:
    hostile = frame("f|+@,;%", module="setup@unstable@m|x")
    got = classed(leaf(hostile, type_="a|b+c", message="x|y@z + w"))
    assert got.count("|") == 2
    assert "+" not in got
    assert not witness_is_of_setup(got)
    assert not witness_is_unstable(got)


def test_other_than_ascii_is_escaped_and_a_lone_surrogate_does_no_harm() -> None:
    assert classed(leaf(type_="Fehlerß\ud800")) == f"{ESCAPED}|Fehler%C3%9F?|-"


def test_a_part_too_long_for_a_row_is_named_by_its_beginning_and_digest() -> None:
    many = [leaf(frame(f"f{place:05}")) for place in range(2000)]
    got, other = classed(*many), classed(*many[:-1])
    assert len(got) < 32 * 1024
    assert got != other
    assert got == classed(*reversed(many))


def test_setup_is_read_from_the_class_alone() -> None:
    assert witness_is_of_setup(classed(leaf(TEST), phase=Phase.SETUP))
    assert not witness_is_of_setup(classed(leaf(TEST), phase=Phase.TEARDOWN))
    assert not witness_is_of_setup(classed(leaf(frame("setup", module="setup"))))
    assert not witness_is_of_setup("AssertionError:total")


def test_a_comparison_of_snapshots_is_marked() -> None:
    snapshot = frame("test_page", b"(Name .id s8:snapshot)", is_test=True)
    assert witness_is_unstable(classed(leaf(snapshot)))
    assert classed(leaf(snapshot), phase=Phase.SETUP).split("|")[2].startswith("setup@unstable@")
    assert witness_is_unstable(classed(leaf(TOTAL), leaf(type_="syrupy.exceptions.Mismatch")))
    assert not witness_is_unstable(classed(leaf(TEST, TOTAL)))


def test_a_snapshot_in_product_code_is_a_name_like_another() -> None:
    product = frame("take", b"(Name .id s8:snapshot)")
    assert not witness_is_unstable(classed(leaf(TEST, product)))
