"""Which two commits a person means: the parent, and the patch, committed or not."""

from freezegate.app.options import Options
from freezegate.errors import UsageError
from freezegate.model.ids import CommitSha
from freezegate.shell.git import Repository
from freezegate.shell.objects import ObjectStore
from freezegate.shell.store import read_file


def commits_of(options: Options, repository: Repository) -> tuple[CommitSha, CommitSha]:
    """Resolve the parent, and the commit that the patch is or stands on."""
    given = [bool(options.patch), options.diff is not None, options.worktree]
    if sum(given) > 1:
        message = "--patch, --diff and --worktree exclude one another; give one"
        raise UsageError(message)
    base = repository.resolve(options.patch or "HEAD")
    if options.diff is not None:
        parent = repository.resolve(options.parent) if options.parent else base
        return parent, parent
    if options.parent:
        return repository.resolve(options.parent), base
    target = repository.default_branch()
    parent = repository.merge_base(base, repository.resolve(target))
    if parent == base and not options.worktree:
        message = (
            f"{options.patch or 'HEAD'} is already part of {target}: there is nothing to judge; "
            "name the parent, as in --parent HEAD~1"
        )
        raise UsageError(message)
    return parent, base


def patch_of(
    options: Options,
    repository: Repository,
    store: ObjectStore,
    parent: CommitSha,
    base: CommitSha,
) -> CommitSha:
    """Make the patch commit in the private store where it is not committed yet."""
    if options.diff is not None:
        return store.commit_of_diff(parent, read_file(options.diff), origin=str(options.diff))
    if options.worktree:
        return store.commit_of_worktree(repository, base)
    return base
