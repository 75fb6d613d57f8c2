"""Reruns as tasks: which processes are started for what a plan asks, and what is read of them."""

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import msgspec

from freezegate.app.diagnose_run import Ground, answer, run_plan, scheduled
from freezegate.app.measure import Station
from freezegate.core.orders import ahead, shuffled
from freezegate.model.claim import Answer, Claim, End, Notes, Ran, Shrunk, Started
from freezegate.model.contract import Side, Vary
from freezegate.model.failure import Call, Changed
from freezegate.model.ids import Seed, TestId
from freezegate.model.plan import Plan, Replay
from freezegate.model.rerun import Ask, Outcome, Subject
from freezegate.shell.engine.base import Ended, Job
from freezegate.source.schedule import hash_seed
from tests.cases import ENVIRONMENT
from tests.fakes import FakeEngine, ended, hello, ran
from tests.unit.app.made import bench, master, seen, stand

A, B, C = (TestId(f"tests/test_{letter}.py::test_{letter}") for letter in "abc")
SEEDS: Final = (Seed(1), Seed(2), Seed(3))
#: What one run of one test brings, by its plan and the hash seed of its process.
Rule = Callable[[Plan, TestId], Ran]


class Played:
    """Runs every test of a plan in its order by a rule."""

    def __init__(self, rule: Rule) -> None:
        self.rule = rule

    def __call__(self, job: Job) -> Ended:
        claims: list[Claim] = [hello()]
        for test in job.plan.order:
            claims += [Started(test_id=test), self.rule(job.plan, test)]
        return ended(*claims, End(count=len(job.plan.order), exit=0))


def ground(
    at: Path, rule: Rule, *, vary: tuple[Vary, ...] = tuple(Vary)
) -> tuple[Ground, FakeEngine]:
    engine = FakeEngine(Played(rule))
    stations = {
        side: Station(
            side=side,
            stand=stand(master(at, letter), A, B, C, side=side),
            seen=seen(A, B, C),
            measured=(),
            environment=ENVIRONMENT,
        )
        for side, letter in ((Side.PARENT, "a"), (Side.PATCH, "b"))
    }
    made = Ground(bench=bench(at, engine), stations=stations, among=(A, B, C), vary=vary)
    return made, engine


def green(_: Plan, test: TestId) -> Ran:
    return ran(test)


def noted(**fields: object) -> Rule:
    """Green runs, or red ones with `cell`, that bring these notes."""
    cell = str(fields.pop("cell", "."))
    notes = msgspec.structs.replace(Notes(), **fields)
    return lambda _, test: msgspec.structs.replace(ran(test, cell), notes=notes)


def ask(changed: Changed = Changed.ALONE, **fields: object) -> Ask:
    plain = Ask(changed=changed, side=Side.PATCH, seeds=SEEDS)
    return msgspec.structs.replace(plain, **fields)


def test_the_schedule_runs_each_seed_up_to_the_last_of_what_is_wanted(tmp_path: Path) -> None:
    made, engine = ground(tmp_path, green)
    found = scheduled(made, SEEDS, (B,))
    for seed in SEEDS:
        wanted = (*ahead(shuffled((A, B, C), seed), B), B)
        assert {plan.order for plan in engine.plans if plan.seed == seed} == {wanted}
        assert {plan.select for plan in engine.plans if plan.seed == seed} == {wanted}
    assert all(plan.instruments.upstream for plan in engine.plans)
    assert [job.env["PYTHONHASHSEED"] for job in engine.jobs] == [
        str(hash_seed(seed)) for seed in SEEDS for _ in Side
    ]
    assert set(found) == {B}
    assert [len(found[B][side].rows) for side in Side] == [3, 3]


def test_without_a_varied_order_it_is_that_of_definition(tmp_path: Path) -> None:
    made, engine = ground(tmp_path, green, vary=(Vary.HASH,))
    scheduled(made, SEEDS, (C,))
    assert {plan.order for plan in engine.plans} == {(A, B, C)}


def test_asks_are_run_in_turn(tmp_path: Path) -> None:
    made, engine = ground(tmp_path, green)
    answers = answer(made, B, (ask(side=Side.PARENT), ask(seeds=SEEDS[:1], before=(A,))))
    assert [plan.order for plan in engine.plans] == [(B,), (A, B), (B,), (B,)]
    assert [len(answered.rows) for answered in answers] == [3, 1]


def test_each_thing_that_is_asked_for_is_set(tmp_path: Path) -> None:
    made, engine = ground(tmp_path, green)
    at = datetime(2026, 12, 1, 12, tzinfo=UTC)
    replay = Replay(test_id=B, key="k", arguments={"x": 1})
    asks = (
        ask(instant=at),
        ask(refuse_network=True, seeded=False),
        ask(shrink=True),
        ask(replay=replay),
        ask(Changed.UPSTREAM_RECORDED, hash_seed=None),
        ask(before=None, hash_of=Seed(9)),
    )
    for each in asks:
        answer(made, B, (msgspec.structs.replace(each, seeds=SEEDS[:1]),))
    clock, refused, shrunk, replayed, upstream, varied = engine.plans
    assert clock.instruments.clock == "2026-12-01T12:00:00+00:00"
    assert (refused.instruments.refuse_network, refused.vary) == (True, ())
    assert (shrunk.instruments.shrink, shrunk.vary) == (True, tuple(Vary))
    assert replayed.instruments.replays == (replay,)
    assert upstream.instruments.upstream
    assert not clock.instruments.upstream
    assert varied.order == (*ahead(shuffled((A, B, C), SEEDS[0]), B), B)
    hashes = [job.env["PYTHONHASHSEED"] for job in engine.jobs]
    assert hashes[0] == "0"
    assert hashes[-2:] == [str(hash_seed(SEEDS[0])), str(hash_seed(Seed(9)))]


