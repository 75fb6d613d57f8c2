"""What `[tool.freezegate]` may say. Read from the parent commit when a patch is judged."""

import msgspec

from freezegate.model.contract import (
    DEFAULT_CONFIRMATIONS,
    DEFAULT_EXTENSION,
    DEFAULT_SEEDS,
    DEFAULT_TIME_LIMIT_S,
    NotJudged,
    OnReview,
    Vary,
)
from freezegate.model.ids import Seed, check_schedule
from freezegate.model.pack import check_path


class Config(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    forbid_unknown_fields=True,
    rename="kebab",
):
    """The whole configuration; every key has a default, so that none is needed.

    `seeds` is a count or a list. `prepare` runs in each fresh tree before collection.
    `test_folders` and `data` are globs relative to the repository: folders taken whole from the
    parent, and data files that the properties stand on. `packages` maps an import name to the
    folder that holds it, where it cannot be told from the tree. `environment` names variables that
    are handed to the tests. `ledger` is the path of the ledger in the repository,
    `pack` the folder of the fixture pack, relative to the project's. `sensitive_paths` (globs) and
    `sensitive_symbols` (words, or globs of qualified names) add to what gets no window. `inert` are
    globs of changed files that touch nothing. While `incident` holds, nothing may be frozen;
    `max_days` is the longest window of a freeze.
    """

    seeds: int | tuple[int, ...] = DEFAULT_SEEDS
    extension: int = DEFAULT_EXTENSION
    confirmations: int = DEFAULT_CONFIRMATIONS
    time_limit_s: int = DEFAULT_TIME_LIMIT_S
    vary: tuple[Vary, ...] = tuple(Vary)
    prepare: str = ""
    prepare_limit_s: int = 1800
    root: str = ""
    test_folders: tuple[str, ...] = ()
    data: tuple[str, ...] = ()
    packages: dict[str, str] = {}
    environment: tuple[str, ...] = ()
    not_judged: tuple[NotJudged, ...] = ()
    on_review: OnReview = OnReview.HUMAN
    ledger: str = "flake_freeze.json"
    pack: str = "freezegate-pack"
    sensitive_paths: tuple[str, ...] = ()
    sensitive_symbols: tuple[str, ...] = ()
    inert: tuple[str, ...] = ()
    incident: bool = False
    max_days: int = 14

    def __post_init__(self) -> None:
        """Numbers are in range; a schedule is not empty; the pack stays in the project."""
        check_path(self.pack)
        if isinstance(self.seeds, int) and self.seeds < 1:
            message = f"seeds is {self.seeds}, not one or more"
            raise ValueError(message)
        if isinstance(self.seeds, tuple):
            check_schedule(tuple(Seed(seed) for seed in self.seeds))
            if not self.seeds:
                message = "seeds is an empty list; give one seed or more, or a count"
                raise ValueError(message)
        if self.extension < 0 or self.confirmations < 0 or self.time_limit_s < 1:
            message = "extension and confirmations are zero or more, time-limit-s one or more"
            raise ValueError(message)
        if self.max_days < 1:
            message = f"max-days is {self.max_days}, not one or more"
            raise ValueError(message)
