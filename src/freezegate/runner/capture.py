"""A failure as raw facts: types, messages, and the frames that lie in the tree.

A leaf without siblings: the plugin for users' own suites takes this one piece from here.
"""

from __future__ import annotations

import ast
import functools
import linecache
import os
from types import TracebackType
from typing import Any, Dict, FrozenSet, List, Optional, Tuple

#: The supervisor reads no more than this of a message (TRUST.md section 4).
MAX_MESSAGE = 4096
#: Recursion errors have a thousand frames; the outermost tell the test, the innermost the place.
MAX_FRAMES = 64
OUTERMOST_FRAMES = 16
#: Exception groups of more leaves than this are one failure, badly grouped.
MAX_LEAVES = 32
#: Hypothesis calls a test through a function that it generates under the test file's name.
_GENERATED = "hypothesis_temporary_module_"
#: A group below this many others is taken for a leaf.
_MAX_DEPTH = 16
MAX_TEXT = 16 * 1024


def failure(error: BaseException, tree: str, text: str) -> Dict[str, Any]:
    """Give the facts of an exception; shapes as in `model.claim.Failure`."""
    frames = _frames(error.__traceback__, tree)
    found = [_leaf(*each, tree) for each in _leaves(error, frames, tree, _MAX_DEPTH)]
    return {"leaves": found[:MAX_LEAVES], "text": text[:MAX_TEXT]}


def bare(kind: str, message: str, text: str) -> Dict[str, Any]:
    """Give the facts of a failure that has no exception."""
    leaf = {"type": kind, "message": message[:MAX_MESSAGE], "frames": [], "plain_assert": False}
    return {"leaves": [leaf], "text": text[:MAX_TEXT]}


def relative(path: str, tree: str) -> str:
    """Give a path relative to the tree, with `/`; empty for one that lies outside."""
    real, top = _real(path), _real(tree)
    if not real.startswith(top + os.sep):
        return ""
    return os.path.relpath(real, top).replace(os.sep, "/")


@functools.lru_cache(maxsize=4096)
def _real(path: str) -> str:
    """Resolve a path once: frames name the same few files over and over."""
    return os.path.realpath(path)


def type_name(kind: type) -> str:
    """Give the module and qualified name of a type."""
    return "{}.{}".format(kind.__module__, kind.__qualname__)


#: An exception, and where it was raised: its frames in the tree, or those of the group around it.
_Raised = Tuple[BaseException, List[Dict[str, Any]]]


def _leaves(
    error: BaseException, frames: List[Dict[str, Any]], tree: str, depth: int
) -> List[_Raised]:
    """Flatten exception groups, the standard one and its back-port, known by what they hold.

    Hypothesis's own groups (`FlakyFailure`) stay whole: their type is what they say. A leaf that
    was put into a group without being raised arose where the group did.
    """
    if depth == 0 or type(error).__module__.startswith("hypothesis."):
        return [(error, frames)]
    try:
        inner = tuple(getattr(error, "exceptions", ()))[:MAX_LEAVES]
    except Exception:  # noqa: BLE001 - an attribute of code under test
        return [(error, frames)]
    if not inner or not all(isinstance(each, BaseException) for each in inner):
        return [(error, frames)]
    return [
        leaf
        for each in inner
        for leaf in _leaves(each, _frames(each.__traceback__, tree) or frames, tree, depth - 1)
    ]


def _leaf(error: BaseException, frames: List[Dict[str, Any]], tree: str) -> Dict[str, Any]:
    """Give the facts of one exception."""
    return {
        "type": type_name(type(error)),
        "message": _message(error),
        "frames": frames,
        "plain_assert": type(error) is AssertionError and _at_assert(error.__traceback__, tree),
    }


def _message(error: BaseException) -> str:
    """Give an exception's message, whatever its `__str__` does.

    One that hangs has hung pytest's own report before: the property's time limit ends it.
    """
    try:
        return str.__getitem__(str(error), slice(0, MAX_MESSAGE))
    except BaseException:  # noqa: BLE001 - code under test
        return "<no message: str() raised>"


def _frames(traceback: Optional[TracebackType], tree: str) -> List[Dict[str, Any]]:
    """Give the frames that lie in the tree, outermost first."""
    found = []
    while traceback is not None:
        frame = traceback.tb_frame
        code = frame.f_code
        path = relative(code.co_filename, tree)
        module = str(frame.f_globals.get("__name__", ""))
        if path and not module.startswith(_GENERATED):
            found.append(
                {
                    "path": path,
                    "line": max(1, traceback.tb_lineno or 1),
                    "module": module,
                    "qualname": getattr(code, "co_qualname", code.co_name),
                }
            )
        traceback = traceback.tb_next
    if len(found) > MAX_FRAMES:
        found[OUTERMOST_FRAMES : OUTERMOST_FRAMES - MAX_FRAMES] = []
    return found


def _at_assert(traceback: Optional[TracebackType], tree: str) -> bool:
    """Tell whether the innermost frame of all stands in the tree, at an assert statement."""
    if traceback is None:
        return False
    while traceback.tb_next is not None:
        traceback = traceback.tb_next
    file = traceback.tb_frame.f_code.co_filename
    return bool(relative(file, tree)) and traceback.tb_lineno in _assert_lines(file)


@functools.lru_cache(maxsize=256)
def _assert_lines(file: str) -> FrozenSet[int]:
    """Give the lines of a file on which an assert statement stands."""
    try:
        parsed = ast.parse("".join(linecache.getlines(file)))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return frozenset()
    return frozenset(
        line
        for node in ast.walk(parsed)
        if isinstance(node, ast.Assert)
        for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    )
