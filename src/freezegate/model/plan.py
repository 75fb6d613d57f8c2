"""The plan that the supervisor hands to the runner: one process, one seed, one tree."""

from enum import StrEnum

import msgspec

from freezegate.model.contract import Vary
from freezegate.model.ids import Seed, TestId
from freezegate.model.lane import Place


class Replay(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An input to run a Hypothesis test on, in the place of its own examples.

    `arguments` are given by name where each is its own JSON value, none `{"repr": "..."}`; else
    `blob` is Hypothesis's own form of the input, of the version `hypothesis` (any, where it is
    empty). `key` names the input in what comes back.
    """

    test_id: TestId
    key: str
    arguments: dict[str, object] = {}
    blob: str = ""
    hypothesis: str = ""


class Trap(StrEnum):
    """What takes the place of touched code while a property runs."""

    NONE = ""
    RAISE = "raise"
    HOLLOW = "hollow"


class Instruments(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a process does beside running its properties; nothing, unless something is asked for.

    `replays` take the place of the examples of their tests, one a test; a test without one is left
    out of that process. `shrink` lets Hypothesis shrink what fails and tells the input. `clock` is
    the instant (ISO 8601, with its offset) at which each property begins, its own clock ticking
    from there. `refuse_network` refuses every peer beyond this machine. `upstream` tells the
    answers of HTTP calls. `probes` are the places of which each execution is told, `files` paths
    of the tree of which each opening is, both by their number; `trap` takes them away. Silence
    about what was asked for is taken for a lack of it.
    """

    replays: tuple[Replay, ...] = ()
    shrink: bool = False
    clock: str = ""
    refuse_network: bool = False
    upstream: bool = False
    probes: tuple[Place, ...] = ()
    files: tuple[str, ...] = ()
    trap: Trap = Trap.NONE


#: A process that runs its properties and nothing else.
PLAIN: Instruments = Instruments()


class Plan(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What one process of the runner does. Sent as one JSON object on its standard input.

    `tree` is the absolute folder of the tree, `root` pytest's rootdir relative to it, `config` the
    absolute path of the pytest configuration of ours, `scratch` a writable folder of ours, outside
    the tree. `paths` are pytest's file arguments relative to `root`; empty means the
    configuration's own. `plugins` are entry point names. `served` maps a top-level import name to
    the folder, relative to `tree`, that holds it; `test_folders` are the folders, relative to
    `tree`, from which test modules and their helpers may be imported, and `test_patterns` the
    `python_files` patterns. `select` are the ids to run (`None`: all); `order` the ids in the order
    to run them in when it is not the seed's business. `done` are ids that an earlier process of
    this seed has run: they are ordered with the rest, then left out. `instruments` say what is
    measured beside.
    """

    collect_only: bool
    tree: str
    root: str
    config: str
    scratch: str
    paths: tuple[str, ...]
    plugins: tuple[str, ...]
    served: dict[str, str]
    test_folders: tuple[str, ...]
    test_patterns: tuple[str, ...]
    select: tuple[TestId, ...] | None
    order: tuple[TestId, ...]
    done: tuple[TestId, ...]
    seed: Seed
    vary: tuple[Vary, ...]
    instruments: Instruments = PLAIN
