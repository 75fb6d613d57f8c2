import pytest

from freezegate.errors import ArtifactError
from freezegate.source.collect_output import read_collected

GOOD = "tests/a.py::test_a\ntests/a.py::TestB::test_b[x y::z]\n\n2 tests collected in 0.01s\n"


@pytest.mark.parametrize(
    "summary",
    [
        "2 tests collected in 0.01s",
        "======= 2 tests collected in 0.01s =======",
        "2/3 tests collected (1 deselected) in 0.01s",
        "2 tests collected, 1 error in 1.20s",
    ],
)
def test_ids_are_read_in_their_order(summary: str) -> None:
    text = GOOD.replace("2 tests collected in 0.01s", f"\n=== warnings ===\n\n{summary}")
    expected = ("tests/a.py::test_a", "tests/a.py::TestB::test_b[x y::z]")
    assert read_collected(text.encode(), origin="C") == expected


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("<Module test_a.py>\n  <Function test_a>\n", "C:1: '<Module test_a.py>' is no test id"),
        ("tests/a.py: 3\n", "C:1: 'tests/a.py: 3' is no test id"),
        ("collected 3 items\n", "C:1: 'collected 3 items' is no test id"),
        (GOOD.replace("tests/a", "/tests/a", 1), "C:1: "),
        (
            GOOD.replace("TestB::test_b[x y::z]", "test_a"),
            "C:2: 'tests/a.py::test_a' stands on line 1",
        ),
        (GOOD.replace("2 tests", "3 tests"), "C:3: 2 ids, then '3 tests collected in 0.01s'"),
        ("tests/a.py::test_a\n", "C:2: 1 ids, then 'nothing'"),
        ("\nno tests collected in 0.01s\n", "C:1: 0 ids, then 'no tests collected in 0.01s'"),
        ("", "C:1: 0 ids"),
    ],
)
def test_what_is_no_listing_of_ids(text: str, said: str) -> None:
    with pytest.raises(ArtifactError) as caught:
        read_collected(text.encode(), origin="C")
    assert str(caught.value).startswith(said)
