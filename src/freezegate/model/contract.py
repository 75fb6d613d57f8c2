"""The contract: written before the first run, sealed, never edited (DESIGN.md section 4)."""

from enum import StrEnum
from typing import Final, Literal

import msgspec

from freezegate.model.environment import Environment
from freezegate.model.ids import (
    CommitSha,
    Digest,
    PropertyId,
    Seed,
    TestId,
    check_commit,
    check_digest,
    check_distinct,
    check_id,
    check_schedule,
)

#: A failure of one run in three is missed by 12 seeds with probability 0.8 %.
DEFAULT_SEEDS: Final = 12
#: With 12 + 32 seeds a flake that went from one in three to always is found nearly every time.
DEFAULT_EXTENSION: Final = 32
#: An honest flake of any rate passes all 8 on one side and fails all 8 on the other less than once
#: in 60,000 seeds.
DEFAULT_CONFIRMATIONS: Final = 8
DEFAULT_TIME_LIMIT_S: Final = 60


class Side(StrEnum):
    """The control and the treatment."""

    PARENT = "parent"
    PATCH = "patch"


class Stage(StrEnum):
    """Which seeds of the contract are run."""

    SCHEDULE = "schedule"
    EXTENSION = "extension"
    CONFIRMATIONS = "confirmations"


class Vary(StrEnum):
    """What a seed sets."""

    RANDOM = "random"
    NUMPY = "numpy"
    HYPOTHESIS = "hypothesis"
    ORDER = "order"
    HASH = "hash"


class Mode(StrEnum):
    """How the runner spends interpreters: `fresh` takes one for each seed."""

    FRESH = "fresh"


class Isolation(StrEnum):
    """What keeps the code under test away from the rest of the machine (TRUST.md section 2)."""

    PROCESS = "process"

    @property
    def in_words(self) -> str:
        """The grade as a verdict names it: a separate process is a weak one."""
        return f"{self} (weak)"


class Route(StrEnum):
    """Why a property stands beside the contract instead of in it."""

    ADDED = "added"
    REWRITTEN = "rewritten"
    FIXTURES_CHANGED = "fixtures_changed"
    REMOVED = "removed"


class OnReview(StrEnum):
    """Which flags let an accept exit 5 instead of 0: none, `human_required`, or any."""

    PASS = "pass"  # noqa: S105 - an option, no secret
    HUMAN = "human"
    STOP = "stop"


