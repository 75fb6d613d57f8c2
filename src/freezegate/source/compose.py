"""The composed tree: the patch's product under the parent's tests (TRUST.md section 1)."""

from collections.abc import Callable, Mapping

import msgspec

from freezegate.model.tree import Entry
from freezegate.source.finder import above


class Composed(msgspec.Struct, frozen=True, kw_only=True):
    """A composed listing, and what the patch's own differs from it by.

    `restored` are the parent's test files that the patch changes or deletes. `dropped` are files of
    the patch that are left out: test files that it adds, and files that stand where the parent's
    tests need a folder, or below what is a file there.
    """

    listing: dict[str, Entry]
    restored: tuple[str, ...]
    dropped: tuple[str, ...]


def compose(
    parent: Mapping[str, Entry], patch: Mapping[str, Entry], is_test: Callable[[str], bool]
) -> Composed:
    """Take the parent's test files, and of the patch all that is none.

    Args:
        parent: the parent's listing.
        patch: the patch's.
        is_test: whether a path, of either listing, is the tests'; the parent's layout says so.
    """
    tests = {path: entry for path, entry in parent.items() if is_test(path)}
    folders = {folder for path in tests for folder in above(path)}
    product = {
        path: entry
        for path, entry in patch.items()
        if not is_test(path) and path not in folders and tests.keys().isdisjoint(above(path))
    }
    restored = (path for path, entry in tests.items() if patch.get(path) != entry)
    return Composed(
        listing=dict(sorted({**tests, **product}.items())),
        restored=tuple(sorted(restored)),
        dropped=tuple(sorted(patch.keys() - tests.keys() - product.keys())),
    )
