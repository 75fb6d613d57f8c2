"""Cases made of files in memory: what is known before anything runs, without a repository."""

import hashlib
import sys
import textwrap
from collections.abc import Mapping
from pathlib import Path

from freezegate.app.bench import Bench, Stand
from freezegate.app.case import Case
from freezegate.app.commit import Commit
from freezegate.app.options import Options
from freezegate.app.rows import Seen
from freezegate.model.claim import Item
from freezegate.model.config import Config
from freezegate.model.contract import Side
from freezegate.model.ids import CommitSha, PropertyId, TestId
from freezegate.model.tree import Entry
from freezegate.shell.engine.base import Engine
from freezegate.shell.interpreter import Interpreter
from freezegate.shell.objects import ObjectStore
from freezegate.shell.workshop import Workshop
from freezegate.source.compose import compose
from freezegate.source.layout import layout_of, served_on_patch
from freezegate.source.pytest_config import FoundConfig, find_config
from freezegate.source.site import Sites
from tests.cases import ENVIRONMENT, digest
from tests.fakes import RecordingProgress

Files = Mapping[str, str]

SHAS = {Side.PARENT: CommitSha("a" * 40), Side.PATCH: CommitSha("b" * 40)}


def interpreter(
    *,
    plugins: tuple[tuple[str, str, str], ...] = (),
    modules: Mapping[str, tuple[str, ...]] | None = None,
) -> Interpreter:
    return Interpreter(
        executable=Path(sys.executable),
        environment=ENVIRONMENT,
        plugins=plugins,
        modules=modules or {},
    )


def empty_workshop(base: Path) -> Workshop:
    """A workshop whose store holds nothing: good for copies of trees that stand already."""
    return Workshop(base, ObjectStore(base, "sha1"))


def master(base: Path, letter: str = "a", files: Files | None = None) -> Path:
    """A written tree."""
    tree = base / letter / "00000" / "freezegate_tree"
    tree.mkdir(parents=True)
    for name, text in (files or {}).items():
        path = tree / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tree


def stand(
    tree: Path,
    *tests: str,
    side: Side = Side.PARENT,
    order: tuple[str, ...] = (),
    label: str = "",
    root: str = "",
) -> Stand:
    return Stand(
        side=side,
        master=tree,
        root=root,
        config=FoundConfig(root="", values={}),
        served={"pkg": "src"},
        test_folders=("tests",),
        plugins=("asyncio",),
        paths=tuple(dict.fromkeys(name.split("::")[0] for name in tests)),
        select=tuple(TestId(name) for name in tests),
        order=tuple(TestId(name) for name in order),
        label=label,
    )


def bench(
    base: Path,
    engine: Engine,
    *,
    config: Config | None = None,
    progress: RecordingProgress | None = None,
    jobs: int = 1,
) -> Bench:
    """A bench that works with one process at once, so that jobs come in the order of tasks."""
    return Bench(
        engine=engine,
        workshop=empty_workshop(base),
        interpreter=interpreter(),
        config=config or Config(),
        progress=progress or RecordingProgress(),
        jobs=jobs,
    )


def seen(*tests: str, files: Files | None = None) -> Seen:
    """How rows are read; a test's id is its property's, less the file."""
    return Seen(
        run=digest("run"),
        properties={TestId(name): PropertyId(name.rsplit("::", 1)[-1]) for name in tests},
        sites=Sites({path: text.encode() for path, text in (files or {}).items()}),
        is_test=lambda path: path.startswith("tests/"),
    )


def item(  # noqa: PLR0913 - what a collected test says of itself
    test_id: str,
    *,
    qualname: str = "",
    class_name: str = "",
    marker_id: str = "",
    marks: tuple[str, ...] = (),
    marked: bool = False,
    hypothesis: bool = False,
) -> Item:
    path, _, name = test_id.partition("::")
    return Item(
        test_id=test_id,
        path=path,
        source_path=path,
        qualname=qualname or name.partition("[")[0].replace("::", "."),
        class_name=class_name,
        marker_id=marker_id,
        marks=marks,
        marked=marked,
        hypothesis=hypothesis,
    )


def commit(
    side: Side, files: Files, config: Config, root: str = ""
) -> tuple[Commit, dict[str, bytes]]:
    """One commit of files, and its blobs by their ids."""
    contents = {path: textwrap.dedent(text).encode() for path, text in files.items()}
    ids = {path: hashlib.sha1(data).hexdigest() for path, data in contents.items()}  # noqa: S324 - git's ids
    listing = {path: Entry(mode="100644", blob=blob) for path, blob in ids.items()}
    found = find_config(contents.get, root, pytest_major=8)
    layout = layout_of(listing, contents.get, config=config, found=found, root=root)
    made = Commit(
        side=side,
        sha=SHAS[side],
        listing=listing,
        layout=layout,
        found=found,
        tests=frozenset(filter(layout.is_test, listing)),
        read=contents.__getitem__,
        preload=lambda _: None,
    )
    return made, {ids[path]: data for path, data in contents.items()}


def case(  # noqa: PLR0913 - what a case is told from
    parent: Files,
    patch: Files,
    *,
    options: Options | None = None,
    config: Config | None = None,
    python: Interpreter | None = None,
    root: str = "",
) -> Case:
    """A case of two commits; only its workshop cannot write."""
    config, python = config or Config(), python or interpreter()
    before, blobs = commit(Side.PARENT, parent, config, root)
    after, more = commit(Side.PATCH, patch, config, root)
    served, shadowing = served_on_patch(
        before.layout, after.layout, python.foreign(before.layout.served)
    )
    return Case(
        options=options or Options(repo=Path()),
        config=config,
        interpreter=python,
        workshop=empty_workshop(Path()),
        parent=before,
        patch=after,
        composed=compose(before.listing, after.listing, before.layout.is_test),
        root=root,
        served=served,
        shadowing=shadowing,
        read_blob={**blobs, **more}.__getitem__,
        words=lambda words, _: {
            word: frozenset(
                path for path, entry in after.listing.items() if word.encode() in more[entry.blob]
            )
            for word in words
        },
        diff=lambda: (b"", b""),
        is_ancestor=SHAS[Side.PARENT].__eq__,
    )
