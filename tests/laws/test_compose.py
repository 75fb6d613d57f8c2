"""Composition takes every edit of a test away and none of the product (TRUST.md section 1)."""

from collections.abc import Mapping

from hypothesis import given
from hypothesis import strategies as st

from freezegate.model.config import Config
from freezegate.model.tree import Entry
from freezegate.source.compose import compose
from freezegate.source.finder import above
from freezegate.source.layout import Layout, layout_of
from freezegate.source.pytest_found import FoundConfig

NAMES = st.sampled_from(["src", "pkg", "tests", "conftest.py", "test_a.py", "a.py", "data"])
PATHS = st.lists(NAMES, min_size=1, max_size=3).map("/".join)
ENTRIES = st.builds(
    Entry, mode=st.sampled_from(["100644", "100755"]), blob=st.sampled_from(["1", "2"])
)


def _possible(listing: Mapping[str, Entry]) -> bool:
    """No path is a file and a folder."""
    return not any(folder in listing for path in listing for folder in above(path))


LISTINGS = st.dictionaries(PATHS, ENTRIES, max_size=6).filter(_possible)


def _layout(parent: Mapping[str, Entry]) -> Layout:
    return layout_of(parent, lambda _: None, config=Config(), found=FoundConfig(), root="")


@given(LISTINGS)
def test_a_patch_that_is_the_parent_changes_nothing(parent: dict[str, Entry]) -> None:
    composed = compose(parent, parent, _layout(parent).is_test)
    assert composed.listing == parent
    assert (composed.restored, composed.dropped) == ((), ())


@given(LISTINGS, LISTINGS)
def test_every_test_path_is_the_parents(parent: dict[str, Entry], patch: dict[str, Entry]) -> None:
    is_test = _layout(parent).is_test
    composed = compose(parent, patch, is_test).listing
    kept = {path: entry for path, entry in composed.items() if is_test(path)}
    assert kept == {path: entry for path, entry in parent.items() if is_test(path)}


@given(LISTINGS, LISTINGS)
def test_every_product_path_is_the_patchs(
    parent: dict[str, Entry], patch: dict[str, Entry]
) -> None:
    is_test = _layout(parent).is_test
    composed = compose(parent, patch, is_test)
    taken = {path: entry for path, entry in composed.listing.items() if not is_test(path)}
    offered = {path: entry for path, entry in patch.items() if not is_test(path)}
    assert taken.items() <= offered.items()
    assert offered.keys() - taken.keys() <= set(composed.dropped)


@given(LISTINGS, LISTINGS)
def test_composing_again_changes_nothing(parent: dict[str, Entry], patch: dict[str, Entry]) -> None:
    is_test = _layout(parent).is_test
    once = compose(parent, patch, is_test)
    twice = compose(parent, once.listing, is_test)
    assert twice.listing == once.listing
    assert (twice.restored, twice.dropped) == ((), ())


@given(LISTINGS, LISTINGS)
def test_the_result_is_a_tree(parent: dict[str, Entry], patch: dict[str, Entry]) -> None:
    composed = compose(parent, patch, _layout(parent).is_test).listing
    assert _possible(composed)
