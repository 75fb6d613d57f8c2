"""A witness class holds nothing volatile (DESIGN.md section 4): whatever differs by run is gone."""

from string import printable

from hypothesis import given
from hypothesis import strategies as st

from freezegate.core.scrub import MAX_WORDS, scrub
from freezegate.core.unstable import is_unstable
from freezegate.core.witness import (
    LocatedFrame,
    LocatedLeaf,
    witness_class,
    witness_is_of_setup,
    witness_is_unstable,
)
from freezegate.model.ids import PropertyId
from freezegate.model.row import Phase

TEMPLATES = (
    "no order {} in stock",
    "expected {} got {}",
    "{} is below zero",
    "after {} and {}: gave up",
    "cannot read {}",
)
VOLATILE: tuple[st.SearchStrategy[str], ...] = (
    st.integers().map(str),
    st.floats().map(repr),
    st.integers(0, 2**64).map(hex),
    st.uuids().map(str),
    st.datetimes().map(lambda time: time.isoformat()),
    st.dates().map(lambda day: day.isoformat()),
    st.text("abc/", min_size=1).map(lambda name: f"/tmp/{name}"),  # noqa: S108 - a text
    st.text("0123456789abcdef", min_size=40, max_size=40).filter(lambda sha: not sha.isdigit()),
    st.lists(st.integers()).map(str),
    st.dictionaries(st.text("ab"), st.integers()).map(str),
    st.text("abc 0123", min_size=1).map(repr),
    st.integers(0, 10**6).map(lambda count: f"{count} ms"),
    st.floats(0, 1e6).map(lambda seconds: f"{seconds:.3f}s"),
)


@given(st.data(), st.sampled_from(TEMPLATES), st.sampled_from(VOLATILE))
def test_two_runs_that_differ_in_what_is_volatile_say_the_same(
    data: st.DataObject, template: str, volatile: st.SearchStrategy[str]
) -> None:
    one = template.format(*(data.draw(volatile) for _ in range(2)))
    two = template.format(*(data.draw(volatile) for _ in range(2)))
    assert scrub(one) == scrub(two)


@given(st.text())
def test_what_is_left_is_short_and_plain(message: str) -> None:
    left = scrub(message)
    assert left.isascii()
    assert len(left.split()) <= MAX_WORDS
    assert not any(character.isdigit() for character in left)


frames = st.builds(
    LocatedFrame,
    path=st.just("a.py"),
    module=st.text(printable, max_size=8),
    qualname=st.text(max_size=8),
    statement=st.binary(max_size=4),
    is_test=st.booleans(),
)
leaves = st.builds(
    LocatedLeaf,
    type=st.text(max_size=8),
    message=st.text(max_size=20),
    frames=st.lists(frames, max_size=3).map(tuple),
    plain_assert=st.booleans(),
)


@given(st.lists(leaves, max_size=4), st.sampled_from(Phase))
def test_a_class_has_three_parts_and_its_leaves_no_order(
    every: list[LocatedLeaf], phase: Phase
) -> None:
    prop = PropertyId("t::p[|@]")
    one = witness_class(prop, tuple(every), phase=phase)
    two = witness_class(prop, tuple(every[::-1] + every), phase=phase)
    assert one == two
    assert one.count("|") == 2
    assert one.isascii()
    assert one.isprintable()
    assert witness_is_of_setup(one) is (phase is Phase.SETUP)
    assert witness_is_unstable(one) is any(
        is_unstable(leaf.type, leaf.message, (f.statement for f in leaf.frames if f.is_test))
        for leaf in every
    )


@given(leaves, frames)
def test_frames_between_the_test_and_the_deepest_do_not_enter(
    leaf: LocatedLeaf, between: LocatedFrame
) -> None:
    if len(leaf.frames) < 2 or between.is_test:
        return
    longer = LocatedLeaf(
        type=leaf.type,
        message=leaf.message,
        frames=(leaf.frames[0], between, *leaf.frames[1:]),
        plain_assert=leaf.plain_assert,
    )
    prop = PropertyId("p")
    assert witness_class(prop, (leaf,), phase=Phase.CALL) == witness_class(
        prop, (longer,), phase=Phase.CALL
    )
