"""What the text of a commit says of its tests, for the classifier and for manifests of source."""

from collections.abc import Iterable

from freezegate.app.commit import Commit
from freezegate.app.properties import check_holds, suite_of, test_side
from freezegate.model.claim import Item
from freezegate.model.config import Config
from freezegate.source.manifest import Known, Patterns, is_test_module, items_of_source, known


def source_items(commit: Commit, config: Config, root: str) -> tuple[Item, ...]:
    """List the tests of a commit by its text alone."""
    naming = naming_of(commit)
    files = {path: data for path, data in test_side(commit, config).items() if path.endswith(".py")}
    return items_of_source(files, lambda path: is_test_module(path, naming), naming, root)


def naming_of(commit: Commit) -> Patterns:
    """Read what a commit's configuration calls tests."""
    found = commit.found
    named = {
        field: found.words(key)
        for field, key in (("classes", "python_classes"), ("functions", "python_functions"))
        if key in found.values
    }
    return Patterns(files=found.patterns, **named)


def known_of(commit: Commit, config: Config, items: Iterable[Item]) -> tuple[Known, ...]:
    """Say what the text of a commit has of each test.

    Raises:
        UsageError: a test stands in a file that is none of the tests'.
    """
    suite = suite_of(commit, config)
    found = []
    for item in items:
        check_holds(suite, item)
        found.append(known(suite, item))
    return tuple(found)
