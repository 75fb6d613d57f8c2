"""Commits as text: read from the user's own objects, nothing written out, nothing run."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import msgspec

from freezegate.app.case import commits_of, patch_of
from freezegate.app.commit import Commit, config_of, folder_of, read_commit
from freezegate.app.options import Options
from freezegate.model.config import Config
from freezegate.model.contract import Side
from freezegate.model.ids import CommitSha
from freezegate.shell.git import Repository
from freezegate.shell.objects import ObjectStore, private_store, users_store
from freezegate.shell.trees import refuse

#: Which configuration files count hangs on pytest's version; without an interpreter, the newest.
_PYTEST_MAJOR: Final = 9


class Texts(msgspec.Struct, frozen=True, kw_only=True):
    """A repository opened for reading: where the project stands in it, and its objects."""

    repository: Repository
    store: ObjectStore
    root: str

    def config(self, sha: CommitSha) -> Config:
        """The configuration of a commit."""
        return config_of(self.store, self.store.listing(sha), self.root)

    def commit(self, side: Side, sha: CommitSha, config: Config) -> Commit:
        """Read a commit under a configuration.

        Raises:
            GitError: the commit holds what no tree may hold.
        """
        listing = self.store.listing(sha)
        refuse(self.store, listing, commit=sha)
        root = config.root or self.root
        return read_commit(side, sha, self.store, listing, config, root, _PYTEST_MAJOR)


def open_texts(repo: Path) -> Texts:
    """Open a repository for reading.

    Raises:
        GitError: there is none.
    """
    repository = Repository.open(repo)
    return Texts(
        repository=repository,
        store=users_store(repository),
        root=folder_of(repo, repository),
    )


class Pair(msgspec.Struct, frozen=True, kw_only=True):
    """Two commits as text, under the parent's configuration; `root` is pytest's in the tree."""

    root: str
    config: Config
    parent: Commit
    patch: Commit
    store: ObjectStore

    def diff(self) -> tuple[bytes, bytes]:
        """Git's two forms of the difference."""
        return self.store.diff(self.parent.sha, self.patch.sha)


@contextmanager
def open_pair(options: Options) -> Iterator[Pair]:
    """Open the two commits that options name; a patch that is not committed gets a store of ours.

    Raises:
        UsageError: the options contradict one another, or there is nothing to judge.
        GitError: the repository cannot give the commits.
    """
    texts = open_texts(options.repo)
    parent, base = commits_of(options, texts.repository)
    if options.diff is None and not options.worktree:
        yield _pair(texts, parent, base)
        return
    with private_store(texts.repository, (parent, base)) as store:
        patch = patch_of(options, texts.repository, store, parent, base)
        yield _pair(msgspec.structs.replace(texts, store=store), parent, patch)


def _pair(texts: Texts, parent: CommitSha, patch: CommitSha) -> Pair:
    """Read both commits."""
    config = texts.config(parent)
    return Pair(
        root=config.root or texts.root,
        config=config,
        parent=texts.commit(Side.PARENT, parent, config),
        patch=texts.commit(Side.PATCH, patch, config),
        store=texts.store,
    )
