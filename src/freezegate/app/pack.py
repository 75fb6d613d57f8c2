"""`pack`: pin a fixture generation, sink an input by hand, hold a ledger to the pack (spec 2)."""

import posixpath
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

from freezegate.app.commit import config_of, folder_of
from freezegate.app.commits import commits_of
from freezegate.app.options import Options
from freezegate.core.pack import check_pack, generation_of, sink_all, stale
from freezegate.errors import ArtifactError, UsageError
from freezegate.model.config import Config
from freezegate.model.ids import CommitSha, PropertyId
from freezegate.model.lane import LaneReport
from freezegate.model.ledger import FreezeRecord, Ledger
from freezegate.model.pack import EXAMPLES, LOGS, PINNED, Counterexample, FixturePack, Pinned
from freezegate.model.verdict import GateResult
from freezegate.shell.git import Repository
from freezegate.shell.objects import ObjectStore, private_store
from freezegate.shell.pack import read_pack_folder, write_pack_folder
from freezegate.shell.store import read_file
from freezegate.wire.canonical import seal, unseal
from freezegate.wire.config import read_config
from freezegate.wire.ledger import read_ledger
from freezegate.wire.pack import files_of, read_arguments, read_pack

#: Git's modes of plain files.
_PLAIN: Final = frozenset({"100644", "100755"})


class Place(msgspec.Struct, frozen=True, kw_only=True):
    """Where a pack and the ledger that cites it stand in a work tree."""

    folder: Path
    ledger: Path


class Sinking(msgspec.Struct, frozen=True, kw_only=True):
    """What `pack add` is told; `log` is the raw failure log of an input that does not replay."""

    property: str
    arguments: Path
    test_id: str = ""
    assertion_hash: str = ""
    blob: str = ""
    hypothesis: str = ""
    witness: str = ""
    log: Path | None = None


class Sunk(msgspec.Struct, frozen=True, kw_only=True):
    """What came of it: the generation now, and the records that cite another, by name."""

    generation: str
    is_new: bool
    dropped: tuple[FreezeRecord, ...]


def place(repo: Path, pack: Path | None, ledger: Path | None = None) -> Place:
    """Find pack and ledger: as they are named, else as the work tree's configuration says.

    Raises:
        UsageError: the project's folder is not there.
        ArtifactError: the configuration is none, or its pack lies behind a link.
    """
    if not repo.is_dir():
        message = f"{repo}: no such folder; name the project's with --repo DIR"
        raise UsageError(message)
    top = next((each for each in (repo, *repo.resolve().parents) if (each / ".git").exists()), repo)
    config = _config(repo, top)
    base = top / config.root if config.root else repo
    folder = base / config.pack
    if pack is None and folder.resolve() != base.resolve() / config.pack:
        message = f"{folder}: lies behind a link; name its real place with --pack DIR"
        raise ArtifactError(message)
    return Place(folder=pack or folder, ledger=ledger or top / config.ledger)


def _config(repo: Path, top: Path) -> Config:
    """Read the project's own configuration, else the top level's."""
    for path in (repo / "pyproject.toml", top / "pyproject.toml"):
        if path.exists():
            return read_config(read_file(path), origin=str(path))
    return Config()


def generation(pack: FixturePack) -> str:
    """Derive the generation of a pack from its content, whatever `pack.json` says."""
    return generation_of(files_of(pack))


def open_pack(folder: Path) -> FixturePack:
    """Read the pack in a folder; one that is not there holds nothing.

    Raises:
        ArtifactError: as `read_pack`, or there is a link.
    """
    return read_pack(read_pack_folder(folder), str(folder))


def committed_pack(store: ObjectStore, sha: CommitSha, root: str, config: Config) -> FixturePack:
    """Read the pack of a commit: a judged patch's is its parent's.

    Raises:
        ArtifactError: as `read_pack`, or there is a link or a submodule.
    """
    folder = posixpath.normpath(posixpath.join(config.root or root, config.pack))
    blobs = {}
    for path, entry in store.listing(sha).items():
        inside = path.startswith(f"{folder}/")
        if (inside and entry.mode not in _PLAIN) or f"{folder}/".startswith(f"{path}/"):
            message = (
                f"{sha[:12]}:{path}: a link, a submodule or a file where a pack's folder is meant; "
                "a pack holds plain files: put the content itself there"
            )
            raise ArtifactError(message)
        if inside:
            blobs[path.removeprefix(f"{folder}/")] = entry.blob
    content = store.read_many(blobs.values())
    files = {path: content[blob] for path, blob in blobs.items()}
    return read_pack(files, f"{sha[:12]}:{folder}")


def parents_pack(options: Options) -> FixturePack:
    """Read the fixture pack of the parent that the options name, before any code of it has run.

    Raises:
        ArtifactError: as `committed_pack`.
    """
    repository = Repository.open(options.repo)
    root = folder_of(options.repo, repository)
    parent, _ = commits_of(options, repository)
    with private_store(repository, (parent,)) as store:
        config = config_of(store, store.listing(parent), root)
        return committed_pack(store, parent, root, config)


