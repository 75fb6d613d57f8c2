"""`classify --source`: two commits by their text alone, reading what the patch may bear on."""

from collections.abc import Callable, Iterable
from pathlib import Path

from freezegate.app.bearing import bearing
from freezegate.app.commit import Commit
from freezegate.app.known import compared, held, known_of, source_items
from freezegate.app.options import Options
from freezegate.app.pair import Pair, open_pair
from freezegate.app.properties import suite_of
from freezegate.model.claim import Item
from freezegate.model.config import Config
from freezegate.model.manifest import PatchTests
from freezegate.shell.store import read_file
from freezegate.source.changes import classify
from freezegate.source.closure import Suite
from freezegate.source.diff import Diff, read_diff


def classify_sources(options: Options, files: tuple[Path, Path] | None = None) -> PatchTests:
    """Classify the tests that stand in the text of two commits; nothing runs.

    Only test modules that the patch touches, or that may reach what it touches, are read: tests of
    all others are untouched, and not listed.

    Args:
        options: which commits.
        files: the outputs of `git diff --name-status` and `git diff -U0`; ours unless given.

    Raises:
        ArtifactError: one of the files is not what git prints, or they are of two comparisons.
    """
    with open_pair(options) as pair:
        wanted = bearing(pair)
        before, after = (_suite(each, pair.config, wanted) for each in (pair.parent, pair.patch))
        after.borrow(before, lambda path: _is_same(pair, path))
        parent = source_items(pair.parent, before, pair.root, wanted)
        patch = source_items(pair.patch, after, pair.root, wanted)
        return classify(
            known_of(before, (*parent, *_unread(pair.parent, before, patch))),
            known_of(after, (*patch, *_unread(pair.patch, after, parent))),
            _given(*files) if files else compared(pair.diff()),
            parent_sha=pair.parent.sha,
            patch_sha=pair.patch.sha,
        )


def _is_same(pair: Pair, path: str) -> bool:
    """Tell whether a file is the same blob in both commits."""
    return pair.parent.listing.get(path) == pair.patch.listing.get(path)


def _suite(commit: Commit, config: Config, wanted: Callable[[str], bool]) -> Suite:
    """Read the wanted files of a commit at once, and others when something leads there."""
    commit.preload(lambda path: path in commit.tests and wanted(path))
    return suite_of(commit, config, whole=False)


def _unread(commit: Commit, suite: Suite, others: Iterable[Item]) -> list[Item]:
    """Take the other commit's tests of files that do not parse here: everything is rewritten."""
    return [item for item in held(commit, others) if suite.is_opaque(item.path)]


def _given(name_status: Path, hunks: Path) -> Diff:
    """Read a comparison from files."""
    return read_diff(
        read_file(name_status),
        read_file(hunks),
        name_status_origin=str(name_status),
        patch_origin=str(hunks),
    )
