"""What is written on a report: that it is frozen, held back, not excused, or of a test that passed.

Reports cross processes as their attributes, so a mark is an attribute of plain texts.
"""

from enum import StrEnum
from typing import Final

import msgspec
import pytest

from freezegate.suite.failures import text_of

_ATTRIBUTE: Final = "freezegate"
#: What JUnit says a frozen failure is, in the place of `pytest.skip`.
FROZEN_TYPE: Final = "freezegate.frozen"
#: An outcome of which pytest and its plugins know nothing, as `rerun` is one: neither passed nor
#: failed nor skipped, until the test is over.
_HELD: Final = "held"


class State(StrEnum):
    """What became of a report of a test that a record names."""

    FROZEN = "frozen"
    HELD = "held"
    OTHER = "other"
    PASSED = "passed"


class Mark(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A report's mark.

    `line` is the record's in the ledger file, `expires` its end as text, `witness` the class that
    it names, and `came` the class of this failure. `told` says that another report of the same
    test says the same, so that the test is counted once.
    """

    state: State
    test_id: str
    line: int = 0
    expires: str = ""
    witness: str = ""
    came: str = ""
    told: bool = False


def mark_of(report: object) -> Mark | None:
    """Read a report's mark, in the process that made it or in another one."""
    raw = getattr(report, _ATTRIBUTE, None)
    if not isinstance(raw, dict):
        return None
    try:
        return msgspec.convert(raw, Mark)
    except msgspec.ValidationError:  # another plugin's attribute
        return None


def put(report: pytest.TestReport, mark: Mark) -> None:
    """Write a mark on a report."""
    setattr(report, _ATTRIBUTE, msgspec.to_builtins(mark))


def hold(report: pytest.TestReport, test_id: str) -> None:
    """Take a failing subtest out of all counts until its test is over."""
    report.outcome = _HELD  # type: ignore[assignment] # an outcome of our own, see above
    put(report, Mark(state=State.HELD, test_id=test_id))


def explain(report: pytest.TestReport, mark: Mark) -> None:
    """Say in the section of a failing report why it is not excused."""
    put(report, mark)
    frozen = mark.witness or "none: the record names no witness class, so it excuses nothing"
    text = f"frozen class: {frozen}\nthis failure: {mark.came}"
    report.sections.append((f"freezegate: a record names {mark.test_id}", text))


def freeze(report: pytest.TestReport, mark: Mark, text: str = "") -> None:
    """Turn a failing report into a frozen one, which no reporter reads as passed or failed.

    Args:
        report: the report.
        mark: its mark.
        text: pytest's rendering of the failure, where the report has none of its own.
    """
    put(report, mark)
    report.sections.append(("freezegate: the frozen failure", text or text_of(report)))
    file, line, _ = report.location
    report.outcome = "skipped"
    report.longrepr = (file, (line or 0) + 1, message_of(mark))
    report.__dict__.pop("wasxfail", None)  # with it the report would be an expected failure
    add_properties(report, mark)


def message_of(mark: Mark) -> str:
    """Say in one line what is frozen."""
    return f"frozen until {mark.expires}: {mark.witness}"


def add_properties(report: pytest.TestReport, mark: Mark) -> None:
    """Add the properties that JUnit and its like write beside a test."""
    values = {"frozen": mark.test_id, "expires": mark.expires, "witness": mark.witness}
    report.user_properties += [(f"freezegate.{key}", value) for key, value in values.items()]
