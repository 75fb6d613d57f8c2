"""Which tests are judged: those that were named, disputed, or that the selection takes."""

from collections.abc import Iterable, Mapping
from pathlib import PurePosixPath

import msgspec

from freezegate.app.case import Case
from freezegate.app.collect import Collections
from freezegate.core.selection import check_distinct_ids, check_names, chosen, property_id
from freezegate.errors import UsageError
from freezegate.model.claim import Item
from freezegate.model.ids import PropertyId, TestId
from freezegate.model.tree import Entry
from freezegate.shell.store import read_file
from freezegate.source.junit import Matched, TestRef, match_cases, red_tests


class Choice(msgspec.Struct, frozen=True, kw_only=True):
    """The chosen tests of the parent and of the patch's own tree.

    `order` is CI's order up to the last disputed test, `disputed` the properties that CI had red.
    """

    parent: tuple[Item, ...]
    own: tuple[Item, ...]
    order: tuple[TestId, ...] = ()
    disputed: tuple[PropertyId, ...] = ()


def collect_paths(case: Case, listing: Mapping[str, Entry]) -> tuple[str, ...]:
    """Which of the named files and folders a tree has, relative to the rootdir.

    Nothing named, or a name that is no path of either commit, means a whole collection.
    """
    if case.options.disputed is not None:
        return ()
    files = [name.split("::", 1)[0].rstrip("/").removeprefix("./") for name in case.options.tests]
    either = _paths(case.root, {**case.parent.listing, **case.patch.listing})
    if not files or not all(name in either for name in files):
        return ()
    have = _paths(case.root, listing)
    return tuple(dict.fromkeys(name for name in files if name in have))


def named_files(case: Case) -> frozenset[str]:
    """The files of which a test or all were asked for by name, relative to the tree."""
    files = (name.split("::", 1)[0].removeprefix("./") for name in case.options.tests)
    return frozenset(str(PurePosixPath(case.root) / name) for name in files)


def _paths(root: str, listing: Mapping[str, Entry]) -> frozenset[str]:
    """All files and folders of a listing below the rootdir, relative to it."""
    prefix = f"{root}/" if root else ""
    below = [path.removeprefix(prefix) for path in listing if path.startswith(prefix)]
    folders = {
        str(folder) for path in below for folder in PurePosixPath(path).parents if folder.name
    }
    return frozenset(below) | folders


def choose(case: Case, collections: Collections) -> Choice:
    """Choose the properties of both commits.

    Raises:
        UsageError: nothing is chosen, a name means no test, or two tests share an id.
    """
    parent, own = collections.parent.items, collections.own.items
    if case.options.disputed is not None:
        return _disputed(case, parent, own)
    names, select = case.options.tests, case.options.select
    broken = bool(collections.parent.errors or collections.own.errors)
    if not broken:
        check_names(names, (*parent, *own))
    choice = _both(parent, own, chosen(parent, names, select), chosen(own, names, select))
    if not broken and not choice.parent and not choice.own:
        message = (
            f"--select {select}: of {len(parent)} collected tests none is marked "
            "@pytest.mark.property or uses Hypothesis; name some, as in "
            "`freezegate gate tests/test_orders.py`, or take every one with --select all"
        )
        raise UsageError(message)
    check_distinct_ids(choice.parent)
    check_distinct_ids(choice.own)
    return choice


def _both(
    parent: tuple[Item, ...],
    own: tuple[Item, ...],
    of_parent: tuple[Item, ...],
    of_own: tuple[Item, ...],
) -> Choice:
    """Take what either commit chooses on both: a test that drops its mark is rewritten, not gone.

    Tests are the same by their property's id, or by their node id.
    """
    ids = {item.test_id for item in (*of_parent, *of_own)}
    names = {property_id(item) for item in (*of_parent, *of_own)}
    return Choice(
        parent=tuple(item for item in parent if item.test_id in ids or property_id(item) in names),
        own=tuple(item for item in own if item.test_id in ids or property_id(item) in names),
    )


def _disputed(case: Case, parent: tuple[Item, ...], own: tuple[Item, ...]) -> Choice:
    """Choose the red tests of a JUnit file, with what ran before them."""
    path = case.options.disputed
    assert path is not None  # noqa: S101 - the caller has looked
    junit = red_tests(read_file(path), origin=str(path))
    every = {item.test_id: item for item in (*parent, *own)}
    matched = match_cases(junit.cases, [_ref(item) for item in every.values()], origin=str(path))
    red = frozenset(matched.red)
    if not red:
        message = f"{path}: no test of it is red; there is nothing to dispute"
        raise UsageError(message)
    here = frozenset(item.test_id for item in parent)
    return Choice(
        parent=_those(parent, red),
        own=_those(own, red),
        order=tuple(TestId(name) for name in _up_to_last(matched) if name in here),
        disputed=tuple(property_id(every[name]) for name in matched.red),
    )


def _ref(item: Item) -> TestRef:
    """What JUnit can be matched against."""
    return TestRef(test_id=item.test_id)


def _those(items: Iterable[Item], names: frozenset[str]) -> tuple[Item, ...]:
    """The items with these ids, in the order of collection."""
    return tuple(item for item in items if item.test_id in names)


def _up_to_last(matched: Matched) -> tuple[str, ...]:
    """CI's order up to the last red test: what ran later cannot have made it red."""
    last = max(place for place, name in enumerate(matched.order) if name in set(matched.red))
    return tuple(matched.order[: last + 1])
