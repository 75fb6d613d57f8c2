"""The touched set: what a patch edits of the product's code (spec 2, step 1; DESIGN.md section 6).

Both commits' files are taken apart into units and compared by canonical form. Moves, comments,
formatting and docstrings touch nothing; a renamed function is touched under its new name.
"""

import ast
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Final

import msgspec

from freezegate.model.lane import Place, TouchedSet, Unit, UnitKind
from freezegate.source.canonical import canonical
from freezegate.source.names import mentions
from freezegate.source.readers import Names, Readers, Tree
from freezegate.source.syntax import parse
from freezegate.source.units import CLASS, MODULE, Written, statements, units_of

_BINDING: Final = (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Import, ast.ImportFrom)
_FUNCTIONS: Final = frozenset({UnitKind.FUNCTION, UnitKind.LAMBDA})


class Ask(msgspec.Struct, frozen=True, kw_only=True):
    """What is asked of the project: which changed files are nothing, which are declared data.

    `search` gives for each of some words the product files of the patch in which it stands.
    """

    is_inert: Callable[[str], bool]
    is_data: Callable[[str], bool]
    search: Callable[[frozenset[str]], Mapping[str, frozenset[str]]]


class _Side(msgspec.Struct, frozen=True, kw_only=True):
    """One commit's form of a file: its units, and its module-level statements by canonical form."""

    units: tuple[Written, ...] = ()
    statements: tuple[tuple[bytes, ast.stmt], ...] = ()


def touched_set(
    parent: Mapping[str, bytes], patch: Mapping[str, bytes], tree: Tree, ask: Ask
) -> TouchedSet:
    """Compare the changed product files of both commits.

    Args:
        parent: those that the parent has, by path.
        patch: those that the patch has.
        tree: all files of the patch, for who reads what.
        ask: what the project's configuration says of files.
    """
    python = sorted(path for path in parent.keys() | patch.keys() if path.endswith(".py"))
    before = {path: _side(parent.get(path, b"")) or _Side() for path in python}
    after = {path: _side(patch.get(path, b"")) for path in python}
    for path, side in after.items():
        if side is not None and path in patch:
            tree.know(path, patch[path], side.units)
    broken = [path for path in python if after[path] is None]
    sides = {path: (before[path], after[path] or _Side()) for path in python}
    gone = _gone(sides)
    _match_renamed(sides, parent, patch)
    known = _Known(readers=Readers(tree, ask.search), gone=gone)
    known.readers.look_ahead(_asked(sides))
    units = [
        unit
        for path, (old, new) in sides.items()
        if path in patch
        for unit in _touched(path, old, new, known)
    ]
    others = sorted((parent.keys() | patch.keys()) - set(python))
    data = tuple(path for path in others if ask.is_data(path))
    plain = (path for path in others if path not in data and not ask.is_inert(path))
    return TouchedSet(
        units=tuple(units),
        removed=_removed(sides),
        unaccounted=tuple(sorted((*broken, *plain))),
        data=data,
    )


def places_of(files: Mapping[str, bytes], names: Collection[str]) -> tuple[Unit, ...]:
    """Find functions and lambdas by their ids in the files of another commit."""
    sides = {path: _side(data) for path, data in files.items() if path.endswith(".py")}
    return tuple(
        Unit(id=f"{path}::{unit.name}", kind=unit.kind, places=(_place(path, unit),))
        for path, side in sides.items()
        if side is not None
        for unit in _functions(side)
        if f"{path}::{unit.name}" in names
    )


def _side(source: bytes) -> _Side | None:
    """Take a file apart; `None` where it cannot be."""
    tree = parse(source)
    if tree is None:
        return None
    units = units_of(tree)  # what is left of the tree is its module-level code
    return _Side(units=units, statements=tuple((canonical(node), node) for node in _code(tree)))


def _code(tree: ast.Module) -> Iterator[ast.stmt]:
    """Give module-level code less what does nothing: `pass`, and strings that stand alone."""
    for node in statements(tree):
        is_text = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if not is_text and not isinstance(node, ast.Pass):
            yield node


def _gone(sides: Mapping[str, tuple[_Side, _Side]]) -> Counter[tuple[str, bytes]]:
    """Count what the patch took out of each file; a unit that turns up elsewhere was moved."""
    taken: Counter[tuple[str, bytes]] = Counter()
    for old, new in sides.values():
        taken += _forms(old) - _forms(new)
    return taken


def _forms(side: _Side) -> Counter[tuple[str, bytes]]:
    return Counter((unit.base, unit.form) for unit in side.units)


def _match_renamed(
    sides: dict[str, tuple[_Side, _Side]], parent: Mapping[str, bytes], patch: Mapping[str, bytes]
) -> None:
    """Compare a new file with the deleted one of which it holds most, if it holds anything."""
    deleted = [path for path in sides if path not in patch]
    for path in [path for path in sides if path not in parent]:
        new = sides[path][1]
        own = _forms(new)
        shared = {each: (_forms(sides[each][0]) & own).total() for each in deleted}
        best = max(deleted, key=lambda each: shared[each], default="")
        if best and shared[best]:
            sides[path] = sides[best][0], new


