"""Rows: one line of evidence for one property and seed of one run (DESIGN.md section 4)."""

import math
from enum import StrEnum
from typing import Final

import msgspec

from freezegate.model.ids import Digest, PropertyId, Seed, check_digest, check_id, check_schedule

#: What `Row.origin` says when all code under test came from the tree.
ORIGIN_TREE: Final = "tree"


class Status(StrEnum):
    """A row says one of two things."""

    PASS = "pass"  # noqa: S105 - a status, no secret
    FAIL = "fail"


class Phase(StrEnum):
    """Where in a property's life the outcome arose. Decides nothing."""

    SETUP = "setup"
    CALL = "call"
    TEARDOWN = "teardown"


class Row(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """One property, one seed, one run.

    `effects`, `origin` and `draws` can only tighten a decision; `phase` and `duration_s` decide
    nothing. `effects` holds words such as `network:192.0.2.1:443`, `subprocess:git`,
    `write:/etc/hosts`. `draws` says what the seed yielded (see `core.draws.drew_alike`).

    Raises:
        ValueError: a fail without a witness class, a pass with one, or an id that is none.
    """

    run: Digest
    prop: PropertyId
    seed: Seed
    status: Status
    witness: str = ""
    effects: tuple[str, ...] = ()
    origin: str = ORIGIN_TREE
    draws: str = ""
    phase: Phase | None = None
    duration_s: float = 0.0

    def __post_init__(self) -> None:
        """Check both directions of `fail carries a witness`."""
        check_digest(self.run)
        check_id(self.prop)
        check_schedule((self.seed,))
        if (self.status is Status.FAIL) is not bool(self.witness):
            message = "a fail carries a witness class and a pass carries none"
            raise ValueError(message)
        if not 0 <= self.duration_s < math.inf:
            message = f"duration_s is {self.duration_s}, not zero or more and finite"
            raise ValueError(message)


class ConfirmationRow(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """A row of the `attempt`-th rerun (from 1) of a whole seed; kept in files of their own."""

    attempt: int
    row: Row

    def __post_init__(self) -> None:
        """Attempts count from one."""
        if self.attempt < 1:
            message = f"attempt is {self.attempt}, not one or more"
            raise ValueError(message)
