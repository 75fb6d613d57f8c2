"""`lane --touched`: what a patch edits of the product's code; nothing runs."""

import posixpath
from collections.abc import Callable, Mapping
from fnmatch import fnmatchcase
from typing import Final

from freezegate.app.commit import Commit
from freezegate.app.known import uncollected
from freezegate.app.options import Options
from freezegate.app.pair import open_pair
from freezegate.model.config import Config
from freezegate.model.lane import TouchedBy, TouchedSet
from freezegate.model.tree import Entry
from freezegate.shell.objects import Words
from freezegate.source.inert import is_inert
from freezegate.source.layout import Layout
from freezegate.source.readers import Tree
from freezegate.source.symbols import Ask, touched_set

#: Git's modes of files with content; links and submodules lead elsewhere.
_FILES: Final = frozenset({"100644", "100755"})
#: Content that parses as nothing.
_OPAQUE: Final = b"\0"


def touched_by(options: Options) -> TouchedBy:
    """List what the patch that the options name edits.

    Raises:
        UsageError: the options contradict one another, or there is nothing to judge.
        GitError: the repository cannot give the commits.
    """
    with open_pair(options) as pair:
        served = {**pair.patch.layout.served, **pair.parent.layout.served}
        touched = touched_between(
            pair.parent,
            pair.patch,
            pair.config,
            served,
            lambda words, folders: pair.store.words(pair.patch.sha, words, folders),
        )
        return TouchedBy(parent_sha=pair.parent.sha, patch_sha=pair.patch.sha, touched=touched)


def touched_between(
    parent: Commit,
    patch: Commit,
    config: Config,
    served: Mapping[str, str],
    words: Words,
) -> TouchedSet:
    """Compare the product files of two commits.

    Args:
        parent: the parent; its layout says which files are the product's.
        patch: the patch.
        config: the parent's configuration, which names data and inert files.
        served: the folders of the import names of the patch's product.
        words: where words stand in the patch.
    """
    before, after = (_product(each, parent.layout) for each in (parent, patch))
    changed = {path for path in before | after if _differs(before.get(path), after.get(path))}
    for each in (parent, patch):
        each.preload(changed.__contains__)
    with uncollected():
        return touched_set(
            {path: _content(parent, path) for path in changed & before.keys()},
            {path: _content(patch, path) for path in changed & after.keys()},
            Tree(after, patch.read, served, lambda paths: patch.preload(paths.__contains__)),
            Ask(
                is_inert=lambda path: is_inert(path, config.inert),
                is_data=lambda path: any(fnmatchcase(path, glob) for glob in config.data),
                search=_search(words, frozenset(after)),
            ),
        )


def _product(commit: Commit, layout: Layout) -> dict[str, Entry]:
    """The files of a commit that are none of the tests'."""
    return {path: entry for path, entry in commit.listing.items() if not layout.is_test(path)}


def _differs(before: Entry | None, after: Entry | None) -> bool:
    """Tell a file whose content differs; who may execute it is no matter."""
    if before is None or after is None:
        return before is not after
    return before.blob != after.blob or (before.mode in _FILES) is not (after.mode in _FILES)


def _content(commit: Commit, path: str) -> bytes:
    """Read what is taken apart; of any other file the path is enough."""
    if not path.endswith(".py"):
        return b""
    return commit.read(path) if commit.listing[path].mode in _FILES else _OPAQUE


def _search(
    words: Words, product: frozenset[str]
) -> Callable[[frozenset[str]], Mapping[str, frozenset[str]]]:
    """Make the search for the product files of the patch in which each of some words stands."""
    folders = sorted({posixpath.dirname(path) for path in product if path.endswith(".py")})

    def search(wanted: frozenset[str]) -> Mapping[str, frozenset[str]]:
        found = words(sorted(wanted), folders)
        return {word: paths & product for word, paths in found.items()}

    return search
