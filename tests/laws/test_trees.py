"""The law of trees: what git can write and `refuse` lets through comes back byte for byte."""

import hashlib
import os
import stat
import subprocess
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import assume, event, given, settings
from hypothesis import strategies as st

from freezegate.errors import GitError
from freezegate.model.ids import CommitSha
from freezegate.shell.objects import ObjectStore
from freezegate.shell.trees import copy_tree, listing_digest, refuse, write_tree

#: Parts of names that file systems, git or terminals read in more ways than one.
PARTS = ("a", "A", "b", "é", "e\u0301", ".git", "git~1", ".g\u200cit", " ", "-x", "a.", "\\", "...")
TARGETS = ("a", "b", "..", "../a", "a/b", "a/../b", "/a", ".", "../../a", "é")

names = st.one_of(st.sampled_from(PARTS), st.text(min_size=1, max_size=4)).filter(
    lambda name: "/" not in name and "\0" not in name and name not in {".", ".."}
)
paths = st.lists(names, min_size=1, max_size=3).map("/".join)
files = st.tuples(st.sampled_from(("100644", "100755")), st.binary(max_size=8))
links = st.tuples(st.just("120000"), st.sampled_from(TARGETS).map(str.encode))
listings = st.dictionaries(paths, st.one_of(files, links), max_size=6)


class Place(NamedTuple):
    """A repository of its own, and a folder for trees."""

    repository: Path
    trees: Path


@contextmanager
def place() -> Iterator[Place]:
    """Make a bare repository and remove it again."""
    with tempfile.TemporaryDirectory() as folder:
        repository = Path(folder) / "repository"
        git(Path(folder), "init", "-q", "--bare", str(repository))
        yield Place(repository, Path(folder) / "trees")


def git(cwd: Path, *words: str, stdin: bytes = b"") -> str:
    """Run git, without any setting of the machine."""
    environment = {
        "PATH": os.environ["PATH"],
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        **{
            f"GIT_{who}_{what}": "a@example.invalid"
            for who in ("AUTHOR", "COMMITTER")
            for what in ("NAME", "EMAIL")
        },
    }
    done = subprocess.run(
        ("git", *words), cwd=cwd, input=stdin, capture_output=True, check=True, env=environment
    )
    return done.stdout.decode().strip()


def blob_id(content: bytes) -> str:
    """The id that git gives to a content."""
    return hashlib.sha1(b"blob %d\0" % len(content) + content).hexdigest()  # noqa: S324 - git's own


def committed(at: Path, listing: Mapping[str, tuple[str, bytes]]) -> CommitSha:
    """Let git write a commit of a listing, whatever the names that it would keep off its index."""
    blobs = b"".join(b"blob\ndata %d\n%s\n" % (len(text), text) for _, text in listing.values())
    git(at, "fast-import", "--quiet", stdin=blobs)
    return CommitSha(git(at, "commit-tree", tree_of(at, listing), "-m", "x"))


def tree_of(at: Path, listing: Mapping[str, tuple[str, bytes]]) -> str:
    """Write the folders from the bottom up."""
    lines = []
    folders: dict[str, dict[str, tuple[str, bytes]]] = {}
    for path, (mode, content) in listing.items():
        first, _, rest = path.partition("/")
        if rest:
            folders.setdefault(first, {})[rest] = (mode, content)
        else:
            lines.append(f"{mode} blob {blob_id(content)}\t{first}".encode())
    lines += [f"040000 tree {tree_of(at, sub)}\t{n}".encode() for n, sub in folders.items()]
    return git(at, "mktree", "-z", stdin=b"".join(line + b"\0" for line in lines))


def read_back(tree: Path) -> dict[str, tuple[str, bytes]]:
    """Mode and content of everything below a folder that is no folder."""
    found = {}
    for path in tree.rglob("*"):
        name = str(path.relative_to(tree))
        if path.is_symlink():
            found[name] = ("120000", os.fsencode(path.readlink()))
        elif path.is_file():
            executable = path.stat().st_mode & stat.S_IXUSR
            found[name] = ("100755" if executable else "100644", path.read_bytes())
    return found


@given(listing=listings)
@settings(max_examples=60)
def test_what_is_let_through_comes_back_byte_for_byte(
    listing: dict[str, tuple[str, bytes]],
) -> None:
    # git itself can write no name as file and folder at once.
    assume(not any(path.startswith(f"{other}/") for path in listing for other in listing))
    with place() as (repository, trees):
        sha = committed(repository, listing)
        store = ObjectStore(repository, "sha1")
        listed = store.listing(sha)
        assert {path: entry.mode for path, entry in listed.items()} == {
            path: mode for path, (mode, _) in listing.items()
        }
        trees.mkdir()
        tree = trees / "freezegate_tree"
        try:
            refuse(store, listed, commit=sha)
            write_tree(store, listed, tree)
        except GitError:
            event("refused")
            return
        event("written")
        assert [path.name for path in trees.iterdir()] == ["freezegate_tree"]
        assert read_back(tree) == listing
        copy_tree(tree, trees / "copy")
        assert read_back(trees / "copy") == listing
        backwards = dict(reversed(list(listed.items())))
        assert listing_digest(backwards) == listing_digest(listed)


@pytest.mark.parametrize("refused", [False, True])
def test_the_law_sees_both_kinds(*, refused: bool) -> None:
    """What the law is shown holds listings that are written and such that are refused."""
    seen = []

    @given(listing=listings)
    @settings(max_examples=60)
    def look(listing: dict[str, tuple[str, bytes]]) -> None:
        seen.append(any(".git" in path.split("/") for path in listing))

    look()
    assert refused in seen
