"""Which test modules a patch may bear on, so that no other has to be read to classify its tests."""

import posixpath
from collections.abc import Callable

from freezegate.app.commit import Commit
from freezegate.app.known import naming_of
from freezegate.app.pair import Pair
from freezegate.app.properties import declared
from freezegate.source.bearing import standing_on, words_of


def bearing(pair: Pair) -> Callable[[str], bool]:
    """Tell of a path whether its tests may come out other than untouched.

    Every path, where what decides how tests are found differs between the commits.
    """
    parent, patch = pair.parent, pair.patch
    paths = (*parent.listing, *patch.listing)
    changed = {path for path in paths if parent.listing.get(path) != patch.listing.get(path)}
    data = {path for each in (parent, patch) for path in declared(each, pair.config)}
    if _reads(parent) != _reads(patch) or changed & data:
        return lambda _: True
    return _reached(pair, changed & (parent.tests | patch.tests)).__contains__


def _reads(commit: Commit) -> tuple[object, ...]:
    """What decides which tests a commit has and where names lead, beside its files."""
    return commit.layout.served, commit.layout.test_roots, naming_of(commit)


def _reached(pair: Pair, changed: set[str]) -> frozenset[str]:
    """Return changed files and all that their names lead back to.

    Only the patch's text is searched: a file that differs is one of the changed already.
    """
    modules = pair.parent.tests | pair.patch.tests
    folders = sorted({posixpath.dirname(path) for path in pair.patch.tests})
    reached: set[str] = set()
    fresh = set(changed)
    while fresh:
        reached |= fresh
        found = {name for path in fresh for name in standing_on(path, modules)}
        for whole in (True, False):  # a module's name is a word, a data file's may be a part of one
            paths = [path for path in fresh if path.endswith(".py") is whole]
            words = {word for path in paths for word in words_of(path)}
            found.update(pair.store.grep(pair.patch.sha, words, folders, whole=whole))
        fresh = (found & modules) - reached
    return frozenset(reached)
