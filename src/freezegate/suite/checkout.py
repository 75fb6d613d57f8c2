"""The tree on disk as the gate reads a commit: hashes of tests, and the statements behind frames.

Paths begin in the repository's top level, as the gate's do. Sources are taken once, before any
test runs, so that a test which edits files changes neither.
"""

import hashlib
from collections.abc import Callable, Iterator, Mapping
from fnmatch import fnmatchcase
from pathlib import PurePosixPath

import msgspec

from freezegate.core.witness import LocatedFrame, LocatedLeaf
from freezegate.model.claim import Frame, Item, RaisedLeaf
from freezegate.model.config import Config
from freezegate.model.ids import Digest
from freezegate.model.tree import Entry
from freezegate.source.closure import Suite
from freezegate.source.layout import layout_of, refused_files
from freezegate.source.pytest_config import find_config
from freezegate.source.site import Sites
from freezegate.wire.config import read_config


class Disk(msgspec.Struct, frozen=True, kw_only=True):
    """What is on disk below the top level.

    `paths` says of each file whether it is a link. `root` is pytest's rootdir relative to the top,
    `wide` whether the repository names objects by sha256.
    """

    paths: Mapping[str, bool]
    read: Callable[[str], bytes]
    root: str
    pytest_major: int
    wide: bool = False


class Checkout:
    """One tree on disk."""

    def __init__(self, disk: Disk) -> None:
        """Read the configuration, lay the tree out, and take all of its Python sources.

        Raises:
            ArtifactError: a configuration file is broken; names file and line.
        """
        refused = refused_files(disk.paths)
        listing = {
            # Nobody asks the layout for contents by their ids, and hashing a tree takes long.
            path: Entry(mode="120000" if link else "100644", blob="unread")
            for path, link in disk.paths.items()
            if path not in refused
        }
        read = _reader(disk, listing)
        config = _config(read, disk.root)
        root = config.root or disk.root
        found = find_config(read, root, pytest_major=disk.pytest_major)
        layout = layout_of(listing, read, config=config, found=found, root=root)
        self._sources = {path: disk.read(path) for path in listing if path.endswith(".py")}
        self._is_test = layout.is_test
        self._sites = Sites(self._sources)
        declared = tuple(path for path in listing if _is_declared(path, config))
        tests = [path for path in listing if path in set(declared) or layout.is_test(path)]
        self._suite = Suite(
            files=_Side(tests, self._sources, disk),
            test_folders=layout.test_roots,
            served=layout.served,
            data=declared,
        )

    def holds(self, path: str) -> bool:
        """Tell whether a path is one of the tree's Python files."""
        return path in self._sources

    def assertion_hash(self, item: Item) -> Digest:
        """Return the hash that the gate's manifest has for a test.

        Raises:
            ValueError: its file is none of the tests'.
        """
        return self._suite.assertion_hash(item)

    def located(self, leaf: RaisedLeaf) -> LocatedLeaf:
        """Put statements to a leaf's frames.

        Frames of what stands inside the tree and belongs to no commit, such as a virtual
        environment, are left out: in the gate's trees there is no such thing.
        """
        frames = tuple(frame for frame in leaf.frames if self.holds(frame.path))
        innermost = leaf.frames[-1:] == frames[-1:]
        return LocatedLeaf(
            type=leaf.type,
            message=leaf.message,
            frames=tuple(map(self._located, frames)),
            plain_assert=leaf.plain_assert and innermost,
        )

    def _located(self, frame: Frame) -> LocatedFrame:
        statement = self._sites.at(frame.path, frame.line)
        return LocatedFrame(
            path=frame.path,
            module=frame.module,
            qualname=frame.qualname,
            statement=statement.canonical if statement is not None else b"",
            is_test=self._is_test(frame.path),
        )


class _Side(Mapping[str, bytes]):
    """The test-side files as `Suite` takes them: sources as they are, data by git's id.

    Data is read when it is asked for: few of the files in a test folder are.
    """

    def __init__(self, paths: list[str], sources: Mapping[str, bytes], disk: Disk) -> None:
        self._held = {path: sources.get(path) for path in paths}
        self._disk = disk

    def __getitem__(self, path: str) -> bytes:
        source = self._held[path]
        if source is not None:
            return source
        return _blob_id(self._disk.read(path), wide=self._disk.wide).encode()

    def __iter__(self) -> Iterator[str]:
        return iter(self._held)

    def __len__(self) -> int:
        return len(self._held)


def _reader(disk: Disk, listing: Mapping[str, Entry]) -> Callable[[str], bytes | None]:
    def read(path: str) -> bytes | None:
        return disk.read(path) if path in listing else None

    return read


def _config(read: Callable[[str], bytes | None], root: str) -> Config:
    """Read the configuration where the gate reads it: the rootdir's, else the top level's."""
    for folder in dict.fromkeys((root, "")):
        path = str(PurePosixPath(folder) / "pyproject.toml")
        data = read(path)
        if data is not None:
            return read_config(data, origin=path)
    return Config()


def _is_declared(path: str, config: Config) -> bool:
    return any(fnmatchcase(path, pattern) for pattern in config.data)


def _blob_id(data: bytes, *, wide: bool) -> str:
    """Name content as git does."""
    framed = b"blob %d\0" % len(data) + data
    if wide:
        return hashlib.sha256(framed).hexdigest()
    return hashlib.sha1(framed, usedforsecurity=False).hexdigest()
