"""What a collected test says of itself: where it is defined, what it stands on, what marks it."""

from __future__ import annotations

import contextlib
import inspect
import unicodedata
from typing import Any, Dict, Tuple

import pytest

from .capture import relative
from .emit import clean

#: Every fixture closure may hold it, and it says nothing.
_PLAIN = frozenset({"request"})
#: Characters that turn text around: the supervisor takes no id that holds one (`model.ids`).
_TURNING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def is_property(item: Any) -> bool:
    """Tell a test function from a doctest or another kind of item."""
    return isinstance(item, pytest.Function)


def test_id(item: Any) -> str:
    """Give the node id as it is sent and selected by.

    Where a suite forbids pytest to escape ids, what no id may hold is escaped here.
    """
    text = clean(item.nodeid)
    return text if text.isprintable() else "".join(map(_visible, text))


def _visible(character: str) -> str:
    """Escape a control character, as pytest does, and one that turns text around."""
    if character in _TURNING or unicodedata.category(character) == "Cc":
        return character.encode("unicode_escape").decode("ascii")
    return character


def is_hypothesis(item: Any) -> bool:
    """Tell a test that uses Hypothesis, a state machine's among them."""
    function = getattr(item, "obj", None)
    return bool(
        getattr(function, "is_hypothesis_test", False) or getattr(function, "hypothesis", None)
    )


def facts(item: Any, tree: str) -> Dict[str, Any]:
    """Give the fields of an `item` claim."""
    source, qualname = _definition(item, tree)
    marker = item.get_closest_marker("property")
    given: Dict[str, Any] = {}
    if marker is not None:
        names = ("id", "oracle")[: len(marker.args)]
        given = {name: marker.args[place] for place, name in enumerate(names)}
        given.update(marker.kwargs)
    return {
        "test_id": test_id(item),
        "path": relative(str(getattr(item, "path", None) or item.fspath), tree),
        "source_path": source,
        "qualname": qualname,
        "class_name": item.cls.__qualname__ if item.cls is not None else "",
        "hypothesis": is_hypothesis(item),
        "marker_id": str(given.get("id", "")),
        "oracle": str(given.get("oracle", "")),
        "fixtures": sorted({str(each) for each in item.fixturenames} - _PLAIN),
        "marks": sorted({str(mark.name) for mark in item.iter_markers()}),
        "marked": marker is not None,
    }


def _definition(item: Any, tree: str) -> Tuple[str, str]:
    """Give the file and the qualified name of the function that was written down."""
    function = item.function
    handle = getattr(function, "hypothesis", None)
    function = getattr(handle, "inner_test", function)
    with contextlib.suppress(ValueError):
        function = inspect.unwrap(function)
    code = getattr(function, "__code__", None)
    path = relative(code.co_filename, tree) if code is not None else ""
    return path, str(getattr(function, "__qualname__", item.originalname or item.name))
