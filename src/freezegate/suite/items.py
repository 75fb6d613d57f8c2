"""A test that the suite's own pytest collected, as the claim that the gate's runner makes of it.

The runner may import nothing of ours and nobody may import it, so both say it by themselves; a
test holds them to the same answer.
"""

import contextlib
import inspect
from typing import Any

import pytest

from freezegate.model.claim import Item
from freezegate.model.ids import TestId, visible
from freezegate.runner.capture import relative

#: Every fixture closure may hold it, and it says nothing.
_PLAIN = frozenset({"request"})


def test_id(node_id: str) -> TestId:
    """Give a node id as ledgers and manifests write it."""
    return TestId(visible(clean(node_id)))


test_id.__test__ = False  # type: ignore[attr-defined] # pytest must not collect it


def clean(text: str) -> str:
    """Escape what no file of evidence can hold: halves of surrogate pairs, and NUL."""
    return text.encode("utf-8", "backslashreplace").decode("utf-8").replace("\0", "\\x00")


def claim(item: pytest.Function, tree: str) -> Item:
    """Describe a collected test; `tree` is the folder that its paths begin in."""
    source, qualname = _definition(item, tree)
    marker = item.get_closest_marker("property")
    given: dict[str, Any] = {}
    if marker is not None:
        given = {**dict(zip(("id", "oracle"), marker.args, strict=False)), **marker.kwargs}
    return Item(
        test_id=test_id(item.nodeid),
        path=relative(str(item.path), tree),
        source_path=source,
        qualname=qualname,
        class_name=item.cls.__qualname__ if item.cls is not None else "",
        marker_id=clean(str(given.get("id", ""))),
        oracle=clean(str(given.get("oracle", ""))),
        fixtures=tuple(sorted({str(each) for each in item.fixturenames} - _PLAIN)),
        marks=tuple(sorted({str(mark.name) for mark in item.iter_markers()})),
        marked=marker is not None,
    )


def _definition(item: pytest.Function, tree: str) -> tuple[str, str]:
    """Give the file and the qualified name of the function that was written down."""
    function: Any = item.function
    function = getattr(getattr(function, "hypothesis", None), "inner_test", function)
    with contextlib.suppress(ValueError):
        function = inspect.unwrap(function)
    code = getattr(function, "__code__", None)
    path = relative(code.co_filename, tree) if code is not None else ""
    return path, str(getattr(function, "__qualname__", item.originalname or item.name))
