import pytest

from freezegate.core.selection import (
    Select,
    check_distinct_ids,
    check_names,
    chosen,
    is_selected,
    names_it,
    property_id,
)
from freezegate.errors import UsageError
from freezegate.model.claim import Item


def item(
    test_id: str = "tests/test_a.py::test_a",
    *,
    marker_id: str = "",
    hypothesis: bool = False,
    marked: bool = False,
) -> Item:
    qualname = test_id.partition("::")[2].partition("[")[0].replace("::", ".")
    path = test_id.partition("::")[0]
    return Item(
        test_id=test_id,
        path=path,
        source_path=path,
        qualname=qualname,
        hypothesis=hypothesis,
        marker_id=marker_id,
        marked=marked,
    )


@pytest.mark.parametrize(
    ("test_id", "marker_id", "name"),
    [
        ("t.py::test_a", "", "t.py::test_a"),
        ("t.py::test_a[1]", "", "t.py::test_a[1]"),
        ("t.py::test_a", "total", "total"),
        ("t.py::test_a[1-x]", "total", "total[1-x]"),
        ("t.py::Case::test_a[[x]]", "total", "total[[x]]"),
    ],
)
def test_a_property_is_called_by_its_marker_else_by_its_node_id(
    test_id: str, marker_id: str, name: str
) -> None:
    assert property_id(item(test_id, marker_id=marker_id)) == name


@pytest.mark.parametrize(
    ("select", "plain", "hypothesis", "marked"),
    [
        (Select.ALL, True, True, True),
        (Select.MARKED, False, False, True),
        (Select.HYPOTHESIS, False, True, False),
        (Select.AUTO, False, True, True),
    ],
)
def test_the_table_of_what_is_taken_without_being_named(
    select: Select,
    plain: bool,  # noqa: FBT001 - a column
    hypothesis: bool,  # noqa: FBT001 - a column
    marked: bool,  # noqa: FBT001 - a column
) -> None:
    assert is_selected(item(), select) is plain
    assert is_selected(item(hypothesis=True), select) is hypothesis
    assert is_selected(item(marked=True), select) is marked


@pytest.mark.parametrize(
    ("name", "named"),
    [
        ("tests/test_a.py::Case::test_a[1]", True),
        ("tests/test_a.py::Case::test_a", True),
        ("tests/test_a.py::Case", True),
        ("tests/test_a.py", True),
        ("./tests/test_a.py", True),
        ("tests", True),
        ("tests/", True),
        (".", True),
        ("total", True),
        ("total[1]", True),
        ("tests/test_a.py::Case::test", False),
        ("tests/test", False),
        ("test_a.py", False),
        ("tot", False),
    ],
)
def test_the_table_of_names(
    name: str,
    named: bool,  # noqa: FBT001 - a column
) -> None:
    assert names_it(name, item("tests/test_a.py::Case::test_a[1]", marker_id="total")) is named


def test_what_is_named_is_taken_whatever_it_is_unless_the_selection_narrows() -> None:
    plain, marked = item("a.py::test_plain"), item("a.py::test_marked", marked=True)
    other = item("b.py::test_other", marked=True)
    items = (plain, marked, other)
    assert chosen(items, (), Select.AUTO) == (marked, other)
    assert chosen(items, ("a.py",), Select.AUTO) == (plain, marked)
    assert chosen(items, ("a.py",), Select.MARKED) == (marked,)
    assert chosen(items, ("b.py", "a.py::test_plain"), Select.ALL) == (plain, other)


def test_a_name_that_means_nothing_is_refused_with_the_nearest() -> None:
    items = (item("tests/test_totals.py::test_sum"),)
    check_names(("tests/test_totals.py",), items)
    with pytest.raises(UsageError) as near:
        check_names(("tests/test_total.py::test_sum",), items)
    assert str(near.value) == (
        "tests/test_total.py::test_sum: no test of either commit has this name; "
        "did you mean tests/test_totals.py::test_sum?"
    )
    with pytest.raises(UsageError, match=r"no test of either commit has this name$"):
        check_names(("zzz",), items)


def test_two_tests_with_one_id_are_refused() -> None:
    one, two = item("a.py::test_x", marker_id="same"), item("b.py::test_y", marker_id="same")
    check_distinct_ids((one, item("c.py::test_z")))
    with pytest.raises(UsageError) as refused:
        check_distinct_ids((one, two))
    assert str(refused.value) == (
        "the property id 'same' stands at a.py::test_x and at b.py::test_y; give each its own"
    )
