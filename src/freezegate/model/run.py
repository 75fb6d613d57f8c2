"""What was measured on one side beside its rows."""

from enum import StrEnum

import msgspec

from freezegate.model.contract import Isolation, Side
from freezegate.model.environment import Environment
from freezegate.model.ids import (
    CommitSha,
    Digest,
    PropertyId,
    Seed,
    check_commit,
    check_digest,
    check_id,
)
from freezegate.model.row import ConfirmationRow, Row


class MuteKind(StrEnum):
    """How a property was muted."""

    SKIP = "skip"
    XFAIL = "xfail"


class Measured(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A property's hashes, measured on that commit's own, uncomposed tree."""

    id: PropertyId
    spec_hash: Digest
    fixture_closure_hash: Digest


class Muted(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A property that pytest skipped, or that failed as it was expected to, at one seed."""

    prop: PropertyId
    seed: Seed
    kind: MuteKind
    reason: str


class Cause(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Why a property (or every one, when `prop` is empty) has no row at a seed."""

    prop: str
    seed: Seed
    text: str


class Malformed(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something that the tree under test sent at a seed and that is no claim."""

    seed: Seed
    text: str


class OutsideOrigin(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A package of the repository that came from outside the tree under test."""

    package: str
    path: str


class Site(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The failing statement behind a witness class: for readers, never judged.

    `place` is `path:line` in the tree that failed, `statement` its source on one line.
    """

    witness: str
    place: str
    statement: str
    message: str


class Run(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One side's run facts: hashes and schedule as measured, never as assumed."""

    side: Side
    run: Digest
    commit: CommitSha
    tree: Digest
    seeds: tuple[Seed, ...]
    measured: tuple[Measured, ...]
    environment: Environment
    isolation: Isolation
    muted: tuple[Muted, ...] = ()
    causes: tuple[Cause, ...] = ()
    malformed: tuple[Malformed, ...] = ()
    origins: tuple[OutsideOrigin, ...] = ()
    sites: tuple[Site, ...] = ()

    def __post_init__(self) -> None:
        """Ids and digests are such."""
        check_commit(self.commit)
        check_digest(self.run)
        check_digest(self.tree)
        for measured in self.measured:
            check_id(measured.id)


class SideEvidence(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One side whole: its facts and its three kinds of rows, and the facts of the later two.

    `run.muted` and `run.causes` speak of the schedule. `own` and `own_run` are the pass of the
    patch's own tests: empty and `None` on the parent and where nothing is routed there.
    """

    run: Run
    rows: tuple[Row, ...]
    extension: tuple[Row, ...] = ()
    confirmations: tuple[ConfirmationRow, ...] = ()
    own: tuple[Row, ...] = ()
    own_run: Run | None = None
