"""The verb of the exemption gate: `admit`."""

from pathlib import Path
from typing import Annotated, Final

import typer

from freezegate.cli.choices import TEXT, AsFindings
from freezegate.cli.printing import colour, print_text, width


def admit(  # noqa: PLR0913 - one parameter an option
    *,
    witness: Annotated[Path, typer.Option(help="The witness file, or a freeze record.")],
    report: Annotated[
        Path | None,
        typer.Option(help="The lane's sealed report; without it the lane is not green."),
    ] = None,
    controls: Annotated[
        Path | None,
        typer.Option(help="The sealed controls; without them the class is unknown."),
    ] = None,
    pack: Annotated[
        Path | None, typer.Option(help="The fixture pack's folder; its content gives the pin.")
    ] = None,
    repo: Annotated[
        Path | None,
        typer.Option(help="The project, whose configuration at the parent sets the policy."),
    ] = None,
    max_days: Annotated[
        int, typer.Option(help="A shorter longest window than the configuration's, in days.")
    ] = 0,
    incident: Annotated[
        bool, typer.Option("--incident", help="An incident is open: nothing is allowed.")
    ] = False,
    now: Annotated[
        str, typer.Option(help="The time that the window is held to, with an offset.")
    ] = "",
    format: AsFindings = TEXT,  # noqa: A002 - the option's name
) -> int:
    """Say whether a failure may be frozen: each condition that is not met, strictest first.

    Exits 0 when it may, 1 when it may not. Facts come from the sealed files of this run; what the
    witness says of a run never replaces one.
    """
    from freezegate.app.admit import Asked, admit_files
    from freezegate.app.check import clock
    from freezegate.report.findings import render_findings

    asked = Asked(
        witness=witness, report=report, controls=controls, pack=pack, repo=repo,
        max_days=max_days, incident=incident,
    )  # fmt: skip
    result = admit_files(asked, clock(now))
    closing = "" if result.worst.exit else _CLOSING
    print_text(render_findings(result, format, colour=colour(), width=width(), closing=closing))
    return result.worst.exit


#: What a merge may claim (spec 2, at its end).
_CLOSING: Final = (
    "The exemption may be recorded. A merge message may say that it exists, and may not say that "
    "the test passed."
)
