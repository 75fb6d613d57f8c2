"""The verb that runs the controls of a failure class: `diagnose`."""

from pathlib import Path
from typing import Annotated

import typer

from freezegate.cli.choices import (
    TEXT,
    AsFindings,
    Diff,
    IsQuiet,
    Jobs,
    Parent,
    Patch,
    Python,
    Repo,
    Seeds,
    Tests,
    Worktree,
)
from freezegate.cli.printing import colour, print_text, width
from freezegate.model.reason import Exit
from freezegate.model.rerun import Among

Ahead = Annotated[Among, typer.Option(help="The tests over which the order is varied.")]
Out = Annotated[
    Path | None,
    typer.Option(help="Where to put the sealed controls: a file for one test, else a folder."),
]


def diagnose(  # noqa: PLR0913 - one parameter an option
    tests: Tests = None,
    *,
    repo: Repo = Path(),
    parent: Parent = "",
    patch: Patch = "",
    diff: Diff = None,
    worktree: Worktree = False,
    seeds: Seeds = "",
    among: Ahead = Among.AUTO,
    python: Python = None,
    jobs: Jobs = 0,
    out: Out = None,
    format: AsFindings = TEXT,  # noqa: A002 - the option's name
    quiet: IsQuiet = False,
) -> int:
    """Say why a red test fails now and then, by reruns that change one thing at a time.

    Exits 0 when each class may be frozen, 1 when one may not or nothing is red, 64 and above for a
    fault.
    """
    from freezegate.app.diagnose import diagnose_patch, write_controls
    from freezegate.app.options import Options
    from freezegate.cli.progress import shown
    from freezegate.report.diagnosis import render_diagnoses
    from freezegate.report.encode import terminal_safe

    options = Options(
        repo=repo, parent=parent, patch=patch, diff=diff, worktree=worktree,
        tests=tuple(tests or ()), seeds=seeds, python=python, jobs=jobs,
    )  # fmt: skip
    with shown(quiet=quiet) as progress:
        found = diagnose_patch(options, among, progress)
    lines = write_controls(found, out) if out else ()
    print_text(render_diagnoses(found, format, colour=colour(), width=width()))
    if format == TEXT:
        for line in lines:
            print_text(terminal_safe(line))
    return Exit.ACCEPT if found.freezable else Exit.REJECT
