"""Inputs of Hypothesis: the one that a failure shrinks to, out; one of the fixture pack, in."""

from __future__ import annotations

import functools
import json
import math
import re
from typing import Any, Callable, Dict, List, Optional, Sequence

from .instruments import Instrument
from .items import is_hypothesis, test_id
from .seeding import settings_of

#: What an interpreter lacks that cannot do it (`core.controls_input`).
SHRINK = "shrink"
#: A longer representation is no input that a person reads; its blob holds it.
MAX_REPR = 4096
#: What every reader of JSON can hold: 64 bits, signed.
_INTEGERS = 2**63
_EXPLICIT = "hypothesis_explicit_examples"
_REPRODUCE = "_hypothesis_internal_use_reproduce_failure"
#: How Hypothesis tells the blob, in a note of the exception.
_BLOB = re.compile(r"@reproduce_failure\('[^']*', b'([A-Za-z0-9+/_=-]*)'\)")


class Calls(Instrument):
    """Stands in front of a Hypothesis test's own function, for as long as its call lasts."""

    def __init__(self) -> None:
        """Stand nowhere yet."""
        self._item: Any = None
        self._undo: List[Callable[[], None]] = []

    def begin(self, item: Any) -> None:
        """Look at a property that draws from Hypothesis and has a function of its own."""
        handle = getattr(item.obj, "hypothesis", None)
        self._item = item if is_hypothesis(item) and hasattr(handle, "inner_test") else None

    def given(self, arguments: Dict[str, Any]) -> Dict[str, Any]:
        """Give the arguments that Hypothesis drew: none that pytest gave, nor the test's object."""
        fixtures = frozenset(self._item.funcargs)
        owner = getattr(self._item.obj, "__self__", self._item)
        return {
            name: each
            for name, each in arguments.items()
            if name not in fixtures and each is not owner
        }

    def stand_before(self, wrap: Callable[[Any], Callable[..., Any]]) -> None:
        """Put `wrap` of the test's own function in its place."""
        handle = self._item.obj.hypothesis
        inner = handle.inner_test
        handle.inner_test = functools.wraps(inner)(wrap(inner))
        self._undo.append(lambda: setattr(handle, "inner_test", inner))

    def set(self, **changed: Any) -> None:
        """Change settings of the test."""
        import hypothesis

        for owner, name, settings in list(settings_of(self._item)):
            self.put(owner, name, hypothesis.settings(settings, **changed))

    def put(self, owner: Any, name: str, value: Any) -> None:
        """Set an attribute for as long as the call lasts."""
        had = vars(owner).get(name, owner)
        setattr(owner, name, value)
        self._undo.append(
            (lambda: delattr(owner, name)) if had is owner else (lambda: setattr(owner, name, had))
        )

    def called(self, ended: Any) -> None:
        """Step aside again."""
        del ended
        while self._undo:
            self._undo.pop()()


class Shrink(Calls):
    """Lets Hypothesis shrink what fails, and tells the input that it came to."""

    def __init__(self) -> None:
        """Know of no input yet."""
        super().__init__()
        self._failing: Optional[Dict[str, Any]] = None
        self._shrunk: Optional[Dict[str, Any]] = None

    def begin(self, item: Any) -> None:
        """Forget the last property's input."""
        super().begin(item)
        self._failing = self._shrunk = None

    def call(self) -> None:
        """Allow shrinking, and listen to what the test is called with."""
        if self._item is None:
            return
        from hypothesis import Phase

        self.set(
            phases=(Phase.explicit, Phase.generate, Phase.target, Phase.shrink),
            print_blob=True,
            report_multiple_bugs=False,
        )
        self.stand_before(self._listening)

    def _listening(self, inner: Any) -> Callable[..., Any]:
        def listen(*args: Any, **arguments: Any) -> Any:
            # Written down ahead: a test may change what it was given.
            told = {name: _told(each) for name, each in self.given(arguments).items()}
            try:
                return inner(*args, **arguments)
            except Exception:
                self._failing = told
                raise

        return listen

    def called(self, ended: Any) -> None:
        """Take the last failing input: Hypothesis ends with the smallest one."""
        super().called(ended)
        error = _error(ended)
        if error is not None and self._failing is not None and not _is_hypothesis_own(error):
            self._shrunk = {"arguments": self._failing, "blob": _blob(error)}

    def end(self) -> Dict[str, Any]:
        """Tell the input; of what cannot be shrunk, that it cannot."""
        return {"shrunk": self._shrunk} if self._item is not None else {"lacks": [SHRINK]}


