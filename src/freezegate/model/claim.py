"""Claims: what the runner inside the tree under test sends, one JSON object a line.

Nothing here is believed for being well-formed: a claim is what untrusted code says of itself.
The runner writes these objects by hand (it may import nothing of ours); `tests/unit/runner` keeps
the two in step.
"""

from enum import StrEnum

import msgspec

from freezegate.model.row import Phase


class Outcome(StrEnum):
    """What pytest says of one run of one test, all its reports taken together."""

    PASSED = "passed"
    FAILED = "failed"
    SKIPPED = "skipped"
    XFAILED = "xfailed"
    XPASSED = "xpassed"


class Frame(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A frame of a traceback that lies in the tree: `path` relative to it, `line` from 1."""

    path: str
    line: int
    module: str
    qualname: str


class RaisedLeaf(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One exception; of an exception group one leaf. Frames run from the outermost inwards."""

    type: str
    message: str
    frames: tuple[Frame, ...] = ()
    plain_assert: bool = False


class Failure(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A failure as raw facts; `text` is pytest's own capped rendering, shown and never judged."""

    leaves: tuple[RaisedLeaf, ...]
    text: str = ""


class Item(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    tag_field="kind",
    tag="item",
):
    """A collected test.

    `path` is the file that pytest collected it from, `source_path` the file whose text defines the
    function (another one for an inherited test), both relative to the tree; `qualname` the
    function's, without parameters; `class_name` the qualified name of the class that collects it.
    `fixtures` are all names of its fixture closure. `marks` are the names of its markers that bear
    on muting (`skip`, `skipif`, `xfail`, `flaky`, `usefixtures` and all unknown others).
    """

    test_id: str
    path: str
    source_path: str
    qualname: str
    class_name: str = ""
    hypothesis: bool = False
    marker_id: str = ""
    oracle: str = ""
    fixtures: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    marked: bool = False


class CollectError(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    tag_field="kind",
    tag="collect_error",
):
    """A file, or the whole session when `path` is empty, that could not be collected."""

    path: str
    text: str


class Hello(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    tag_field="kind",
    tag="hello",
):
    """The first claim: the runner stands, with these versions."""

    python: str
    pytest: str
    hypothesis: str = ""
    hypothesis_constants: str = ""


class Started(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    tag_field="kind",
    tag="start",
):
    """A property begins; whatever ends the process next happened in it."""

    test_id: str


class Answer(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How one HTTP call of a property ended; what was not seen is `None`."""

    timed_out: bool = False
    status_code: int | None = None
    body_bytes: int | None = None


class Shrunk(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The input to which Hypothesis shrank a failure.

    `arguments` maps each argument to its JSON value, or to `{"repr": "..."}` where it has none;
    `blob` is Hypothesis's own form of it, empty where none was given.
    """

    arguments: dict[str, object]
    blob: str = ""


class Notes(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What instruments saw of one run of a property (`model.plan.Instruments`).

    `replayed` is the key of the input that it ran on; `why_not` says in its stead why the input
    could not be given. `shrunk` is the input that breaks it. `answers` are its HTTP calls, in
    order. `refused` are peers that it was refused. `executed` are numbers of probes, `opened` of
    watched files; `None` where nothing listened. `trapped` says that a trap took touched code away.
    `lacks` names an instrument that is not to be had
    in the project's interpreter.
    """

    replayed: str = ""
    why_not: str = ""
    shrunk: Shrunk | None = None
    answers: tuple[Answer, ...] = ()
    refused: tuple[str, ...] = ()
    executed: tuple[int, ...] | None = None
    opened: tuple[int, ...] | None = None
    trapped: bool = False
    lacks: tuple[str, ...] = ()


class Ran(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    tag_field="kind",
    tag="row",
):
    """A property has run, teardown included."""

    test_id: str
    outcome: Outcome
    phase: Phase
    duration_s: float
    reason: str = ""
    failure: Failure | None = None
    effects: tuple[str, ...] = ()
    draws: str = ""
    notes: Notes | None = None


class Origin(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    tag_field="kind",
    tag="origin",
):
    """A served package that was imported from `path` outside the tree."""

    package: str
    path: str


class End(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    tag_field="kind",
    tag="end",
):
    """The last claim: how many items or rows were sent, and pytest's exit code.

    `effects` are those of a collection; those of a property stand in its row.
    """

    count: int
    exit: int
    effects: tuple[str, ...] = ()


Claim = Hello | Item | CollectError | Started | Ran | Origin | End
