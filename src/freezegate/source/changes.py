"""What a patch did to each test id: the stricter of diff and syntax tree (DESIGN.md section 5)."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from freezegate.model.ids import TestId
from freezegate.model.manifest import ChangeKind, PatchTests
from freezegate.source.diff import Diff, Hunk
from freezegate.source.manifest import Known, Span

#: Said where no line of the test's own is in the diff.
_REACHED: Final = (
    "its hash differs: it, or what it reaches (helper, constant, fixture, file) changed"
)


def classify(
    parent: Sequence[Known],
    patch: Sequence[Known],
    diff: Diff,
    *,
    parent_sha: str = "",
    patch_sha: str = "",
) -> PatchTests:
    """Classify every id of the patch.

    Args:
        parent: the parent's tests, as its own text has them.
        patch: the patch's, of its own tree.
        diff: what git says of the two; an empty one adds nothing to the syntax trees.
        parent_sha: the parent's commit id, where one is known.
        patch_sha: the patch's.
    """
    before = {each.test_id: each for each in parent}
    after = {each.test_id: each for each in patch}
    origins = _origins(before, after, diff)
    kinds: dict[ChangeKind, list[TestId]] = {kind: [] for kind in ChangeKind}
    why: dict[TestId, str] = {}
    for test_id, now in after.items():
        old = before.get(test_id)
        kind, reason = _changed(old, now, diff) if old else _new(test_id, origins, diff, now)
        kinds[kind].append(test_id)
        if reason:
            why[test_id] = reason
    return PatchTests(
        added=tuple(kinds[ChangeKind.ADDED]),
        renamed_to=tuple(kinds[ChangeKind.RENAMED_TO]),
        rewritten=tuple(kinds[ChangeKind.REWRITTEN]),
        untouched=tuple(kinds[ChangeKind.UNTOUCHED]),
        removed=tuple(test_id for test_id in before if test_id not in after),
        renamed_from={test_id: origins[test_id] for test_id in kinds[ChangeKind.RENAMED_TO]},
        why=why,
        parent_sha=parent_sha,
        patch_sha=patch_sha,
    )


def _changed(old: Known, now: Known, diff: Diff) -> tuple[ChangeKind, str]:
    """Judge an id that both commits have."""
    touched = _touched(old, now, diff)
    if touched:
        return ChangeKind.REWRITTEN, touched
    if old.assertion_hash != now.assertion_hash:
        return ChangeKind.REWRITTEN, _REACHED
    return ChangeKind.UNTOUCHED, ""


def _new(
    test_id: TestId, origins: Mapping[TestId, TestId], diff: Diff, now: Known
) -> tuple[ChangeKind, str]:
    """Judge an id that the parent lacks; one that nothing of the parent's matches is added."""
    if test_id not in origins:
        return ChangeKind.ADDED, "the parent has no test of this id"
    moved = diff.moved.get(now.path)
    how = f"git calls its file {moved} renamed" if moved else "the parent has this body"
    return ChangeKind.RENAMED_TO, f"{how}: it was {origins[test_id]}"


def _origins(
    before: Mapping[TestId, Known], after: Mapping[TestId, Known], diff: Diff
) -> dict[TestId, TestId]:
    """Match new ids with ids that are gone: by a file's move, else by an equal body, one to one."""
    gone = [each for test_id, each in before.items() if test_id not in after]
    new = [each for test_id, each in after.items() if test_id not in before]
    by_place = {(each.path, _names(each)): each.test_id for each in gone}
    found: dict[TestId, TestId] = {}
    for each in new:
        old = by_place.get((diff.moved.get(each.path, ""), _names(each)))
        if old is not None:
            found[each.test_id] = old
    taken = set(found.values())
    rest_gone = [each for each in gone if each.test_id not in taken]
    rest_new = [each for each in new if each.test_id not in found]
    return found | _by_body(rest_gone, rest_new)


def _by_body(gone: Iterable[Known], new: Iterable[Known]) -> dict[TestId, TestId]:
    """Match tests whose bodies, and parameters, are equal and stand once on either side."""
    old = _alone(gone)
    return {each.test_id: old[key].test_id for key, each in _alone(new).items() if key in old}


def _alone(tests: Iterable[Known]) -> dict[tuple[str, str], Known]:
    """Key tests by body and parameters; those that share a key are left out."""
    listed = [((each.body, each.test_id.partition("[")[2]), each) for each in tests]
    counts = Counter(key for key, _ in listed)
    return {key: each for key, each in listed if counts[key] == 1}


def _names(each: Known) -> str:
    """Give an id behind its file."""
    return each.test_id.partition("::")[2]


def _touched(old: Known, now: Known, diff: Diff) -> str:
    """Say which change of the diff lies in a test's own text, on either side; empty for none."""
    for path in sorted({span.path for span in (*old.spans, *now.spans)} & diff.unseen):
        return f"{path} changed in a way that has no lines"
    for path, hunks in diff.hunks.items():
        for hunk in hunks:
            line = _line_in(hunk, path, old.spans, now.spans, diff)
            if line:
                return f"the diff changes {path}, line {line}"
    return ""


def _line_in(hunk: Hunk, path: str, old: Iterable[Span], now: Iterable[Span], diff: Diff) -> int:
    """Give a line of a hunk that lies in a span, or 0."""
    before = diff.moved.get(path, path)
    sides = (
        (old, before, hunk.before_first, hunk.before_count),
        (now, path, hunk.after_first, hunk.after_count),
    )
    for spans, name, first, count in sides:
        for span in spans:
            if span.path == name and _overlap(span, first, count):
                return max(first, span.first)
    return 0


def _overlap(span: Span, first: int, count: int) -> bool:
    """Tell whether lines lie in a span; what lies between two lines of it lies in it."""
    if count == 0:
        return span.first <= first < span.last
    return span.first < first + count and first <= span.last
