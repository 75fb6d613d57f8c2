"""One commit: its files as they are taken, and what they say of themselves."""

from collections.abc import Callable, Mapping
from pathlib import Path, PurePosixPath

import msgspec

from freezegate.model.config import Config
from freezegate.model.contract import Side
from freezegate.model.ids import CommitSha, Digest
from freezegate.model.tree import Entry
from freezegate.shell.git import Repository
from freezegate.shell.objects import ObjectStore
from freezegate.shell.trees import listing_digest
from freezegate.source.layout import Layout, layout_of, refused_files
from freezegate.source.pytest_config import FoundConfig, find_config
from freezegate.wire.config import read_config


class Commit(msgspec.Struct, frozen=True, kw_only=True):
    """One commit's own files as they are taken, and what they say of themselves.

    `tests` are the paths of the test side. `preload` reads the Python files that are wanted at
    once, which is much quicker than one by one.
    """

    side: Side
    sha: CommitSha
    listing: Mapping[str, Entry]
    layout: Layout
    found: FoundConfig
    tests: frozenset[str]
    read: Callable[[str], bytes]
    preload: Callable[[Callable[[str], bool]], None]

    @property
    def tree(self) -> Digest:
        """The digest of the listing."""
        return listing_digest(self.listing)

    def sources(self, wanted: Callable[[str], bool]) -> dict[str, bytes]:
        """Read the Python files that are wanted."""
        self.preload(wanted)
        return {
            path: self.read(path) for path in self.listing if path.endswith(".py") and wanted(path)
        }


def read_commit(  # noqa: PLR0913, PLR0917 - each fact once
    side: Side,
    sha: CommitSha,
    store: ObjectStore,
    listing: Mapping[str, Entry],
    config: Config,
    root: str,
    pytest_major: int,
) -> Commit:
    """Read what one commit's files say of themselves."""
    refused = refused_files(listing)
    taken = {path: entry for path, entry in listing.items() if path not in refused}

    def read(path: str) -> bytes:
        return store.read(taken[path].blob)

    def read_if_there(path: str) -> bytes | None:
        return read(path) if path in taken else None

    def preload(wanted: Callable[[str], bool]) -> None:
        store.read_many(
            entry.blob for path, entry in taken.items() if path.endswith(".py") and wanted(path)
        )

    # One by one, each of them would start a process.
    store.read_many(entry.blob for path, entry in taken.items() if _configures(path, root))
    found = find_config(read_if_there, root, pytest_major=pytest_major)
    layout = layout_of(taken, read_if_there, config=config, found=found, root=root)
    return Commit(
        side=side,
        sha=sha,
        listing=taken,
        layout=layout,
        found=found,
        tests=frozenset(filter(layout.is_test, taken)),
        read=read,
        preload=preload,
    )


def config_of(store: ObjectStore, listing: Mapping[str, Entry], root: str) -> Config:
    """Read the parent's configuration: the rootdir's, else the top level's, else the defaults."""
    for folder in dict.fromkeys((root, "")):
        path = str(PurePosixPath(folder) / "pyproject.toml")
        if path in listing:
            return read_config(store.read(listing[path].blob), origin=f"parent:{path}")
    return Config()


def folder_of(repo: Path, repository: Repository) -> str:
    """Give the project's folder relative to the repository's top level; empty for the top."""
    if repository.top is None:
        return ""
    relative = repo.resolve().relative_to(repository.top.resolve()).as_posix()
    return "" if relative == "." else relative


def _configures(path: str, root: str) -> bool:
    """Tell a file that is looked into for what it says of the commit."""
    folder, _, name = path.rpartition("/")
    return folder in {"", root} and name.endswith((".toml", ".ini", ".cfg"))
