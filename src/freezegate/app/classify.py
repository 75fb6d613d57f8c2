"""`classify`: what a patch did to each test id, by the stricter of diff and syntax tree."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

from freezegate.app.bearing import bearing
from freezegate.app.bench import Bench
from freezegate.app.case import Case, open_case
from freezegate.app.collect import Collected, collect_alone
from freezegate.app.commit import Commit
from freezegate.app.contract import LOCAL
from freezegate.app.known import known_of, source_items
from freezegate.app.manifest import check_collected, manifest_of
from freezegate.app.options import Options
from freezegate.app.pair import Pair, open_pair
from freezegate.app.progress import Progress
from freezegate.app.properties import suite_of
from freezegate.app.stands import parent_stand, patch_stand
from freezegate.model.claim import Item
from freezegate.model.config import Config
from freezegate.model.manifest import Manifest, PatchTests
from freezegate.shell.engine.base import Engine
from freezegate.shell.store import read_file
from freezegate.source.changes import classify
from freezegate.source.closure import Suite
from freezegate.source.diff import Diff, read_diff

#: What a fault of our own comparison is called.
_STATUS: Final = "git diff --name-status"
_HUNKS: Final = "git diff -U0"


def classify_collected(
    options: Options, progress: Progress, engine: Callable[[], Engine] = LOCAL
) -> PatchTests:
    """Classify the ids that pytest collects on the two commits."""
    with open_case(options) as case:
        return classified(case, progress, engine())[1]


def classified(case: Case, progress: Progress, engine: Engine) -> tuple[Manifest, PatchTests]:
    """Collect both commits, each twice in its own tree, and classify the patch's ids.

    Raises:
        ArtifactError: a collection is no baseline.
    """
    bench = Bench(
        engine=engine,
        workshop=case.workshop,
        interpreter=case.interpreter,
        config=case.config,
        progress=progress,
        jobs=case.options.jobs,
    )
    progress.phase(f"parent {case.parent.sha[:12]}, patch {case.patch.sha[:12]}: collecting")
    parent = collect_alone(bench, parent_stand(case))
    own = collect_alone(bench, patch_stand(case))
    check_collected(case.patch.sha, own)
    return manifest_of(case, parent), classification(case, parent, own)


def classification(case: Case, parent: Collected, own: Collected) -> PatchTests:
    """Classify the ids of two collections.

    A file that the patch's tree cannot collect still holds its tests: they are hashed from its
    text, so that breaking a file does not take its tests out of sight.
    """
    broken = [item for item in parent.items if item.path in own.errors]
    name_status, hunks = case.diff()
    return classify(
        known_of(suite_of(case.parent, case.config), parent.items),
        known_of(suite_of(case.patch, case.config), (*own.items, *_held(case.patch, broken))),
        read_diff(name_status, hunks, name_status_origin=_STATUS, patch_origin=_HUNKS),
        parent_sha=case.parent.sha,
        patch_sha=case.patch.sha,
    )


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
            _given(*files) if files else _own(pair),
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
    return [item for item in _held(commit, others) if suite.is_opaque(item.path)]


def _held(commit: Commit, items: Iterable[Item]) -> list[Item]:
    """Keep the tests whose file a commit has."""
    return [item for item in items if item.path in commit.listing]


def _own(pair: Pair) -> Diff:
    """Read git's comparison of the two commits."""
    name_status, hunks = pair.diff()
    return read_diff(name_status, hunks, name_status_origin=_STATUS, patch_origin=_HUNKS)


def _given(name_status: Path, hunks: Path) -> Diff:
    """Read a comparison from files."""
    return read_diff(
        read_file(name_status),
        read_file(hunks),
        name_status_origin=str(name_status),
        patch_origin=str(hunks),
    )
