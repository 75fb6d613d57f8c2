"""Witness classes: what a failure is called, and nothing volatile in it (DESIGN.md section 4).

A class is `property id|exception type|assertion id`, percent-escaped. The assertion id is
`[mark@]site[,site][;words]` for each leaf, leaves joined by `+` as their types are; a site is
`module:qualified name:digest of the statement`, never a line number, for a patch moves lines.
"""

import hashlib
from collections.abc import Iterable
from typing import Final
from urllib.parse import quote

import msgspec

from freezegate.core.scrub import scrub
from freezegate.core.unstable import is_unstable
from freezegate.model.ids import PropertyId
from freezegate.model.row import Phase

#: What a class may hold unescaped beside letters and digits; the separators are not among it.
_SAFE: Final = " .:_-<>[]()=/!?#*'\"{}$"
#: Stands where a failure has no frame inside the tree, or no type.
UNLOCATED: Final = "-"
#: 64 bits tell the statements of a repository apart.
_DIGEST_DIGITS: Final = 16
#: A row is refused above 64 KiB; a group of many leaves is named by its digest instead.
_MAX_ASSERTION_CHARS: Final = 8 * 1024
_UNSTABLE: Final = "unstable"

#: Load decides whether a deadline is met, so where it was missed says nothing.
_TYPE_ALONE: Final = frozenset({"hypothesis.errors.DeadlineExceeded"})
#: What Hypothesis says of these counts examples and draws.
_WITHOUT_MESSAGE: Final = frozenset(
    {
        "hypothesis.errors.FailedHealthCheck",
        "hypothesis.errors.Flaky",
        "hypothesis.errors.FlakyBackendFailure",
        "hypothesis.errors.FlakyFailure",
        "hypothesis.errors.FlakyReplay",
        "hypothesis.errors.FlakyStrategyDefinition",
    }
)


class LocatedFrame(msgspec.Struct, frozen=True, kw_only=True):
    """A frame inside the tree with the canonical form of its statement, empty where there is none.

    `is_test` says that its file is one of the tests.
    """

    path: str
    module: str
    qualname: str
    statement: bytes
    is_test: bool


class LocatedLeaf(msgspec.Struct, frozen=True, kw_only=True):
    """One exception with its frames inside the tree, from the outermost inwards."""

    type: str
    message: str
    frames: tuple[LocatedFrame, ...] = ()
    plain_assert: bool = False


def witness_class(prop: PropertyId, leaves: tuple[LocatedLeaf, ...], *, phase: Phase) -> str:
    """Name a failure by property, exception types and where they arose.

    Args:
        prop: the property that failed.
        leaves: the exceptions; of a group all leaves, in any order, each counted once.
        phase: where in the property's life; setup and teardown enter the class.
    """
    parts = sorted({(_escaped(leaf.type or UNLOCATED), _assertion(leaf)) for leaf in leaves})
    if not parts:
        parts = [(UNLOCATED, UNLOCATED)]
    marks = _marks(leaves, phase)
    types = "+".join(type_ for type_, _ in parts)
    assertions = "+".join(assertion for _, assertion in parts)
    return _joined(prop, _bounded(types), marks + _bounded(assertions))


def timeout_witness(prop: PropertyId) -> str:
    """Name the failure of a property that outlived its time limit."""
    return _joined(prop, "Timeout", UNLOCATED)


def signal_witness(prop: PropertyId, name: str) -> str:
    """Name the failure of a property whose process a signal ended, such as `SIGSEGV`."""
    return _joined(prop, _escaped(name), UNLOCATED)


def witness_is_unstable(witness: str) -> bool:
    """Tell whether a class stands for a comparison of images or snapshots."""
    return _UNSTABLE in _marks_of(witness)


def witness_is_of_setup(witness: str) -> bool:
    """Tell whether a class stands for an error in setup."""
    return Phase.SETUP in _marks_of(witness)


def _marks_of(witness: str) -> frozenset[str]:
    """Read the marks in front of the assertion id; a text's own witness has none."""
    _, _, assertion = witness.rpartition("|")
    *marks, _ = assertion.split("@")
    return frozenset(marks)


def _marks(leaves: Iterable[LocatedLeaf], phase: Phase) -> str:
    """Write the marks: the phase unless it is the call, and what has no stable witness."""
    marks = (
        (phase, phase is not Phase.CALL),
        (_UNSTABLE, any(_is_unstable(leaf) for leaf in leaves)),
    )
    return "".join(f"{mark}@" for mark, holds in marks if holds)


def _is_unstable(leaf: LocatedLeaf) -> bool:
    """Tell whether a leaf compares images or snapshots, by its type, message or test statement."""
    statements = (frame.statement for frame in leaf.frames if frame.is_test)
    return is_unstable(leaf.type, leaf.message, statements)


def _assertion(leaf: LocatedLeaf) -> str:
    """Name where a leaf arose, and what it says where it says something stable."""
    if leaf.type in _TYPE_ALONE:
        return UNLOCATED
    silent = leaf.plain_assert or leaf.type in _WITHOUT_MESSAGE
    words = "" if silent else scrub(leaf.message)
    return _sites(leaf.frames) + (f";{_escaped(words)}" if words else "")


def _sites(frames: tuple[LocatedFrame, ...]) -> str:
    """Name the deepest frame and the innermost frame of a test, once when they are the same."""
    tests = [frame for frame in frames if frame.is_test]
    sites = dict.fromkeys(_site(frame) for frame in (*frames[-1:], *tests[-1:]))
    return ",".join(sites) or UNLOCATED


def _site(frame: LocatedFrame) -> str:
    """Name a statement by module, qualified name and a short digest of its canonical form."""
    digest = hashlib.sha256(frame.statement).hexdigest()[:_DIGEST_DIGITS]
    return f"{_escaped(frame.module)}:{_escaped(frame.qualname)}:{digest}"


def _joined(prop: PropertyId, type_: str, assertion: str) -> str:
    """Join the three parts of a class."""
    return f"{_escaped(prop)}|{type_}|{assertion}"


def _escaped(text: str) -> str:
    """Escape the separators and whatever is not plain ASCII."""
    return quote(text, safe=_SAFE, errors="replace")


def _bounded(part: str) -> str:
    """Give a part as it is, or its beginning and digest where it is too long for a row."""
    if len(part) <= _MAX_ASSERTION_CHARS:
        return part
    digest = hashlib.sha256(part.encode("ascii")).hexdigest()
    return f"{part[:_MAX_ASSERTION_CHARS]}~{digest}"
