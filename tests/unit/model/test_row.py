import math

import pytest
from msgspec.structs import replace

from freezegate.model.ids import Digest, PropertyId, Seed
from freezegate.model.row import ConfirmationRow, Row, Status


@pytest.fixture
def row(digest: Digest) -> Row:
    return Row(run=digest, prop=PropertyId("prop.total"), seed=Seed(11), status=Status.PASS)


def test_a_fail_carries_a_witness_and_a_pass_carries_none(row: Row) -> None:
    failed = replace(row, status=Status.FAIL, witness="AssertionError:total")
    assert failed.witness == "AssertionError:total"
    message = "a fail carries a witness class and a pass carries none"
    with pytest.raises(ValueError, match=message):
        replace(row, status=Status.FAIL)
    with pytest.raises(ValueError, match=message):
        replace(row, witness="AssertionError:total")


def test_run_property_and_seed_are_such(row: Row) -> None:
    with pytest.raises(ValueError, match="'run-1' is not a digest"):
        replace(row, run=Digest("run-1"))
    with pytest.raises(ValueError, match="an id is empty"):
        replace(row, prop=PropertyId(""))
    with pytest.raises(ValueError, match="seed -1 is outside"):
        replace(row, seed=Seed(-1))


@pytest.mark.parametrize("duration_s", [-0.1, math.nan, math.inf])
def test_a_duration_is_finite_and_not_negative(row: Row, duration_s: float) -> None:
    assert replace(row, duration_s=0.25).duration_s == 0.25
    with pytest.raises(ValueError, match=f"duration_s is {duration_s}, not zero or more"):
        replace(row, duration_s=duration_s)


def test_attempts_count_from_one(row: Row) -> None:
    assert ConfirmationRow(attempt=1, row=row).attempt == 1
    with pytest.raises(ValueError, match="attempt is 0, not one or more"):
        ConfirmationRow(attempt=0, row=row)
