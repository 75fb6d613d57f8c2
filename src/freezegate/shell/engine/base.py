"""What every engine takes and returns: a job in, claims out, and nothing else."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Protocol

import msgspec

from freezegate.model.claim import Claim, CollectError, Hello, Item, Origin, Ran
from freezegate.model.plan import Plan


class Job(msgspec.Struct, frozen=True, kw_only=True):
    """One process of the runner: its plan, its interpreter, its surroundings, its limits.

    `time_limit_s` is for one property, `start_limit_s` for everything before the first one and for
    what comes after the last.
    """

    plan: Plan
    executable: Path
    cwd: Path
    env: Mapping[str, str]
    time_limit_s: float
    start_limit_s: float


class Ended(msgspec.Struct, frozen=True, kw_only=True):
    """How a job ended.

    `running` is the test id that had started and not finished (empty when none had); `how` is
    empty for a job that said its end, else words such as `exited with status 0`; `timed_out` and
    `signal` tell the two that a row can be made of. `malformed` is what was no claim.
    """

    claims: tuple[Claim, ...]
    running: str
    how: str
    timed_out: bool
    signal: str
    malformed: str
    stderr: str

    @property
    def hello(self) -> Hello | None:
        """The first claim, if the runner came to stand."""
        return next((claim for claim in self.claims if isinstance(claim, Hello)), None)

    @property
    def items(self) -> tuple[Item, ...]:
        """The collected tests."""
        return tuple(claim for claim in self.claims if isinstance(claim, Item))

    @property
    def errors(self) -> tuple[CollectError, ...]:
        """What could not be collected."""
        return tuple(claim for claim in self.claims if isinstance(claim, CollectError))

    @property
    def ran(self) -> tuple[Ran, ...]:
        """The tests that have run."""
        return tuple(claim for claim in self.claims if isinstance(claim, Ran))

    @property
    def origins(self) -> tuple[Origin, ...]:
        """Packages that came from outside the tree."""
        return tuple(claim for claim in self.claims if isinstance(claim, Origin))


class Engine(Protocol):
    """Where jobs run. An engine returns claims; scoring is local."""

    def run(self, job: Job, on_claim: Callable[[Claim], None]) -> Ended:
        """Run one job to its end, telling each claim as it comes.

        Raises:
            EngineError: the job could not be started at all.
        """
        ...

    def stop(self) -> None:
        """End every running job, and each later one as soon as it starts; safe from any thread."""
        ...
