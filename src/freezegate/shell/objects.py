"""A private object store: the two commits, fetched before anything of the patch runs.

A live worktree shares configuration, hooks, filters and objects with the user's repository
(TRUST.md section 1). This store has no configuration but ours, is filled through git's own
transport, which recomputes every id, and every blob that is read is hashed again.
"""

import hashlib
import os
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from freezegate.errors import ArtifactError, GitError
from freezegate.model.ids import CommitSha
from freezegate.model.tree import Entry
from freezegate.shell.environment import git_environment, user_git_environment
from freezegate.shell.git import PLAIN, Repository, ask, said
from freezegate.shell.process import Exited

#: Fetching two whole trees of a large repository.
_FETCH_LIMIT_S: Final = 1800.0

#: The same diff on the same parent gives the same commit on every machine.
_IDENTITY: Final = {
    "GIT_AUTHOR_NAME": "freezegate",
    "GIT_AUTHOR_EMAIL": "freezegate@localhost",
    "GIT_AUTHOR_DATE": "2000-01-01T00:00:00Z",
    "GIT_COMMITTER_NAME": "freezegate",
    "GIT_COMMITTER_EMAIL": "freezegate@localhost",
    "GIT_COMMITTER_DATE": "2000-01-01T00:00:00Z",
}

#: Settings of the user that decide what an unmodified and what an ignored file is; handed on when
#: the work tree is looked at.
_WORKTREE_SETTINGS: Final = (
    "core.autocrlf",
    "core.eol",
    "core.fileMode",
    "core.symlinks",
    "core.ignoreCase",
    "core.precomposeUnicode",
    "core.attributesFile",
    "core.excludesFile",
)

#: Of what git says of a diff that does not apply, the first place is enough.
_SHOWN_ERRORS: Final = 2

_TREE_MODE: Final = "040000"
_SUBMODULE_MODE: Final = b"160000"

#: Words, and folders: for each word the Python files of the folders themselves in which it stands.
Words = Callable[[Iterable[str], Iterable[str]], Mapping[str, frozenset[str]]]


