"""Run facts against the contract: hashes, schedule and trees are compared, never assumed."""

from collections.abc import Iterable, Iterator

from freezegate.core.case import PATCH, Sides
from freezegate.model.contract import Contract, Property, Side
from freezegate.model.ids import Digest
from freezegate.model.reason import Reason
from freezegate.model.run import Measured, Run, SideEvidence
from freezegate.model.verdict import Finding


def run_findings(contract: Contract, side: Side, evidence: SideEvidence) -> Iterator[Finding]:
    """Check the facts of one side's passes."""
    yield from _of_run(contract, side, evidence.run, contract.run_spec(side).tree)
    if evidence.own_run is not None:
        yield from _of_run(contract, side, evidence.own_run, contract.patch_own_tree)
    elif side is Side.PATCH and contract.own:
        note = f"the patch's own tests did not run, {contract.own[0].id} among them"
        yield Finding(subject=PATCH, reason=Reason.INCOMPLETE_CONTRACT, note=note)


def hash_findings(contract: Contract, side: Side, run: Run) -> Iterator[Finding]:
    """Compare measured hashes with the contract's, property by property.

    All that the contract judges or takes from the parent is measured; what the patch has of the
    routed is compared where it is measured, for nothing of it can be frozen.
    """
    on_parent = side is Side.PARENT
    required = contract.selected if on_parent else contract.properties
    routed = tuple(each.patch for each in contract.routed if each.patch and not on_parent)
    measured: dict[str, list[Measured]] = {}
    for each in run.measured:
        measured.setdefault(each.id, []).append(each)
    for prop in (*required, *routed):
        yield from _of_hashes(side, prop, measured.get(prop.id, ()))
    for prop in required:
        if prop.id not in measured:
            note = f"the hashes were not measured on the {side}"
            yield Finding(subject=prop.id, reason=Reason.INCOMPLETE_CONTRACT, note=note)


def same_environment(sides: Sides) -> bool:
    """Tell whether both sides ran in the contract's environment, under its isolation."""
    contract = sides.contract
    return all(
        (run.environment, run.isolation) == (contract.environment, contract.isolation)
        for run in (sides.parent.run, sides.patch.run)
    )


def _of_run(contract: Contract, side: Side, run: Run, tree: Digest) -> Iterator[Finding]:
    """Check what one pass says of itself."""
    conditions = (
        ("side", run.side, side, Reason.FOREIGN_RUN),
        ("run hash", run.run, contract.run_hash(side), Reason.FOREIGN_RUN),
        ("commit", run.commit, contract.run_spec(side).commit, Reason.FOREIGN_RUN),
        ("tree", run.tree, tree, Reason.FOREIGN_RUN),
        ("schedule", run.seeds, contract.seeds, Reason.SCHEDULE_MISMATCH),
    )
    for name, stated, asked, reason in conditions:
        if stated != asked:
            note = f"the {side}'s run facts state another {name} than the contract's"
            yield Finding(subject=PATCH, reason=reason, note=note)
    for bad in run.malformed:
        note = f"the {side} sent at seed {bad.seed}: {bad.text}"
        yield Finding(subject=PATCH, reason=Reason.MALFORMED_ROW, note=note)


def _of_hashes(side: Side, prop: Property, measured: Iterable[Measured]) -> Iterator[Finding]:
    """Compare both hashes of a property."""
    for each in measured:
        conditions = (
            (each.spec_hash == prop.spec_hash, Reason.SPEC_MISMATCH),
            (each.fixture_closure_hash == prop.fixture_closure_hash, Reason.FIXTURE_MISMATCH),
        )
        for holds, reason in conditions:
            if not holds:
                yield Finding(subject=prop.id, reason=reason, note=f"as measured on the {side}")
