"""What a person may ask of the verbs that judge."""

from pathlib import Path

import msgspec

from freezegate.core.selection import Select


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """The options of `gate` and `contract`; every one has a default that works.

    `repo` is the folder of the project: the repository's top level or a folder in it that is
    pytest's rootdir. At most one of `patch`, `diff` and `worktree` says what is judged; none means
    HEAD. `seeds` is a count, or a list with commas.
    """

    repo: Path
    parent: str = ""
    patch: str = ""
    diff: Path | None = None
    worktree: bool = False
    tests: tuple[str, ...] = ()
    disputed: Path | None = None
    select: Select = Select.AUTO
    seeds: str = ""
    confirmations: int | None = None
    python: Path | None = None
    jobs: int = 0
