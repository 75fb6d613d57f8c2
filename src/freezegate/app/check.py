"""`check`: every line of the ledger held to the scope (spec 3, section 3)."""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import msgspec

from freezegate.app.case import Case, open_case
from freezegate.app.classify import classified
from freezegate.app.commit import Commit
from freezegate.app.contract import LOCAL
from freezegate.app.options import Options
from freezegate.app.progress import Progress
from freezegate.core.scope import Scope, check_scope, no_manifest
from freezegate.errors import UsageError
from freezegate.model.ledger import Ledger
from freezegate.model.manifest import Manifest, PatchTests
from freezegate.model.verdict import GateResult
from freezegate.shell.clock import now
from freezegate.shell.engine.base import Engine
from freezegate.shell.store import read_file
from freezegate.wire.decode import decode
from freezegate.wire.ledger import read_ledger
from freezegate.wire.manifest import read_manifest
from freezegate.wire.times import parse_time


class Files(msgspec.Struct, frozen=True, kw_only=True):
    """The files of the text's own command: no repository is asked.

    `parent` is the parent's full commit id where the manifest does not name it; `before` the
    parent's ledger, so that lines of the patch can be told.
    """

    manifest: Path
    patch_tests: Path
    ledger: Path
    parent: str = ""
    before: Path | None = None


def clock(text: str) -> datetime:
    """Read the time that records are held to; the CI clock in UTC where none is given.

    Raises:
        UsageError: it is no time with an offset.
    """
    if not text:
        return now()
    try:
        return parse_time(text)
    except ValueError as fault:
        message = f"--now {fault}"
        raise UsageError(message) from fault


def check_files(files: Files, time: datetime) -> GateResult:
    """Hold a ledger to a manifest and a classification, each given as a file.

    Raises:
        ArtifactError: the classification is none, or a file cannot be read. What is wrong with
            ledger or manifest is a finding.
    """
    ledger = _ledger(files.ledger)
    manifest = read_manifest(read_file(files.manifest), origin=str(files.manifest))
    patch = decode(read_file(files.patch_tests), PatchTests, origin=str(files.patch_tests))
    if isinstance(manifest, str):
        return no_manifest(manifest)
    parent = _parent(files, manifest)
    scope = Scope(
        manifest=manifest,
        patch=patch,
        ancestors=frozenset({parent}) if parent else None,
        before=_ledger(files.before) if files.before else None,
    )
    return check_scope(ledger, scope, time)


def _parent(files: Files, manifest: Manifest) -> str:
    """Give the parent that a manifest is of, by itself or by the option; empty for neither.

    Raises:
        UsageError: the two differ.
    """
    own, option = manifest.parent_sha, files.parent
    if own and option and own != option:
        message = (
            f"--parent {option[:12]}: {files.manifest} is of {own[:12]}; leave the option out, or "
            "export the manifest of that commit"
        )
        raise UsageError(message)
    return own or option


def check_repository(
    options: Options,
    ledger: Path | None,
    time: datetime,
    progress: Progress,
    engine: Callable[[], Engine] = LOCAL,
) -> GateResult:
    """Derive manifest, classification and both ledgers from the two commits.

    Raises:
        ArtifactError: a collection is no baseline; see `manifest`.
    """
    with open_case(options) as case:
        manifest, patch = classified(case, progress, engine())
        lines = _ledger(ledger) if ledger else ledger_of(case, case.patch)
        return check_scope(lines, scope_of(case, manifest, patch, lines), time)


def scope_of(case: Case, manifest: Manifest, patch: PatchTests, ledger: Ledger) -> Scope:
    """Put together what a case's lines are held to."""
    named = {record.parent_sha for record in ledger.records}
    return Scope(
        manifest=manifest,
        patch=patch,
        ancestors=frozenset({case.parent.sha, *filter(case.is_ancestor, named)}),
        before=ledger_of(case, case.parent),
    )


def ledger_of(case: Case, commit: Commit) -> Ledger:
    """Read the ledger of a commit; one that has none holds no record."""
    path = case.config.ledger
    if path not in commit.listing:
        return Ledger()
    return read_ledger(commit.read(path), origin=f"{commit.side}:{path}")


def _ledger(path: Path) -> Ledger:
    """Read a ledger from a file."""
    return read_ledger(read_file(path), origin=str(path))
