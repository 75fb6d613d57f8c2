from datetime import datetime

import pytest

from freezegate.model.ledger import Ledger, Line
from tests.ledgers import record


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"test_id": "t.py::\u202ea"}, "holds the character"),
        ({"parent_sha": "main"}, "not a full commit id"),
        ({"expires_at": datetime(2026, 1, 1)}, "has no offset"),  # noqa: DTZ001 - that is the fault
        ({"approved_at": datetime(2026, 1, 1)}, "has no offset"),  # noqa: DTZ001 - that is the fault
        ({"pin": "a\nb"}, "holds the character"),
    ],
)
def test_what_no_record_holds(fields: dict[str, object], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        record("a", **fields).__post_init__()


def test_records_are_the_lines_that_could_be_read() -> None:
    good = Line(number=2, test_id="t", record=record("a"))
    ledger = Ledger(lines=(good, Line(number=3, test_id="", record=None, flaw="no record")))
    assert ledger.records == (record("a"),)
