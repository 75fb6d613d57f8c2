"""`manifest --collect`: the ids that pytest printed on a clean checkout, hashed by its text."""

from pathlib import Path
from typing import Final

from freezegate.app.commit import Commit
from freezegate.app.made_manifest import assertion_hashes, made_manifest
from freezegate.app.properties import suite_of
from freezegate.app.texts import Texts, open_texts
from freezegate.errors import ArtifactError, GitError
from freezegate.model.claim import Item
from freezegate.model.contract import Side
from freezegate.model.ids import CommitSha, TestId
from freezegate.model.manifest import Manifest
from freezegate.shell.store import read_file
from freezegate.source.collect_output import read_collected

#: How many paths a message names.
_SHOWN: Final = 5


def listed_manifest(tree: Path, listings: tuple[Path, ...]) -> Manifest:
    """Hash the ids that `pytest --collect-only -q` printed on a checkout, which must be clean.

    Raises:
        ArtifactError: a listing is none, two of them differ, or an id's file is not the commit's.
        GitError: the tree is not exactly its commit: a baseline from a dirty tree is none.
    """
    texts = open_texts(tree)
    sha = texts.repository.resolve("HEAD")
    _check_clean(texts, sha)
    first, *others = [read_collected(read_file(path), origin=str(path)) for path in listings]
    for path, other in zip(listings[1:], others, strict=True):
        differing = sorted(set(first) ^ set(other))
        if differing:
            message = (
                f"{path}: {', '.join(differing[:_SHOWN])} stands in only one of the listings; "
                "a manifest that changes is none: give each parameter a stable id"
            )
            raise ArtifactError(message)
    config = texts.config(sha)
    commit = texts.commit(Side.PARENT, sha, config)
    items = [_item(commit, texts.root, test_id, str(listings[0])) for test_id in first]
    return made_manifest(sha, assertion_hashes(suite_of(commit, config), items))


def _item(commit: Commit, root: str, test_id: TestId, origin: str) -> Item:
    """Make what an id alone says of a test."""
    name, _, rest = test_id.partition("::")
    path = f"{root}/{name}" if root else name
    if path not in commit.listing:
        message = (
            f"{origin}: {test_id}: {commit.sha[:12]} has no {path}; collect the commit that is "
            "checked out, from the project's folder"
        )
        raise ArtifactError(message)
    qualname = ".".join(rest.partition("[")[0].split("::"))
    return Item(test_id=test_id, path=path, source_path=path, qualname=qualname)


def _check_clean(texts: Texts, sha: CommitSha) -> None:
    """Refuse a checkout that differs from its commit, untracked files included.

    A virtual environment beside the tests changes no collection: pytest goes around it.

    Raises:
        GitError: names what differs.
    """
    repository = texts.repository
    asked = repository.git(
        "status",
        "--porcelain=v1",
        "-z",
        "--untracked-files=normal",
        "--ignore-submodules=none",
    )
    entries = [entry.decode("utf-8", "replace") for entry in asked.stdout.split(b"\0") if entry]
    top = repository.top or repository.folder
    changed = [
        entry
        for entry in entries
        if not (entry.startswith("?? ") and (top / entry[len("?? ") :] / "pyvenv.cfg").exists())
    ]
    if asked.code != 0 or changed:
        message = (
            f"{repository.folder}: is not {sha[:12]} as committed: "
            f"{', '.join(changed[:_SHOWN])}; a baseline from a dirty tree is none: collect in a "
            "clean checkout"
        )
        raise GitError(message)
