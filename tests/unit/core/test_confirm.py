import pytest

from freezegate.core.case import sides_of
from freezegate.core.confirm import Standing, standing
from freezegate.model.contract import Side
from freezegate.model.ids import PropertyId, Seed
from tests.cases import contract, evidence


@pytest.mark.parametrize(
    ("parent", "patch", "other", "stands"),
    [
        ("..", "AA", "", Standing.CONFIRMED),
        (".", "A", "", Standing.OPEN),
        ("", "", "", Standing.OPEN),
        ("A", "A", "", Standing.CLEARED),
        (".", ".", "", Standing.CLEARED),
        ("A", ".", "", Standing.CLEARED),
        (".A", "AA", "", Standing.CLEARED),
        ("", "", ".", Standing.MISSING),  # the attempt ran: it left another property's row
        (".", "A", "..", Standing.MISSING),
        ("", "", "-.", Standing.MISSING),
        (".", "-", "", Standing.MISSING),
        ("-", "A", "", Standing.MISSING),
    ],
)
def test_the_table_of_standings(parent: str, patch: str, other: str, stands: Standing) -> None:
    of = contract("p", "q", length=2, confirmations=2)
    sides = sides_of(
        of,
        evidence(of, Side.PARENT, {}, confirmations={"p": {2: parent}, "q": {1: "..", 2: other}}),
        evidence(of, Side.PATCH, {}, confirmations={"p": {2: patch}}),
    )
    assert standing(sides, PropertyId("p"), Seed(2)) is stands
