"""Commits as text: read from the user's own objects, nothing written out, nothing run."""

from pathlib import Path
from typing import Final

import msgspec

from freezegate.app.commit import Commit, config_of, folder_of, read_commit
from freezegate.model.config import Config
from freezegate.model.contract import Side
from freezegate.model.ids import CommitSha
from freezegate.shell.git import Repository
from freezegate.shell.objects import ObjectStore, users_store

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
        """Read a commit under a configuration; what no tree may hold is no matter to text."""
        listing = self.store.listing(sha)
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
