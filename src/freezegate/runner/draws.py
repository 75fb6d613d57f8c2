"""What a seed yielded to one property: states of generators, and Hypothesis's choices.

`core.draws` says how two such texts are compared; they are equal for the same seed and the same
code, in whatever process and tree.
"""

from __future__ import annotations

import hashlib
import random
import struct
import sys
from typing import Any, List


class Draws:
    """Digests what the seed yields, from `begin` to `end`."""

    def __init__(self) -> None:
        """Hear of Hypothesis once `listen` is called."""
        self._chain: Any = None
        self._cases = 0
        self._marks: List[str] = []
        self._deaf = False
        self._has_failed = False

    def begin(self) -> None:
        """Start with nothing drawn."""
        self._chain = hashlib.sha256()
        self._cases = 0
        self._marks = []
        self._has_failed = False

    def listen(self, data_class: Any) -> None:
        """Hear of every test case that Hypothesis ends, by way of `ConjectureData.freeze`."""
        original = getattr(data_class, "freeze", None)
        if original is None:
            self._deaf = True
            return

        def freeze(data: Any) -> Any:
            if not getattr(data, "frozen", False):
                self._hear(data)
            return original(data)

        data_class.freeze = freeze

    def end(self, *, hypothesis: bool) -> str:
        """Say what was drawn; `hypothesis` says that examples are expected."""
        parts = {"random": _digest(repr(random.getstate()))}
        numpy = sys.modules.get("numpy")
        if numpy is not None and hasattr(numpy, "random"):
            parts["numpy"] = _digest(_numpy_state(numpy))
        if hypothesis or self._marks:
            parts["hypothesis"] = "?" if self._deaf or not self._marks else ".".join(self._marks)
        self._chain = None
        return ";".join("{}:{}".format(name, parts[name]) for name in sorted(parts))

    def _hear(self, data: Any) -> None:
        """Take one test case's choices; leave a mark at each power of two.

        The last one taken is the first that fails: what follows are Hypothesis's replays of it, and
        a run of the same draws that does not fail has no such.
        """
        if self._chain is None or self._has_failed:
            return
        self._has_failed = getattr(getattr(data, "status", None), "name", "") == "INTERESTING"
        choices = getattr(data, "choices", None)
        if choices is None:
            choices = getattr(data, "buffer", None)  # before 6.124 the choices were bytes
        if choices is None:
            self._deaf = True
            return
        self._chain.update(_encoded(choices) + b"\n")
        self._cases += 1
        if self._cases & (self._cases - 1) == 0:
            self._marks.append(self._chain.hexdigest()[:8])


def _encoded(choices: Any) -> bytes:
    """Write choices down, each with its type; 0, 0.0 and False are not the same draw."""
    if isinstance(choices, (bytes, bytearray)):
        return bytes(choices).hex().encode("ascii")
    return b",".join(map(_choice, choices))


def _choice(value: Any) -> bytes:
    """Write one choice down, floats by their bits: not every NaN is the same."""
    if isinstance(value, float):
        return b"f" + struct.pack("!d", value).hex().encode("ascii")
    if isinstance(value, int):
        return type(value).__name__.encode("ascii") + hex(value).encode("ascii")
    if isinstance(value, str):
        return b"s" + value.encode("utf-8", "surrogatepass").hex().encode("ascii")
    return type(value).__name__.encode("ascii") + repr(value).encode("utf-8", "backslashreplace")


def _numpy_state(numpy: Any) -> str:
    """Write down numpy's legacy state; a generator that a test put in its place is unknown."""
    try:
        state = numpy.random.get_state()
        return "{}:{}:{!r}:{!r}".format(state[1].tobytes().hex(), state[2], state[3], state[4])
    except Exception:  # noqa: BLE001 - whatever the code under test made of it
        return "?"


def _digest(text: str) -> str:
    """Digest a state to 16 digits."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()[:16]
