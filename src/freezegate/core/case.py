"""What is under judgement: both sides laid out, and one property of theirs."""

from typing import Final

import msgspec

from freezegate.core.cells import Cells, Layout, layout
from freezegate.model.contract import Contract, Side
from freezegate.model.ids import PropertyId
from freezegate.model.reason import Reason
from freezegate.model.row import Row, Status
from freezegate.model.run import SideEvidence
from freezegate.model.verdict import Counts, Finding, Flag

#: The subject of findings that concern no single property.
PATCH: Final = "patch"
#: In a smaller contract a fifth is a handful of tests, which flakes can make up.
_OUTAGE_LEAST_PROPERTIES: Final = 20
#: More than one property in this many red on the parent is an outage.
_OUTAGE_ONE_IN: Final = 5


class Sides(msgspec.Struct, frozen=True, kw_only=True):
    """A contract and the evidence of both sides; `before` and `after` are their layouts.

    `outage` says that so much of a contract that nobody chose by name fails on the parent that
    nothing is proposed.
    """

    contract: Contract
    parent: SideEvidence
    patch: SideEvidence
    before: Layout
    after: Layout
    outage: bool


class Case(msgspec.Struct, frozen=True, kw_only=True):
    """One property of the contract with its cells on the schedule."""

    sides: Sides
    prop: PropertyId
    before: Cells
    after: Cells

    @property
    def contract(self) -> Contract:
        """The contract that it is judged under."""
        return self.sides.contract

    def finding(self, reason: Reason, note: str = "", flags: tuple[Flag, ...] = ()) -> Finding:
        """Make the finding of this property, with its counts where every cell is a row."""
        return Finding(
            subject=self.prop,
            reason=reason,
            note=note,
            flags=flags,
            counts=_counts_if_whole(self.before, self.after),
        )


def sides_of(contract: Contract, parent: SideEvidence, patch: SideEvidence) -> Sides:
    """Lay out both sides."""
    before = layout(contract, Side.PARENT, parent)
    return Sides(
        contract=contract,
        parent=parent,
        patch=patch,
        before=before,
        after=layout(contract, Side.PATCH, patch),
        outage=_is_outage(contract, before),
    )


def case_of(sides: Sides, prop: PropertyId) -> Case:
    """Take out one property."""
    seeds = sides.contract.seeds
    return Case(
        sides=sides,
        prop=prop,
        before=sides.before.schedule(prop, seeds),
        after=sides.after.schedule(prop, seeds),
    )


def counts_of(parent: tuple[Row, ...], patch: tuple[Row, ...]) -> Counts:
    """Count seeds by what both sides did; rows stand seed by seed."""
    cells = [
        (before.status is Status.FAIL, after.status is Status.FAIL)
        for before, after in zip(parent, patch, strict=True)
    ]
    return Counts(
        both_pass=cells.count((False, False)),
        parent_only=cells.count((True, False)),
        patch_only=cells.count((False, True)),
        both_fail=cells.count((True, True)),
    )


def _counts_if_whole(before: Cells, after: Cells) -> Counts | None:
    """Count only where both sides have a row at every seed."""
    if len(before.held) != len(before.seeds) or len(after.held) != len(after.seeds):
        return None
    return counts_of(before.held, after.held)


def _is_outage(contract: Contract, before: Layout) -> bool:
    """Tell whether more than a fifth of a contract that nobody chose by name fails."""
    failing = sum(before.schedule(prop.id, contract.seeds).fails for prop in contract.properties)
    return (
        not contract.named
        and len(contract.properties) >= _OUTAGE_LEAST_PROPERTIES
        and failing * _OUTAGE_ONE_IN > len(contract.properties)
    )