class ObjectStore:
    """Objects of the commits under judgement; safe to read from several threads."""

    def __init__(self, folder: Path, algorithm: str) -> None:
        """See `private_store`; `algorithm` is `sha1` or `sha256`."""
        self._folder = folder
        self._algorithm = algorithm
        self._cache: dict[str, bytes] = {}
        self._listings: dict[CommitSha, dict[str, Entry]] = {}

    def _git(self, *words: str, stdin: bytes = b"", env: Mapping[str, str] | None = None) -> Exited:
        """Ask git in the store."""
        environment = {**git_environment(), "GIT_DIR": str(self._folder), **(env or {})}
        return ask(words, cwd=self._folder, env=environment, stdin=stdin, timeout_s=_FETCH_LIMIT_S)

    def _give(self, *words: str, stdin: bytes = b"", env: Mapping[str, str] | None = None) -> bytes:
        """Ask git for something that must be there."""
        outcome = self._git(*words, stdin=stdin, env=env)
        if outcome.code != 0:
            message = f"git {words[0]}: {said(outcome)}"
            raise GitError(message)
        return outcome.stdout

    def listing(self, commit: CommitSha) -> dict[str, Entry]:
        """List every file of a commit; the ids of all its folders are computed again.

        Raises:
            GitError: a name is no UTF-8, or stands twice in its folder, or a folder's id is not
                what its content gives.
        """
        if commit not in self._listings:
            self._listings[commit] = self._list(commit)
        return self._listings[commit]

    def _list(self, commit: CommitSha) -> dict[str, Entry]:
        """List every file of a commit."""
        raw = self._give("ls-tree", "-r", "-t", "-z", "--full-tree", commit)
        files: dict[str, Entry] = {}
        folders: dict[str, list[tuple[str, str, str]]] = {"": []}
        claimed = {"": self._give("rev-parse", f"{commit}^{{tree}}").decode().strip()}
        for record in filter(None, raw.split(b"\0")):
            head, _, name = record.partition(b"\t")
            mode, kind, oid = head.decode("ascii").split(" ")
            path = _utf8(name)
            if path in files or path in claimed:
                message = f"{commit[:12]}:{path!r}: stands twice in its folder; no tree can hold it"
                raise GitError(message)
            above, _, base = path.rpartition("/")
            folders.setdefault(above, []).append((mode, base, oid))
            if kind == "tree":
                claimed[path] = oid
                folders.setdefault(path, [])
            else:
                files[path] = Entry(mode=mode, blob=oid)
        for path, entries in folders.items():
            if self._tree_id(entries) != claimed[path]:
                message = f"{commit[:12]}: the folder {path or '/'!r} is not what its id says"
                raise GitError(message)
        return files

    def read(self, blob: str) -> bytes:
        """Read one blob, hashed again.

        Raises:
            GitError: it is missing, or is not what its id says.
        """
        if blob not in self._cache:
            self.read_many((blob,))
        return self._cache[blob]

    def read_many(self, blobs: Iterable[str]) -> dict[str, bytes]:
        """Read many blobs at once, each hashed again."""
        every = tuple(dict.fromkeys(blobs))
        wanted = [blob for blob in every if blob not in self._cache]
        if wanted:
            request = "".join(f"{blob}\n" for blob in wanted).encode("ascii")
            output = self._give("cat-file", "--batch", stdin=request)
            self._cache.update(self._split(wanted, output))
        return {blob: self._cache[blob] for blob in every}

    def _split(self, wanted: Sequence[str], output: bytes) -> Iterator[tuple[str, bytes]]:
        """Take a batch apart: a header line, the content, a newline."""
        place = 0
        for blob in wanted:
            end = output.index(b"\n", place)
            header = output[place:end].split(b" ")
            if len(header) != 3 or header[1] != b"blob":  # noqa: PLR2004 - id, kind, size
                message = f"object {blob} is missing; fetch it into the repository and run again"
                raise GitError(message)
            size = int(header[2])
            content = output[end + 1 : end + 1 + size]
            place = end + 1 + size + 1
            if self._object_id(b"blob", content) != blob:
                message = f"object {blob} is not what its id says; the repository is damaged"
                raise GitError(message)
            yield blob, content

    def _object_id(self, kind: bytes, content: bytes) -> str:
        """Compute an object id as git does."""
        hasher = hashlib.new(self._algorithm)
        hasher.update(kind + b" " + str(len(content)).encode() + b"\0" + content)
        return hasher.hexdigest()

    def _tree_id(self, entries: Iterable[tuple[str, str, str]]) -> str:
        """Compute a folder's id; git sorts a folder's name as if it ended in a slash."""

        def key(entry: tuple[str, str, str]) -> bytes:
            mode, name, _ = entry
            return name.encode() + (b"/" if mode == _TREE_MODE else b"")

        content = b"".join(
            mode.lstrip("0").encode() + b" " + name.encode() + b"\0" + bytes.fromhex(oid)
            for mode, name, oid in sorted(entries, key=key)
        )
        return self._object_id(b"tree", content)

    def diff(self, parent: CommitSha, patch: CommitSha) -> tuple[bytes, bytes]:
        """Give what `diff --name-status -z` and `diff -U0` say of two commits.

        A move is a rename at any similarity (FIELD.md 21); no attribute hides a text.

        Raises:
            GitError: git cannot compare them.
        """
        words = ("diff", "--no-ext-diff", "--no-textconv", "--no-color", "--find-renames=1%")
        return (
            self._give(*words, "--name-status", "-z", parent, patch),
            self._give(*words, "-U0", "--text", "--full-index", parent, patch),
        )

    def grep(
        self, commit: CommitSha, words: Iterable[str], folders: Iterable[str], *, whole: bool
    ) -> tuple[str, ...]:
        """Name the Python files in which one of these texts stands, as a `whole` word or anyhow.

        Only files that stand in one of the folders itself are looked into; `""` is the top level.
        """
        patterns = [part for word in words for part in ("-e", word)]
        if not patterns:
            return ()
        how = ("-l", "-z", "-a", "-F", *(("-w",) if whole else ()))
        places = [f":(top,glob){_globbed(folder)}*.py" for folder in folders]
        found = self._git("grep", *how, *patterns, commit, "--", *places)
        names = filter(None, found.stdout.split(b"\0"))
        return tuple(_utf8(name.removeprefix(commit.encode() + b":")) for name in names)

    def words(
        self, commit: CommitSha, words: Iterable[str], folders: Iterable[str]
    ) -> dict[str, frozenset[str]]:
        """Name for each word the Python files of the folders themselves in which it stands."""
        patterns = [part for word in words for part in ("-e", word)]
        places = [f":(top,glob){_globbed(folder)}*.py" for folder in folders]
        if not patterns or not places:
            return {}
        how = ("-o", "-z", "-a", "-F", "-w")
        found: dict[str, set[str]] = {}
        for line in self._git("grep", *how, *patterns, commit, "--", *places).stdout.split(b"\n"):
            name, _, word = line.rpartition(b"\0")
            if name:
                path = _utf8(name.removeprefix(commit.encode() + b":"))
                found.setdefault(_utf8(word), set()).add(path)
        return {word: frozenset(paths) for word, paths in found.items()}

    def commit_of_diff(self, parent: CommitSha, diff: bytes, *, origin: str) -> CommitSha:
        """Apply a unified diff to the parent and commit it, in the store alone.

        Raises:
            ArtifactError: the diff does not apply; names its file and the place.
        """
        index = {"GIT_INDEX_FILE": str(self._folder / "index.diff")}
        self._give("read-tree", parent, env=index)
        if diff.strip():
            applied = self._git(
                "apply", "--cached", "--whitespace=nowarn", "-", stdin=diff, env=index
            )
            if applied.code != 0 or b"error: " in applied.stderr:
                # git 2.39 exits 0 on a damaged binary hunk, and leaves its file out.
                message = (
                    f"{origin}: does not apply to {parent[:12]}: "
                    f"{_errors(applied)}; name its parent with --parent REV"
                )
                raise ArtifactError(message)
        return self._commit(parent, index)

    def commit_of_worktree(self, repository: Repository, head: CommitSha) -> CommitSha:
        """Commit the uncommitted state of the user's work tree, in the store alone.

        The user's index is copied, so that files that it knows as unmodified are not read at all:
        what a filter such as LFS made of them stays as the pointer that was committed or staged.

        Raises:
            GitError: the repository is bare.
        """
        if repository.top is None:
            message = f"{repository.folder}: a bare repository has no uncommitted state"
            raise GitError(message)
        index = self._folder / "index.worktree"
        users = repository.git_folder / "index"
        if users.exists():
            # A split index names a second file, which stands beside it.
            for shared in repository.git_folder.glob("sharedindex.*"):
                shutil.copy2(shared, self._folder)
            shutil.copy2(users, index)
            self._take_staged(repository, index)
        else:
            self._give("read-tree", head, env={"GIT_INDEX_FILE": str(index)})
        excludes = self._folder / "info" / "exclude"
        excludes.parent.mkdir(exist_ok=True)
        excludes.write_bytes(_excludes(repository))
        settings = [
            word
            for name in _WORKTREE_SETTINGS
            if (value := repository.setting(name))
            for word in ("-c", f"{name}={value}")
        ]
        env = {"GIT_INDEX_FILE": str(index), "GIT_WORK_TREE": str(repository.top)}
        outcome = ask(
            (*settings, "add", "--all", "--ignore-errors", "."),
            cwd=repository.top,
            # The user's folder of settings, for the lists that stand there by default.
            env={
                **user_git_environment(),
                **git_environment(),
                "GIT_DIR": str(self._folder),
                **env,
            },
            timeout_s=_FETCH_LIMIT_S,
        )
        if outcome.code != 0:
            message = f"the uncommitted state cannot be taken: {said(outcome)}"
            raise GitError(message)
        return self._commit(head, env)

    def _take_staged(self, repository: Repository, index: Path) -> None:
        """Bring the blobs that are staged and not committed, by a pack that is hashed again.

        What is staged by name alone (`git add -N`) has no blob yet; it is read from its file.
        """
        env = {"GIT_INDEX_FILE": str(index)}
        listed = self._give("ls-files", "--stage", "-z", env=env).split(b"\0")
        heads = [record.split(b"\t", 1)[0].split(b" ") for record in filter(None, listed)]
        blobs = dict.fromkeys(oid for mode, oid, _ in heads if mode != _SUBMODULE_MODE)
        check = ("cat-file", "--batch-check")
        here = _found(self._give(*check, stdin=_one_a_line(blobs)))
        absent = [oid for oid in blobs if oid not in here]
        there = _found(repository.git(*check, stdin=_one_a_line(absent)).stdout)
        if not there:
            return
        packed = repository.git("pack-objects", "--stdout", "-q", stdin=_one_a_line(there))
        if packed.code != 0:
            message = f"{repository.folder}: what is staged cannot be read: {said(packed)}"
            raise GitError(message)
        self._give("unpack-objects", "-q", stdin=packed.stdout)

    def _commit(self, parent: CommitSha, index: Mapping[str, str]) -> CommitSha:
        """Commit an index of ours on a parent."""
        tree = self._give("write-tree", "--missing-ok", env=index).decode().strip()
        made = self._give(
            "commit-tree", tree, "-p", parent, "-m", "uncommitted", env={**_IDENTITY, **index}
        )
        return CommitSha(made.decode().strip())


