"""What the text of a commit says of its tests, for the classifier and for manifests of source."""

import gc
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from freezegate.app.commit import Commit
from freezegate.app.properties import check_holds
from freezegate.model.claim import Item
from freezegate.source.closure import Suite
from freezegate.source.diff import Diff, read_diff
from freezegate.source.manifest import Known, Patterns, is_test_module, items_of, known


def source_items(
    commit: Commit, suite: Suite, root: str, wanted: Callable[[str], bool]
) -> tuple[Item, ...]:
    """List the tests of the wanted modules of a commit by its text alone."""
    naming = naming_of(commit)
    return tuple(
        item
        for path in filter(wanted, test_modules(commit, naming, root))
        for item in items_of(suite, path, naming, root)
    )


def test_modules(commit: Commit, naming: Patterns, root: str) -> tuple[str, ...]:
    """The files that pytest, started in `root`, would take for test modules by their names."""
    return tuple(path for path in sorted(commit.tests) if is_test_module(path, naming, root))


def naming_of(commit: Commit) -> Patterns:
    """Read what a commit's configuration calls tests."""
    found = commit.found
    named = {
        field: found.words(key)
        for field, key in (("classes", "python_classes"), ("functions", "python_functions"))
        if key in found.values
    }
    return Patterns(files=found.patterns, **named)


def known_of(suite: Suite, items: Iterable[Item]) -> tuple[Known, ...]:
    """Say what the text of a commit has of each test.

    Raises:
        UsageError: a test stands in a file that is none of the tests'.
    """
    found = []
    with uncollected():
        for item in items:
            check_holds(suite, item)
            found.append(known(suite, item))
    return tuple(found)


def held(commit: Commit, items: Iterable[Item]) -> list[Item]:
    """Keep the tests whose file a commit has."""
    return [item for item in items if item.path in commit.listing]


def compared(outputs: tuple[bytes, bytes]) -> Diff:
    """Read git's own comparison: its status and its hunks."""
    status, hunks = outputs
    return read_diff(
        status, hunks, name_status_origin="git diff --name-status", patch_origin="git diff -U0"
    )


@contextmanager
def uncollected() -> Iterator[None]:
    """Leave garbage where it is: syntax trees are many objects and hardly any garbage."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()
