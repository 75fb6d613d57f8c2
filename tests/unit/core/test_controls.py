"""How many reruns a control takes, at which seeds, and what is put on record."""

import msgspec
import pytest

from freezegate.core.controls import MAX_RERUNS, Book, lengthened, words
from freezegate.model.contract import Side, Vary
from freezegate.model.failure import Call, Changed
from freezegate.model.ids import Seed
from freezegate.model.rerun import Answered, Ask, Outcome, Subject
from tests.exemptions import PARENT
from tests.simulated import OTHERS, WITNESS, Simulated, red_where

RED, GREEN = Outcome(witness=WITNESS), Outcome()
#: Greens that outlast chance after as many red of twelve, by `greens_needed`.
NEEDED = {3: 63, 6: 17, 12: 12}


def answered(cells: str, *causes: str) -> Answered:
    """Read outcomes: `.` green, `A` red, `-` no row."""
    kinds = {".": GREEN, "A": RED, "-": None}
    return Answered(outcomes=tuple(kinds[cell] for cell in cells), causes=causes)


def book(parent: str = "AAA.........", patch: str = "", **fields: object) -> Book:
    plain = Simulated(red_where(lambda _: False)).subject(PARENT, len(parent))
    shown = {Side.PARENT: answered(parent), Side.PATCH: answered(patch or parent)}
    subject: Subject = msgspec.structs.replace(
        plain, seeds=tuple(map(Seed, range(len(parent)))), schedule=shown, **fields
    )
    return Book(subject)


@pytest.mark.parametrize(("red", "needed"), NEEDED.items())
def test_the_number_outlasts_chance_and_each_seed_is_rerun(red: int, needed: int) -> None:
    one = book("A" * red + "." * (12 - red))
    assert one.enough(Side.PATCH) == needed
    seeds = one.times(Side.PATCH)
    assert len(seeds) == needed
    assert set(seeds) == set(range(12))


def test_too_few_reds_are_no_number_and_take_a_sample_of_which_the_reds_come_first() -> None:
    one = book("..A.........", "A...........")
    assert one.enough(Side.PATCH) is None
    assert one.sample(Side.PARENT)[:3] == (2, 0, 1)
    assert one.times(Side.PATCH) == (0, *range(1, 12))


def test_red_runs_have_to_outlast_chance_as_well_where_any_run_is_green() -> None:
    one = book("A" * 11 + ".")
    assert one.enough(Side.PATCH) == 12
    assert one.enough(Side.PATCH, reds=True) is None
    assert book("A" * 12).enough(Side.PATCH, reds=True) == 12


def test_a_long_schedule_is_rerun_whole() -> None:
    one = book("A" * 50 + "." * 50)
    assert one.enough(Side.PATCH) == 100 > MAX_RERUNS


def test_a_seed_without_a_row_is_neither_red_nor_green() -> None:
    one = book("A-.")
    assert (one.red_seeds(Side.PATCH), one.green_seeds(Side.PATCH)) == ((0,), (2,))
    assert one.uncontrolled(Side.PATCH) == (1, 2)
    assert book("AA-" + "." * 3).sample(Side.PATCH) == (0, 1, 3, 4, 5, 2)


def test_another_failure_is_not_this_one() -> None:
    one = book()
    assert one.shows(answered("AA"))
    assert not one.shows(answered("A."))
    assert not one.shows(answered("A-"))
    assert not one.shows(answered(""))
    assert not one.shows(Answered(outcomes=(Outcome(witness="victim|TypeError|y"),)))


def test_predecessors_are_those_of_the_seed_where_the_order_varies() -> None:
    one, other = book(), book(vary=(Vary.HASH,))
    assert one.predecessors(Seed(1)) != one.predecessors(Seed(2))
    assert other.predecessors(Seed(1)) == other.predecessors(Seed(2)) == OTHERS[:4] + OTHERS[4:8]


def test_what_gave_no_row_is_told_and_not_on_record() -> None:
    one = book()
    ask = Ask(changed=Changed.FIXED_ORDER, side=Side.PATCH, seeds=(Seed(1), Seed(2)))
    assert not one.record(ask, answered(".-", "the process was killed by SIGKILL"))
    assert not one.record(ask, answered("--"))
    assert one.record(ask, answered(".A"))
    assert [(run.runs, run.red) for run in one.runs] == [(2, 1)]
    assert one.told == [
        "fixed order on the patch is not on record: the process was killed by SIGKILL",
        "fixed order on the patch is not on record: no row came",
    ]


def test_a_recorded_upstream_has_a_call_for_each_run() -> None:
    one = book()
    ask = Ask(changed=Changed.UPSTREAM_RECORDED, side=Side.PATCH, seeds=(Seed(1), Seed(2)))
    call = Call(red=True, timed_out=True)
    one.record(ask, Answered(outcomes=(Outcome(witness=WITNESS, call=call), GREEN)))
    assert one.runs[0].calls == (call, Call(red=False))


def lengthen(one: Book, more: Answered) -> list[tuple[Ask, ...]]:
    """Run the step; give what it asked for."""
    steps = lengthened(one)
    asked: list[tuple[Ask, ...]] = []
    try:
        asked.append(next(steps))
        while True:
            asked.append(steps.send((more,) * len(asked[-1])))
    except StopIteration:
        return asked


def test_a_schedule_that_tells_is_not_lengthened() -> None:
    one = book("AAAAAA......")
    assert lengthen(one, answered("")) == []
    assert one.told == one.skipped == []


def test_a_rare_failure_lengthens_it_on_both_sides() -> None:
    one = book("A...........", "AAAAAA......", extension=tuple(map(Seed, range(50, 82))))
    (asks,) = lengthen(one, answered("A" * 16 + "." * 16))
    assert [(ask.side, len(ask.seeds), ask.before, ask.hash_seed) for ask in asks] == [
        (side, 32, None, None) for side in (Side.PARENT, Side.PATCH)
    ]
    assert one.uncontrolled(Side.PARENT) == (17, 44)
    assert len(one.seeds) == 44
    assert one.red_seeds(Side.PARENT)[1] == 50
    assert one.told == []


def test_what_is_too_rare_all_the_same_is_told_with_the_next_step() -> None:
    one = book("A...........", extension=())
    lengthen(one, answered(""))
    assert len(one.told) == 2
    assert "1 red of 12 runs on the patch are too few" in one.told[1]
    assert "--seeds 100" in one.told[1]


def test_lost_seeds_are_told_and_the_rest_stands() -> None:
    one = book("AAAAAA....--", "AAAAAA......")
    one.schedule[Side.PARENT] = msgspec.structs.replace(
        one.schedule[Side.PARENT], causes=("skip: no printer",)
    )
    lengthen(one, answered(""))
    assert one.told == ["2 of 12 seeds on the parent gave no row: skip: no printer"]


def test_a_side_without_any_row_is_told() -> None:
    one = book("---", "AAA")
    lengthen(one, answered(""))
    assert one.told[0] == "3 of 3 seeds on the parent gave no row: no row came"


def test_the_book_closes_with_all_that_it_holds() -> None:
    one = book()
    one.told.append("said")
    found = one.found()
    assert found.uncontrolled == {Side.PARENT: (3, 12), Side.PATCH: (3, 12)}
    assert (found.told, found.skipped, found.polluters, found.boundary) == (("said",), (), (), None)


def test_a_control_in_words() -> None:
    assert words(Changed.BEHIND_PREDECESSORS) == "behind predecessors"
