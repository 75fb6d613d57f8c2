import os
from pathlib import Path

import msgspec
import pytest

from freezegate.app.bench import START_LIMIT_S, Task, interleaved
from freezegate.errors import EngineError
from freezegate.model.config import Config
from freezegate.model.contract import Side, Vary
from freezegate.model.ids import Seed, TestId
from freezegate.model.plan import PLAIN, Instruments
from freezegate.model.row import Status
from freezegate.shell.engine.base import Ended, Job
from freezegate.source.schedule import hash_seed
from tests.fakes import FakeEngine, RecordingProgress, Suite, from_words
from tests.unit.app.made import bench, master, seen, stand

A, B, C = (f"tests/test_a.py::test_{letter}" for letter in "abc")


def tasks(tree: Path, *seeds: int, order: tuple[str, ...] = ()) -> tuple[Task, ...]:
    return tuple(
        Task(stand=stand(tree, A, B, C, order=order), seen=seen(A, B, C), seed=Seed(seed), place=at)
        for at, seed in enumerate(seeds)
    )


def played(**words: str) -> FakeEngine:
    return FakeEngine(Suite(from_words(words)))


def test_facts_come_in_the_order_of_the_tasks(tmp_path: Path) -> None:
    facts = bench(tmp_path, played(), jobs=4).measure(tasks(master(tmp_path), 3, 1, 2))
    assert [fact.seed for fact in facts] == [3, 1, 2]
    assert all(len(fact.rows) == 3 for fact in facts)


@pytest.mark.parametrize(("end", "status"), [("!", Status.FAIL), ("*", Status.FAIL), ("0", None)])
def test_goes_on_behind_a_property_that_ended_the_process(
    tmp_path: Path, end: str, status: Status | None
) -> None:
    engine = played(test_b=end)
    (fact,) = bench(tmp_path, engine).measure(tasks(master(tmp_path), 1))
    assert [plan.done for plan in engine.plans] == [(), (TestId(A), TestId(B))]
    assert {str(row.prop): row.status for row in fact.rows}.get("test_b") is status
    assert {row.prop for row in fact.rows} >= {"test_a", "test_c"}
    assert len(fact.causes) == 1


def test_several_ends_of_one_seed_add_up(tmp_path: Path) -> None:
    engine = played(test_a="!", test_b="0")
    (fact,) = bench(tmp_path, engine).measure(tasks(master(tmp_path), 1))
    assert engine.plans[-1].done == (A, B)
    assert [row.prop for row in fact.rows] == ["test_a", "test_c"]


def test_processes_of_one_seed_share_their_tree_and_seeds_do_not(tmp_path: Path) -> None:
    engine = played(test_a="!.")
    bench(tmp_path, engine).measure(tasks(master(tmp_path), 1, 2))
    first, again, other = (plan.tree for plan in engine.plans)
    assert first == again != other
    assert not Path(first).exists()


def test_stops_behind_what_is_no_claim(tmp_path: Path) -> None:
    engine = played(test_a="?")
    (fact,) = bench(tmp_path, engine).measure(tasks(master(tmp_path), 1))
    assert len(engine.plans) == 1
    assert fact.malformed[0].text == "runner:3: no claim"


def test_cis_order_runs_at_even_places_only(tmp_path: Path) -> None:
    engine = played()
    bench(tmp_path, engine).measure(tasks(master(tmp_path), 1, 2, 3, order=(C, A)))
    assert [plan.order for plan in engine.plans] == [(C, A), (), (C, A)]


def test_order_stays_behind_a_property_that_ended_the_process(tmp_path: Path) -> None:
    engine = played(test_c="!")
    bench(tmp_path, engine).measure(tasks(master(tmp_path), 1, order=(C, A)))
    assert [plan.order for plan in engine.plans] == [(C, A), (C, A)]
    assert engine.plans[1].done == (C,)


@pytest.mark.parametrize(
    ("vary", "wanted"),
    [(tuple(Vary), [str(hash_seed(Seed(5))), str(hash_seed(Seed(6)))]), ((Vary.ORDER,), ["0"] * 2)],
)
def test_hash_seed_follows_the_seed_where_it_is_varied(
    tmp_path: Path, vary: tuple[Vary, ...], wanted: list[str]
) -> None:
    engine = played()
    bench(tmp_path, engine, config=Config(vary=vary)).measure(tasks(master(tmp_path), 5, 6))
    assert [job.env["PYTHONHASHSEED"] for job in engine.jobs] == wanted
    assert engine.plans[0].vary == vary
    assert [plan.seed for plan in engine.plans] == [5, 6]


