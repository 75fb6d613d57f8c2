"""Properties that fail by a rule, run through the real plan of a diagnosis without a process."""

import random
from collections.abc import Callable, Sequence
from datetime import UTC, datetime

import msgspec

from freezegate.core.diagnosis import Diagnosis, diagnose
from freezegate.core.orders import ahead, shuffled
from freezegate.core.reruns import reruns
from freezegate.model.contract import Side, Vary
from freezegate.model.failure import Call, Changed, Controls
from freezegate.model.ids import CommitSha, PropertyId, Seed, TestId
from freezegate.model.rerun import Answered, Ask, Found, Outcome, Subject
from freezegate.source.schedule import derive_seeds, hash_seed
from tests.exemptions import PARENT, PATCH, PIN

VICTIM = TestId("tests/test_m.py::test_victim")
OTHERS = tuple(TestId(f"tests/test_{x}.py::test_{n}") for x in "akz" for n in range(4))
BEGAN = datetime(2026, 12, 1, 14, 3, 38, tzinfo=UTC)
WITNESS = "victim|AssertionError|x"


class Run(msgspec.Struct, frozen=True, kw_only=True):
    """All that one run of the victim can depend on."""

    side: Side
    seed: Seed
    seeded: bool
    before: tuple[TestId, ...]
    hash_seed: int
    now: datetime
    replayed: bool


#: Says what one run brings.
Rule = Callable[[Run], Outcome]


def red_where(rule: Callable[[Run], bool]) -> Rule:
    """A victim that fails where the rule says so."""
    return lambda run: Outcome(witness=WITNESS if rule(run) else "", duration_s=0.02)


class Simulated:
    """Answers the questions of a plan by a rule; `asks` are all that it was asked."""

    def __init__(self, rule: Rule, *, among: Sequence[TestId] = (), **fields: object) -> None:
        self.rule = rule
        self.among = tuple(sorted({VICTIM, *(among or OTHERS)}))
        self.fields = fields
        self.asks: list[Ask] = []
        self.refuses = False

    def subject(self, sha: str, of: int = 12) -> Subject:
        """A property whose schedule has been run, its seeds derived from a commit."""
        seeds = derive_seeds(CommitSha(sha), of)
        plain = Subject(
            property=PropertyId("victim"),
            test_id=VICTIM,
            among=self.among,
            seeds=seeds,
            extension=derive_seeds(CommitSha(sha), 32, start=of),
            vary=tuple(Vary),
            schedule={},
            began=BEGAN,
            generation=PIN,
        )
        subject = msgspec.structs.replace(plain, **self.fields)
        shown = {
            side: self.answer(
                Ask(
                    changed=Changed.VARIED_ORDER, side=side, seeds=seeds, before=None,
                    hash_seed=None,
                )
            )
            for side in Side
        }  # fmt: skip
        return msgspec.structs.replace(subject, schedule={**shown, **subject.schedule})

    def answer(self, ask: Ask) -> Answered:
        """Run an ask."""
        self.asks.append(ask)
        self.refuses = ask.refuse_network
        return Answered(outcomes=tuple(self.rule(self._run(ask, seed)) for seed in ask.seeds))

    def _run(self, ask: Ask, seed: Seed) -> Run:
        varied = ahead(shuffled(self.among, seed), VICTIM)
        return Run(
            side=ask.side,
            seed=seed,
            seeded=ask.seeded,
            before=varied if ask.before is None else ask.before,
            hash_seed=_hash_seed(ask, seed),
            now=ask.instant or BEGAN,
            replayed=ask.replay is not None,
        )

    def found(self, sha: str = PARENT, of: int = 12) -> Found:
        """Run the whole plan."""
        plan = reruns(self.subject(sha, of))
        answers: tuple[Answered, ...] | None = None
        while True:
            try:
                asks = next(plan) if answers is None else plan.send(answers)
            except StopIteration as ended:
                found: Found = ended.value
                return found
            answers = tuple(self.answer(ask) for ask in asks)

    def diagnosed(self, sha: str = PARENT, of: int = 12) -> tuple[Found, Diagnosis]:
        """Run the whole plan and name the class."""
        found = self.found(sha, of)
        return found, diagnose(controls_of(found))


def _hash_seed(ask: Ask, seed: Seed) -> int:
    if ask.hash_of is not None:
        return hash_seed(ask.hash_of)
    return hash_seed(seed) if ask.hash_seed is None else ask.hash_seed


def controls_of(found: Found) -> Controls:
    """Seal what a plan brought, as the use case does."""
    red, of = found.uncontrolled[Side.PATCH]
    parent_red, parent_of = found.uncontrolled[Side.PARENT]
    return Controls(
        parent_sha=PARENT,
        patch_sha=PATCH,
        property=PropertyId("victim"),
        test_id=VICTIM,
        generation=PIN,
        red=red,
        of=of,
        parent_red=parent_red,
        parent_of=parent_of,
        runs=found.runs,
    )


def by_chance(rate: float, seed: int) -> Rule:
    """Fail by chance alone, whatever is controlled."""
    chance = random.Random(seed)  # noqa: S311 - a simulation
    return red_where(lambda _: chance.random() < rate)


def call_of(*, red: bool, timed_out: bool = False, body_bytes: int | None = 9) -> Call:
    """A call that was answered with 200, or timed out."""
    if timed_out:
        return Call(red=red, timed_out=True)
    return Call(red=red, status_code=200, body_bytes=body_bytes)
