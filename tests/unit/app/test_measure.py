from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from freezegate.app.measure import (
    Station,
    answer,
    confirm,
    extend,
    measure_schedule,
    own_tasks,
    schedule_tasks,
)
from freezegate.app.rows import Seen
from freezegate.core.differential import score
from freezegate.model.contract import Contract, Route, Side
from freezegate.model.ids import PropertyId, Seed, TestId
from freezegate.model.reason import Reason
from freezegate.model.row import Status
from freezegate.model.run import Measured, MuteKind, SideEvidence
from freezegate.source.site import Sites
from tests.cases import ENVIRONMENT, contract, digest, prop, routed
from tests.fakes import FakeEngine, RecordingProgress, Suite, from_words, label_of
from tests.unit.app.made import bench, master, stand

Words = dict[str, str]


class Setting:
    """Two sides of one contract on a bench whose engine plays words."""

    def __init__(self, base: Path, of: Contract, engine: FakeEngine) -> None:
        self.of = of
        self.engine = engine
        self.progress = RecordingProgress()
        self.bench = bench(base, engine, progress=self.progress)
        self.stations = tuple(
            _station(of, side, master(base, letter))
            for side, letter in ((Side.PARENT, "a"), (Side.PATCH, "b"))
        )

    def with_own(self, base: Path, *names: str) -> None:
        """Give the patch a pass of its own tests."""
        parent, patch = self.stations
        ids = tuple(prop(name).test_id for name in names)
        own = stand(master(base, "c"), *ids, side=Side.PATCH, label="own")
        self.stations = (
            parent,
            msgspec.structs.replace(
                patch,
                own=own,
                own_seen=_seen(self.of, Side.PATCH, names),
                own_tree=digest("own tree"),
            ),
        )

    def measured(self) -> tuple[SideEvidence, ...]:
        return measure_schedule(self.bench, self.of, self.stations)

    def answered(self) -> tuple[SideEvidence, SideEvidence]:
        return answer(self.bench, self.of, self.stations, self.measured())


def _seen(of: Contract, side: Side, names: tuple[str, ...]) -> Seen:
    return Seen(
        run=of.run_hash(side),
        properties={prop(name).test_id: PropertyId(name) for name in names},
        sites=Sites({}),
        is_test=lambda _: True,
    )


def _station(of: Contract, side: Side, tree: Path) -> Station:
    names = tuple(each.id for each in of.selected)
    return Station(
        side=side,
        stand=stand(tree, *(each.test_id for each in of.selected), side=side, label=tree.parts[-3]),
        seen=_seen(of, side, names),
        measured=tuple(
            Measured(
                id=each.id,
                spec_hash=each.spec_hash,
                fixture_closure_hash=each.fixture_closure_hash,
            )
            for each in of.selected
        ),
        environment=ENVIRONMENT,
    )


Make = Callable[..., Setting]


@pytest.fixture
def make(tmp_path: Path) -> Make:
    def made(of: Contract, parent: Words, patch: Words, own: Words | None = None) -> Setting:
        def named(words: Words) -> Words:
            return {f"test_{name}": word for name, word in words.items()}

        cell = from_words({}, a=named(parent), b=named(patch), c=named(own or {}))
        setting = Setting(tmp_path, of, FakeEngine(Suite(cell)))
        if own:
            setting.with_own(tmp_path, *own)
        return setting

    return made


def marks(side: SideEvidence, name: str = "p") -> str:
    return "".join(
        "." if row.status is Status.PASS else "A" for row in side.rows if row.prop == name
    )


def test_tasks_know_their_places(make: Make) -> None:
    station = make(contract("p"), {}, {}).stations[0]
    tasks = schedule_tasks(station, (Seed(9), Seed(4)))
    assert [(task.seed, task.place) for task in tasks] == [(9, 0), (4, 1)]
    assert own_tasks(station, (Seed(9),)) == ()


def test_schedule_is_run_on_both_sides_in_turn(make: Make) -> None:
    setting = make(contract("p", length=2), {"p": ".A"}, {"p": "A."})
    parent, patch = setting.measured()
    assert (marks(parent), marks(patch)) == (".A", "A.")
    assert [(label_of(plan), plan.seed) for plan in setting.engine.plans] == [
        ("a", 1),
        ("b", 1),
        ("a", 2),
        ("b", 2),
    ]
    assert setting.progress.expected == setting.progress.done == dict.fromkeys(Side, 2)


