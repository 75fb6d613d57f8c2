"""The verbs of the canary: `canary`, `canary draft`, `apply-mutant`."""

from pathlib import Path
from typing import Annotated

import typer

from freezegate.cli.choices import TEXT, AsFindings, IsQuiet, Parent, Patch, Python, Repo
from freezegate.cli.printing import colour, print_text, width
from freezegate.errors import UsageError
from freezegate.model.reason import Exit
from freezegate.shell.store import write_file
from freezegate.wire.canonical import seal

#: `freezegate canary`, and what stands below it; the owner of the verbs adds it to them.
commands = typer.Typer(
    invoke_without_command=True, rich_markup_mode=None, pretty_exceptions_enable=False
)


Everything = Annotated[
    bool,
    typer.Option("--all", help="Run the whole suite, not only the files that are named."),
]
Limit = Annotated[int, typer.Option(min=1, help="How many mutants to try.")]


@commands.callback()
def canary(  # noqa: PLR0913 - one parameter an option
    context: typer.Context,
    *,
    mutant: Annotated[
        list[Path] | None,
        typer.Option(help="A mutant; in place of those in the parent's mutants/. May be repeated."),
    ] = None,
    repo: Repo = Path(),
    parent: Parent = "",
    patch: Patch = "",
    python: Python = None,
    ledger: Annotated[
        Path | None, typer.Option(help="The ledger to load; the patch's own unless given.")
    ] = None,
    everything: Everything = False,
    out: Annotated[
        Path | None, typer.Option(help="The file to write, with the exit codes of both runs.")
    ] = None,
    format: AsFindings = TEXT,  # noqa: A002 - the option's name
    quiet: IsQuiet = False,
) -> int:
    """Require that the suite, with the ledger loaded, still goes red over a checked-in defect.

    Each mutant runs in two fresh workspaces. Exits 0 when its named test, and no other that is
    green without it, turns red in both; else 1.
    """
    from freezegate.app.canary import Asked
    from freezegate.app.canary import canary as run_canary
    from freezegate.app.canary_show import shown_report
    from freezegate.app.options import Options
    from freezegate.cli.progress import shown

    if context.invoked_subcommand is not None:
        return Exit.ACCEPT
    asked = Asked(
        options=Options(repo=repo, parent=parent, patch=patch, python=python),
        mutants=tuple(mutant or ()),
        ledger=ledger,
        everything=everything,
    )
    with shown(quiet=quiet) as progress:
        report = run_canary(asked, progress)
    if out is not None:
        write_file(out, seal(report))
    print_text(shown_report(report, format, colour=colour(), width=width()))
    return report.result.worst.exit


@commands.command()
def draft(  # noqa: PLR0913 - one parameter an option
    *,
    test: Annotated[str, typer.Option("--for", help="The node id of the test that must turn red.")],
    repo: Repo = Path(),
    rev: Annotated[str, typer.Option(help="The commit; HEAD unless given.")] = "",
    python: Python = None,
    limit: Limit = 12,
    write: Annotated[
        str, typer.Option(help="Write the first that is killed as mutants/NAME.toml.")
    ] = "",
    pick: Annotated[int, typer.Option(min=0, help="With --write: the number of another.")] = 0,
    quiet: IsQuiet = False,
) -> int:
    """Propose mutants of the product code that one test executes, and say which ones it kills.

    Needs the extra `canary`. Writes nothing but the file that --write names. Exits 0 when a mutant
    was killed, else 1.
    """
    from freezegate.app.canary_draft import DraftAsked
    from freezegate.app.canary_draft import draft as run_draft
    from freezegate.app.canary_show import shown_draft
    from freezegate.cli.progress import shown

    if pick and not write:
        message = "--pick goes with --write NAME"
        raise UsageError(message)
    asked = DraftAsked(
        repo=repo, test=test, rev=rev, python=python, limit=limit, write=write, pick=pick
    )
    with shown(quiet=quiet) as progress:
        made = run_draft(asked, progress)
    print_text(shown_draft(made, colour=colour(), width=width()))
    return Exit.ACCEPT if made.killed else Exit.REJECT


def apply_mutant(
    *,
    mutant: Annotated[Path, typer.Option(help="The mutant: NAME.toml, NAME.diff or NAME.patch.")],
    workdir: Annotated[Path, typer.Option(help="A copy of the tree, or a linked work tree.")],
) -> int:
    """Apply a mutant to a copy of the tree, whole or not at all, and print what it changed."""
    from freezegate.app.canary_apply import apply_mutant as run_apply
    from freezegate.report.encode import terminal_safe

    lines = run_apply(mutant, workdir).splitlines()
    print_text("".join(f"{terminal_safe(line)}\n" for line in lines))
    return Exit.ACCEPT
