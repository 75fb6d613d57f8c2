"""The verbs of the fixture pack: `pack pin`, `add`, `sink`, `list`, `check`."""

from pathlib import Path
from typing import Annotated

import typer

from freezegate.cli.choices import TEXT, AsFindings, Repo
from freezegate.cli.printing import colour, print_text, width
from freezegate.model.reason import Exit

#: `freezegate pack`, and what stands below it; the owner of the verbs adds it to them.
commands = typer.Typer(
    help="The fixture pack: counterexamples and data that the property lane runs on.",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)

Pack = Annotated[
    Path | None, typer.Option(help="The pack's folder; the configuration's unless given.")
]
Generation = Annotated[
    str,
    typer.Option(
        envvar="FIXTURE_GENERATION", help="The generation or label that the content has to give."
    ),
]


@commands.command()
def pin(
    *,
    label: Annotated[str, typer.Option(help="An alias for this generation; never moved.")] = "",
    pack: Pack = None,
    repo: Repo = Path(),
    generation: Generation = "",
) -> int:
    """Print the generation of the pack's content, and write it to pack.json where it is not there.

    Exits 64 where FIXTURE_GENERATION, or --generation, is another one.
    """
    from freezegate.app.pack import pin as run_pin
    from freezegate.app.pack import place

    print_text(run_pin(place(repo, pack).folder, label, generation))
    return Exit.ACCEPT


@commands.command()
def add(  # noqa: PLR0913 - one parameter an option
    *,
    property_: Annotated[str, typer.Option("--property", help="The id of the property it breaks.")],
    arguments: Annotated[
        Path, typer.Option(help='A JSON object: argument to value, or to {"repr": "..."}.')
    ],
    test: Annotated[str, typer.Option(help="The test's node id.")] = "",
    assertion_hash: Annotated[str, typer.Option(help="Its assertion hash, as in a manifest.")] = "",
    blob: Annotated[str, typer.Option(help="Hypothesis's blob for reproduce_failure.")] = "",
    hypothesis: Annotated[str, typer.Option(help="The version of Hypothesis it is of.")] = "",
    witness: Annotated[str, typer.Option(help="The witness class of the failure.")] = "",
    log: Annotated[
        Path | None, typer.Option(help="The input does not replay: the raw log of its failure.")
    ] = None,
    freeze: Annotated[
        Path | None, typer.Option(help="The ledger; the configuration's unless given.")
    ] = None,
    pack: Pack = None,
    repo: Repo = Path(),
) -> int:
    """Sink an input by hand; print the new generation and every record that it drops.

    The ledger is not edited. An input that the pack holds already changes nothing.
    """
    from freezegate.app.pack import Sinking, place
    from freezegate.app.pack import add as run_add
    from freezegate.app.pack_show import shown_sunk

    where = place(repo, pack, freeze)
    told = Sinking(
        property=property_, arguments=arguments, test_id=test, assertion_hash=assertion_hash,
        blob=blob, hypothesis=hypothesis, witness=witness, log=log,
    )  # fmt: skip
    sunk = run_add(where, told)
    print_text(shown_sunk(sunk, str(where.ledger), colour=colour(), width=width()))
    return Exit.ACCEPT


@commands.command("sink")
def sink_(
    report: Annotated[Path, typer.Argument(help="The sealed report of a lane.")],
    *,
    freeze: Annotated[
        Path | None, typer.Option(help="The ledger; the configuration's unless given.")
    ] = None,
    pack: Pack = None,
    repo: Repo = Path(),
) -> int:
    """Sink every input that a lane shrank; print the new generation and each record it drops.

    An input that does not replay is kept with the log of its failure. The ledger is not edited.
    """
    from freezegate.app.pack import place
    from freezegate.app.pack import sink as run_sink
    from freezegate.app.pack_show import shown_sunk

    where = place(repo, pack, freeze)
    sunk = run_sink(where, report)
    print_text(shown_sunk(sunk, str(where.ledger), colour=colour(), width=width()))
    return Exit.ACCEPT


@commands.command("list")
def list_(
    *,
    pack: Pack = None,
    repo: Repo = Path(),
    format: AsFindings = TEXT,  # noqa: A002 - the option's name
) -> int:
    """List what the pack holds, and the generation that this gives."""
    from freezegate.app.pack import open_pack, place
    from freezegate.app.pack_show import shown_pack

    held = open_pack(place(repo, pack).folder)
    print_text(shown_pack(held, format, colour=colour(), width=width()))
    return Exit.ACCEPT


@commands.command()
def check(
    *,
    generation: Generation = "",
    freeze: Annotated[Path | None, typer.Option(help="The ledger to hold to the pack.")] = None,
    pack: Pack = None,
    repo: Repo = Path(),
    format: AsFindings = TEXT,  # noqa: A002 - the option's name
) -> int:
    """Require that the content gives the pinned generation, and that every record cites it.

    Exits 0 when all do, else 1.
    """
    from freezegate.app.pack import check as run_check
    from freezegate.app.pack import place
    from freezegate.report.findings import render_findings

    where = place(repo, pack, freeze)
    result = run_check(where, generation, with_ledger=freeze is not None)
    print_text(render_findings(result, format, colour=colour(), width=width()))
    return result.worst.exit
