"""`manifest`: the test ids of one commit, each with its assertion hash (spec 3, section 1)."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

import msgspec

from freezegate.app.bench import Bench
from freezegate.app.case import Case, open_case
from freezegate.app.collect import Collected, collect_alone
from freezegate.app.contract import LOCAL
from freezegate.app.made_manifest import assertion_hashes, made_manifest
from freezegate.app.options import Options
from freezegate.app.progress import Progress
from freezegate.app.properties import suite_of
from freezegate.app.stands import parent_stand
from freezegate.core.stable_ids import carrying_time
from freezegate.errors import ArtifactError
from freezegate.model.ids import CommitSha, TestId
from freezegate.model.manifest import Manifest
from freezegate.shell.clock import now
from freezegate.shell.engine.base import Engine

#: How many ids a message names.
_SHOWN: Final = 5


class Revision(msgspec.Struct, frozen=True, kw_only=True):
    """Which commit of which repository, and the interpreter that collects its tests."""

    repo: Path
    rev: str = ""
    python: Path | None = None
    jobs: int = 0


def collected_manifest(
    asked: Revision, progress: Progress, engine: Callable[[], Engine] = LOCAL
) -> Manifest:
    """Collect a commit twice, in a tree of its own, and hash what its tests assert.

    Raises:
        ArtifactError: the two collections differ, reach the network, or give an id that holds the
            day; or nothing can be collected.
    """
    rev = asked.rev or "HEAD"
    options = Options(repo=asked.repo, parent=rev, patch=rev, python=asked.python, jobs=asked.jobs)
    with open_case(options) as case:
        progress.phase(f"{case.parent.sha[:12]}: collecting, twice")
        bench = Bench(
            engine=engine(),
            workshop=case.workshop,
            interpreter=case.interpreter,
            config=case.config,
            progress=progress,
            jobs=asked.jobs,
        )
        collected = collect_alone(bench, parent_stand(case))
        for path, text in collected.errors.items():
            progress.phase(f"{path or 'the session'} cannot be collected, so it has no id: {text}")
        return manifest_of(case, collected)


def manifest_of(case: Case, collected: Collected) -> Manifest:
    """Make the manifest of a case's parent from its collection.

    Raises:
        ArtifactError: as `collected_manifest` says.
    """
    sha = case.parent.sha
    check_collected(sha, collected)
    suite = suite_of(case.parent, case.config)
    hashes = assertion_hashes(suite, collected.items)
    again = assertion_hashes(suite, collected.shifted)
    _refuse(
        sha,
        "the assertion hash differs between two collections of",
        (name for name, text in again.items() if hashes.get(name) != text),
        "make collection deterministic",
    )
    return made_manifest(sha, hashes, pytest_version=case.interpreter.environment.pytest)


def check_collected(sha: CommitSha, collected: Collected) -> None:
    """Refuse a collection that is no baseline.

    Raises:
        ArtifactError: as `collected_manifest` says.
    """
    _refuse(
        sha,
        "two collections differ in",
        collected.unstable,
        "give each parameter a stable id; a manifest that changes is none",
    )
    _refuse(
        sha,
        "the day of this collection stands in",
        carrying_time((TestId(item.test_id) for item in collected.items), now()),
        "give the parameter a stable id",
    )
    _refuse(
        sha,
        "collection reaches the network:",
        (each for each in collected.reached if each.startswith("network:")),
        "collect without it: what is listed must not hang on another machine",
    )
    if not collected.items:
        why = "; ".join(f"{path or 'session'}: {text}" for path, text in collected.errors.items())
        message = f"{sha[:12]}: no test could be collected: {why or 'there is none'}"
        raise ArtifactError(message)


def _refuse(sha: CommitSha, what: str, names: Iterable[str], step: str) -> None:
    """Refuse a commit for what is named, if anything is."""
    found = list(names)
    if found:
        more = f" and {len(found) - _SHOWN} more" if len(found) > _SHOWN else ""
        listed = ", ".join(f"{name!a}" for name in found[:_SHOWN])
        message = f"{sha[:12]}: {what} {listed}{more}; {step}"
        raise ArtifactError(message)