class Replays(Calls):
    """Runs each property on one input alone, in the place of what Hypothesis would draw."""

    def __init__(self, replays: Sequence[Dict[str, Any]]) -> None:
        """Take the inputs (`model.plan.Replay` as JSON), one a test."""
        super().__init__()
        self._replays = {each["test_id"]: each for each in replays}
        self._wanted: Dict[str, Any] = {}
        self._runs = 0
        self._passes = 0
        self._why_not = ""

    def begin(self, item: Any) -> None:
        """Look for the property's input."""
        super().begin(item)
        self._wanted = self._replays.get(test_id(item), {})
        self._runs = self._passes = 0
        self._why_not = "" if self._wanted else "no input was given for it"
        if self._wanted and self._item is None:
            self._why_not = "it draws nothing from Hypothesis"

    def call(self) -> None:
        """Put the input in its place: by its arguments, else by its blob."""
        if self._why_not:
            return
        from hypothesis import Phase, example
        from hypothesis.version import __version__ as version

        arguments, blob = self._wanted["arguments"], self._wanted["blob"]
        function = getattr(self._item.obj, "__func__", self._item.obj)
        self.stand_before(self._counting)
        if _is_json(arguments):
            self.set(phases=(Phase.explicit,))
            self.put(function, _EXPLICIT, [])
            example(**arguments)(function)
        elif not blob:
            self._why_not = "its arguments are no JSON, and it has no blob"
        elif self._wanted["hypothesis"] not in {"", version}:
            self._why_not = (
                "its arguments are no JSON, and its blob is of Hypothesis {}, while this is {}"
            ).format(self._wanted["hypothesis"], version)
        else:
            self.put(function, _EXPLICIT, [])
            self.put(function, _REPRODUCE, (version, blob.encode("ascii")))

    def _counting(self, inner: Any) -> Callable[..., Any]:
        def count(*args: Any, **arguments: Any) -> Any:
            self._runs += 1
            result = inner(*args, **arguments)
            self._passes += 1
            return result

        return count

    def called(self, ended: Any) -> None:
        """Read what came of it; that a blob no longer fails is a pass of the test."""
        super().called(ended)
        error = _error(ended)
        if self._why_not:
            return
        if self._runs == 0:
            said = "{}: {}".format(type(error).__name__, error) if error else "it was not run"
            self._why_not = said.strip().partition("\n")[0][:MAX_REPR]
        elif error is not None and type(error).__name__ == "DidNotReproduce":
            if self._passes:
                ended.force_result(None)
            else:
                self._why_not = "its blob no longer gives an input of this property"

    def end(self) -> Dict[str, Any]:
        """Name the input that it ran on, or say why it did not."""
        if self._why_not:
            return {"why_not": self._why_not}
        return {"replayed": self._wanted["key"]}


def _error(ended: Any) -> Optional[BaseException]:
    """Give what the call raised."""
    return ended.excinfo[1] if ended.excinfo else None


def _is_hypothesis_own(error: BaseException) -> bool:
    """Tell a failure that is of no input: flaky, out of time, no example to be had."""
    return type(error).__module__.startswith("hypothesis.")


def _blob(error: BaseException) -> str:
    """Read Hypothesis's own form of the input from the notes of an exception."""
    found = [_BLOB.search(str(note)) for note in getattr(error, "__notes__", ())]
    blobs = [match.group(1) for match in found if match is not None]
    return blobs[-1] if blobs else ""


def _told(value: Any) -> Any:
    """Give a value as JSON, else how it shows itself."""
    if _is_plain(value) and not _is_shown(value):
        return json.loads(json.dumps(value))
    try:
        return {"repr": repr(value)[:MAX_REPR]}
    except Exception:  # noqa: BLE001 - code under test
        return {"repr": "<no repr: it raised>"}


def _is_plain(value: Any) -> bool:
    """Tell a value that JSON gives back as it was."""
    if type(value) is list:
        return all(map(_is_plain, value))
    if type(value) is dict:
        return all(type(key) is str for key in value) and all(map(_is_plain, value.values()))
    if type(value) is float:
        return math.isfinite(value)
    if type(value) is str:
        return not any("\ud800" <= each <= "\udfff" for each in value)
    if type(value) is int:
        return -_INTEGERS <= value < _INTEGERS
    return value is None or type(value) is bool


def _is_shown(value: Any) -> bool:
    return type(value) is dict and set(value) == {"repr"}


def _is_json(arguments: Dict[str, Any]) -> bool:
    """Tell arguments of which each is its own JSON value."""
    return bool(arguments) and not any(map(_is_shown, arguments.values()))
