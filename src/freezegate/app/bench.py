"""Running: jobs for trees and seeds, over the cores, both sides interleaved."""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from itertools import chain, zip_longest
from pathlib import Path
from typing import Final

import msgspec

from freezegate.app.progress import Progress
from freezegate.app.rows import SeedFacts, Seen, seed_facts
from freezegate.model.claim import Claim, Ran
from freezegate.model.config import Config
from freezegate.model.contract import Side, Vary
from freezegate.model.ids import Seed, TestId
from freezegate.model.plan import PLAIN, Instruments, Plan
from freezegate.shell.engine.base import Ended, Engine, Job
from freezegate.shell.environment import environment_of_tests
from freezegate.shell.interpreter import Interpreter
from freezegate.shell.workshop import Slot, Workshop
from freezegate.source.pytest_config import FoundConfig, our_config
from freezegate.source.schedule import hash_seed

#: Import, collection and session teardown of a large suite; pytest's own takes tens of seconds.
START_LIMIT_S: Final = 600.0


class Stand(msgspec.Struct, frozen=True, kw_only=True):
    """A written tree with all that starting pytest in it takes.

    `root` is pytest's rootdir relative to the tree. `select` are the ids to run and `paths` their
    files (for collection: what to collect); `order` is CI's order, run at even places.
    `label` tells stands in one tree apart.
    """

    side: Side
    master: Path
    root: str
    config: FoundConfig
    served: dict[str, str]
    test_folders: tuple[str, ...]
    plugins: tuple[str, ...]
    paths: tuple[str, ...] = ()
    select: tuple[TestId, ...] = ()
    order: tuple[TestId, ...] = ()
    label: str = ""


class Task(msgspec.Struct, frozen=True, kw_only=True):
    """One seed of one stand; `place` is the seed's in the schedule.

    `vary` and `hash_seed` are the configuration's and the seed's own, unless a control sets them.
    """

    stand: Stand
    seen: Seen
    seed: Seed
    place: int
    instruments: Instruments = PLAIN
    vary: tuple[Vary, ...] | None = None
    hash_seed: int | None = None


class Bench:
    """Runs collections and seeds; every process gets a fresh copy of its tree."""

    def __init__(  # noqa: PLR0913 - what it works with, each once
        self,
        *,
        engine: Engine,
        workshop: Workshop,
        interpreter: Interpreter,
        config: Config,
        progress: Progress,
        jobs: int,
    ) -> None:
        """Work with `jobs` processes at once; 0 means one a core."""
        self._engine = engine
        self._workshop = workshop
        self._interpreter = interpreter
        self._config = config
        self._progress = progress
        self._jobs = (
            jobs or len(os.sched_getaffinity(0))
            if hasattr(os, "sched_getaffinity")
            else (jobs or os.cpu_count() or 1)
        )

    def collect(self, stands: Sequence[Stand], hash_seeds: Sequence[int]) -> tuple[Ended, ...]:
        """Collect each stand under the hash seed beside it."""
        with self._pool() as pool:
            return tuple(pool.map(self._collect, stands, hash_seeds))

    def measure(self, tasks: Iterable[Task]) -> tuple[SeedFacts, ...]:
        """Run every task and give its facts, in the order of the tasks."""
        listed = tuple(tasks)
        for task in listed:
            self._progress.expect(task.stand.side, len(task.stand.select))
        with self._pool() as pool:
            return tuple(pool.map(self._measure, listed))

    @contextmanager
    def _pool(self) -> Iterator[ThreadPoolExecutor]:
        """Open a pool; when anything is raised, an interrupt say, all that runs in it is ended."""
        pool = ThreadPoolExecutor(max_workers=self._jobs)
        try:
            yield pool
        except BaseException:
            self._engine.stop()
            raise
        finally:
            pool.shutdown(wait=True, cancel_futures=True)

    def _collect(self, stand: Stand, hash_seed_: int) -> Ended:
        """Collect once, in a copy of the tree."""
        with self._workshop.slot(stand.master) as slot:
            plan = self._plan(stand, slot, seed=Seed(0), collect_only=True)
            return self._engine.run(self._job(slot, plan, hash_seed_), _ignore)

    def _measure(self, task: Task) -> SeedFacts:
        """Run one seed: one process, and another one behind each that a property ended."""
        processes: list[Ended] = []
        done: tuple[TestId, ...] = ()
        with self._workshop.slot(task.stand.master) as slot:
            while True:
                plan = self._plan(
                    task.stand,
                    slot,
                    seed=task.seed,
                    order=task.stand.order if task.place % 2 == 0 else (),
                    done=done,
                    vary=task.vary,
                    instruments=task.instruments,
                )
                job = self._job(slot, plan, self._hash_seed(task))
                ended = self._engine.run(job, self._counter(task.stand.side))
                processes.append(ended)
                if not ended.running or ended.malformed:
                    return seed_facts(task.seen, task.seed, tuple(processes))
                done += (*(TestId(ran.test_id) for ran in ended.ran), TestId(ended.running))

    def _hash_seed(self, task: Task) -> int:
        """Give the hash seed of a task; 0 where nothing varies it."""
        if task.hash_seed is not None:
            return task.hash_seed
        return hash_seed(task.seed) if Vary.HASH in self._config.vary else 0

    def _counter(self, side: Side) -> Callable[[Claim], None]:
        """Make the listener that counts rows for the progress."""

        def count(claim: Claim) -> None:
            if isinstance(claim, Ran):
                self._progress.advance(side)

        return count

    def _plan(  # noqa: PLR0913 - a plan's varying parts
        self,
        stand: Stand,
        slot: Slot,
        *,
        seed: Seed,
        collect_only: bool = False,
        order: tuple[TestId, ...] = (),
        done: tuple[TestId, ...] = (),
        vary: tuple[Vary, ...] | None = None,
        instruments: Instruments = PLAIN,
    ) -> Plan:
        """Write the configuration of ours for this copy of the tree, and make the plan."""
        ours = our_config(stand.config, tree=str(slot.tree))
        config = slot.scratch / ours.name
        config.write_bytes(ours.text.encode())
        return Plan(
            collect_only=collect_only,
            tree=str(slot.tree),
            root=stand.root,
            config=str(config),
            scratch=str(slot.scratch),
            paths=stand.paths,
            plugins=stand.plugins,
            served=stand.served,
            test_folders=stand.test_folders,
            test_patterns=ours.patterns,
            select=None if collect_only else stand.select,
            order=order,
            done=done,
            seed=seed,
            vary=self._config.vary if vary is None else vary,
            instruments=instruments,
        )

    def _job(self, slot: Slot, plan: Plan, hash_seed_: int) -> Job:
        """Put a plan into its surroundings."""
        env = environment_of_tests(
            keep=self._config.environment, home=slot.home, temporary=slot.temporary
        )
        env["PYTHONHASHSEED"] = str(hash_seed_)
        return Job(
            plan=plan,
            executable=self._interpreter.executable,
            cwd=slot.tree / plan.root,
            env=env,
            time_limit_s=self._config.time_limit_s,
            start_limit_s=START_LIMIT_S,
        )


def interleaved(*sides: Sequence[Task]) -> tuple[Task, ...]:
    """Put the sides' tasks in turn, so that noise hits both alike (FIELD.md 11)."""
    return tuple(task for task in chain.from_iterable(zip_longest(*sides)) if task is not None)


def _ignore(claim: Claim) -> None:
    """Listen to nothing: a collection is read when it has ended."""
