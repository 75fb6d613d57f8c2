"""A mutant applied to the text of a tree: whole, or refused with file, line and reason."""

import ast
import posixpath
from collections.abc import Callable, Iterable
from typing import Final

from freezegate.errors import ArtifactError
from freezegate.model.canary import Edit, Mutant
from freezegate.source.mutant_bodies import lost_body
from freezegate.source.syntax import parse

#: Beside the test side of a layout: files whose sections configure pytest.
_CONFIGURES: Final = frozenset({"pyproject.toml", "setup.cfg"})
_PYTHON: Final = (".py", ".pyi")
_HERE: Final = "write the mutant again, against this commit"


class Ground:
    """A tree that mutants are applied to, and what none of them may edit."""

    def __init__(
        self,
        read: Callable[[str], bytes | None],
        is_test: Callable[[str], bool],
        kept: Iterable[str] = (),
    ) -> None:
        """See a tree.

        Args:
            read: gives a file by its path, `None` where there is no regular file.
            is_test: tells files of the test side, by the parent's layout.
            kept: further files that stay as they are: the ledger.
        """
        self._read = read
        self._is_test = is_test
        self._kept = frozenset(kept)

    def mutated(self, mutant: Mutant) -> dict[str, bytes]:
        """Give the new content of each file that a mutant edits.

        Raises:
            ArtifactError: it edits a test, pytest's configuration or the ledger; a file is not
                there; a text stands in no place or in two; the result is no Python, or has lost
                the whole body of a function or class.
        """
        by_path: dict[str, list[Edit]] = {}
        for edit in mutant.edits:
            by_path.setdefault(edit.path, []).append(edit)
        return {path: self._edited(mutant, path, edits) for path, edits in by_path.items()}

    def _edited(self, mutant: Mutant, path: str, edits: list[Edit]) -> bytes:
        """Apply all edits of one file, which name places of the file as it is."""
        first = edits[0]
        if self._is_test(path) or posixpath.basename(path) in _CONFIGURES or path in self._kept:
            what = "a mutant may not edit tests, their configuration or the ledger"
            raise _fault(mutant, first, what, "mutate production code alone")
        content = self._read(path)
        if content is None:
            raise _fault(mutant, first, "there is no such file in the tree", _HERE)
        made, end = b"", 0
        places = sorted((_place(mutant, edit, content), at) for at, edit in enumerate(edits))
        for (start, stop), at in places:
            if start < end:
                raise _fault(mutant, edits[at], "it overlaps the edit before it", _HERE)
            made += content[end:start] + _bytes(edits[at].after, content)
            end = stop
        made += content[end:]
        _check_result(mutant, first, content, made)
        return made


def _place(mutant: Mutant, edit: Edit, content: bytes) -> tuple[int, int]:
    """Find where an edit's text stands in a file.

    Raises:
        ArtifactError: nowhere, in two places, or not at its line.
    """
    text = _bytes(edit.before, content)
    if edit.at:
        lines = content.split(b"\n")
        start = sum(len(line) + 1 for line in lines[: edit.at - 1])
        if edit.at > len(lines) or not content.startswith(text, start):
            what = f"line {edit.at} of the file is not what the diff says"
            raise _fault(mutant, edit, what, _HERE)
        return start, start + len(text)
    start = content.find(text)
    if start < 0:
        raise _fault(mutant, edit, "`before` stands in no place of the file", _HERE)
    other = content.find(text, start + 1)
    if other >= 0:
        first, second = (content.count(b"\n", 0, at) + 1 for at in (start, other))
        what = f"`before` stands in two places of the file, lines {first} and {second}"
        raise _fault(mutant, edit, what, "take in more of the text around it")
    return start, start + len(text)


def _bytes(text: str, content: bytes) -> bytes:
    """Encode a text; its line ends are the file's."""
    if b"\r\n" in content and "\r" not in text:
        text = text.replace("\n", "\r\n")
    return text.encode()


def _check_result(mutant: Mutant, edit: Edit, before: bytes, after: bytes) -> None:
    """Refuse a result that is no Python, or that has lost a whole body."""
    if not after.strip():
        raise _fault(mutant, edit, "nothing of the file is left", _BODY)
    if not edit.path.endswith(_PYTHON):
        return
    old, new = parse(before), parse(after)
    if old is None:
        what = "the file cannot be parsed here, so no mutant of it can be judged"
        raise _fault(mutant, edit, what, "run freezegate under a newer Python, or mend the file")
    if new is None:
        raise _fault(mutant, edit, "the result does not parse as Python", "mend `after`")
    if ast.dump(old) == ast.dump(new):
        what = "the result means the same: comments and layout alone change"
        raise _fault(mutant, edit, what, "change what the code does")
    lost = lost_body(old, new)
    if lost:
        what = f"the whole body of {lost} is gone, and such a canary does not serve"
        raise _fault(mutant, edit, what, _BODY)


_BODY: Final = "break one property and leave the rest of the body"


def _fault(mutant: Mutant, edit: Edit, what: str, step: str) -> ArtifactError:
    return ArtifactError(f"{mutant.name}:{edit.line}: {edit.path}: {what}; {step}")