def test_run_facts_are_the_contracts_and_what_was_measured(make: Make) -> None:
    of = contract("p", length=2)
    parent, patch = make(of, {"p": "sA"}, {"p": "!?"}).measured()
    assert (parent.run.side, parent.run.commit) == (Side.PARENT, of.parent_sha)
    assert (parent.run.tree, patch.run.tree) == (of.parent_tree, of.patch_tree)
    assert (parent.run.run, patch.run.run) == (of.parent_run, of.patch_run)
    assert parent.run.seeds == of.seeds
    assert parent.run.measured[0].id == "p"
    assert [mute.kind for mute in parent.run.muted] == [MuteKind.SKIP]
    assert [site.place for site in parent.run.sites] == ["tests/test_p.py:2"]
    assert len(patch.run.causes) == 2
    assert [bad.seed for bad in patch.run.malformed] == [2]
    assert patch.own_run is None


def test_equal_sites_are_told_once(make: Make) -> None:
    parent, _ = make(contract("p", length=3), {"p": "AAB"}, {}).measured()
    assert [site.message for site in parent.run.sites] == ["A", "B"]


def test_one_side_can_be_measured_alone(make: Make) -> None:
    setting = make(contract("p", length=2), {"p": ".A"}, {})
    (only,) = measure_schedule(setting.bench, setting.of, setting.stations[:1])
    assert marks(only) == ".A"
    assert {label_of(plan) for plan in setting.engine.plans} == {"a"}


def test_contract_without_seeds_runs_nothing_and_is_judged_as_such(make: Make) -> None:
    of = contract("p", length=0)
    setting = make(of, {}, {})
    parent, patch = setting.answered()
    assert setting.engine.jobs == []
    assert (parent.rows, patch.rows, parent.run.seeds) == ((), (), ())
    assert score(of, parent, patch).worst is Reason.EMPTY_SCHEDULE


def test_own_pass_runs_on_the_patchs_own_tree(make: Make) -> None:
    of = contract("p", length=2, beside=(routed("r", Route.REWRITTEN),))
    setting = make(of, {"p": ".."}, {"p": "..", "r": "AA"}, {"r": ".A"})
    parent, patch = setting.measured()
    assert (parent.own, parent.own_run) == ((), None)
    assert [row.status for row in patch.own] == [Status.PASS, Status.FAIL]
    assert patch.own_run is not None
    assert patch.own_run.tree == digest("own tree")
    assert patch.own_run.seeds == of.seeds
    assert {row.prop for row in patch.rows} == {"p", "r"}
    assert [label_of(plan) for plan in setting.engine.plans] == ["a", "b", "a", "b", "c", "c"]


def test_extension_runs_whole_seeds_on_both_sides(make: Make) -> None:
    of = contract("p", "q", length=2, extension=2)
    setting = make(of, {"p": "..A."}, {"p": "...A"})
    parent, patch = extend(setting.bench, of, setting.stations)
    assert [(row.seed, row.prop) for row in parent] == [(3, "p"), (3, "q"), (4, "p"), (4, "q")]
    assert [row.seed for row in patch if row.status is Status.FAIL] == [4]


def test_extension_goes_on_counting_places(tmp_path: Path) -> None:
    of = contract("p", length=3, extension=2)
    setting = Setting(tmp_path, of, FakeEngine(Suite(from_words({}))))
    order = (TestId("tests/test_p.py::test_p"),)
    parent = msgspec.structs.replace(
        setting.stations[0], stand=msgspec.structs.replace(setting.stations[0].stand, order=order)
    )
    extend(setting.bench, of, (parent,))
    assert [plan.order for plan in setting.engine.plans] == [(), order]


def test_confirmation_keeps_its_seeds_place_and_its_number(make: Make) -> None:
    of = contract("p", length=2, extension=1, confirmations=3)
    setting = make(of, {}, {"p": ".A"})
    both = confirm(setting.bench, of, setting.stations, [(Seed(2), 1), (Seed(3), 2)])
    for rows in both:
        assert [(each.attempt, each.row.seed) for each in rows] == [(1, 2), (2, 3)]
    assert both[1][0].row.status is Status.FAIL


