"""Trees on disk: what is refused, how one is written, copied and removed."""

import hashlib
import itertools
import os
import shutil
import stat
import unicodedata
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path, PurePosixPath
from typing import Final

from freezegate.errors import GitError
from freezegate.model.ids import CommitSha, Digest
from freezegate.model.tree import Entry
from freezegate.shell.objects import ObjectStore

#: The folder of every tree: the same on both sides and an identifier, for a root `__init__.py`
#: makes it a package's name (FIELD.md 14).
TREE_NAME: Final = "freezegate_tree"

_FILE: Final = "100644"
_EXECUTABLE: Final = "100755"
_LINK: Final = "120000"
_SUBMODULE: Final = "160000"

#: The longest name that the usual file systems hold.
_NAME_BYTES: Final = 255

#: Code points that HFS+ drops, so that `.g<it>it` would be `.git` there.
_DROPPED: Final = dict.fromkeys(
    (*range(0x200C, 0x2010), *range(0x202A, 0x202F), *range(0x206A, 0x2070), 0xFEFF)
)


def refuse(store: ObjectStore, listing: Mapping[str, Entry], *, commit: CommitSha) -> None:
    """Refuse what no tree of ours may hold (TRUST.md section 1).

    Raises:
        GitError: names the path, and what is wrong with it.
    """
    seen: dict[str, str] = {}
    for path, entry in listing.items():
        fault = (
            _fault_of_name(path)
            or _fault_of_entry(store, path, entry)
            or _fault_beside(path, listing, seen)
        )
        if fault:
            message = f"{commit[:12]}:{path!r}: {fault}"
            raise GitError(message)


def _fault_beside(path: str, listing: Mapping[str, Entry], seen: dict[str, str]) -> str:
    """Say what of a path, its folders included, clashes with those that were `seen` before."""
    while path:
        folded = unicodedata.normalize("NFC", path.casefold())
        other = seen.setdefault(folded, path)
        if other != path:
            return f"differs from {other!r} in case or Unicode form alone"
        path = path.rpartition("/")[0]
        if path in listing:
            return f"stands below {path!r}, which is a file"
    return ""


def _fault_of_name(path: str) -> str:
    """Say what is wrong with a path; empty when nothing is."""
    plain = path.isascii() and path.isprintable()  # nearly every path is; looked at no further
    if not plain and any(unicodedata.category(each) in {"Cc", "Cs"} for each in path):
        return "a control character in a file name; rename the file, for it cannot be judged"
    parts = path.split("/")
    if any(part in {"", ".", ".."} for part in parts):
        return "a path that leaves the tree"
    if any(_is_git(part) for part in path.replace("\\", "/").split("/")):
        return "a name that some file system takes for .git"
    if any(len(part.encode()) > _NAME_BYTES for part in parts):
        return f"a name of more than {_NAME_BYTES} bytes, which no file system can hold"
    return ""


def _is_git(part: str) -> bool:
    """Tell whether a name is `.git` on some file system."""
    plain = part.translate(_DROPPED).casefold().split(":", 1)[0].rstrip(" .")
    return plain in {".git", "git~1"}


def _fault_of_entry(store: ObjectStore, path: str, entry: Entry) -> str:
    """Say what is wrong with what stands at a path; empty when nothing is."""
    match entry.mode:
        case "100644" | "100755":
            return ""
        case "160000":
            return "a submodule; its files are no part of this commit, so it cannot be judged"
        case "120000":
            target = store.read(entry.blob).decode("utf-8", "surrogateescape")
            if not target:
                return "a link without a target"
            return "" if _stays_inside(path, target) else f"a link that leads out, to {target!r}"
        case _:
            return f"a file of mode {entry.mode}"


def _stays_inside(path: str, target: str) -> bool:
    """Tell whether a link ends inside the tree, step by step."""
    if target.startswith("/") or "\\" in target or "\0" in target:
        return False
    depth = path.count("/")
    for part in target.split("/"):
        if part == "..":
            depth -= 1
        elif part not in {"", "."}:
            depth += 1
        if depth < 0:
            return False
    return True


def listing_digest(listing: Mapping[str, Entry]) -> Digest:
    """Digest a listing: path, mode and blob of each file, sorted, each ended by a NUL."""
    hasher = hashlib.sha256()
    for path in sorted(listing):
        entry = listing[path]
        hasher.update(f"{path}\0{entry.mode}\0{entry.blob}\0".encode())
    return Digest(f"sha256:{hasher.hexdigest()}")


def write_tree(store: ObjectStore, listing: Mapping[str, Entry], at: Path) -> None:
    """Write every file of a listing below `at`, which must not exist.

    Raises:
        GitError: a link leads out of the tree, or the machine cannot hold a file; with its path.
    """
    contents = store.read_many(entry.blob for entry in listing.values())
    try:
        _write_files(contents, listing, at)
    except OSError as fault:
        message = f"{fault.filename2 or fault.filename}: cannot be written: {fault.strerror}"
        raise GitError(message) from fault
    # Once all of them stand: a link may lead by way of one that is written after it.
    for path, entry in listing.items():
        if entry.mode == _LINK:
            _check_link(at / PurePosixPath(path), at)


def _write_files(contents: Mapping[str, bytes], listing: Mapping[str, Entry], at: Path) -> None:
    """Write every file of a listing."""
    at.mkdir(parents=True)
    made = {at}
    # Links last: a file below a linked folder would land where the link leads.
    for path, entry in sorted(listing.items(), key=lambda each: each[1].mode == _LINK):
        target = at / PurePosixPath(path)
        if target.parent not in made:
            target.parent.mkdir(parents=True, exist_ok=True)
            made.add(target.parent)
        if entry.mode == _LINK:
            target.symlink_to(contents[entry.blob].decode("utf-8", "surrogateescape"))
            continue
        target.write_bytes(contents[entry.blob])
        target.chmod(0o755 if entry.mode == _EXECUTABLE else 0o644)


def _check_link(link: Path, tree: Path) -> None:
    """Refuse a link that leads out by way of another one."""
    if not Path(os.path.realpath(link)).is_relative_to(os.path.realpath(tree)):
        message = f"{link.relative_to(tree)}: a link that leads out of the tree by way of another"
        raise GitError(message)


def copy_tree(source: Path, target: Path) -> None:
    """Copy a written tree; links stay links, and no file is shared."""
    shutil.copytree(source, target, symlinks=True)


def remove_tree(folder: Path) -> None:
    """Remove a folder whatever a test made of it; one that is gone is fine.

    Permissions that were taken away are given back, and nests may be deeper than any path is long.
    """
    with suppress(RecursionError):
        shutil.rmtree(folder, ignore_errors=True)
    if folder.exists():
        _remove_flat(folder)


def _remove_flat(top: Path) -> None:
    """Remove a folder level by level; what is nested is moved to the top, so that no path grows."""
    numbers = itertools.count()
    folders = [top]
    for folder in folders:  # grows as it goes
        for inner in _emptied(folder):
            moved = top / f".removed-{next(numbers)}"
            with suppress(OSError):
                folders.append(inner.rename(moved))
    for folder in reversed(folders):
        with suppress(OSError):
            folder.rmdir()


def _emptied(folder: Path) -> list[Path]:
    """Remove the files of a folder and give the folders in it, unlocked."""
    inner = []
    with suppress(OSError):
        folder.chmod(stat.S_IRWXU)
        with os.scandir(folder) as found:
            entries = list(found)
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                inner.append(Path(entry))
                Path(entry).chmod(stat.S_IRWXU)
            else:
                Path(entry).unlink()
    return inner
