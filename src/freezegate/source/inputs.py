"""Files that tests read: those that are declared, and those that test-side text mentions.

No run tells which files a test opens, so a file belongs to a test when a string of its module, of
a `conftest.py` above it or of a module that it reaches names the file, its stem, a folder that
holds it or the end of its name; and when its place is one that snapshot plugins use.
"""

import hashlib
import posixpath
import re
from collections.abc import Iterable, Mapping
from typing import Final

#: Words of a string, in which file names and their parts are looked for.
_WORD: Final = re.compile(r"[\w.\-]+")
_TEST_FILE: Final = re.compile(r"(test_.*|.*_test|conftest|__init__)\.py\Z")


class Inputs:
    """The files of one commit that are no test code, or may be read as if they were none."""

    def __init__(
        self, files: Mapping[str, bytes], folders: Iterable[str], declared: Iterable[str]
    ) -> None:
        """Take all test-side files, the test folders, and the declared paths."""
        self._files = files
        self._folders = tuple(posixpath.normpath(folder) for folder in folders)
        self._declared = frozenset(declared)
        self._candidates = {path: self._tokens(path) for path in files if _may_be_read(path)}
        self._mentioned: dict[str, frozenset[str]] = {}
        self._snapshots: dict[str, frozenset[str]] = {}
        self._lines: dict[frozenset[str], bytes] = {}

    def mentioned(self, path: str, strings: frozenset[str]) -> frozenset[str]:
        """Return the files that the strings of a test-side file mention."""
        if path not in self._mentioned and self._candidates:
            words = {word for text in strings for word in _WORD.findall(text)}
            near = posixpath.dirname(path)
            self._mentioned[path] = frozenset(
                candidate
                for candidate, tokens in self._candidates.items()
                if not words.isdisjoint(tokens)
                or _ends(candidate, words, near)
                or _spelled(candidate, strings)
            )
        return self._mentioned.get(path, frozenset())

    def snapshots(self, path: str) -> frozenset[str]:
        """Return the files that stand where plugins keep what a test module compares with."""
        if path not in self._snapshots:
            near, stem = posixpath.dirname(path), _stem(path)
            kept = {stem, f"snap_{stem}"}
            self._snapshots[path] = frozenset(
                candidate
                for candidate in self._candidates
                if _within(candidate, near)
                and not kept.isdisjoint(map(_stem, candidate[len(near) :].split("/")))
            )
        return self._snapshots[path]

    def digest(self, paths: frozenset[str]) -> bytes:
        """Return the digest of the declared files and these: paths and contents, 32 bytes."""
        if paths not in self._lines:
            whole = hashlib.sha256()
            for path in sorted(paths | self._declared):
                content = self._files.get(path)
                held = "absent" if content is None else hashlib.sha256(content).hexdigest()
                whole.update(f"{len(path)}:{path} {held}\n".encode("utf-8", "surrogateescape"))
            self._lines[paths] = whole.digest()
        return self._lines[paths]

    def _tokens(self, path: str) -> frozenset[str]:
        """Return the words that name a file: its base name, its stem, its folders' names."""
        base = posixpath.basename(path)
        depth = max(
            (len(each.split("/")) for each in self._folders if _within(path, each)), default=0
        )
        folders = path.split("/")[depth:-1]
        stem = () if base.endswith(".py") else (_stem(path),)
        return frozenset((base, *stem, *folders))


def _may_be_read(path: str) -> bool:
    return not _TEST_FILE.match(posixpath.basename(path))


def _stem(path: str) -> str:
    base = posixpath.basename(path)
    return base.partition(".")[0] or base


def _within(path: str, folder: str) -> bool:
    return folder in {"", "."} or path.startswith(f"{folder}/")


def _ends(path: str, words: set[str], near: str) -> bool:
    """Whether a word ends the file's name; an extension alone counts for files beside the test."""
    base = posixpath.basename(path)
    first = 0 if _within(path, near) else 1
    dots = [place for place, letter in enumerate(base) if letter == "."][:1]
    ends = (base[place:] for place in range(dots[0] + 1 if dots else 0))
    return any(end in words and (first == 0 or not end.startswith(".")) for end in ends)


def _spelled(path: str, strings: frozenset[str]) -> bool:
    """Whether a name that is more than one word stands in a string."""
    base = posixpath.basename(path)
    return _WORD.fullmatch(base) is None and any(base in text for text in strings)
