"""What every gate returns, and what becomes of all of them together."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

import msgspec

from freezegate.model.contract import OnReview
from freezegate.model.ids import Digest, check_digest
from freezegate.model.reason import Decision, Exit, Reason


class Flag(StrEnum):
    """What tightens without deciding (DESIGN.md section 13)."""

    SPEC_REVIEW = "spec_review"
    HUMAN_REQUIRED = "human_required"


class Counts(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Two by two: seeds by what both sides did. Counts, never a rate."""

    both_pass: int
    parent_only: int
    patch_only: int
    both_fail: int


class Finding(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """A subject (a property's id, or `patch`) and the reason that holds of it.

    `note` is one sentence for the reader: a cause, a path, counts in words.
    """

    subject: str
    reason: Reason
    note: str = ""
    flags: tuple[Flag, ...] = ()
    counts: Counts | None = None


class GateResult(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What one gate found."""

    gate: str
    findings: tuple[Finding, ...]

    @property
    def worst(self) -> Reason:
        """The strictest reason found; a gate that found nothing judged nothing."""
        reasons = (finding.reason for finding in self.findings)
        return max(
            reasons, key=lambda reason: reason.strictness, default=Reason.INCOMPLETE_CONTRACT
        )


class Result(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True
):
    """A finding as it stands in `decision.json`, with the decision that its reason carries."""

    prop: str
    decision: Decision
    reason: Reason
    note: str = ""
    flags: tuple[Flag, ...] = ()
    counts: Counts | None = None


class Verdict(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`decision.json`: one patch, one decision. `results` are in the order of the contract."""

    verdict_version: int
    contract: Digest
    decision: Decision
    reason: Reason
    flags: tuple[Flag, ...]
    on_review: OnReview
    results: tuple[Result, ...]

    def __post_init__(self) -> None:
        """The digest is one."""
        check_digest(self.contract)

    @property
    def exit(self) -> Exit:
        """The exit code; an accept that carries a flag that `on_review` names asks a person."""
        if self.decision is Decision.ACCEPT and _STOPS[self.on_review] & set(self.flags):
            return Exit.PROPOSE_FREEZE
        return Exit.REJECT if self.decision is Decision.REJECT else self.reason.exit


#: Which flags make a person necessary.
_STOPS: Final[Mapping[OnReview, frozenset[Flag]]] = {
    OnReview.PASS: frozenset(),
    OnReview.HUMAN: frozenset({Flag.HUMAN_REQUIRED}),
    OnReview.STOP: frozenset(Flag),
}
