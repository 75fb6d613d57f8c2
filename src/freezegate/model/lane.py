"""The touched set, and the report of the property lane (spec 2; DESIGN.md section 6)."""

from collections.abc import Collection, Iterable
from enum import StrEnum
from typing import Final

import msgspec

from freezegate.model.ids import (
    PropertyId,
    Seed,
    TestId,
    check_commit,
    check_distinct,
    check_id,
)
from freezegate.model.manifest import base_of
from freezegate.model.pack import Counterexample


class LaneState(StrEnum):
    """What the lane comes to: green only when it is complete and every counting property passes."""

    GREEN = "green"
    INCOMPLETE = "incomplete"
    RED = "red"


class Place(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Where a definition begins in a file of the tree.

    `line` (from 1) and `column` (from 0, in bytes of UTF-8) are those of the `def`, `lambda` or
    `class` itself, not of a decorator; both are 0 for the module.
    """

    path: str
    line: int
    column: int


class UnitKind(StrEnum):
    """What a unit of code is; the last two run when their file is imported."""

    FUNCTION = "function"
    LAMBDA = "lambda"
    CLASS_BODY = "class_body"
    MODULE = "module"


class Unit(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One unit of code that a patch edits, less the units inside it.

    `id` is `path::qualified.name`; a class body ends in `.<class>`, module-level code is
    `path::<module>`, a lambda is numbered in its statement. A property executes the unit when it
    runs code that begins at one of `places`: the unit's own, and for code that runs on import the
    functions that read what it binds.
    """

    id: str
    kind: UnitKind
    places: tuple[Place, ...]


#: More than these cannot be listed for a reader, and nothing is sampled (DESIGN.md section 6).
MAX_TOUCHED: Final = 500


class TouchedSet(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a patch edits: units of code, and changed files that are none.

    `removed` are ids of the parent's that the patch no longer has. `unaccounted` are changed
    product files that are not Python, do not parse, or were not declared as data; they make a lane
    incomplete. `data` are changed files that were declared.
    """

    units: tuple[Unit, ...] = ()
    removed: tuple[str, ...] = ()
    unaccounted: tuple[str, ...] = ()
    data: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Each stands once."""
        check_distinct("a touched function", self.functions)
        check_distinct("an unaccounted file", self.unaccounted)

    @property
    def functions(self) -> tuple[str, ...]:
        """The ids of the units."""
        return tuple(unit.id for unit in self.units)

    @property
    def unlistable(self) -> bool:
        """Whether there are more units than can be listed."""
        return len(self.units) > MAX_TOUCHED


class TouchedBy(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What one patch edits, against one parent."""

    parent_sha: str
    patch_sha: str
    touched: TouchedSet


class Ran(msgspec.Struct, frozen=True, kw_only=True):
    """One run of a property on the patch: whether it was red, and what it executed.

    `executed` are ids of touched functions, and paths of changed data files that it opened.
    """

    red: bool
    executed: frozenset[str]


class Trapped(msgspec.Struct, frozen=True, kw_only=True):
    """One run with touched code taken away.

    `fired` says that anything was taken away, `red` that the property failed in its call: what
    fails in a fixture says nothing of what the property itself holds to.
    """

    fired: bool
    red: bool


class Seen(msgspec.Struct, frozen=True, kw_only=True):
    """All that was measured of one property.

    `runs` are those of the schedule, in its order, `None` where a seed brought no row; `replays`
    those on inputs of the fixture pack. `raised` and `hollow` are runs with touched code replaced
    by an exception, and with its result taken away, at the seed of `trap_at`; `None` where there is
    none. `gaps` say why a run is missing, or an input was not given.
    """

    id: PropertyId
    test_id: TestId
    route: str = ""
    names: tuple[str, ...] = ()
    runs: tuple[Ran | None, ...] = ()
    replays: tuple[Ran, ...] = ()
    raised: Trapped | None = None
    hollow: Trapped | None = None
    shrunk: str = ""
    gaps: tuple[str, ...] = ()

    @property
    def rows(self) -> tuple[Ran, ...]:
        """The runs that brought a row, replays included."""
        return (*(ran for ran in self.runs if ran is not None), *self.replays)

    @property
    def executed(self) -> frozenset[str]:
        """What it executed on any of them."""
        return frozenset(name for ran in self.rows for name in ran.executed)


class LaneProperty(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One property of the lane.

    `executes` are touched functions (and changed data files) that running it executes (opens),
    `names` those that its text names. `counts` says that it bears on the patch, `why` (empty when
    it counts) why it was dropped. `passes` and `fails` count seeds, `replays` inputs of the pack
    that it ran on besides. `shrunk` is the input that breaks it, as text, where one was found.
    `route` says how it stands beside the contract, `gaps` what is missing of its runs.
    """

    id: PropertyId
    test_id: TestId
    executes: tuple[str, ...]
    names: tuple[str, ...]
    passes: int
    fails: int
    counts: bool
    why: str = ""
    shrunk: str = ""
    route: str = ""
    replays: int = 0
    gaps: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """A property that is dropped says why."""
        if self.counts is bool(self.why):
            message = f"{self.id}: a property counts, or says why it does not"
            raise ValueError(message)


def holding(
    properties: Iterable[LaneProperty], candidates: Collection[TestId]
) -> tuple[LaneProperty, ...]:
    """Give the properties that count, less those that are up for a freeze, whatever parameters."""
    up = {base_of(test) for test in candidates}
    return tuple(prop for prop in properties if prop.counts and base_of(prop.test_id) not in up)


class LaneReport(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`property-report.json`: what the lane found; never written by what writes freeze records.

    `generation` is the content id of the fixture pack that it ran on; empty where none could be
    pinned. `uncovered` are touched functions and changed data files that no counting property
    reaches, `abandoned` functions that a property executed on the parent and none executes on the
    patch. `sensitive` says what of the change touches authentication, authorization or deletion.
    `candidates` are tests that are up for a freeze: they neither colour the lane nor cover
    anything. `counterexamples` are inputs that were shrunk, `logs` the failures of those that do
    not replay, in the same order.
    """

    report_version: int
    parent_sha: str
    patch_sha: str
    generation: str
    touched: TouchedSet
    properties: tuple[LaneProperty, ...]
    uncovered: tuple[str, ...]
    abandoned: tuple[str, ...]
    sensitive: tuple[str, ...]
    state: LaneState
    seeds: tuple[Seed, ...] = ()
    candidates: tuple[TestId, ...] = ()
    gaps: tuple[str, ...] = ()
    counterexamples: tuple[Counterexample, ...] = ()
    logs: dict[str, str] = {}

    def __post_init__(self) -> None:
        """There is one version so far; commits are commits, and no property stands twice."""
        if self.report_version != 1:
            message = f"report_version is {self.report_version}; this freezegate reads version 1"
            raise ValueError(message)
        check_commit(self.parent_sha)
        check_commit(self.patch_sha)
        if self.generation:
            check_id(self.generation)
        check_distinct("a property", tuple(prop.id for prop in self.properties))
