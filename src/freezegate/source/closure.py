"""Spec hash and fixture closure hash: what a property says, and what it stands on.

Both are taken from text alone, per commit, and err towards a change: what cannot be followed is
taken in whole. An unrelated test, helper or fixture beside what is reached changes nothing.
"""

import ast
import copy
import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from operator import attrgetter
from typing import Final, NamedTuple

import msgspec

from freezegate.model.claim import Item
from freezegate.model.ids import Digest, check_digest
from freezegate.source.classes import Chain, chain
from freezegate.source.fixtures import CLASS_SETUP, Shelf, parameters, scope
from freezegate.source.inputs import Inputs
from freezegate.source.modules import Unit
from freezegate.source.oracle import assertions
from freezegate.source.reach import Reach, Units
from freezegate.source.syntax import Function, Text

#: Enters every hash, so that another way of hashing never equals this one by chance.
_SPEC: Final = b"freezegate spec 1\n"
_CLOSURE: Final = b"freezegate fixture closure 1\n"
_ASSERTION: Final = b"freezegate assertion 1\n"


class Hashes(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A test's hashes, and the sentence or expressions that it enforces.

    `assertion_hash` covers all of the test side that the other two cover but pytest's
    configuration, which says how tests run and not what they assert.
    """

    spec_hash: Digest
    fixture_closure_hash: Digest
    assertion_hash: Digest
    oracle: str

    def __post_init__(self) -> None:
        """All three are digests."""
        check_digest(self.spec_hash)
        check_digest(self.fixture_closure_hash)
        check_digest(self.assertion_hash)


class _Held(NamedTuple):
    """What a test says, stands on and reads: units, and the digest of files."""

    own: list[Unit]
    spec: Units
    stands: Units
    files: bytes


class Suite:
    """The test side of one commit: test modules, `conftest.py` files, what they import and read."""

    def __init__(
        self,
        *,
        files: Mapping[str, bytes],
        test_folders: tuple[str, ...] = (),
        served: Mapping[str, str] | None = None,
        config: bytes = b"",
        data: tuple[str, ...] = (),
    ) -> None:
        """Take facts only.

        Args:
            files: content of every test-side file, data included, by its path in the tree.
            test_folders: folders that hold tests; names of folders below them name data.
            served: the folder that holds each served top-level import name.
            config: canonical pytest configuration of this commit; enters every fixture closure.
            data: paths of declared data files; they enter every fixture closure.
        """
        self._files = files
        self._config = hashlib.sha256(config).digest()
        self._reach = Reach(files, served or {})
        self._shelf = Shelf(self._reach)
        self._inputs = Inputs(files, test_folders, data)
        self._texts: dict[str, Text] = {}
        self._chains: dict[tuple[str, tuple[str, ...]], Chain] = {}
        self._opened: set[str] = set()

    def fork(self) -> "Suite":
        """Return the same suite, sharing what was parsed, with nothing `visited` yet."""
        other = copy.copy(self)
        other.forget()
        return other

    def borrow(self, lender: "Suite", same: Callable[[str], bool]) -> None:
        """Parse no file that another commit's suite parses, where it is the `same` in both."""
        self._reach.borrow(lender.reach, same)

    @property
    def reach(self) -> Reach:
        """The graph that answers."""
        return self._reach

    def forget(self) -> None:
        """Drop every answer, and what they rest on; what was parsed is kept."""
        self._reach = self._reach.fork()
        self._shelf = Shelf(self._reach)
        self._chains, self._opened = {}, set()

    @property
    def visited(self) -> frozenset[str]:
        """The files on whose content the answers so far rest, data included.

        An answer rests on which paths there are as well, on the served names and on declared data.
        """
        return frozenset(self._reach.visited | self._opened)

    def body(self, path: str) -> tuple[ast.stmt, ...]:
        """Return the statements of a file's module level, without its imports."""
        return tuple(unit.node for unit in self._reach.module(path).units if not unit.link)

    def holds(self, path: str) -> bool:
        """Tell whether a path is one of the Python files of the test side."""
        return self._reach.holds(path)

    def hashes(self, item: Item) -> Hashes:
        """Return the hashes of a collected test.

        Raises:
            ValueError: the suite does not hold the file that the test was collected from.
        """
        held = self._held(item)
        return Hashes(
            spec_hash=_digest(_SPEC, held.spec, ()),
            fixture_closure_hash=_digest(_CLOSURE, held.stands, (self._config, held.files)),
            assertion_hash=_digest(_ASSERTION, held.spec | held.stands, (held.files,)),
            oracle=item.oracle or self._oracle(held.own),
        )

    def assertion_hash(self, item: Item) -> Digest:
        """Return the one hash of a test that a manifest holds; the dearest part is left out.

        Raises:
            ValueError: as `hashes` says.
        """
        held = self._held(item)
        return _digest(_ASSERTION, held.spec | held.stands, (held.files,))

    def own_units(self, item: Item) -> tuple[Unit, ...]:
        """Return the statements that are the test itself, those of its classes' bases included."""
        *classes, name = _names(item)
        return tuple(self._own(item, self._chain(item.path, tuple(classes)), name))

    def class_nodes(self, item: Item) -> tuple[tuple[str, ast.ClassDef], ...]:
        """Return the classes that a test stands in, bases included, each with its file."""
        *classes, _ = _names(item)
        held = self._chain(item.path, tuple(classes))
        nodes = ((body.unit.path, body.unit.node) for body in (*held.bodies, *held.around))
        return tuple((path, node) for path, node in nodes if isinstance(node, ast.ClassDef))

    def is_opaque(self, path: str) -> bool:
        """Tell whether a file does not parse, so that it is hashed whole."""
        return self._reach.module(path).opaque

    def _held(self, item: Item) -> "_Held":
        """Follow everything that a test reaches."""
        if not self._reach.holds(item.path):
            message = (
                f"{item.test_id}: {item.path} is not among the test-side files;"
                " name its folder in test-folders"
            )
            raise ValueError(message)
        *classes, name = _names(item)
        held = self._chain(item.path, tuple(classes))
        own = self._own(item, held, name)
        spec = _Spread(self._reach, held)
        spec.take([*own, *self._marks(item.path), *held.frame()])
        stands = self._stands(item, held, own, spec.units)
        return _Held(own, spec.units, stands, self._read(item.path, spec.units | stands))

    def _chain(self, path: str, classes: tuple[str, ...]) -> Chain:
        key = path, classes
        if key not in self._chains:
            self._chains[key] = chain(self._reach, path, classes)
        return self._chains[key]

    def _marks(self, path: str) -> Units:
        return self._reach.resolve(path, ("pytestmark",))

    def _own(self, item: Item, held: Chain, name: str) -> list[Unit]:
        """Return the units that are the test itself; the whole file when none can be found."""
        own = set(held.members([name, item.qualname.rpartition(".")[2]]))
        if not held.bodies:
            own |= held.beside or self._reach.resolve(item.path, (name,))
        first = item.qualname.split(".")[0]
        if self._reach.holds(item.source_path):
            bodies = {body.unit for body in (*held.bodies, *held.around)}
            own |= self._reach.resolve(item.source_path, (first,)) - bodies
        return _ordered(own or self._reach.module(item.path).units)

    def _stands(self, item: Item, held: Chain, own: Iterable[Unit], spec: Units) -> Units:
        """Return what a test stands on: fixtures, set-up, hooks, effects, and what they reach."""
        requests = _Requests(self._shelf, item.path, held)
        requests.ask({*item.fixtures, *_asked(own)})
        spread = _Spread(self._reach, held)
        spread.take([*self._shelf.standing(item.path), *requests.always()])
        requests.hear(spec)
        heard: set[Unit] = set()
        while True:
            requests.hear(spread.units - heard)
            heard |= spread.units
            if not spread.take(requests.answer()):
                return spread.units

    def _read(self, path: str, units: Units) -> bytes:
        """Return the digest of the files that a test may read."""
        inputs = self._inputs
        files = set(inputs.snapshots(path))
        for each in {path, *self._shelf.visible(path), *(unit.path for unit in units)}:
            files |= inputs.mentioned(each, self._reach.module(each).strings)
        self._opened |= files
        return inputs.digest(frozenset(files))

    def _oracle(self, own: Iterable[Unit]) -> str:
        found: list[str] = []
        for unit in own:
            if isinstance(unit.node, Function):
                if unit.path not in self._texts:
                    self._texts[unit.path] = Text(self._files[unit.path])
                found.append(assertions(self._texts[unit.path], [unit.node]))
        return "; ".join(filter(None, found))


class _Spread:
    """A growing set of units: what they reach by name, and through `self` in a chain."""

    def __init__(self, reach: Reach, held: Chain) -> None:
        self._reach = reach
        self._held = held
        self.units: Units = frozenset()

    def take(self, roots: Iterable[Unit]) -> bool:
        """Add units and all that they reach; say whether there was anything to add."""
        reached = set(self.units)
        todo = [unit for unit in roots if unit not in reached]
        grew = bool(todo)
        reached.update(todo)
        while todo:
            fresh = self._steps(todo.pop()) - reached
            reached |= fresh
            todo.extend(fresh)
        self.units = frozenset(reached)
        return grew

    def _steps(self, unit: Unit) -> set[Unit]:
        steps = set(self._reach.follow(unit))
        if self._held.bodies:
            steps.update(self._held.named(unit))
            if unit.mentions.dynamic:
                for path in self._held.paths:
                    steps.update(self._reach.module(path).units)
        return steps


class _Requests:
    """Which fixtures are asked for, and which of them have been answered."""

    def __init__(self, shelf: Shelf, path: str, held: Chain) -> None:
        self._shelf = shelf
        self._path = path
        self._held = held
        self._scope = scope(frozenset(held.members(held.names)))
        self._visible = frozenset(self._scope.named).union(
            *(shelf.scope(each).named for each in shelf.visible(path))
        )
        self._asked: set[str] = set()
        self._answered: set[str] = set()
        self._everything = False

    def ask(self, names: Iterable[str]) -> None:
        """Ask for fixtures by name."""
        self._asked.update(names)

    def hear(self, units: Iterable[Unit]) -> None:
        """Ask for what units ask for: by parameter, or by a string that names a fixture."""
        for unit in units:
            said = unit.mentions
            self._asked |= said.strings & self._visible
            self._everything |= said.any_fixture
            self._asked |= self._shelf.requests(unit)

    def always(self) -> Iterator[Unit]:
        """Return the set-up of the class and its fixtures that nobody has to ask for."""
        for body in self._held.around:
            yield from _set_up(body.members)
        for body in self._held.bodies:
            yield from _set_up(body.members)
        yield from self._scope.always

    def answer(self) -> set[Unit]:
        """Return the fixtures that were asked for since the last time."""
        units: set[Unit] = set()
        for name in self._asked - self._answered:
            own = self._scope.named.get(name, frozenset())
            units |= own
            if not own or any(name in self._shelf.requests(unit) for unit in own):
                units |= self._shelf.wanted(self._path, name)
        self._answered |= self._asked
        if self._everything:
            units |= self._shelf.everything(self._path)
        return units


def _set_up(members: Mapping[str, tuple[Unit, ...]]) -> Iterator[Unit]:
    for name, units in members.items():
        dunder = name.startswith("__") and name.endswith("__")
        if name in CLASS_SETUP or name.startswith("pytest_") or dunder:
            yield from units


def _asked(own: Iterable[Unit]) -> frozenset[str]:
    functions = (unit.node for unit in own if isinstance(unit.node, Function))
    return frozenset().union(*map(parameters, functions))


def _names(item: Item) -> list[str]:
    """Return the names under which pytest collected a test: classes, then the function."""
    said = item.test_id.removeprefix(item.path)
    names = said.partition("[")[0].split("::")[1:]
    return names if said != item.test_id and names else item.qualname.split(".")


def _ordered(units: Iterable[Unit]) -> list[Unit]:
    # A class and its body share a place: without the text behind it their order would be chance.
    return sorted(units, key=attrgetter("key", "line"))


def _digest(kind: bytes, units: Units, further: Iterable[bytes]) -> Digest:
    whole = hashlib.sha256(kind)
    for unit in _ordered(units):
        whole.update(unit.line)
    for each in further:
        whole.update(each)
    return Digest(f"sha256:{whole.hexdigest()}")
