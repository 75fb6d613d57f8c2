"""Reruns under control as values: what is asked, what came of it, and what was found out."""

from collections.abc import Mapping
from datetime import datetime
from enum import StrEnum

import msgspec

from freezegate.model.claim import Shrunk
from freezegate.model.contract import Side, Vary
from freezegate.model.failure import Call, Changed, ControlRun, Controls, FailureClass
from freezegate.model.ids import PropertyId, Seed, TestId
from freezegate.model.plan import Replay


class Among(StrEnum):
    """The tests over which an order is varied.

    `AUTO` takes all of a suite of ordinary size, and the property's folder of a larger one.
    """

    AUTO = "auto"
    ALL = "all"
    FOLDER = "folder"
    FILE = "file"


class Ask(msgspec.Struct, frozen=True, kw_only=True):
    """Runs of one property on one side, one for each of `seeds`, in a process of its own.

    `before` are the tests that run ahead of it in that process; `None` means those that the seed's
    own order puts there. `hash_seed` is that of the process; `None` means the seed's own, and
    `hash_of` that of another seed. Without `seeded` no generator is set. `instant` is when the
    property begins, by a clock that ticks from there. `refuse_network` refuses every peer beyond
    this machine, `shrink` has a failing input shrunk, `replay` runs it on one input alone.
    """

    changed: Changed
    side: Side
    seeds: tuple[Seed, ...]
    before: tuple[TestId, ...] | None = ()
    hash_seed: int | None = 0
    hash_of: Seed | None = None
    seeded: bool = True
    instant: datetime | None = None
    refuse_network: bool = False
    shrink: bool = False
    replay: Replay | None = None


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """One run that brought a row.

    `witness` is its witness class, empty where it is green. `call` is the HTTP call that explains
    it, `None` where none was seen. `peers` are those beyond this machine that it reached for.
    `shrunk` is the input that was shrunk, `why_not` why an input could not be given.
    """

    witness: str = ""
    duration_s: float = 0.0
    call: Call | None = None
    peers: tuple[str, ...] = ()
    shrunk: Shrunk | None = None
    why_not: str = ""

    @property
    def red(self) -> bool:
        """Whether it failed."""
        return bool(self.witness)


class Answered(msgspec.Struct, frozen=True, kw_only=True):
    """What an `Ask` brought, in the order of its seeds; `None` where a run gave no row.

    `lacks` are instruments that are not to be had in the project's interpreter, `causes` say why
    rows are missing.
    """

    outcomes: tuple[Outcome | None, ...]
    lacks: tuple[str, ...] = ()
    causes: tuple[str, ...] = ()

    @property
    def whole(self) -> bool:
        """Whether every run gave a row, and there was one."""
        return bool(self.outcomes) and None not in self.outcomes

    @property
    def rows(self) -> tuple[Outcome, ...]:
        """The runs that gave a row."""
        return tuple(each for each in self.outcomes if each is not None)

    @property
    def red(self) -> int:
        """How many failed."""
        return sum(each.red for each in self.rows)


class Subject(msgspec.Struct, frozen=True, kw_only=True):
    """A property whose reruns are planned, and the schedule that it was seen red in.

    `among` are all tests that may run ahead of it, in the order of definition, itself included.
    `began` is when the schedule began, in the zone of the tests. `in_pack` holds for each input of
    the property, as `key_of` names it, that stands in the parent's fixture pack.
    """

    property: PropertyId
    test_id: TestId
    among: tuple[TestId, ...]
    seeds: tuple[Seed, ...]
    extension: tuple[Seed, ...]
    vary: tuple[Vary, ...]
    schedule: Mapping[Side, Answered]
    began: datetime
    generation: str
    hypothesis: bool = False
    in_pack: frozenset[str] = frozenset()


class Instant(msgspec.Struct, frozen=True, kw_only=True):
    """A boundary of time by name, and the instant at which the property began."""

    name: str
    at: datetime


class Found(msgspec.Struct, frozen=True, kw_only=True):
    """All that the reruns of one property brought.

    `red` of `of` runs of each side failed uncontrolled. `polluters` make it red when they run ahead
    of it, `helpers` make it green. `boundary` is where the clock turns it red. `told` are findings
    in sentences, `skipped` the controls that were not run, each with its reason.
    """

    uncontrolled: Mapping[Side, tuple[int, int]]
    runs: tuple[ControlRun, ...]
    polluters: tuple[TestId, ...] = ()
    helpers: tuple[TestId, ...] = ()
    boundary: Instant | None = None
    told: tuple[str, ...] = ()
    skipped: tuple[str, ...] = ()


class Diagnosed(msgspec.Struct, frozen=True, kw_only=True):
    """One property with its sealed controls, the class that they support, and why in words.

    `among` is the number of tests that the order was varied over.
    """

    controls: Controls
    failure_class: FailureClass
    why: str
    among: int
    found: Found


class Outside(msgspec.Struct, frozen=True, kw_only=True):
    """A property that was asked for and stands beside the contract: it is never frozen."""

    id: PropertyId
    why: str


class Diagnoses(msgspec.Struct, frozen=True, kw_only=True):
    """All that one call diagnosed, and what was asked for in vain."""

    diagnosed: tuple[Diagnosed, ...]
    outside: tuple[Outside, ...] = ()

    @property
    def freezable(self) -> bool:
        """Whether each class may be frozen; nothing diagnosed is none that may."""
        each = [one.failure_class.freezable for one in self.diagnosed]
        return bool(each) and all(each) and not self.outside
