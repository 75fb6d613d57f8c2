"""What `pytest --collect-only -q` prints: test ids, one a line, then a summary."""

import re
from typing import Final

from freezegate.errors import ArtifactError
from freezegate.model.ids import TestId
from freezegate.model.manifest import check_test_id

#: `3 tests collected in 0.02s`, `2/3 tests collected (1 deselected) in 0.02s`, and its like.
_SUMMARY: Final = re.compile(r"(?P<count>[0-9]+)(/[0-9]+)? tests? collected\b.*\Z")
#: Lines of the other forms of the listing: a tree, and files with their counts.
_OTHER_FORM: Final = re.compile(r"\s*<\w+ .*>\Z|\S+\.py: [0-9]+\Z")
_STEP: Final = "run `python -m pytest --collect-only -q` on the parent's tree and give its output"


def read_collected(data: bytes, *, origin: str) -> tuple[TestId, ...]:
    """Read the ids, in their order.

    Raises:
        ArtifactError: names the line that is neither an id nor the summary, an id that is no node
            id in normal form or stands twice, an error in collection, or a count that differs.
    """
    ids: dict[TestId, int] = {}
    lines = data.decode("utf-8", "replace").splitlines()
    for number, line in enumerate(lines, 1):
        if not line.strip():
            break
        if "::" not in line or _OTHER_FORM.match(line):
            message = f"{origin}:{number}: {line[:100]!a} is no test id; {_STEP}"
            raise ArtifactError(message)
        _check(TestId(line), ids, f"{origin}:{number}")
        ids[TestId(line)] = number
    _check_summary(lines[len(ids) :], len(ids), origin, len(ids) + 1)
    return tuple(ids)


def _check(test_id: TestId, ids: dict[TestId, int], place: str) -> None:
    """Refuse an id that is none or that stands twice."""
    try:
        check_test_id(test_id)
    except ValueError as fault:
        message = f"{place}: {fault}"
        raise ArtifactError(message) from fault
    if test_id in ids:
        message = (
            f"{place}: {test_id!a} stands on line {ids[test_id]} as well; give each its own id"
        )
        raise ArtifactError(message)


def _check_summary(rest: list[str], count: int, origin: str, number: int) -> None:
    """Hold the ids to the summary: a listing that was cut off has none."""
    found = [match for line in rest if (match := _SUMMARY.match(line.strip(" =")))]
    if not found or int(found[-1]["count"]) != count or count == 0:
        said = next((line for line in rest if line.strip()), "nothing")
        message = (
            f"{origin}:{number}: {count} ids, then {said[:100]!a}: no summary of as many collected "
            f"tests; mend what cannot be collected, then {_STEP}"
        )
        raise ArtifactError(message)