def pin(folder: Path, label: str, cited: str) -> str:
    """Give the generation of a pack's content, after `pack.json` says so too.

    Args:
        folder: the pack's.
        label: an alias to give to this generation, or empty.
        cited: the generation or label that has to come out, or empty.

    Raises:
        UsageError: the content gives another than was cited, or the label names another already.
        ArtifactError: as `open_pack`.
    """
    pack = open_pack(folder)
    content = generation(pack)
    labels = pack.labels if not label else {**pack.labels, label: content}
    held = pack.labels.get(label, content)
    if held != content:
        message = (
            f"--label {label}: names {held} already, and the pack has grown to {content}; a label "
            "is not moved: choose another"
        )
        raise UsageError(message)
    if cited and labels.get(cited, cited) != content:
        message = (
            f"FIXTURE_GENERATION (--generation) is {cited}, and the pack in {folder} gives "
            f"{content}: unset it and pin anew, or bring the pack back; within one job the pack "
            "stays as it is. A name of your own for this generation is given with --label"
        )
        raise UsageError(message)
    try:
        pinned = Pinned(generation=content, labels=labels)
    except ValueError as fault:
        message = f"--label: {fault}"
        raise UsageError(message) from fault
    if pinned != pack.pinned:
        write_pack_folder(folder, {PINNED: seal(pinned)})
    return content


def add(where: Place, told: Sinking) -> Sunk:
    """Sink one input by hand, pin what comes of it, and name the records that this drops.

    The ledger is read and not edited. An input that the pack holds already changes nothing.

    Raises:
        UsageError: what was told is no counterexample, or the pack cannot be written.
        ArtifactError: a file is not what it has to be.
    """
    pack = open_pack(where.folder)
    return _grown(where, pack, [_example(told, generation(pack))])


def sink(where: Place, report: Path) -> Sunk:
    """Sink what a lane shrank, pin what comes of it, and name the records that this drops.

    Raises:
        UsageError: the pack cannot be written.
        ArtifactError: a file is not what it has to be.
    """
    found, _ = unseal(read_file(report), LaneReport, origin=str(report))
    examples = [(each, found.logs.get(each.key(), "").encode()) for each in found.counterexamples]
    try:
        return _grown(where, open_pack(where.folder), examples)
    except ValueError as fault:
        message = f"{report}:1: {fault}; run the lane again"
        raise ArtifactError(message) from fault


def _grown(
    where: Place, pack: FixturePack, examples: Sequence[tuple[Counterexample, bytes]]
) -> Sunk:
    """Write what a pack grows to; a pack that holds every input already is left as it is."""
    ledger = ledger_at(where.ledger, must_exist=False)
    grown = sink_all(examples, pack)
    content = generation(grown)
    if grown is not pack:
        files = files_of(grown) | {
            PINNED: seal(Pinned(generation=content, labels=pack.labels)),
        }
        read_pack(files, str(where.folder))  # what could not be read again is not written
        logs = {f"{LOGS}{name}" for name in grown.logs.keys() - pack.logs.keys()}
        write_pack_folder(
            where.folder, {name: files[name] for name in (*sorted(logs), EXAMPLES, PINNED)}
        )
    return Sunk(generation=content, is_new=grown is not pack, dropped=stale(ledger, content, grown))


def _example(told: Sinking, found_on: str) -> tuple[Counterexample, bytes]:
    """Make the counterexample that was told, and its log."""
    arguments = read_arguments(read_file(told.arguments), str(told.arguments))
    log = read_file(told.log) if told.log else b""
    if told.log and not log:
        message = f"{told.log}:1: the log is empty; give what the failing run printed"
        raise ArtifactError(message)
    try:
        example = Counterexample(
            property=PropertyId(told.property),
            generation=found_on,
            arguments=arguments,
            test_id=told.test_id,
            assertion_hash=told.assertion_hash,
            blob=told.blob,
            hypothesis=told.hypothesis,
            witness=told.witness,
            replays=told.log is None,
        )
    except ValueError as fault:
        message = f"pack add: {fault}"
        raise UsageError(message) from fault
    return example, log


def check(where: Place, cited: str, *, with_ledger: bool) -> GateResult:
    """Hold `pack.json`, a cited generation and, where it is asked for, a ledger to the content.

    Raises:
        ArtifactError: pack or ledger is not what it has to be.
    """
    pack = open_pack(where.folder)
    ledger = ledger_at(where.ledger) if with_ledger else Ledger()
    return check_pack(pack, generation(pack), cited, ledger)


def ledger_at(path: Path, *, must_exist: bool = True) -> Ledger:
    """Read a ledger of which every record can be read.

    Raises:
        ArtifactError: it is not there, or a record is flawed; the first one is named.
    """
    if not must_exist and not path.exists():
        return Ledger()
    ledger = read_ledger(read_file(path), origin=str(path))
    flaw = next((line.flaw for line in ledger.lines if line.flaw), "")
    if flaw:
        raise ArtifactError(flaw)
    return ledger
