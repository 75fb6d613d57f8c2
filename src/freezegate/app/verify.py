"""`verify`: anyone recomputes the decision from the stored files."""

from collections.abc import Mapping
from pathlib import Path

from freezegate.app.evidence import evidence_files, is_ticket, read_evidence
from freezegate.app.score import judge
from freezegate.errors import ArtifactError
from freezegate.model.evidence import Evidence
from freezegate.shell.store import read_folder


def verify(folder: Path) -> Evidence:
    """Recompute run hashes, decision, tickets, packet and statement, and compare every byte.

    Returns:
        The evidence, all of it recomputed and equal to what is stored.

    Raises:
        ArtifactError: names the first file that differs, is missing, or should not be there.
    """
    return verify_files(read_folder(folder))


def verify_files(files: Mapping[str, bytes]) -> Evidence:
    """Verify a folder that is already read."""
    sealed, stored = read_evidence(files)
    verdict = judge(stored.contract, sealed, stored.parent, stored.patch)
    again, evidence = evidence_files(sealed, stored.contract, stored.parent, stored.patch, verdict)
    for name in sorted(again.keys() | files.keys()):
        if again.get(name) != files.get(name):
            message = f"{name}: {_difference(name, name in again, name in files)}"
            raise ArtifactError(message)
    return evidence


def _difference(name: str, recomputed: bool, stored: bool) -> str:  # noqa: FBT001 - two facts
    """Say how a file differs, and what that means."""
    if not stored:
        return "the file is missing, though the rows call for it; this evidence is not whole"
    if not recomputed:
        what = "a ticket that the rows do not support" if is_ticket(name) else "no file of evidence"
        return f"{what}; this folder was changed after it was written"
    return "differs from what the rows give; this folder was changed after it was written"
