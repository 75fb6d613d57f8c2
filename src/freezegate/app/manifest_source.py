"""`manifest --source`: all tests of a commit by its text, each file's answer kept by blob ids."""

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec

from freezegate.app.commit import Commit
from freezegate.app.known import naming_of, test_modules, uncollected
from freezegate.app.made_manifest import made_manifest
from freezegate.app.properties import declared, suite_of
from freezegate.app.texts import open_texts
from freezegate.model.config import Config
from freezegate.model.contract import Side
from freezegate.model.ids import TestId
from freezegate.model.manifest import Manifest
from freezegate.shell.cache import read_cached, write_cached
from freezegate.shell.fork import cores, spread
from freezegate.source.closure import Suite
from freezegate.source.manifest import Patterns, items_of
from freezegate.wire.canonical import digest, seal

#: Changes when a hash is taken in another way, so that no old answer is taken for a new one.
_VERSION: Final = "assertion 1"
#: How many listings of paths are remembered, over all repositories.
_KEPT: Final = 32


class Answer(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The assertion hashes of one test module, and the blobs of all files that they rest on."""

    rests_on: dict[str, str]
    hashes: dict[TestId, str]


class Cached(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Answers by the path of the test module."""

    answers: dict[str, Answer]


def source_manifest(repo: Path, rev: str) -> Manifest:
    """Give the tests of a commit by its text alone, with neither generated nor inherited ids.

    What was answered before is taken again where every file that it rests on is the same blob.
    """
    texts = open_texts(repo)
    sha = texts.repository.resolve(rev or "HEAD")
    config = texts.config(sha)
    commit = texts.commit(Side.PARENT, sha, config)
    naming = naming_of(commit)
    root = config.root or texts.root
    name = _key(commit, config, naming, root)
    known = _cached(name)
    modules = test_modules(commit, naming, root)
    stale = [path for path in modules if not _holds(known.get(path), commit)]
    fresh = _answers(commit, config, naming, root, stale)
    answers = {path: fresh.get(path) or known[path] for path in modules}
    if fresh:
        write_cached(name, msgspec.msgpack.encode(Cached(answers=answers)), kept=_KEPT)
    return made_manifest(
        sha, {test_id: text for each in answers.values() for test_id, text in each.hashes.items()}
    )


def _holds(answer: Answer | None, commit: Commit) -> bool:
    """Tell whether an answer rests on the commit's own blobs."""
    return answer is not None and all(
        path in commit.listing and commit.listing[path].blob == blob
        for path, blob in answer.rests_on.items()
    )


def _key(commit: Commit, config: Config, naming: Patterns, root: str) -> str:
    """Digest what every answer rests on: which paths there are, and how they are read."""
    whole = (
        _VERSION,
        sys.version_info[:2],
        sorted(commit.tests),
        commit.layout.test_roots,
        sorted(commit.layout.served.items()),
        config.data,
        [commit.listing[path].blob for path in declared(commit, config)],
        tuple(naming),
        root,
    )
    return digest(seal(whole)).removeprefix("sha256:")


def _cached(name: str) -> Mapping[str, Answer]:
    """Read what was answered before; an entry that cannot be read says nothing."""
    data = read_cached(name)
    try:
        return {} if data is None else msgspec.msgpack.decode(data, type=Cached).answers
    except msgspec.MsgspecError:
        return {}


def _answers(
    commit: Commit, config: Config, naming: Patterns, root: str, modules: Sequence[str]
) -> dict[str, Answer]:
    """Measure test modules, over the cores."""
    if not modules:
        return {}
    suite = suite_of(commit, config)

    def work(part: Sequence[str]) -> bytes:
        with uncollected():
            found = {path: _answer(suite.fork(), commit, path, naming, root) for path in part}
        return msgspec.msgpack.encode(found)

    count = min(cores(), len(modules))
    parts = [modules[place::count] for place in range(count)]
    results = spread(parts, work)
    return {
        path: answer
        for data in results
        for path, answer in msgspec.msgpack.decode(data, type=dict[str, Answer]).items()
    }


def _answer(suite: Suite, commit: Commit, path: str, naming: Patterns, root: str) -> Answer:
    """Measure one test module."""
    items = items_of(suite, path, naming, root)
    hashes = {TestId(item.test_id): str(suite.assertion_hash(item)) for item in items}
    return Answer(
        rests_on={each: commit.listing[each].blob for each in sorted(suite.visited)},
        hashes=hashes,
    )
