"""The classes that a test method stands in: headers, members, bases in other test-side files."""

import ast
from collections.abc import Iterable, Iterator
from operator import attrgetter
from typing import Final

from freezegate.source.modules import Unit, acts, by_name, split
from freezegate.source.reach import Reach, Units
from freezegate.source.syntax import Dotted, dotted, header

#: What a method reaches by name alone, whatever else it does.
_ASSIGNED: Final = (ast.Assign, ast.AnnAssign, ast.AugAssign)


class Body:
    """One class as units: its header, and what its body binds."""

    def __init__(self, unit: Unit, node: ast.ClassDef, inherited: Iterable[Dotted]) -> None:
        """Take a class; the bases that are bodies of their own are not followed by name."""
        self.unit = unit
        known = set(inherited)
        shown = header(node)
        fields = dict(ast.iter_fields(shown))
        fields["bases"] = [base for base in node.bases if dotted(base) not in known]
        spoken = ast.ClassDef(**fields)
        self.header = Unit(unit.path, unit.place, shown, spoken=spoken)
        units = split(unit.path, node.body, unit.place, links=False)
        self.members = by_name(units)
        self.effects = tuple(
            each for each in units if acts(each.node) and not isinstance(each.node, _ASSIGNED)
        )


class Chain:
    """The bodies that a method of a test may find names in, the collecting class first.

    `around` are the classes that enclose it; `beside` is what else their names lead to.
    """

    def __init__(self, bodies: tuple[Body, ...], around: tuple[Body, ...], beside: Units) -> None:
        """Take what `chain` found."""
        self.bodies = bodies
        self.around = around
        self.beside = beside
        self.names = frozenset(name for body in bodies for name in body.members)

    @property
    def paths(self) -> frozenset[str]:
        """The files that hold the bodies."""
        return frozenset(body.unit.path for body in (*self.bodies, *self.around))

    def frame(self) -> Iterator[Unit]:
        """Return what every method of the class stands on: headers, marks, bare statements."""
        yield from self.beside
        for body in (*self.bodies, *self.around):
            yield body.header
            yield from body.effects
            yield from body.members.get("pytestmark", ())

    def members(self, names: Iterable[str]) -> Iterator[Unit]:
        """Return what the bodies bind to these names, overridden ones included."""
        for name in sorted(set(names) & self.names):
            for body in self.bodies:
                yield from body.members.get(name, ())

    def named(self, unit: Unit) -> Iterator[Unit]:
        """Return members that a unit names: by attribute or, inside a class body, bare."""
        said = unit.mentions
        names = said.attributes & self.names
        if len(unit.place) > 1:
            names |= {read[0] for read in said.reads} & self.names
        return self.members(names) if names else iter(())


def chain(reach: Reach, path: str, names: tuple[str, ...]) -> Chain:
    """Return the chain of the class that `names` (outermost first) lead to in a file."""
    beside: set[Unit] = set()
    around: list[Body] = []
    found: tuple[Body, ...] = ()
    for depth, name in enumerate(names):
        if depth:
            units = {unit for body in found for unit in body.members.get(name, ())}
            around += found
        else:
            units = set(reach.resolve(path, (name,)))
        found, others = _bodies(reach, units)
        beside |= others
    return Chain(found, tuple(around), frozenset(beside))


def _bodies(reach: Reach, units: set[Unit]) -> tuple[tuple[Body, ...], set[Unit]]:
    """Return classes with all their bases, and the units that are none."""
    bodies: dict[Unit, Body] = {}
    beside: set[Unit] = set()
    todo = sorted(units, key=attrgetter("key"))
    while todo:
        unit = todo.pop(0)
        if not isinstance(unit.node, ast.ClassDef):
            beside.add(unit)
        elif unit not in bodies:
            bases = {dotted(base) for base in unit.node.bases} - {()}
            led = {base: reach.resolve(unit.path, base) for base in bases}
            known = {base for base, to in led.items() if any(map(_is_class, to))}
            bodies[unit] = Body(unit, unit.node, known)
            reached = frozenset().union(*(led[base] for base in known))
            todo += sorted(reached, key=attrgetter("key"))
    return tuple(bodies.values()), beside


def _is_class(unit: Unit) -> bool:
    return isinstance(unit.node, ast.ClassDef)
