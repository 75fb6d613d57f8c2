"""What the verbs print of evidence: the choice is read from the table of reporters."""

from typing import Final

from freezegate.core.differential import next_step
from freezegate.errors import UsageError
from freezegate.model.evidence import Evidence
from freezegate.model.verdict import Finding, Result
from freezegate.report import FORMATS

#: What a person reads.
TEXT: Final = "text"


def check_format(name: str) -> str:
    """Take the name of a reporter.

    Raises:
        UsageError: names those that there are.
    """
    if name not in FORMATS:
        message = f"--format {name}: not one of {', '.join(FORMATS)}"
        raise UsageError(message)
    return name


def shown_evidence(
    evidence: Evidence, shown: str, *, colour: bool, width: int, verbose: bool
) -> str:
    """Render a whole evidence folder."""
    return FORMATS[shown].render(
        evidence,
        colour=colour,
        width=width,
        verbose=verbose,
        next_steps={
            result.prop: next_step(evidence.contract, _finding(result))
            for result in evidence.verdict.results
        },
    )


def _finding(result: Result) -> Finding:
    """Give a result back its form as a finding."""
    return Finding(
        subject=result.prop,
        reason=result.reason,
        note=result.note,
        flags=result.flags,
        counts=result.counts,
    )