def test_control_sets_hash_seed_variation_and_instruments(tmp_path: Path) -> None:
    engine = played()
    (task,) = tasks(master(tmp_path), 5)
    clock = Instruments(clock="2026-12-31T23:59:59+00:00")
    control = msgspec.structs.replace(
        task, hash_seed=3, vary=(Vary.RANDOM,), instruments=clock, place=1
    )
    bench(tmp_path, engine).measure([task, control])
    plain, controlled = sorted(engine.jobs, key=lambda job: len(job.plan.vary), reverse=True)
    assert plain.plan.instruments == PLAIN
    assert (controlled.env["PYTHONHASHSEED"], controlled.plan.vary) == ("3", (Vary.RANDOM,))
    assert controlled.plan.instruments == clock


def test_job_has_limits_folders_and_a_configuration_of_ours(tmp_path: Path) -> None:
    seen_config: list[str] = []

    def answer(job: Job) -> Ended:
        seen_config.append(Path(job.plan.config).read_text())
        return Suite(from_words({}))(job)

    engine = FakeEngine(answer)
    config = Config(time_limit_s=7)
    task = Task(
        stand=stand(master(tmp_path, files={"sub/a": ""}), A, root="sub"),
        seen=seen(A),
        seed=Seed(1),
        place=0,
    )
    bench(tmp_path, engine, config=config).measure((task,))
    (job,) = engine.jobs
    assert (job.time_limit_s, job.start_limit_s) == (7, START_LIMIT_S)
    assert job.cwd == Path(job.plan.tree) / "sub"
    assert job.env["HOME"] != os.environ.get("HOME")
    assert Path(job.plan.scratch) == Path(job.plan.config).parent
    assert seen_config[0].startswith("[tool.pytest.ini_options]")
    assert (job.plan.served, job.plan.plugins) == ({"pkg": "src"}, ("asyncio",))
    assert job.plan.select == (A,)


def test_variables_that_the_configuration_names_are_handed_on(tmp_path: Path) -> None:
    name = "PYTEST_CURRENT_TEST"  # pytest sets it while a test runs
    for config, is_there in ((Config(), False), (Config(environment=(name,)), True)):
        engine = played()
        bench(tmp_path, engine, config=config).measure(
            tasks(master(tmp_path, "b" if is_there else "a"), 1)
        )
        assert engine.jobs[0].env.get(name) == (os.environ[name] if is_there else None)


def test_progress_expects_and_counts_rows_of_its_side(tmp_path: Path) -> None:
    progress = RecordingProgress()
    suite = played(test_a="-")
    bench(tmp_path, suite, progress=progress).measure(tasks(master(tmp_path), 1))
    assert progress.expected == {Side.PARENT: 3, Side.PATCH: 0}
    assert progress.done == {Side.PARENT: 2, Side.PATCH: 0}


def test_collects_each_stand_under_the_hash_seed_beside_it(tmp_path: Path) -> None:
    tree = master(tmp_path, files={"tests/test_a.py": "def test_a(): pass"})
    engine = played()
    first, second = bench(tmp_path, engine).collect([stand(tree), stand(tree)], [1, 2])
    assert [item.test_id for item in first.items] == [A]
    assert first.items == second.items
    assert [job.env["PYTHONHASHSEED"] for job in engine.jobs] == ["1", "2"]
    assert all(job.plan.select is None and job.plan.seed == 0 for job in engine.jobs)


def test_whatever_is_raised_ends_all_that_runs(tmp_path: Path) -> None:
    def answer(_: Job) -> Ended:
        message = "no interpreter"
        raise EngineError(message)

    engine = FakeEngine(answer)
    with pytest.raises(EngineError, match="no interpreter"):
        bench(tmp_path, engine).measure(tasks(master(tmp_path), 1, 2))
    assert engine.stopped
    assert [path.name for path in (tmp_path / "a").iterdir()] == ["00000"]


def test_nothing_is_stopped_where_all_goes_well(tmp_path: Path) -> None:
    engine = played()
    bench(tmp_path, engine, jobs=0).measure(tasks(master(tmp_path), 1))
    assert not engine.stopped


def test_sides_take_turns(tmp_path: Path) -> None:
    tree = master(tmp_path)
    one, two = tasks(tree, 1, 2, 3), tasks(tree, 4)
    assert [task.seed for task in interleaved(one, two)] == [1, 4, 2, 3]
    assert interleaved() == ()