def only(made: Ground, asked: Ask) -> tuple[Outcome | None, tuple[str, ...]]:
    """Run one seed; give what it brought and what was lacking."""
    (answered,) = answer(made, B, (msgspec.structs.replace(asked, seeds=SEEDS[:1]),))
    return answered.outcomes[0], answered.lacks


def test_a_red_run_has_its_witness_and_a_green_one_none(tmp_path: Path) -> None:
    made, _ = ground(tmp_path, lambda _, test: ran(test, "A"))
    outcome, _ = only(made, ask())
    assert outcome is not None
    assert outcome.red
    assert outcome.witness.startswith("test_b|")
    assert outcome.duration_s == 0.5


def test_a_run_has_the_call_that_explains_it(tmp_path: Path) -> None:
    whole, empty = (Answer(status_code=200, body_bytes=size) for size in (9, 0))
    for at, (answers, call) in enumerate(
        [((empty, whole), Call(red=True, status_code=200, body_bytes=0)), ((), None)]
    ):
        made, _ = ground(tmp_path / str(at), noted(answers=answers, cell="A"))
        outcome, _ = only(made, ask(Changed.UPSTREAM_RECORDED))
        assert outcome is not None
        assert outcome.call == call


def test_what_an_interpreter_lacks_is_said_by_it_or_by_its_silence(tmp_path: Path) -> None:
    at = datetime(2026, 12, 1, tzinfo=UTC)
    silent, _ = ground(tmp_path / "1", green)
    saying, _ = ground(tmp_path / "2", noted(lacks=("time-machine",)))
    able, _ = ground(tmp_path / "3", noted())
    assert only(silent, ask(instant=at))[1] == ("time-machine",)
    assert only(saying, ask(instant=at))[1] == ("time-machine",)
    assert only(able, ask(instant=at))[1] == ()
    assert only(silent, ask(shrink=True))[1] == ("shrink",)
    assert only(able, ask(shrink=True))[1] == ()
    assert only(silent, ask())[1] == ()


def test_an_input_is_that_of_a_red_run_and_a_replay_has_to_be_of_it(tmp_path: Path) -> None:
    shrunk = Shrunk(arguments={"x": 1})
    red, _ = ground(tmp_path / "1", noted(shrunk=shrunk, cell="A"))
    fine, _ = ground(tmp_path / "2", noted(shrunk=shrunk))
    outcomes = [only(each, ask(shrink=True))[0] for each in (red, fine)]
    assert [each and each.shrunk for each in outcomes] == [shrunk, None]
    replay = ask(replay=Replay(test_id=B, key="k"))
    for at, (rule, why_not) in enumerate(
        [
            (noted(replayed="k"), ""),
            (noted(replayed="other"), "the input was not given"),
            (noted(why_not="no such argument"), "no such argument"),
            (green, "the input was not given"),
        ]
    ):
        made, _ = ground(tmp_path / f"replay-{at}", rule)
        outcome, _ = only(made, replay)
        assert outcome is not None
        assert outcome.why_not == why_not


def test_peers_are_those_beyond_this_machine(tmp_path: Path) -> None:
    effects = ("network:192.0.2.1:443", "subprocess:git")
    made, _ = ground(tmp_path, lambda _, test: msgspec.structs.replace(ran(test), effects=effects))
    outcome, _ = only(made, ask())
    assert outcome is not None
    assert outcome.peers == ("192.0.2.1:443",)


def test_a_run_without_a_row_says_why(tmp_path: Path) -> None:
    def skips(_: Plan, test: TestId) -> Ran:
        return ran(test, "s")

    made, _ = ground(tmp_path / "1", skips)
    (answered,) = answer(made, B, (ask(),))
    assert answered.outcomes == (None, None, None)
    assert answered.causes == ("skip: why",)
    broken = FakeEngine(lambda _: ended(hello(), how="was stopped", malformed="runner:2: no claim"))
    made = msgspec.structs.replace(made, bench=bench(tmp_path / "1", broken))
    (answered,) = answer(made, B, (ask(),))
    assert answered.causes == ("the process was stopped", "runner:2: no claim")


def test_a_whole_plan_is_run_to_its_end(tmp_path: Path) -> None:
    made, _ = ground(tmp_path, lambda plan, test: ran(test, "A" if C in plan.order[:-1] else "."))
    subject = Subject(
        property=seen(B).properties[B],
        test_id=B,
        among=(A, B, C),
        seeds=tuple(map(Seed, range(1, 13))),
        extension=(),
        vary=tuple(Vary),
        schedule=scheduled(made, tuple(map(Seed, range(1, 13))), (B,))[B],
        began=datetime(2026, 12, 1, tzinfo=UTC),
        generation="gen-a",
    )
    found = run_plan(made, subject)
    assert found.polluters == (C,)
    assert any("pip install time-machine" in each for each in found.skipped)
