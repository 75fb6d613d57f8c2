"""Order and hash seed: which reruns show them, over simulated properties."""

import re
from collections.abc import Callable

import msgspec

from freezegate.model.contract import Side, Vary
from freezegate.model.failure import Changed, FailureClass
from freezegate.model.rerun import Answered, Ask
from tests.simulated import OTHERS, Run, Simulated, red_where

FIXED = Changed.FIXED_ORDER


def asked(one: Simulated, changed: Changed, side: Side = Side.PATCH) -> list[Ask]:
    return [ask for ask in one.asks if ask.changed is changed and ask.side is side]


def test_isolation_and_the_order_of_definition_are_both_fixed_and_alone_often_enough() -> None:
    one = Simulated(red_where(lambda run: OTHERS[8] in run.before))
    found, named = one.diagnosed()
    assert named.failure_class is FailureClass.ORDER_DEPENDENT
    fixed = asked(one, FIXED)
    assert {ask.hash_seed for ask in fixed} == {0}
    assert {len(ask.before or ()) for ask in fixed} == {0, 8}
    alone = sum(len(ask.seeds) for ask in fixed if not ask.before)
    red, _ = found.uncontrolled[Side.PATCH]
    assert alone >= {5: 22, 6: 17, 7: 14}[red]
    assert one.asks.index(fixed[0]) < one.asks.index(asked(one, Changed.BEHIND_PREDECESSORS)[0])


def test_alone_everything_else_is_the_seed_s() -> None:
    one = Simulated(red_where(lambda run: OTHERS[8] in run.before))
    one.found()
    (alone,) = asked(one, Changed.ALONE)
    assert (alone.before, alone.hash_seed, set(alone.seeds)) == (
        (), None, set(one.subject("a" * 40).seeds),
    )  # fmt: skip


def test_a_red_under_fixed_order_stops_the_many_reruns() -> None:
    one = Simulated(red_where(lambda run: run.seed % 2 == 0))
    found, named = one.diagnosed()
    assert named.failure_class is FailureClass.UNKNOWN
    assert [len(ask.seeds) for ask in asked(one, FIXED) if not ask.before][-1] == 12
    assert "red alone and in a fixed order as well: neither order nor hash seed" in found.told


def test_a_red_that_only_our_seeding_makes_is_said_to_be_so() -> None:
    found, named = Simulated(red_where(lambda run: run.seeded and run.seed % 2 == 0)).diagnosed()
    assert named.failure_class is FailureClass.UNKNOWN
    assert any("green when no generator is seeded" in each for each in found.told)
    (unseeded,) = [run for run in found.runs if run.changed is Changed.UNSEEDED]
    assert (unseeded.side, unseeded.red, unseeded.runs) == (Side.PATCH, 0, 12)


def of_parity(parity: int) -> Callable[[Run], bool]:
    return lambda run: run.hash_seed % 2 == parity


def test_the_hash_seed_is_fixed_where_it_is_green() -> None:
    for parity in (0, 1):
        one = Simulated(red_where(of_parity(parity)))
        found, named = one.diagnosed()
        assert named.failure_class is FailureClass.ORDER_DEPENDENT
        assert any(each.startswith("alone it follows the hash seed") for each in found.told)
        assert found.polluters == ()
        assert (asked(one, FIXED)[-1].hash_of is None) is bool(parity)


def test_a_test_that_is_defined_first_has_nothing_ahead_of_it() -> None:
    one = Simulated(red_where(lambda run: OTHERS[8] in run.before), among=OTHERS[8:])
    _, named = one.diagnosed()
    assert named.failure_class is FailureClass.ORDER_DEPENDENT
    assert {ask.before for ask in asked(one, FIXED)} == {()}


def test_its_own_order_of_definition_makes_it_red() -> None:
    found, named = Simulated(red_where(lambda run: OTHERS[2] in run.before)).diagnosed()
    assert named.failure_class is FailureClass.UNKNOWN
    assert found.polluters == (OTHERS[2],)
    assert "red in the order of definition as well: no run of the suite is safe" in found.told


class WithoutRows(Simulated):
    """One whose runs under some change give no row."""

    lost: Changed = FIXED

    def answer(self, ask: Ask) -> Answered:
        given = super().answer(ask)
        if ask.changed is not self.lost:
            return given
        return msgspec.structs.replace(given, outcomes=(None,) * len(ask.seeds))


def test_a_failure_that_came_to_an_end_is_not_one_that_a_fixed_order_heals() -> None:
    subject = Simulated(red_where(lambda _: True)).subject("a" * 40)
    one = Simulated(red_where(lambda _: False), schedule=subject.schedule)
    found, named = one.diagnosed()
    assert [run.red for run in found.runs] == [0] * len(found.runs)
    assert named.failure_class is FailureClass.UNKNOWN
    assert any("so chance or load has a part" in each for each in found.told)


def test_what_pollutes_the_patch_alone_is_not_shared() -> None:
    def red(run: Run) -> bool:
        return (OTHERS[8] if run.side is Side.PATCH else OTHERS[9]) in run.before

    found, named = Simulated(red_where(red)).diagnosed()
    assert named.failure_class is FailureClass.UNKNOWN
    assert found.polluters == ()


def test_the_order_is_varied_again_after_it_was_fixed() -> None:
    one = Simulated(red_where(lambda run: OTHERS[8] in run.before))
    found, _ = one.diagnosed()
    places = {ask.changed: at for at, ask in enumerate(one.asks) if ask.before != ()}
    assert places[Changed.VARIED_ORDER] > places[FIXED]
    varied = [run for run in found.runs if run.changed is Changed.VARIED_ORDER]
    assert [(run.red, run.runs) for run in varied] == [(3, 3), (3, 3)]


def test_a_control_without_rows_is_missing() -> None:
    one = WithoutRows(red_where(lambda run: OTHERS[8] in run.before))
    found, named = one.diagnosed()
    assert named.failure_class is FailureClass.UNKNOWN
    assert not any(run.changed is FIXED for run in found.runs)
    assert any("fixed order on the patch is not on record" in each for each in found.told)


def test_seeds_are_named_by_the_first_of_them() -> None:
    found = Simulated(red_where(lambda run: run.hash_seed % 2 == 1)).found()
    told = next(each for each in found.told if each.startswith("alone it follows"))
    assert re.search(r"red at that of seed \d+ and \d+ more, green at that of seed \d+ and", told)


def test_where_nothing_varies_the_order_no_control_of_it_is_on_record() -> None:
    found, named = Simulated(
        red_where(lambda run: run.seed % 2 == 1), vary=(Vary.RANDOM,)
    ).diagnosed()
    assert named.failure_class is FailureClass.UNKNOWN
    assert not any(run.changed is Changed.VARIED_ORDER for run in found.runs)
    assert "varied order: the configuration varies neither the order nor the hash seed" in (
        found.skipped
    )
