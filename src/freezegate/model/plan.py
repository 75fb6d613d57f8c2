"""The plan that the supervisor hands to the runner: one process, one seed, one tree."""

import msgspec

from freezegate.model.contract import Vary
from freezegate.model.ids import Seed, TestId


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
    this seed has run: they are ordered with the rest, then left out.
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
