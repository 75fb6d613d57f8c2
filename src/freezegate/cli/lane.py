"""The verb of the property lane: `lane`, and with `--touched` what a patch edits."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

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
    Seeds,
    Selected,
    Tests,
    Worktree,
)
from freezegate.cli.printing import colour, print_text, width
from freezegate.core.selection import Select
from freezegate.errors import UsageError
from freezegate.model.ids import TestId
from freezegate.model.reason import Exit

if TYPE_CHECKING:
    from freezegate.app.options import Options

PatchOrFile = Annotated[
    str, typer.Option(help="The commit to judge, or a file with a unified diff; HEAD unless given.")
]
Generation = Annotated[
    str,
    typer.Option(
        envvar="FIXTURE_GENERATION",
        help="The generation that the fixture pack has to give, or a label of it.",
    ),
]
Pack = Annotated[Path | None, typer.Option(help="The pack's folder; the parent's unless given.")]
Candidates = Annotated[
    list[str] | None,
    typer.Option(help="A test that is up for a freeze: it neither colours nor covers the lane."),
]
Report = Annotated[Path | None, typer.Option(help="Where to write the sealed report.")]
IsTouched = Annotated[
    bool, typer.Option("--touched", help="List what the patch edits; nothing runs.")
]


def lane(  # noqa: PLR0913 - one parameter an option
    tests: Tests = None,
    *,
    touched: IsTouched = False,
    generation: Generation = "",
    report: Report = None,
    pack: Pack = None,
    candidate: Candidates = None,
    repo: Repo = Path(),
    parent: Parent = "",
    patch: PatchOrFile = "",
    diff: Diff = None,
    worktree: Worktree = False,
    select: Selected = Select.AUTO,
    seeds: Seeds = "",
    python: Python = None,
    jobs: Jobs = 0,
    format: AsFindings = TEXT,  # noqa: A002 - the option's name
    quiet: IsQuiet = False,
) -> int:
    """Run the properties that bear on what a patch edits, on one pinned fixture generation.

    Exits 0 when the lane is green, 1 when it is incomplete or red, 64 and above for a fault. With
    --touched it lists what the patch edits and exits 0.
    """
    from freezegate.app.options import Options
    from freezegate.cli.progress import shown

    if patch and Path(patch).is_file():
        if diff is not None:
            message = f"--patch {patch} is a file, as --diff is; give one"
            raise UsageError(message)
        patch, diff = "", Path(patch)
    options = Options(
        repo=repo, parent=parent, patch=patch, diff=diff, worktree=worktree,
        tests=tuple(tests or ()), select=select, seeds=seeds, python=python, jobs=jobs,
    )  # fmt: skip
    if touched:
        if report is not None or candidate or tests:
            message = "--touched runs nothing; it goes with neither tests, --candidate nor --report"
            raise UsageError(message)
        return _list(options, format)
    from freezegate.app.lane import Asked, write_report
    from freezegate.app.lane import lane as run_lane
    from freezegate.report.lane_text import render_lane

    asked = Asked(cited=generation, pack=pack, candidates=tuple(map(TestId, candidate or ())))
    with shown(quiet=quiet) as progress:
        found = run_lane(options, asked, progress)
    if report is not None:
        write_report(found, report)
    print_text(render_lane(found, format, colour=colour(), width=width()))
    return Exit.ACCEPT if found.state == "green" else Exit.REJECT


def _list(options: "Options", form: str) -> int:
    """List what a patch edits."""
    from freezegate.app.touched import touched_by
    from freezegate.report.touched import render_touched

    print_text(render_touched(touched_by(options), form, colour=colour(), width=width()))
    return Exit.ACCEPT
