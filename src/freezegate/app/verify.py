"""`verify`: anyone recomputes the decision from the stored files."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from freezegate.app.evidence import evidence_files, is_ticket, read_evidence
from freezegate.app.score import judge
from freezegate.errors import ArtifactError
from freezegate.model.evidence import Evidence, Packet
from freezegate.shell.store import read_folder
from freezegate.wire.canonical import digest


def verify(folder: Path) -> Evidence:
    """Recompute run hashes, decision, tickets, packet and statement, and compare every byte.

    Returns:
        The evidence, all of it recomputed and equal to what is stored.

    Raises:
        ArtifactError: names a file that differs, is missing, or should not be there: the first that
            is not what the packet digests, else the first that is not what the others give.
    """
    return verify_files(read_folder(folder))


def verify_files(files: Mapping[str, bytes]) -> Evidence:
    """Verify a folder that is already read."""
    sealed, stored = read_evidence(files)
    verdict = judge(stored.contract, sealed, stored.parent, stored.patch)
    again, evidence = evidence_files(sealed, stored.contract, stored.parent, stored.patch, verdict)
    name = next(_suspects(stored.packet, again, files), None)
    if name is None:
        return evidence
    message = f"{name}: {_difference(name, again, files)}"
    raise ArtifactError(message)


def _suspects(
    packet: Packet, again: Mapping[str, bytes], files: Mapping[str, bytes]
) -> Iterator[str]:
    """Name what was changed: rows recompute to themselves, so what they had is in the packet."""
    for each in packet.files:
        if each.name not in files or digest(files[each.name]) != each.digest:
            yield each.name
    for name in sorted(again.keys() | files.keys()):
        if again.get(name) != files.get(name):
            yield name


def _difference(name: str, again: Mapping[str, bytes], files: Mapping[str, bytes]) -> str:
    """Say how a file differs, and what that means."""
    changed = "this folder was changed after it was written"
    if name not in files:
        return "the file is missing, though the others call for it; this evidence is not whole"
    if name not in again:
        what = "a ticket that the rows do not support" if is_ticket(name) else "no file of evidence"
        return f"{what}; {changed}"
    if again[name] == files[name]:
        return f"is not the file that the packet digests; {changed}"
    return f"differs from what the rows give; {changed}"
