"""Whole evidence folders, made without a run."""

from freezegate.app.evidence import evidence_files
from freezegate.app.score import judge
from freezegate.model.contract import Contract, Route, Side
from freezegate.model.evidence import Evidence
from freezegate.model.run import SideEvidence
from freezegate.wire.canonical import seal
from freezegate.wire.contract import with_run_hashes
from tests.cases import Words, contract, evidence, routed

Folder = dict[str, bytes]


def stored(of: Contract, parent: SideEvidence, patch: SideEvidence) -> tuple[Folder, Evidence]:
    sealed = seal(of)
    return evidence_files(sealed, of, parent, patch, judge(of, sealed, parent, patch))


def plain(parent: str, patch: str, name: str = "p") -> tuple[Folder, Evidence]:
    """One property with neither extension nor confirmations."""
    of = with_run_hashes(contract(name, length=len(parent)))
    return stored(
        of,
        evidence(of, Side.PARENT, {name: parent}),
        evidence(of, Side.PATCH, {name: patch}),
    )


def proposed() -> tuple[Folder, Evidence]:
    """A ticket, with every kind of file that a folder may hold."""
    rewritten = routed("r", Route.REWRITTEN)
    of = contract("p", length=4, extension=2, confirmations=2, beside=(rewritten,))
    of = with_run_hashes(of)
    green: Words = {"r": "...."}
    parent = evidence(
        of,
        Side.PARENT,
        {"p": "A..A", **green},
        extension={"p": "..", "r": ".."},
        confirmations={"p": {2: "A"}},
    )
    patch = evidence(
        of,
        Side.PATCH,
        {"p": "AA..", **green},
        extension={"p": "..", "r": ".."},
        confirmations={"p": {2: "A"}},
        own=green,
    )
    return stored(of, parent, patch)


def green(count: int) -> tuple[Folder, Evidence]:
    """So many properties, all green."""
    words: Words = {f"p{number}": ".." for number in range(count)}
    of = with_run_hashes(contract(*words, length=2))
    return stored(of, evidence(of, Side.PARENT, words), evidence(of, Side.PATCH, words))