def users_store(repository: Repository) -> ObjectStore:
    """Read the user's own objects, for text that is never run; every blob is hashed again."""
    return ObjectStore(repository.git_folder, _algorithm(repository))


def _algorithm(repository: Repository) -> str:
    """Name the hash that the repository's objects are called by."""
    asked = repository.git("rev-parse", "--show-object-format")
    return asked.stdout.decode().strip() or "sha1"


@contextmanager
def private_store(repository: Repository, commits: Sequence[CommitSha]) -> Iterator[ObjectStore]:
    """Fetch commits into a store of our own and remove it afterwards.

    Raises:
        GitError: an object is missing, as in a partial clone; names what to do.
    """
    algorithm = _algorithm(repository)
    folder = Path(tempfile.mkdtemp(prefix="fg-store-")).resolve()
    try:
        made = ask(
            ("init", "--quiet", "--bare", f"--object-format={algorithm}", "--template=", "."),
            cwd=folder,
        )
        if made.code != 0:
            message = f"a store of our own cannot be made: {said(made)}"
            raise GitError(message)
        _fetch(repository, folder, commits)
        yield ObjectStore(folder, algorithm)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _fetch(repository: Repository, folder: Path, commits: Sequence[CommitSha]) -> None:
    """Fetch exactly these commits, without history, tags or refs."""
    # git clears its environment for the other end, which would read replaced objects again.
    words = (*PLAIN, *repository.safe, "-c", "uploadpack.allowAnySHA1InWant=true")
    upload = f"git --no-replace-objects {' '.join(map(_quoted, words))} upload-pack"
    outcome = ask(
        (
            *repository.safe,
            "-c",
            "protocol.version=2",
            "-c",
            "protocol.file.allow=always",
            "-c",
            "fetch.fsckObjects=false",
            "fetch",
            "--quiet",
            "--depth=1",
            "--no-tags",
            "--no-write-fetch-head",
            "--no-recurse-submodules",
            "--no-auto-maintenance",
            f"--upload-pack={upload}",
            str(repository.git_folder),
            *dict.fromkeys(commits),
        ),
        cwd=folder,
        env={**git_environment(), "GIT_DIR": str(folder)},
        timeout_s=_FETCH_LIMIT_S,
    )
    if outcome.code == 0:
        return
    hint = ""
    if repository.setting("remote.origin.promisor") or repository.setting(
        "extensions.partialClone"
    ):
        hint = (
            "; this is a partial clone: bring its missing objects with "
            "`git fetch --refetch --no-filter origin`"
        )
    message = f"{repository.folder}: the commits cannot be read whole: {said(outcome)}{hint}"
    raise GitError(message)