def test_confirmation_runs_in_the_order_of_its_seeds_place(tmp_path: Path) -> None:
    of = contract("p", length=2, extension=2, confirmations=1)
    setting = Setting(tmp_path, of, FakeEngine(Suite(from_words({}))))
    order = (TestId("tests/test_p.py::test_p"),)
    parent = msgspec.structs.replace(
        setting.stations[0], stand=msgspec.structs.replace(setting.stations[0].stand, order=order)
    )
    confirm(setting.bench, of, (parent,), [(Seed(2), 1), (Seed(3), 1), (Seed(4), 1)])
    assert [plan.order for plan in setting.engine.plans] == [(), order, ()]


def test_nothing_open_runs_nothing_more(make: Make) -> None:
    setting = make(contract("p", length=2, extension=4, confirmations=2), {"p": ".."}, {"p": ".."})
    parent, patch = setting.answered()
    assert len(setting.engine.plans) == 4
    assert (parent.extension, patch.confirmations) == ((), ())


def test_suspect_pair_is_extended_and_confirmed_from_one_on_both_sides(make: Make) -> None:
    of = contract("p", length=2, extension=2, confirmations=3)
    setting = make(of, {"p": "A..."}, {"p": "AA.."})
    parent, patch = setting.answered()
    assert [row.seed for row in parent.extension] == [row.seed for row in patch.extension] == [3, 4]
    for side in (parent, patch):
        assert [each.attempt for each in side.confirmations] == [1, 2, 3]
        assert {each.row.seed for each in side.confirmations} == {2}
    (finding,) = score(of, parent, patch).findings
    assert finding.reason is Reason.SEED_REGRESSION


def test_confirmation_stops_at_the_first_that_breaks_the_pattern(tmp_path: Path) -> None:
    of = contract("p", length=2, confirmations=5)
    runs = {"a": 0, "b": 0}

    def cell(label: str, _: TestId, seed: Seed) -> str:
        if seed == 1:
            return "A"
        runs[label] += 1
        # The schedule and the first rerun show the pattern, the second breaks it.
        return "A" if label == "b" and runs[label] < 3 else "."

    setting = Setting(tmp_path, of, FakeEngine(Suite(cell)))
    parent, patch = setting.answered()
    assert [each.attempt for each in parent.confirmations] == [1, 2]
    assert [each.attempt for each in patch.confirmations] == [1, 2]
    (finding,) = score(of, parent, patch).findings
    assert finding.reason is Reason.SHARED_VARIANT_FAIL


def test_numbers_go_on_where_one_side_brought_no_row(tmp_path: Path) -> None:
    of = contract("p", length=2, confirmations=2)
    runs = {"a": 0, "b": 0}

    def cell(label: str, _: TestId, seed: Seed) -> str:
        if seed == 1:
            return "A"
        runs[label] += 1
        if label == "a":
            return "-" if runs[label] == 2 else "."
        return "A"

    setting = Setting(tmp_path, of, FakeEngine(Suite(cell)))
    parent, patch = setting.answered()
    attempts = [each.attempt for each in patch.confirmations]
    assert attempts == list(range(1, len(attempts) + 1))
    assert 1 not in {each.attempt for each in parent.confirmations}


def test_asking_stops_when_nothing_comes_back(tmp_path: Path) -> None:
    of = contract("p", length=2, confirmations=2)
    done = {"a": 0, "b": 0}

    def cell(label: str, _: TestId, seed: Seed) -> str:
        if seed == 1:
            return "A"
        done[label] += 1
        if done[label] > 1:
            return "-"
        return "A" if label == "b" else "."

    setting = Setting(tmp_path, of, FakeEngine(Suite(cell)))
    parent, patch = setting.answered()
    assert (parent.confirmations, patch.confirmations) == ((), ())
    assert done == {"a": 2, "b": 2}
    (finding,) = score(of, parent, patch).findings
    assert finding.reason is Reason.INCOMPLETE_CONTRACT
