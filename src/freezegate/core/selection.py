"""Which collected tests are properties, and what they are called (DESIGN.md sections 2 and 13)."""

from collections.abc import Iterable
from difflib import get_close_matches
from enum import StrEnum

from freezegate.errors import UsageError
from freezegate.model.claim import Item
from freezegate.model.ids import PropertyId, TestId


class Select(StrEnum):
    """Which tests are taken without being named."""

    AUTO = "auto"
    HYPOTHESIS = "hypothesis"
    MARKED = "marked"
    ALL = "all"


def property_id(item: Item) -> PropertyId:
    """Give the marker's id, with the parameters of a parametrised test, else the node id."""
    if not item.marker_id:
        return PropertyId(item.test_id)
    return PropertyId(item.marker_id + _parameters(item))


def _parameters(item: Item) -> str:
    """Give `[...]` of a parametrised test's node id, brackets included; else nothing."""
    name = item.qualname.rsplit(".", 1)[-1]
    _, found, rest = item.test_id.partition(f"::{name}[")
    return f"[{rest}" if found else ""


def is_selected(item: Item, select: Select) -> bool:
    """Tell whether a test is taken without being named."""
    match select:
        case Select.ALL:
            return True
        case Select.MARKED:
            return item.marked
        case Select.HYPOTHESIS:
            return item.hypothesis
        case _:
            return item.marked or item.hypothesis


def names_it(name: str, item: Item) -> bool:
    """Tell whether a name from the command line means this test.

    A name is a file, a folder, a node id with or without parameters, a class, or a property's id.
    """
    plain = name.rstrip("/").removeprefix("./")
    if plain in {item.test_id, property_id(item), item.marker_id, ".", ""}:
        return True
    return item.test_id.startswith((f"{plain}/", f"{plain}::", f"{plain}["))


def chosen(items: Iterable[Item], names: tuple[str, ...], select: Select) -> tuple[Item, ...]:
    """Give the tests that are properties, in the order of collection.

    Tests that are named are taken whatever they are, unless `select` narrows them.
    """
    if not names:
        return tuple(item for item in items if is_selected(item, select))
    narrowed = Select.ALL if select is Select.AUTO else select
    return tuple(
        item
        for item in items
        if any(names_it(name, item) for name in names) and is_selected(item, narrowed)
    )


def check_names(names: tuple[str, ...], items: Iterable[Item]) -> None:
    """Refuse a name that means no test of either commit.

    Raises:
        UsageError: names the nearest ids that exist.
    """
    known = tuple(items)
    for name in names:
        if not any(names_it(name, item) for item in known):
            near = get_close_matches(name, [item.test_id for item in known], n=3, cutoff=0.4)
            hint = f"; did you mean {', '.join(near)}?" if near else ""
            message = f"{name}: no test of either commit has this name{hint}"
            raise UsageError(message)


def check_distinct_ids(items: Iterable[Item]) -> None:
    """Refuse two tests with one property id.

    Raises:
        UsageError: names the id and both tests.
    """
    seen: dict[PropertyId, TestId] = {}
    for item in items:
        name = property_id(item)
        if name in seen:
            message = (
                f"the property id {name!r} stands at {seen[name]} and at {item.test_id}; "
                "give each its own"
            )
            raise UsageError(message)
        seen[name] = TestId(item.test_id)
