"""Equal files give equal hashes, however often and in whatever order they are asked for."""

from freezegate.model.claim import Item
from freezegate.source.closure import Suite

SOURCE = b"""
import pytest

class Base:
    limit = 3

class TestThings(Base):
    other = 4

    def helper(self, name):
        return getattr(self, name)

    def test_change(self, name):
        assert self.helper(name) < self.limit
"""


def test_a_class_and_its_body_at_one_place_are_ordered_by_their_text() -> None:
    item = Item(
        test_id="tests/test_things.py::TestThings::test_change",
        path="tests/test_things.py",
        source_path="tests/test_things.py",
        qualname="TestThings.test_change",
        class_name="TestThings",
    )
    # A set of objects is ordered by their addresses: many suites, many chances.
    found = set()
    kept = []
    for _ in range(60):
        suite = Suite(files={"tests/test_things.py": SOURCE})
        kept.append(suite)
        found.add(suite.hashes(item))
    assert len(found) == 1
