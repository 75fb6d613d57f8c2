"""`score`: a contract and two sides of rows in, a verdict out. Needs no repository."""

from pathlib import Path

from freezegate.app.evidence import evidence_files, read_side
from freezegate.core.differential import score
from freezegate.core.gate import combine
from freezegate.errors import UsageError
from freezegate.model.contract import Contract, Side
from freezegate.model.evidence import Evidence
from freezegate.model.run import Measured, Run, SideEvidence
from freezegate.model.verdict import Verdict
from freezegate.shell.store import read_file
from freezegate.wire.canonical import digest, seal
from freezegate.wire.contract import check_run_hashes, read_contract
from freezegate.wire.text_files import read_text_contract, read_text_rows


def judge(contract: Contract, sealed: bytes, parent: SideEvidence, patch: SideEvidence) -> Verdict:
    """Give the verdict of the differential gate."""
    return combine(digest(sealed), contract, (score(contract, parent, patch),))


def score_files(contract: Path, parent: Path, patch: Path) -> Evidence:
    """Score two row files under a contract; what belongs to a row file stands beside it.

    `parent.jsonl` brings `parent.run.json` and, where they are there, `parent.extension.jsonl`,
    `parent.confirmations.jsonl`, `parent.own.jsonl` and `parent.own.run.json`.

    Raises:
        ArtifactError: a file is not what it claims to be.
    """
    value, sealed = read_contract(read_file(contract), origin=str(contract))
    check_run_hashes(value, origin=str(contract))
    return _whole(value, sealed, _side(Side.PARENT, parent), _side(Side.PATCH, patch))


def score_text_files(
    contract: Path, parent: Path, patch: Path, properties: tuple[str, ...]
) -> Evidence:
    """Score files in the form of the specification's own text: few fields, rows without a run.

    What such files do not hold cannot be compared: no run facts, so hashes and schedule are the
    contract's own claim.
    """
    value = read_text_contract(read_file(contract), origin=str(contract), properties=properties)
    sealed = seal(value)
    before, after = (
        SideEvidence(
            run=_claimed_run(value, side),
            rows=read_text_rows(read_file(path), origin=str(path), contract=value, side=side),
        )
        for side, path in ((Side.PARENT, parent), (Side.PATCH, patch))
    )
    return _whole(value, sealed, before, after)


def _whole(
    contract: Contract, sealed: bytes, parent: SideEvidence, patch: SideEvidence
) -> Evidence:
    """Judge and put together what a report is rendered from."""
    verdict = judge(contract, sealed, parent, patch)
    _, evidence = evidence_files(sealed, contract, parent, patch, verdict)
    return evidence


def _claimed_run(contract: Contract, side: Side) -> Run:
    """State a side's run as its contract claims it."""
    spec = contract.run_spec(side)
    return Run(
        side=side,
        run=contract.run_hash(side),
        commit=spec.commit,
        tree=spec.tree,
        seeds=contract.seeds,
        measured=tuple(
            Measured(
                id=prop.id,
                spec_hash=prop.spec_hash,
                fixture_closure_hash=prop.fixture_closure_hash,
            )
            for prop in spec.properties
        ),
        environment=contract.environment,
        isolation=contract.isolation,
    )


def _side(side: Side, rows: Path) -> SideEvidence:
    """Read a row file and what stands beside it."""
    if rows.suffix != ".jsonl":
        message = f"{rows}: a row file ends in .jsonl, so that its run facts are found beside it"
        raise UsageError(message)
    stem = rows.name.removesuffix(".jsonl")
    beside = {
        path.name: read_file(path)
        for path in sorted(rows.parent.iterdir())
        if path.is_file() and path.name.startswith(f"{stem}.")
    }
    return read_side(side, beside, stem=stem)
