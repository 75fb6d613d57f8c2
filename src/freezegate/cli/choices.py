"""Options that several verbs share, each with one name, one type and one sentence of help."""

from pathlib import Path
from typing import Annotated, Final

import typer

from freezegate.core.selection import Select
from freezegate.errors import UsageError

#: What a person reads.
TEXT: Final = "text"


def _format(name: str) -> str:
    """Take the name of a reporter."""
    from freezegate.app.show import check_format

    return check_format(name)


def _findings(name: str) -> str:
    """Take the name of a form of findings."""
    from freezegate.report.findings import FINDING_FORMATS

    if name not in FINDING_FORMATS:
        message = f"--format {name}: not one of {', '.join(FINDING_FORMATS)}"
        raise UsageError(message)
    return name


Tests = Annotated[
    list[str] | None,
    typer.Argument(help="Files, folders, node ids or property ids; any test that is named counts."),
]
Repo = Annotated[Path, typer.Option(help="The project's folder, pytest's rootdir.")]
Parent = Annotated[str, typer.Option(help="The control; the merge base with the target branch.")]
Patch = Annotated[str, typer.Option(help="The commit to judge; HEAD unless given.")]
Diff = Annotated[Path | None, typer.Option(help="Judge a unified diff, applied to the parent.")]
Worktree = Annotated[bool, typer.Option("--worktree", help="Judge the uncommitted state.")]
Disputed = Annotated[Path | None, typer.Option(help="Judge the red tests of a JUnit file of CI.")]
Selected = Annotated[Select, typer.Option(help="Which tests count without being named.")]
Seeds = Annotated[str, typer.Option(help="How many seeds, or a list with commas.")]
Confirmations = Annotated[
    int | None, typer.Option(help="Reruns of a seed that only the patch fails.")
]
Python = Annotated[Path | None, typer.Option(help="The project's interpreter, with pytest in it.")]
Jobs = Annotated[int, typer.Option(help="Processes at once; one a core unless given.")]
IsQuiet = Annotated[bool, typer.Option("--quiet", "-q", help="No progress.")]
As = Annotated[str, typer.Option("--format", callback=_format, help="text, json or statement.")]
Verbose = Annotated[bool, typer.Option("--verbose", help="List every property, green ones too.")]
AsFindings = Annotated[str, typer.Option("--format", callback=_findings, help="text or json.")]
