"""The verbs of the scope gate: `manifest`, `classify`, `check`."""

from pathlib import Path
from typing import Annotated, Final

import typer

from freezegate.cli.choices import (
    TEXT,
    AsFindings,
    Diff,
    IsQuiet,
    Jobs,
    Parent,
    Python,
    Repo,
    Worktree,
)
from freezegate.cli.printing import colour, print_text, width
from freezegate.errors import UsageError
from freezegate.model.reason import Exit
from freezegate.shell.store import write_file
from freezegate.wire.canonical import seal

Out = Annotated[Path | None, typer.Option(help="The file to write; standard output unless given.")]
IsSource = Annotated[
    bool, typer.Option("--source", help="From the text alone: no run, no generated ids.")
]


def manifest(  # noqa: PLR0913 - one parameter an option
    *,
    repo: Repo = Path(),
    rev: Annotated[str, typer.Option(help="The commit; HEAD unless given.")] = "",
    collect: Annotated[
        list[Path] | None,
        typer.Option(
            help="The output of `pytest --collect-only -q` on --tree; give two to compare."
        ),
    ] = None,
    tree: Annotated[Path | None, typer.Option(help="The checkout that was collected.")] = None,
    source: IsSource = False,
    python: Python = None,
    jobs: Jobs = 0,
    out: Out = None,
    quiet: IsQuiet = False,
) -> int:
    """Export a commit's test ids, each with its assertion hash.

    The commit is collected twice, in a tree of its own: what differs is refused by name.
    """
    if bool(collect) != bool(tree) or (collect and (rev or source)):
        message = "--collect goes with --tree, and with neither --rev nor --source"
        raise UsageError(message)
    if collect and tree:
        from freezegate.app.manifest_text import listed_manifest

        made = listed_manifest(tree, tuple(collect))
    elif source:
        from freezegate.app.manifest_source import source_manifest

        made = source_manifest(repo, rev)
    else:
        from freezegate.app.manifest import Revision, collected_manifest
        from freezegate.cli.progress import shown

        asked = Revision(repo=repo, rev=rev, python=python, jobs=jobs)
        with shown(quiet=quiet) as progress:
            made = collected_manifest(asked, progress)
    return _write(made, out, f"{len(made.test_ids)} test ids of {made.parent_sha[:12]}")


def classify(  # noqa: PLR0913 - one parameter an option
    *,
    repo: Repo = Path(),
    parent: Parent = "",
    patch: Annotated[
        str, typer.Option(help="The commit to classify; with --name-status, a `git diff -U0`.")
    ] = "",
    diff: Diff = None,
    worktree: Worktree = False,
    name_status: Annotated[
        Path | None, typer.Option(help="The output of `git diff --name-status`, -z or not.")
    ] = None,
    source: IsSource = False,
    python: Python = None,
    jobs: Jobs = 0,
    out: Out = None,
    quiet: IsQuiet = False,
) -> int:
    """Say what a patch did to each test id: added, renamed_to, rewritten, untouched."""
    from freezegate.app.classify import classify_collected
    from freezegate.app.classify_source import classify_sources
    from freezegate.app.options import Options
    from freezegate.cli.progress import shown

    if name_status is not None:
        if not patch or diff or worktree:
            message = "--name-status goes with --patch FILE, the output of `git diff -U0`"
            raise UsageError(message)
        options = Options(repo=repo, parent=parent)
        made = classify_sources(options, (name_status, Path(patch)))
    elif source:
        options = Options(repo=repo, parent=parent, patch=patch, diff=diff, worktree=worktree)
        made = classify_sources(options)
    else:
        options = Options(
            repo=repo, parent=parent, patch=patch, diff=diff, worktree=worktree,
            python=python, jobs=jobs,
        )  # fmt: skip
        with shown(quiet=quiet) as progress:
            made = classify_collected(options, progress)
    counts = ", ".join(
        f"{len(getattr(made, kind))} {kind}"
        for kind in ("added", "renamed_to", "rewritten", "untouched", "removed")
    )
    return _write(made, out, counts)


def check(  # noqa: PLR0913 - one parameter an option
    *,
    manifest: Annotated[Path | None, typer.Option(help="The parent's manifest.")] = None,
    patch_tests: Annotated[Path | None, typer.Option(help="What `classify` wrote.")] = None,
    freeze: Annotated[
        Path | None, typer.Option(help="The ledger; the patch's own unless given.")
    ] = None,
    parent_freeze: Annotated[
        Path | None, typer.Option(help="The parent's ledger, to tell lines of the patch.")
    ] = None,
    now: Annotated[
        str, typer.Option(help="The time that records are held to, with an offset.")
    ] = "",
    repo: Repo = Path(),
    parent: Parent = "",
    patch: Annotated[str, typer.Option(help="The commit to check; HEAD unless given.")] = "",
    diff: Diff = None,
    worktree: Worktree = False,
    python: Python = None,
    jobs: Jobs = 0,
    format: AsFindings = TEXT,  # noqa: A002 - the option's name
    quiet: IsQuiet = False,
) -> int:
    """Hold every line of the ledger to the scope: the parent's tests that the patch left alone.

    Exits 0 when all are eligible, 2 when one names a test that the patch made, 3 for identity, 4
    for an expired record; the gravest of all lines.
    """
    from freezegate.app.check import Files, check_files, check_repository, clock
    from freezegate.app.options import Options
    from freezegate.cli.progress import shown
    from freezegate.report.findings import render_findings

    time = clock(now)
    if manifest and patch_tests and freeze:
        files = Files(
            manifest=manifest, patch_tests=patch_tests, ledger=freeze, parent=parent,
            before=parent_freeze,
        )  # fmt: skip
        result = check_files(files, time)
    elif manifest or patch_tests or parent_freeze:
        message = "--manifest, --patch-tests and --freeze go together; without them all is derived"
        raise UsageError(message)
    else:
        options = Options(
            repo=repo, parent=parent, patch=patch, diff=diff, worktree=worktree,
            python=python, jobs=jobs,
        )  # fmt: skip
        with shown(quiet=quiet) as progress:
            result = check_repository(options, freeze, time, progress)
    closing = "" if result.worst.exit else _CLOSING
    print_text(render_findings(result, format, colour=colour(), width=width(), closing=closing))
    return result.worst.exit


#: What an exit code of 0 does not say (spec 3, section 3).
_CLOSING: Final = (
    "The ledger waives no test that the patch made. That says nothing of the patch's correctness: "
    "failures outside the ledger still fail the build."
)


def _write(value: object, out: Path | None, said: str) -> int:
    """Write a file, or standard output where none is named."""
    data = seal(value)
    if out is None:
        print_text(data.decode())
    else:
        write_file(out, data)
        print_text(f"{out}: {said}\n")
    return Exit.ACCEPT
