"""Two commits in a few words, and what the classifier says of them."""

import difflib
import textwrap
from collections.abc import Iterable, Mapping

from freezegate.model.claim import Item
from freezegate.model.ids import TestId
from freezegate.model.manifest import ChangeKind, PatchTests
from freezegate.source.changes import classify
from freezegate.source.closure import Suite
from freezegate.source.diff import read_diff
from freezegate.source.manifest import Known, Patterns, is_test_module, items_of, known

Files = Mapping[str, str | bytes]
More = Mapping[str, tuple[str, str]]

NAMING = Patterns(files=("test_*.py", "*_test.py"))
#: Git takes less alike files for one another at `--find-renames=1%`; real moves are above this.
_ALIKE = 0.1


def encoded(files: Files) -> dict[str, bytes]:
    """Text is dedented; bytes stay as they are."""
    return {
        path: content if isinstance(content, bytes) else textwrap.dedent(content).encode()
        for path, content in files.items()
    }


def diff_of(before: Mapping[str, bytes], after: Mapping[str, bytes]) -> tuple[bytes, bytes]:
    """What git prints of two trees: `--name-status -z` and `-U0`."""
    moved = _moved(before, after)
    status: list[bytes] = []
    hunks: list[bytes] = []
    for path in sorted({*before, *after} - set(moved.values())):
        old, new = before.get(moved.get(path, path)), after.get(path)
        if path in moved:
            status += [b"R050", moved[path].encode(), path.encode()]
        elif old != new:
            letter = b"A" if old is None else b"D" if new is None else b"M"
            status += [letter, path.encode()]
        if old != new:
            hunks += _hunks(moved.get(path, path), path, old, new)
    return b"\0".join([*status, b""]), b"".join(hunks)


def _moved(before: Mapping[str, bytes], after: Mapping[str, bytes]) -> dict[str, str]:
    """Pair each new file with the most alike one that is gone."""
    gone = [path for path in before if path not in after]
    pairs = sorted(
        (
            (difflib.SequenceMatcher(None, before[old], after[new]).ratio(), new, old)
            for new in after
            if new not in before
            for old in gone
        ),
        reverse=True,
    )
    moved: dict[str, str] = {}
    for ratio, new, old in pairs:
        if ratio >= _ALIKE and new not in moved and old not in moved.values():
            moved[new] = old
    return moved


def _hunks(before: str, after: str, old: bytes | None, new: bytes | None) -> Iterable[bytes]:
    lines = (_lines(old), _lines(new))
    names = _quoted(f"a/{before}"), _quoted(f"b/{after}")
    yield b"diff --git %s %s\n" % names
    yield b"new file mode 100644\n" if old is None else b""
    yield b"deleted file mode 100644\n" if new is None else b""
    yield b"--- %s\n" % (b"/dev/null" if old is None else names[0])
    yield b"+++ %s\n" % (b"/dev/null" if new is None else names[1])
    matcher = difflib.SequenceMatcher(None, *lines, autojunk=False)
    for tag, a, b, c, d in matcher.get_opcodes():
        if tag != "equal":
            first, second = a + (b > a), c + (d > c)
            yield f"@@ -{first},{b - a} +{second},{d - c} @@\n".encode()
            yield from (b"-" + line + b"\n" for line in lines[0][a:b])
            yield from (b"+" + line + b"\n" for line in lines[1][c:d])


def _lines(content: bytes | None) -> list[bytes]:
    return (content or b"").removesuffix(b"\n").split(b"\n") if content else []


def _quoted(name: str) -> bytes:
    """Write a name as git does: what is not plain ASCII in C's escapes."""
    special = {ord("\t"): b"\\t", ord("\n"): b"\\n", ord('"'): b'\\"', ord("\\"): b"\\\\"}
    text = b"".join(
        special.get(byte, bytes([byte]) if 32 <= byte < 127 else b"\\%03o" % byte)
        for byte in name.encode()
    )
    return text if text == name.encode() else b'"' + text + b'"'


def classified(
    before: Files, after: Files, *, more: More | None = None, more_after: More | None = None
) -> PatchTests:
    """Classify two trees; `more` are ids that only a run knows, on the patch `more_after`.

    Each of `more` maps an id to the path and the qualified name of its function.
    """
    one, two = encoded(before), encoded(after)
    ids = more or {}
    sides = _known(one, two, ids), _known(two, one, ids if more_after is None else more_after)
    status, hunks = diff_of(one, two)
    return classify(*sides, read_diff(status, hunks, name_status_origin="S", patch_origin="P"))


def _known(files: Mapping[str, bytes], others: Mapping[str, bytes], more: More) -> list[Known]:
    """One side's tests; of a file that does not parse here, the other side's."""
    suite, other = (
        Suite(files=each, test_folders=("tests",), served={"tests": ""}) for each in (files, others)
    )
    items = _items(suite, files)
    items += [
        item for item in _items(other, others) if item.path in files and suite.is_opaque(item.path)
    ]
    items += [
        Item(test_id=test_id, path=test_id.partition("::")[0], source_path=path, qualname=name)
        for test_id, (path, name) in more.items()
        if test_id.partition("::")[0] in files
    ]
    return [known(suite, item) for item in items]


def _items(suite: Suite, files: Mapping[str, bytes]) -> list[Item]:
    """All tests of a suite, by its text."""
    modules = (path for path in files if is_test_module(path, NAMING))
    return [item for path in modules for item in items_of(suite, path, NAMING)]


def kinds(found: PatchTests) -> dict[TestId, ChangeKind]:
    """The kind of each id of the patch."""
    return {test_id: kind for kind in ChangeKind for test_id in getattr(found, kind.value)}
