"""How a report is to look: what every format's `render` takes beside the evidence."""

from collections.abc import Mapping
from typing import Protocol, TypedDict, Unpack

from freezegate.model.evidence import Evidence
from freezegate.model.reason import Reason
from freezegate.model.verdict import Result


class Look(TypedDict, total=False):
    """All of it may be left out; a format takes no notice of what it has no use for.

    `width` is in columns. `verbose` shows every green property. `next_steps` maps a finding's
    subject to its next step, where that is more than its reason's advice.
    """

    colour: bool
    width: int
    verbose: bool
    next_steps: Mapping[str, str]


class Render(Protocol):
    """What each format provides. Equal evidence and look give equal text."""

    def __call__(self, evidence: Evidence, **look: Unpack[Look]) -> str:
        """Give the report, with one newline at its end."""
        ...


def step_of(result: Result, next_steps: Mapping[str, str]) -> str:
    """Give a finding's next step: the one given for its subject, else its reason's advice.

    Findings may share a subject, `patch` above all: the bare advice of another one's reason is no
    step of this one.
    """
    advice = result.reason.advice
    given = next_steps.get(result.prop, advice)
    return advice if given in {reason.advice for reason in Reason} else given