class _Known(msgspec.Struct, frozen=True, kw_only=True):
    """What is known beside a file's two sides; `gone` is used up as moved units are found."""

    readers: Readers
    gone: Counter[tuple[str, bytes]]


def _asked(sides: Mapping[str, tuple[_Side, _Side]]) -> Iterator[tuple[str, Names]]:
    """Give each file with a name whose readers will be looked for."""
    for path, (old, new) in sides.items():
        for node in _changed(old, new):
            yield from ((path, ((name,),)) for name in _binds(node))


def _touched(path: str, old: _Side, new: _Side, known: _Known) -> Iterator[Unit]:
    """Give the touched units of one file, module-level code first."""
    forms, gone = _forms(old), known.gone
    held = {unit.base: unit.held for unit in old.units}
    for unit in new.units:
        key = unit.base, unit.form
        lost = held.get(unit.base, frozenset()) - unit.held
        if unit.kind is UnitKind.MODULE:
            yield from _of_module(path, old, new, known)
        elif forms[key] and not (lost and unit.kind is UnitKind.CLASS_BODY):
            forms[key] -= 1
        elif gone[key] and not forms[key]:
            gone[key] -= 1
        else:
            yield _unit(path, unit, new, known)


def _unit(path: str, unit: Written, new: _Side, known: _Known) -> Unit:
    """Make a touched unit; a class body is used by its methods and by who names the class."""
    places = [_place(path, unit)]
    if unit.kind is UnitKind.CLASS_BODY:
        inside = unit.base.removesuffix(CLASS)
        places += [_place(path, each) for each in _functions(new) if each.base.startswith(inside)]
        name = tuple(inside.removesuffix(".").split("."))
        if "<locals>" not in name:
            places += known.readers.of(path, (name,))
    return Unit(id=f"{path}::{unit.name}", kind=unit.kind, places=tuple(dict.fromkeys(places)))


def _functions(side: _Side) -> Iterator[Written]:
    return (unit for unit in side.units if unit.kind in _FUNCTIONS)


def _place(path: str, unit: Written) -> Place:
    line, column = unit.place
    return Place(path=path, line=line, column=column)


def _of_module(path: str, old: _Side, new: _Side, known: _Known) -> Iterator[Unit]:
    """Give the touched units of module-level code: one for each binding, one for all the rest.

    A binding is used by who reads it. What does more than bind, or stands in another order, is used
    by every function of the file, for all of them ran after it.
    """
    forms = [[form for form, _ in side.statements] for side in (old, new)]
    changed = _changed(old, new)
    own = Place(path=path, line=0, column=0)
    every = tuple(_place(path, unit) for unit in _functions(new))
    bindings = {name: _is_handed_on(node, name) for node in changed for name in _binds(node)}
    for name in sorted(bindings):
        found = known.readers.of(path, ((name,),))
        places = (own, *(found or (every if bindings[name] else ())))
        yield Unit(id=f"{path}::{MODULE}.{name}", kind=UnitKind.MODULE, places=places)
    is_reordered = Counter(forms[0]) == Counter(forms[1]) and forms[0] != forms[1]
    if is_reordered or any(not _binds(node) for node in changed):
        yield Unit(id=f"{path}::{MODULE}", kind=UnitKind.MODULE, places=(own, *every))


def _changed(old: _Side, new: _Side) -> list[ast.stmt]:
    """Give the module-level statements that one side has and the other has not."""
    kept = [frozenset(form for form, _ in side.statements) for side in (old, new)]
    return [
        node
        for side, other in ((new, kept[0]), (old, kept[1]))
        for form, node in side.statements
        if form not in other
    ]


def _binds(node: ast.stmt) -> frozenset[str]:
    """Name what a statement binds that does nothing else; nothing for any other statement."""
    if not isinstance(node, _BINDING):
        return frozenset()
    targets = node.targets if isinstance(node, ast.Assign) else [getattr(node, "target", None)]
    stored = (each for target in targets if target is not None for each in ast.walk(target))
    if any(isinstance(each, ast.Attribute | ast.Subscript) for each in stored):
        return frozenset()
    return mentions(node).binds


def _is_handed_on(node: ast.stmt, name: str) -> bool:
    """Tell a name that other modules take without reading it here: an import, or `__all__` say."""
    return isinstance(node, ast.Import | ast.ImportFrom) or name.startswith("__")


def _removed(sides: Mapping[str, tuple[_Side, _Side]]) -> tuple[str, ...]:
    """Name the units that the patch no longer has, in whatever file."""
    kept = {unit.base for _, new in sides.values() for unit in new.units}
    return tuple(
        f"{path}::{unit.name}"
        for path, (old, _) in sides.items()
        for unit in old.units
        if unit.base not in kept
    )
