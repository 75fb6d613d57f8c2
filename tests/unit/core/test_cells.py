import msgspec
import pytest

from freezegate.core.cells import Cells, layout
from freezegate.model.contract import Side
from freezegate.model.ids import PropertyId, Seed
from freezegate.model.row import ConfirmationRow
from tests.cases import contract, digest, evidence, row


def cells(word: str) -> Cells:
    of = contract("p", length=len(word))
    side = layout(of, Side.PARENT, evidence(of, Side.PARENT, {"p": word}))
    return side.schedule(PropertyId("p"), of.seeds)


@pytest.mark.parametrize(
    ("word", "missing", "fails", "splits", "letters"),
    [
        ("...", (), False, False, ""),
        ("A..", (), True, True, "A"),
        ("AAA", (), True, False, "A"),
        ("AB.", (), True, True, "AB"),
        (".-A", (2,), True, True, "A"),
        ("s-x", (2,), False, False, ""),
        ("---", (1, 2, 3), False, False, ""),
    ],
)
def test_what_the_cells_of_a_side_say(
    word: str,
    missing: tuple[int, ...],
    fails: bool,  # noqa: FBT001 - a column
    splits: bool,  # noqa: FBT001 - a column
    letters: str,
) -> None:
    laid = cells(word)
    assert laid.missing == missing
    assert (laid.fails, laid.splits) == (fails, splits)
    assert laid.witnesses == {f"p|ValueError|{letter}" for letter in letters}


def test_the_first_of_two_rows_is_laid_out_and_no_row_of_another_run() -> None:
    of = contract("p", length=1, confirmations=1)
    good, second = row(of, Side.PATCH, "p", 1, "."), row(of, Side.PATCH, "p", 1, "A")
    foreign = msgspec.structs.replace(second, run=digest("other"))
    rows = (foreign, good, second)
    side = msgspec.structs.replace(
        evidence(of, Side.PATCH, {}),
        rows=rows,
        own=rows,
        confirmations=tuple(ConfirmationRow(attempt=1, row=each) for each in rows),
    )
    laid = layout(of, Side.PATCH, side)
    cell = (PropertyId("p"), Seed(1))
    assert laid.rows == laid.own == {cell: good}
    assert laid.confirmations == {(*cell, 1): good}
    assert laid.attempts == {(Seed(1), 1)}
