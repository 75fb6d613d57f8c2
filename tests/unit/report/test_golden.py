"""Reports byte for byte.

After a change that is meant: `python -m tests.unit.report.golden` from the root of the repository
writes the files anew; read what changed before it is committed.
"""

import pytest

from tests.unit.report.golden import FOLDER, reports

REPORTS = reports()


@pytest.mark.parametrize("name", REPORTS)
def test_a_report_is_what_it_was(name: str) -> None:
    assert REPORTS[name].encode() == (FOLDER / name).read_bytes()


def test_no_file_is_left_over() -> None:
    assert {path.name for path in FOLDER.iterdir()} == set(REPORTS)
