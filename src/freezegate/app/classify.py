"""`classify`: what a patch did to each test id, by the stricter of diff and syntax tree."""

from collections.abc import Callable

from freezegate.app.bench import Bench
from freezegate.app.case import Case, open_case
from freezegate.app.collect import Collected, collect_alone
from freezegate.app.contract import LOCAL
from freezegate.app.known import compared, held, known_of
from freezegate.app.manifest import check_collected, manifest_of
from freezegate.app.options import Options
from freezegate.app.progress import Progress
from freezegate.app.properties import suite_of
from freezegate.app.stands import parent_stand, patch_stand
from freezegate.model.manifest import Manifest, PatchTests
from freezegate.shell.engine.base import Engine
from freezegate.source.changes import classify


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
    return classify(
        known_of(suite_of(case.parent, case.config), parent.items),
        known_of(suite_of(case.patch, case.config), (*own.items, *held(case.patch, broken))),
        compared(case.diff()),
        parent_sha=case.parent.sha,
        patch_sha=case.patch.sha,
    )
