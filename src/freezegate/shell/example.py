"""The example that `freezegate demo` judges: a small repository with one branch for each patch.

`base/` holds the parent's files, `history.toml` the commits that lead to it, `patches/` a card
(TOML) and a diff for each patch. Author, dates and bytes are fixed and the user's git configuration
is off, so commit ids, and with them the seeds, are the same on every machine.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

import msgspec

import freezegate
from freezegate.errors import GitError, UsageError
from freezegate.model.reason import Decision, Reason
from freezegate.model.verdict import Flag
from freezegate.shell.environment import git_environment
from freezegate.shell.process import Exited, run

PARENT_BRANCH: Final = "main"

#: Everything together takes git a second; a minute is a machine in trouble.
_GIT_LIMIT_S: Final = 60

#: Patches are committed a day after the parent.
_DAY_S: Final = 24 * 60 * 60


class Scenario(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A patch of the example, and what the gate must say of it.

    `branch` is one commit ahead of `PARENT_BRANCH`; `tests` are the test files to give to the gate.
    `expect_reasons` maps property ids to reasons: the properties of `tests` that it does not name
    come out `both_pass`. `expect_flags` are raised, others may be.
    """

    name: str
    title: str
    lesson: str
    branch: str
    tests: tuple[str, ...]
    expect: Decision
    expect_reasons: dict[str, Reason]
    expect_flags: tuple[Flag, ...]


class _Card(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`patches/NN-name.toml`."""

    title: str
    lesson: str
    tests: tuple[str, ...]
    expect: Decision
    expect_reasons: dict[str, Reason]
    expect_flags: tuple[Flag, ...] = ()


class _Commit(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A commit of `history.toml`: `at` in seconds since 1970, `adds` files of `base/`."""

    message: str
    at: int
    adds: tuple[str, ...]


class _History(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`history.toml`: `author` is a name and an address in angle brackets."""

    author: str
    commits: tuple[_Commit, ...]


def example_folder(package: Path) -> Path:
    """Find the example's files: inside the package of a wheel, at the top of a source checkout.

    Raises:
        UsageError: the installation of `package` carries neither.
    """
    places = (package / "_example", package.parents[1] / "examples" / "orders")
    for place in places:
        if (place / "history.toml").is_file():
            return place
    message = f"no example in {' or '.join(map(str, places))}; install freezegate from a wheel"
    raise UsageError(message)


def lay_down(at: Path, *, source: Path | None = None) -> tuple[Scenario, ...]:
    """Make the example repository in `at`, a folder that is missing or empty.

    The parent is checked out, on the branch `PARENT_BRANCH`. `source` holds the example's files,
    where they are not those of this installation. The scenarios are in the order of their names.

    Raises:
        UsageError: `at` holds something already, or the example's files are missing.
        GitError: git failed; the message carries its words.
    """
    if at.exists() and (not at.is_dir() or any(at.iterdir())):
        message = f"{at} is not an empty folder; name one that is empty or does not exist"
        raise UsageError(message)
    source = source or example_folder(Path(freezegate.__file__).parent)
    history = msgspec.toml.decode((source / "history.toml").read_bytes(), type=_History)
    at.mkdir(parents=True, exist_ok=True)
    _git(at, "init", "--quiet", "--template=", "--object-format=sha1", "-b", PARENT_BRANCH)
    _git(at, "fast-import", "--quiet", stdin=_stream(source / "base", history))
    scenarios = tuple(map(_scenario, sorted((source / "patches").glob("*.toml"))))
    for scenario in scenarios:
        diff = (source / "patches" / f"{scenario.name}.diff").read_bytes()
        _commit_patch(at, scenario, diff, _identity(history))
    _git(at, "reset", "--quiet", "--hard", PARENT_BRANCH)
    return scenarios


def _scenario(path: Path) -> Scenario:
    card = msgspec.toml.decode(path.read_bytes(), type=_Card)
    return Scenario(
        name=path.stem,
        title=card.title,
        lesson=" ".join(card.lesson.split()),
        branch=f"patch/{path.stem}",
        tests=card.tests,
        expect=card.expect,
        expect_reasons=card.expect_reasons,
        expect_flags=card.expect_flags,
    )


def _stream(base: Path, history: _History) -> bytes:
    """Write the commits for git's fast-import: no filter, attribute or file mode takes part."""
    parts: list[bytes] = []
    for commit in history.commits:
        parts += [
            f"commit refs/heads/{PARENT_BRANCH}\n".encode(),
            f"committer {history.author} {commit.at} +0000\n".encode(),
            _sized(commit.message.encode() + b"\n"),
        ]
        for name in commit.adds:
            parts += [f"M 100644 inline {name}\n".encode(), _sized((base / name).read_bytes())]
    return b"".join(parts)


def _sized(content: bytes) -> bytes:
    return b"data %d\n%s\n" % (len(content), content)


def _identity(history: _History) -> dict[str, str]:
    """Say who commits the patches, and when, in the variables that git reads."""
    name, _, address = history.author.rstrip(">").partition(" <")
    date = f"{history.commits[-1].at + _DAY_S} +0000"
    return {
        f"GIT_{role}_{key}": value
        for role in ("AUTHOR", "COMMITTER")
        for key, value in (("NAME", name), ("EMAIL", address), ("DATE", date))
    }


def _commit_patch(at: Path, scenario: Scenario, diff: bytes, identity: Mapping[str, str]) -> None:
    """Commit the diff on top of the parent, on the scenario's branch; files stay as they are."""
    _git(at, "read-tree", PARENT_BRANCH)
    _git(at, "apply", "--cached", stdin=diff)
    tree = _git(at, "write-tree")
    commit = _git(
        at,
        *("commit-tree", tree, "-p", PARENT_BRANCH),
        stdin=f"{scenario.title}\n".encode(),
        identity=identity,
    )
    _git(at, "branch", scenario.branch, commit)


def _git(
    at: Path, *arguments: str, stdin: bytes = b"", identity: Mapping[str, str] | None = None
) -> str:
    """Run git in `at` and return its standard output without the last newline."""
    ended = run(
        ("git", *arguments),
        cwd=at,
        env={**git_environment(), **(identity or {})},
        timeout_s=_GIT_LIMIT_S,
        stdin=stdin,
    )
    match ended:
        case Exited(code=0, stdout=stdout):
            return stdout.decode().rstrip("\n")
        case Exited(stderr=stderr):
            words = stderr.decode(errors="replace").strip()
        case _:
            words = f"did not end by itself within {_GIT_LIMIT_S} s"
    message = f"git {arguments[0]} in {at}: {words}; the example needs git 2.30 or later"
    raise GitError(message)
