"""The verbs and their options. Each parses, calls one use case, prints, and returns a code.

A verb imports its use case when it is called: the start of every command is felt.
"""

from pathlib import Path
from typing import Annotated

import typer

from freezegate import __version__
from freezegate.cli import admit, canary, diagnose, lane, pack, scope
from freezegate.cli.choices import (
    TEXT,
    As,
    Confirmations,
    Diff,
    Disputed,
    IsQuiet,
    Jobs,
    Parent,
    Patch,
    Python,
    Repo,
    Seeds,
    Selected,
    Tests,
    Verbose,
    Worktree,
)
from freezegate.cli.printing import colour, print_text, width
from freezegate.core.selection import Select
from freezegate.errors import UsageError
from freezegate.model.contract import Side, Stage

app = typer.Typer(
    help="Decide, with evidence, whether a red test may be excused or the patch broke something.",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


def _version(value: bool) -> None:  # noqa: FBT001 - typer's callback
    """Print the version and stop."""
    if value:
        print(f"freezegate {__version__}")
        raise typer.Exit


@app.callback()
def _common(
    version: Annotated[  # noqa: FBT002 - handled by its callback
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Say the version.")
    ] = False,
) -> None:
    """Hold the options of the command itself."""


@app.command()
def gate(  # noqa: PLR0913 - one parameter an option
    tests: Tests = None,
    *,
    repo: Repo = Path(),
    parent: Parent = "",
    patch: Patch = "",
    diff: Diff = None,
    worktree: Worktree = False,
    disputed: Disputed = None,
    select: Selected = Select.AUTO,
    seeds: Seeds = "",
    confirmations: Confirmations = None,
    python: Python = None,
    jobs: Jobs = 0,
    out: Annotated[Path | None, typer.Option(help="The evidence folder to write.")] = None,
    format: As = TEXT,  # noqa: A002 - the option's name
    quiet: IsQuiet = False,
    verbose: Verbose = False,
) -> int:
    """Judge a patch: one decision, one evidence folder, one report.

    Exits 0 for accept, 1 for reject, 5 when a person is needed, 64 and above for a fault.
    """
    from freezegate.app.gate import gate as run_gate
    from freezegate.app.options import Options
    from freezegate.app.show import shown_evidence
    from freezegate.cli.progress import shown

    options = Options(
        repo=repo, parent=parent, patch=patch, diff=diff, worktree=worktree,
        tests=tuple(tests or ()), disputed=disputed, select=select, seeds=seeds,
        confirmations=confirmations, python=python, jobs=jobs,
    )  # fmt: skip
    with shown(quiet=quiet) as progress:
        judged = run_gate(options, out, progress)
    print_text(
        shown_evidence(judged.evidence, format, colour=colour(), width=width(), verbose=verbose)
    )
    if format == TEXT:
        print(f"evidence: {judged.folder}")
    return judged.evidence.verdict.exit


@app.command()
def contract(  # noqa: PLR0913 - one parameter an option
    tests: Tests = None,
    *,
    out: Annotated[Path, typer.Option(help="The contract file to write.")],
    repo: Repo = Path(),
    parent: Parent = "",
    patch: Patch = "",
    diff: Diff = None,
    worktree: Worktree = False,
    disputed: Disputed = None,
    select: Selected = Select.AUTO,
    seeds: Seeds = "",
    confirmations: Confirmations = None,
    python: Python = None,
    jobs: Jobs = 0,
    quiet: IsQuiet = False,
) -> int:
    """Write the contract of a judgement before anything of it has run, and print its hash."""
    from freezegate.app.contract import write_contract
    from freezegate.app.options import Options
    from freezegate.cli.progress import shown

    options = Options(
        repo=repo, parent=parent, patch=patch, diff=diff, worktree=worktree,
        tests=tuple(tests or ()), disputed=disputed, select=select, seeds=seeds,
        confirmations=confirmations, python=python, jobs=jobs,
    )  # fmt: skip
    with shown(quiet=quiet) as progress:
        print(write_contract(options, out, progress))
    return 0


@app.command()
def run(  # noqa: PLR0913 - one parameter an option
    *,
    side: Annotated[Side, typer.Option(help="Which commit's tree to run.")],
    contract: Annotated[Path, typer.Option(help="The contract to run under.")],
    out: Annotated[Path, typer.Option(help="The row file to write, ending in .jsonl.")],
    stage: Annotated[Stage, typer.Option(help="Which seeds.")] = Stage.SCHEDULE,
    seed: Annotated[list[int] | None, typer.Option(help="The seed to confirm.")] = None,
    repo: Repo = Path(),
    diff: Diff = None,
    worktree: Worktree = False,
    python: Python = None,
    jobs: Jobs = 0,
    quiet: IsQuiet = False,
) -> int:
    """Run one side under a contract: its rows go to a file, its run facts to one beside it."""
    from freezegate.app.options import Options
    from freezegate.app.run import run_side
    from freezegate.cli.progress import shown

    options = Options(repo=repo, diff=diff, worktree=worktree, python=python, jobs=jobs)
    with shown(quiet=quiet) as progress:
        for line in run_side(options, contract, side, stage, tuple(seed or ()), out, progress):
            print(line)
    return 0


@app.command()
def score(  # noqa: PLR0913 - one parameter an option
    contract: Annotated[Path, typer.Option(help="The contract.")],
    parent: Annotated[Path, typer.Option(help="The parent's row file.")],
    patch: Annotated[Path, typer.Option(help="The patch's row file.")],
    *,
    plain: Annotated[
        bool, typer.Option("--plain", help="Files of few fields: rows without a run, no run facts.")
    ] = False,
    property: Annotated[  # noqa: A002 - the option's name
        list[str] | None, typer.Option(help="With --plain: a property that the contract lacks.")
    ] = None,
    format: As = TEXT,  # noqa: A002 - the option's name
) -> int:
    """Score two row files under a contract. Needs no repository."""
    from freezegate.app.score import score_files, score_text_files
    from freezegate.app.show import shown_evidence

    if property and not plain:
        message = "--property goes with --plain; a full contract names its properties"
        raise UsageError(message)
    if plain:
        scored = score_text_files(contract, parent, patch, tuple(property or ()))
    else:
        scored = score_files(contract, parent, patch)
    print_text(shown_evidence(scored, format, colour=colour(), width=width(), verbose=False))
    return scored.verdict.exit


@app.command()
def verify(
    evidence: Annotated[Path, typer.Argument(help="An evidence folder.")],
    *,
    format: As = TEXT,  # noqa: A002 - the option's name
    verbose: Verbose = False,
) -> int:
    """Recompute the decision from the stored files and refuse any difference.

    Exits as the recomputed decision does: 0, 1 or 5; 65 when a file differs.
    """
    from freezegate.app.show import shown_evidence
    from freezegate.app.verify import verify as run_verify

    whole = run_verify(evidence)
    print_text(shown_evidence(whole, format, colour=colour(), width=width(), verbose=verbose))
    if format == TEXT:
        print("verified: contract hash, decision, tickets and packet are what the files give")
    return whole.verdict.exit


@app.command()
def demo(
    *,
    at: Annotated[Path | None, typer.Option(help="Where to lay the example down.")] = None,
    python: Python = None,
    quiet: IsQuiet = False,
) -> int:
    """Judge every patch of a small example repository with the real gate."""
    from freezegate.app.demo import demo as run_demo
    from freezegate.app.demo import table
    from freezegate.cli.progress import shown

    with shown(quiet=quiet) as progress:
        judged = run_demo(at, python, progress)
    print_text(table(judged))
    return 1 if any(each.is_surprise for each in judged) else 0


app.command()(scope.manifest)
app.command()(scope.classify)
app.command()(scope.check)
app.add_typer(canary.commands, name="canary")
app.command()(canary.apply_mutant)
app.add_typer(pack.commands, name="pack")
app.command()(admit.admit)
app.command()(lane.lane)
app.command()(diagnose.diagnose)
