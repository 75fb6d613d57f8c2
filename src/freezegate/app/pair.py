"""Two commits as text, for what is told of them without a run."""

from collections.abc import Iterator
from contextlib import contextmanager

import msgspec

from freezegate.app.commit import Commit
from freezegate.app.commits import commits_of, patch_of
from freezegate.app.options import Options
from freezegate.app.texts import Texts, open_texts
from freezegate.model.config import Config
from freezegate.model.contract import Side
from freezegate.model.ids import CommitSha
from freezegate.shell.objects import ObjectStore, private_store


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
