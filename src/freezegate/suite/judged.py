"""What becomes of the reports of one frozen test, once all of them are there."""

from collections.abc import Sequence

import msgspec
import pytest

from freezegate.suite.failures import Failures, text_of
from freezegate.suite.loaded import Frozen
from freezegate.suite.marks import Mark, State, add_properties, explain, freeze, put
from freezegate.suite.start import shown_time


def judged(
    frozen: Frozen, failures: Failures, reports: Sequence[pytest.TestReport]
) -> list[pytest.TestReport]:
    """Return the reports to be written: frozen where the failure is the one that a record names.

    Args:
        frozen: the test's record.
        failures: what failed while it ran.
        reports: those of its phases, in order; none has been written.
    """
    came = failures.witness(reports)
    mark = Mark(
        state=State.PASSED,
        test_id=frozen.record.test_id,
        line=frozen.line,
        expires=shown_time(frozen.record),
        witness=frozen.record.witness,
        came=came,
    )
    if came and came == frozen.record.witness:
        return _excused(msgspec.structs.replace(mark, state=State.FROZEN), failures, reports)
    if came:
        return _red(msgspec.structs.replace(mark, state=State.OTHER), failures, reports)
    if all(report.passed for report in reports):
        put(reports[-1], mark)
    return list(reports)


def _excused(
    mark: Mark, failures: Failures, reports: Sequence[pytest.TestReport]
) -> list[pytest.TestReport]:
    """Freeze every failing report; where only subtests failed, the call that holds them."""
    failed = [report for report in reports if report.failed] or [reports[1]]
    text = text_of(failures.held[0]) if failures.held else ""
    freeze(failed[0], mark, text)
    for report in failed[1:]:
        freeze(report, msgspec.structs.replace(mark, told=True))
    if reports[-1] is not failed[0]:
        add_properties(reports[-1], mark)  # JUnit's writer takes those of the last report
    return list(reports)


def _red(
    mark: Mark, failures: Failures, reports: Sequence[pytest.TestReport]
) -> list[pytest.TestReport]:
    """Let every failing report stand, those of subtests that were held among them."""
    setup, *rest = reports
    for held in failures.held:
        held.outcome = "failed"
    ordered = [setup, *failures.held, *rest]
    first, *others = (report for report in ordered if report.failed)
    explain(first, mark)
    for report in others:
        explain(report, msgspec.structs.replace(mark, told=True))
    return ordered