class Property(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One test under judgement, as one commit has it."""

    id: PropertyId
    test_id: TestId
    oracle: str
    spec_hash: Digest
    fixture_closure_hash: Digest

    def __post_init__(self) -> None:
        """Ids and digests are such."""
        check_id(self.id)
        check_id(self.test_id)
        check_digest(self.spec_hash)
        check_digest(self.fixture_closure_hash)


class Routed(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """A property that one commit lacks or that differs between them, with its route.

    `parent` and `patch` are the property as each commit has it. `waivers` are the waiver channels
    that the patch adds with it; `mutes` says that one of them mutes it here and now. `composed`
    tells a property whose file the composed tree could not collect (route `rewritten`).
    """

    id: PropertyId
    route: Route
    parent: Property | None = None
    patch: Property | None = None
    waivers: tuple[str, ...] = ()
    mutes: bool = False
    composed: bool = False

    def __post_init__(self) -> None:
        """An added property has no parent, a removed one no patch, others have both."""
        check_id(self.id)
        if (self.parent is None) is not (self.route is Route.ADDED):
            message = f"{self.id}: a property without a parent is added, and only that"
            raise ValueError(message)
        if (self.patch is None) is not (self.route is Route.REMOVED):
            message = f"{self.id}: a property without a patch is removed, and only that"
            raise ValueError(message)


class NotJudged(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An id that the parent's configuration leaves out until a date, with the reason given."""

    test_id: TestId
    reason: str
    until: str


class Notice(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """Something that the contract's making found out about the patch, beside its properties.

    `spec_review` and `human_required` are the flags that it sets.
    """

    text: str
    spec_review: bool = False
    human_required: bool = False


class RunSpec(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """All that can change one side's rows. Its sealed digest is that side's run hash.

    Nothing that depends on the patch enters the parent's.
    """

    side: Side
    commit: CommitSha
    tree: Digest
    seeds: tuple[Seed, ...]
    extension: tuple[Seed, ...]
    properties: tuple[Property, ...]
    order: tuple[TestId, ...]
    vary: tuple[Vary, ...]
    mode: Mode
    isolation: Isolation
    time_limit_s: int
    options: tuple[str, ...]
    plugins: tuple[str, ...]
    environment: Environment


class Contract(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What will be measured, fixed before it is.

    `properties` are judged by the table; `routed` stand beside them. `spec_hash` and
    `fixture_closure_hash` are over all `properties`. `order` is CI's order of test ids when
    disputed tests are judged: even places of the schedule run in it, with the ids that are no
    property run for their effects alone. `oracle_edits` are places where the diff edits a
    comparison, a bound or a fixture: a cleared failure beside one wants spec review. `named` says
    that a person chose the properties by name. `parent_tree`, `patch_tree` and `patch_own_tree`
    are the digests of the listings that run: the parent's own, the composed one, and the patch's
    own. `options_off` and `plugins_off` were taken out.
    """

    contract_version: Literal[1]
    parent_sha: CommitSha
    patch_sha: CommitSha
    spec_hash: Digest
    fixture_closure_hash: Digest
    seeds: tuple[Seed, ...]
    extension: tuple[Seed, ...]
    confirmations: int
    properties: tuple[Property, ...]
    routed: tuple[Routed, ...]
    order: tuple[TestId, ...]
    disputed: tuple[PropertyId, ...]
    not_judged: tuple[NotJudged, ...]
    notices: tuple[Notice, ...]
    oracle_edits: tuple[str, ...]
    unstable_ids: tuple[TestId, ...]
    collection_errors: tuple[str, ...]
    named: bool
    on_review: OnReview
    vary: tuple[Vary, ...]
    mode: Mode
    isolation: Isolation
    time_limit_s: int
    options: tuple[str, ...]
    options_off: tuple[str, ...]
    plugins: tuple[str, ...]
    plugins_off: tuple[str, ...]
    environment: Environment
    parent_tree: Digest
    patch_tree: Digest
    patch_own_tree: Digest
    parent_run: Digest
    patch_run: Digest

    def __post_init__(self) -> None:
        """Ids are distinct, digests are digests, the schedule is one."""
        check_commit(self.parent_sha)
        check_commit(self.patch_sha)
        for digest in (
            self.spec_hash,
            self.fixture_closure_hash,
            self.parent_tree,
            self.patch_tree,
            self.patch_own_tree,
            self.parent_run,
            self.patch_run,
        ):
            check_digest(digest)
        check_schedule(self.seeds + self.extension)
        check_distinct(
            "a property", tuple(p.id for p in self.properties) + tuple(r.id for r in self.routed)
        )
        if self.confirmations < 0 or self.time_limit_s < 1:
            message = "confirmations are zero or more, time_limit_s one or more"
            raise ValueError(message)

    @property
    def selected(self) -> tuple[Property, ...]:
        """The parent's list: judged properties and those that the parent has of the routed."""
        return self.properties + tuple(r.parent for r in self.routed if r.parent is not None)

    @property
    def own(self) -> tuple[Routed, ...]:
        """The routed properties that run in the patch's own pass."""
        return tuple(routed for routed in self.routed if routed.patch is not None)

    def run_spec(self, side: Side) -> RunSpec:
        """Everything that can change this side's rows."""
        patch = side is Side.PATCH
        return RunSpec(
            side=side,
            commit=self.patch_sha if patch else self.parent_sha,
            tree=self.patch_tree if patch else self.parent_tree,
            seeds=self.seeds,
            extension=self.extension,
            properties=tuple(sorted(self.selected, key=lambda prop: prop.id)),
            order=self.order,
            vary=self.vary,
            mode=self.mode,
            isolation=self.isolation,
            time_limit_s=self.time_limit_s,
            options=self.options,
            plugins=self.plugins,
            environment=self.environment,
        )

    def run_hash(self, side: Side) -> Digest:
        """The run that this side's rows must cite."""
        return self.patch_run if side is Side.PATCH else self.parent_run
