"""Collection of both commits, twice each, and what it says that cannot be judged."""

from collections.abc import Collection, Iterable, Sequence
from typing import Final

import msgspec

from freezegate.app.bench import Bench, Stand
from freezegate.app.rows import first_error
from freezegate.errors import EngineError
from freezegate.model.claim import End, Item
from freezegate.model.ids import TestId
from freezegate.shell.engine.base import Ended

#: Two hash seeds: an id that set order or an address makes differs between them (FIELD.md 19).
_HASH_SEEDS: Final = (1, 2)


class Collected(msgspec.Struct, frozen=True, kw_only=True):
    """What one tree collects: its tests, its errors by path, and ids that do not stay.

    `shifted` are tests of which the second collection says something else under the same id,
    `reached` what collecting reached beyond its own process and folders.
    """

    items: tuple[Item, ...]
    errors: dict[str, str]
    unstable: tuple[TestId, ...]
    constants: str
    shifted: tuple[Item, ...] = ()
    reached: tuple[str, ...] = ()


class Collections(msgspec.Struct, frozen=True, kw_only=True):
    """The parent's tree, the composed one, and the patch's own."""

    parent: Collected
    composed: Collected
    own: Collected


def collect(bench: Bench, parent: Stand, composed: Stand, own: Stand | None) -> Collections:
    """Collect both commits twice; where the patch's own tree is the composed one, that is its too.

    Raises:
        EngineError: the runner did not come to stand at all.
    """
    # Ids are chosen by the two commits' own trees: the composed one has the parent's tests.
    times = [(parent, 2), (composed, 1 if own else 2), *([(own, 2)] if own else [])]
    stands = [stand for stand, count in times for _ in range(count)]
    seeds = [seed for _, count in times for seed in _HASH_SEEDS[:count]]
    ended = iter(bench.collect(stands, seeds))
    read = [_collected([next(ended) for _ in range(count)]) for _, count in times]
    return Collections(parent=read[0], composed=read[1], own=read[-1])


def collect_alone(bench: Bench, stand: Stand) -> Collected:
    """Collect one tree twice.

    Raises:
        EngineError: the runner did not come to stand at all.
    """
    return _collected(bench.collect((stand, stand), _HASH_SEEDS))


def _collected(times: Sequence[Ended]) -> Collected:
    """Read the collections of one tree."""
    first = times[0]
    if first.hello is None:
        message = (
            f"the runner did not start: {first.how or first.malformed}\n{first.stderr.strip()}"
        )
        raise EngineError(message)
    ids = [{item.test_id for item in ended.items} for ended in times]
    return Collected(
        items=first.items,
        errors=_errors(times),
        unstable=tuple(TestId(name) for name in sorted(ids[0] ^ ids[-1])),
        constants=first.hello.hypothesis_constants,
        shifted=tuple(set(times[-1].items) - set(first.items)) if len(times) > 1 else (),
        reached=tuple(sorted({effect for ended in times for effect in _reached(ended)})),
    )


def _reached(ended: Ended) -> tuple[str, ...]:
    """What the end record says of the collection's effects."""
    return next((claim.effects for claim in ended.claims if isinstance(claim, End)), ())


def _errors(both: Iterable[Ended]) -> dict[str, str]:
    """What could not be collected, by path; the session itself has the empty path."""
    errors: dict[str, str] = {}
    for ended in both:
        for error in ended.errors:
            errors.setdefault(error.path, first_error(error.text))
        if ended.how or ended.malformed:
            errors.setdefault("", ended.how or ended.malformed)
    return errors


class Problems(msgspec.Struct, frozen=True, kw_only=True):
    """Collection errors that make the contract incomplete, and those that are only told."""

    incomplete: tuple[str, ...]
    told: tuple[str, ...]


def problems(collections: Collections, named: Collection[str] = ()) -> Problems:
    """Tell which collection errors the patch brings, and which stand on the parent as well.

    A file that fails on both sides alike holds nothing that could be judged: it is told, unless it
    is one of `named`, of which somebody asked a judgement. A parent that collects nothing gives no
    control (FIELD.md 23).
    """
    parent, composed, own = collections.parent, collections.composed, collections.own
    incomplete = [
        f"patch: {_place(path)}: {text}"
        for path, text in own.errors.items()
        if path not in parent.errors
    ]
    incomplete.extend(
        f"patch with the parent's tests: {_place(path)}: {text}"
        for path, text in composed.errors.items()
        if path == "" and path not in parent.errors and path not in own.errors
    )
    if not parent.items:
        incomplete.extend(f"parent: {_place(path)}: {text}" for path, text in parent.errors.items())
        return Problems(incomplete=tuple(incomplete), told=())
    incomplete.extend(
        f"parent: {_place(path)}: {text}" for path, text in parent.errors.items() if path in named
    )
    told = tuple(
        f"{_place(path)} cannot be collected on the parent, so nothing of it is judged: {text}"
        for path, text in parent.errors.items()
        if path not in named
    )
    return Problems(incomplete=tuple(incomplete), told=told)


def _place(path: str) -> str:
    """Name a path; the empty one is the session."""
    return path or "the session"


def unstable(collections: Collections, chosen: Sequence[Item]) -> tuple[TestId, ...]:
    """The ids that do not stay, of the tests that were chosen, whatever their parameters."""
    tests = {item.test_id.partition("[")[0] for item in chosen}
    found = {*collections.parent.unstable, *collections.own.unstable}
    return tuple(sorted(name for name in found if name.partition("[")[0] in tests))