def _one_a_line(ids: Iterable[bytes]) -> bytes:
    """Write ids as git's batch commands read them."""
    return b"".join(oid + b"\n" for oid in ids)


def _found(checked: bytes) -> dict[bytes, None]:
    """Give the ids that a batch check has found, in its order."""
    lines = (line.split(b" ") for line in checked.splitlines())
    return {words[0]: None for words in lines if words[-1] != b"missing"}


def _errors(outcome: Exited) -> str:
    """Give the first errors of git in one line: the file and the line, then what is wrong."""
    lines = outcome.stderr.decode("utf-8", "replace").splitlines()
    errors = [line.removeprefix("error: ") for line in lines if line.startswith("error: ")]
    return "; ".join(errors[:_SHOWN_ERRORS]) or said(outcome)


def _excludes(repository: Repository) -> bytes:
    """Read the repository's own list of ignored files; linked worktrees share it."""
    asked = repository.git("rev-parse", "--git-path", "info/exclude").stdout
    path = repository.folder / asked.decode("utf-8", "surrogateescape").removesuffix("\n")
    return path.read_bytes() if path.is_file() else b""


def _quoted(word: str) -> str:
    """Quote a word for the one command line that git hands to a shell."""
    return "'" + word.replace("'", "'\\''") + "'" if os.name == "posix" else f'"{word}"'


def _utf8(name: bytes) -> str:
    """Decode a file name."""
    try:
        return name.decode("utf-8")
    except UnicodeDecodeError as fault:
        message = f"the file name {name!r} is not UTF-8; rename it, for it cannot be judged"
        raise GitError(message) from fault


def _globbed(folder: str) -> str:
    """Write a folder as the beginning of a glob, its own special characters taken literally."""
    literal = "".join(f"[{each}]" if each in "*?[" else each for each in folder)
    return f"{literal}/" if folder else ""
