"""A case: two commits, their files, and the interpreter; everything that is known before a run."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

import msgspec

from freezegate.app.commit import Commit, config_of, folder_of, read_commit
from freezegate.app.commits import commits_of, patch_of
from freezegate.app.options import Options
from freezegate.model.config import Config
from freezegate.model.contract import Side
from freezegate.model.ids import CommitSha, Digest
from freezegate.shell.git import Repository
from freezegate.shell.interpreter import Interpreter, find_interpreter
from freezegate.shell.objects import ObjectStore, Words, private_store
from freezegate.shell.trees import listing_digest, refuse
from freezegate.shell.workshop import Workshop, workshop
from freezegate.source.compose import Composed, compose
from freezegate.source.layout import served_on_patch


class Case(msgspec.Struct, frozen=True, kw_only=True):
    """Both commits, the composed tree, and where and with what they run.

    `root` is pytest's rootdir relative to the tree, `served` the import names that the composed and
    the patch's own tree serve, `shadowing` those that the patch adds and that take no part. `diff`
    gives git's two forms of the difference, `words` the patch's Python files of some folders in
    which each of some words stands, `is_ancestor` tells whether a commit is the parent or
    stands before it.
    """

    options: Options
    config: Config
    interpreter: Interpreter
    workshop: Workshop
    parent: Commit
    patch: Commit
    composed: Composed
    root: str
    served: Mapping[str, str]
    shadowing: tuple[str, ...]
    read_blob: Callable[[str], bytes]
    words: Words
    diff: Callable[[], tuple[bytes, bytes]]
    is_ancestor: Callable[[str], bool]

    @property
    def composed_tree(self) -> Digest:
        """The digest of the composed listing."""
        return listing_digest(self.composed.listing)


@contextmanager
def open_case(options: Options) -> Iterator[Case]:
    """Open everything that a judgement needs and close it afterwards, whatever happens.

    Raises:
        UsageError: the options contradict one another, or there is nothing to judge.
        GitError: the repository cannot give the commits.
        EngineError: there is no interpreter with pytest.
    """
    repository = Repository.open(options.repo)
    root = folder_of(options.repo, repository)
    parent_sha, base = commits_of(options, repository)
    with private_store(repository, (parent_sha, base)) as store, workshop(store) as shop:
        patch_sha = patch_of(options, repository, store, parent_sha, base)
        with shop.home() as scratch:
            interpreter = find_interpreter(options.python, repository.top or options.repo, scratch)
        shas = (parent_sha, patch_sha)
        yield _case(options, root, repository, store, shop, interpreter, shas)


def _case(  # noqa: PLR0913, PLR0917 - each opened once, above
    options: Options,
    root: str,
    repository: Repository,
    store: ObjectStore,
    shop: Workshop,
    interpreter: Interpreter,
    shas: tuple[CommitSha, CommitSha],
) -> Case:
    """Read both commits under the parent's configuration."""
    parent_listing, patch_listing = (store.listing(sha) for sha in shas)
    for sha, listing in zip(shas, (parent_listing, patch_listing), strict=True):
        refuse(store, listing, commit=sha)
    config = config_of(store, parent_listing, root)
    rooted = config.root or root
    major = interpreter.pytest_major
    parent = read_commit(Side.PARENT, shas[0], store, parent_listing, config, rooted, major)
    patch = read_commit(Side.PATCH, shas[1], store, patch_listing, config, rooted, major)
    served, shadowing = served_on_patch(
        parent.layout, patch.layout, interpreter.foreign(parent.layout.served)
    )
    return Case(
        options=options,
        config=config,
        interpreter=interpreter,
        workshop=shop,
        parent=parent,
        patch=patch,
        composed=compose(parent.listing, patch.listing, parent.layout.is_test),
        root=rooted,
        served=served,
        shadowing=shadowing,
        read_blob=store.read,
        words=lambda words, folders: store.words(shas[1], words, folders),
        diff=lambda: store.diff(*shas),
        is_ancestor=lambda sha: repository.has_ancestor(shas[0], sha),
    )
