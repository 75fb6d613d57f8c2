"""Questions to the user's repository. Nothing here writes to it.

The system's and the user's configuration are off, replaced objects and grafts too, so that a commit
id means what it says (TRUST.md section 1). All of this runs before any code of the patch does.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Final

from freezegate.errors import GitError
from freezegate.model.ids import CommitSha, check_commit
from freezegate.shell.environment import git_environment, user_git_environment
from freezegate.shell.process import Exited, run

#: A question takes git milliseconds; a merge base in a huge history, seconds.
_LIMIT_S: Final = 300.0

#: Files of the repository that would answer in the objects' stead, or start programs.
PLAIN: Final = (
    "-c",
    "core.commitGraph=false",
    "-c",
    "core.fsmonitor=false",
    "-c",
    "core.hooksPath=/dev/null",
)


def ask(
    words: Sequence[str],
    *,
    cwd: Path,
    env: Mapping[str, str] | None = None,
    stdin: bytes = b"",
    timeout_s: float = _LIMIT_S,
) -> Exited:
    """Run git and give what it printed, whatever its exit code.

    Raises:
        GitError: git is not there, or was killed, or took too long, or printed too much.
    """
    try:
        outcome = run(
            ("git", *PLAIN, *words),
            cwd=cwd,
            env=git_environment() if env is None else env,
            timeout_s=timeout_s,
            stdin=stdin,
        )
    except FileNotFoundError as fault:
        message = f"git is not on the path, or {cwd} does not exist: {fault}"
        raise GitError(message) from fault
    except OSError as fault:
        message = f"git cannot be started in {cwd}: {fault.strerror}"
        raise GitError(message) from fault
    if not isinstance(outcome, Exited):
        message = f"git {words[0]} did not end by itself within {timeout_s:.0f} s in {cwd}"
        raise GitError(message)
    if outcome.overflow:
        message = f"git {words[0]} printed {outcome.overflow} in {cwd}"
        raise GitError(message)
    return outcome


def said(outcome: Exited) -> str:
    """Give the last line that git said on standard error."""
    lines = outcome.stderr.decode("utf-8", "replace").strip().splitlines()
    return lines[-1].removeprefix("fatal: ") if lines else f"exit status {outcome.code}"


class Repository:
    """The user's repository, read only.

    `folder` is where it was opened, `top` the top of its work tree (`None` for a bare one), and
    `git_folder` the folder that holds its objects and refs.
    """

    def __init__(self, folder: Path, top: Path | None, git_folder: Path) -> None:
        """See `open`."""
        self.folder = folder
        self.top = top
        self.git_folder = git_folder

    @classmethod
    def open(cls, folder: Path) -> "Repository":
        """Find the repository that a folder belongs to.

        Raises:
            GitError: there is none, or git refuses it for its owner.
        """
        if not folder.is_dir():
            message = f"{folder}: no such folder; name the project's with --repo DIR"
            raise GitError(message)
        folder = folder.resolve()
        probe = cls(folder, None, folder)
        found = probe.git("rev-parse", "--absolute-git-dir", "--is-bare-repository")
        if found.code != 0:
            message = f"{folder}: {said(found)}; run freezegate inside a git repository"
            raise GitError(message)
        git_folder, bare = found.stdout.decode("utf-8", "surrogateescape").splitlines()[:2]
        if bare == "true":
            return cls(folder, None, Path(git_folder))
        top = probe.git("rev-parse", "--show-toplevel")
        path = top.stdout.decode("utf-8", "surrogateescape").removesuffix("\n")
        return cls(folder, Path(path) if path else None, Path(git_folder))

    @cached_property
    def safe(self) -> tuple[str, ...]:
        """The user's own `safe.directory` entries: without them git refuses another's files."""
        asked = ask(
            ("config", "--global", "--get-all", "safe.directory"),
            cwd=self.folder,
            env=user_git_environment(),
        )
        entries = asked.stdout.decode("utf-8", "surrogateescape").splitlines()
        return tuple(word for entry in entries for word in ("-c", f"safe.directory={entry}"))

    def git(self, *words: str, stdin: bytes = b"") -> Exited:
        """Ask git in this repository."""
        return ask((*self.safe, *words), cwd=self.folder, stdin=stdin)

    def resolve(self, revision: str) -> CommitSha:
        """Give the full id of a commit.

        Raises:
            GitError: names the revision, and what to do where the clone is too shallow.
        """
        asked = self.git(
            "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}"
        )
        sha = asked.stdout.decode("ascii", "replace").strip()
        if asked.code != 0 or not sha:
            step = self._deepen() or "; fetch it, or name another, as in --parent REV"
            message = f"{revision}: no such commit here{step}"
            raise GitError(message)
        check_commit(sha)
        return CommitSha(sha)

    def default_branch(self) -> str:
        """Name the branch that patches are merged into.

        Raises:
            GitError: no remote says so and there is no `main` or `master`.
        """
        head = self.git("symbolic-ref", "--quiet", "refs/remotes/origin/HEAD")
        if head.code == 0:
            return head.stdout.decode().strip().removeprefix("refs/remotes/")
        for name in ("origin/main", "origin/master", "main", "master"):
            if self.git("rev-parse", "--verify", "--quiet", f"{name}^{{commit}}").code == 0:
                return name
        message = "no branch to merge into was found; name the parent with --parent REV"
        raise GitError(message)

    def merge_base(self, one: CommitSha, other: CommitSha) -> CommitSha:
        """Give the best common ancestor of two commits.

        Raises:
            GitError: there is none here; without a parent there is no control.
        """
        asked = self.git("merge-base", one, other)
        sha = asked.stdout.decode("ascii", "replace").strip()
        if asked.code != 0 or not sha:
            message = (
                f"{one[:12]} and {other[:12]} have no common ancestor here: without a parent there "
                f"is no control, and no gate{self._deepen() or '; name one with --parent REV'}"
            )
            raise GitError(message)
        return CommitSha(sha)

    def has_ancestor(self, commit: CommitSha, sha: str) -> bool:
        """Tell whether `sha` is the commit or one of its ancestors, as far as this clone knows."""
        if sha == commit:
            return True
        check_commit(sha)
        return self.git("merge-base", "--is-ancestor", sha, commit).code == 0

    def parents(self, commit: CommitSha) -> tuple[CommitSha, ...]:
        """Give the parents of a commit, as far as this clone has them."""
        asked = self.git("rev-list", "--parents", "--max-count=1", commit)
        return tuple(CommitSha(sha) for sha in asked.stdout.decode().split()[1:])

    def is_shallow(self) -> bool:
        """Tell whether history was cut off when this was cloned."""
        return self.git("rev-parse", "--is-shallow-repository").stdout.strip() == b"true"

    def setting(self, name: str) -> str:
        """Read one setting as the user's own git would; empty when it is not set."""
        asked = ask(
            (*self.safe, "config", "--get", name), cwd=self.folder, env=user_git_environment()
        )
        return asked.stdout.decode("utf-8", "surrogateescape").removesuffix("\n")

    def _deepen(self) -> str:
        """Name the command that brings the missing history, where that is what is missing."""
        if not self.is_shallow():
            return ""
        return (
            "; this clone is shallow: run `git fetch --unshallow` (or `git fetch --deepen=50`; in "
            "GitHub's checkout action: `fetch-depth: 0`)"
        )
