"""A file's units of code: functions, lambdas, class bodies and its module-level code.

Each unit is compared without the units inside it, so that an edit touches the innermost one. What
runs on import but belongs to a function (decorators, defaults, annotations) is the function's.
Comments, formatting and docstrings enter no unit; nor do annotations that never run.
"""

import ast
import hashlib
from collections import Counter
from collections.abc import Iterator
from typing import Final

import msgspec

from freezegate.model.lane import UnitKind
from freezegate.source.canonical import canonical
from freezegate.source.names import Mentions, mentions
from freezegate.source.syntax import Dotted, Function

#: The name of module-level code, and the end of a class body's.
MODULE: Final = "<module>"
CLASS: Final = "<class>"

_Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
_Inner = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)


class Written(msgspec.Struct, frozen=True, kw_only=True):
    """One unit as a file has it.

    `base` is its qualified name, which two definitions may share; `name` is the same with `#2` and
    so on behind the later ones. `place` is line and column (see `model.lane.Place`). `form` is the
    digest of its canonical form. `reads` are the names that lead out of it, with the attributes
    taken from them. `held` are the bases of the definitions directly inside it.
    """

    base: str
    name: str
    kind: UnitKind
    place: tuple[int, int]
    form: bytes
    reads: frozenset[Dotted]
    held: frozenset[str]


class _Open(msgspec.Struct, frozen=True, kw_only=True):
    """A node that is still to be taken apart; `hidden` are the locals of the functions around."""

    node: ast.AST
    base: str
    kind: UnitKind
    hidden: frozenset[str]


def units_of(tree: ast.Module) -> tuple[Written, ...]:
    """Take a file apart, outermost first, at any depth. The tree is used up."""
    if _defers_annotations(tree):
        _drop_annotations(tree)
    todo = [_Open(node=tree, base=MODULE, kind=UnitKind.MODULE, hidden=frozenset())]
    counted: Counter[str] = Counter()
    written = []
    while todo:
        one = todo.pop()
        inner = _cut(one)
        counted[one.base] += 1
        number = counted[one.base]
        said = mentions(one.node)
        written.append(
            Written(
                base=one.base,
                name=one.base if number == 1 else f"{one.base}#{number}",
                kind=one.kind,
                place=_place(one.node),
                form=hashlib.sha256(canonical(one.node)).digest(),
                reads=frozenset(read for read in said.reads if read[0] not in one.hidden),
                held=frozenset(each.base for each in inner),
            )
        )
        hidden = one.hidden | _locals(one, said)
        todo += (
            msgspec.structs.replace(each, hidden=hidden | each.hidden) for each in reversed(inner)
        )
    return tuple(written)


def _place(node: ast.AST) -> tuple[int, int]:
    """Give line and column of a definition, (0, 0) for the module."""
    return getattr(node, "lineno", 0), getattr(node, "col_offset", 0)


def _cut(one: _Open) -> list[_Open]:
    """Take the definitions out of a node, in the order of the text; a name stays in their place.

    In a module or a class nothing stays of a function or a class: where it stands is no matter
    there. Lambdas are numbered in their statement.
    """
    found: list[_Open] = []
    is_open = one.kind in {UnitKind.MODULE, UnitKind.CLASS_BODY}
    lambdas: Counter[int] = Counter()
    todo: list[tuple[ast.AST, int]] = [(one.node, 0)]
    while todo:
        node, statement = todo.pop()
        for field, value in ast.iter_fields(node):
            children = value if isinstance(value, list) else [value]
            kept: list[object] = []
            for child in children:
                if isinstance(child, _Inner):
                    own = id(child) if isinstance(child, ast.stmt) else statement
                    lambdas[own] += isinstance(child, ast.Lambda)
                    found.append(_opened(one, child, lambdas[own]))
                    kept += [] if is_open and isinstance(child, _Definition) else [_stub(child)]
                    continue
                kept.append(child)
                if isinstance(child, ast.AnnAssign) and not is_open:
                    child.annotation = ast.Constant(value=None)  # a local one is never run
                if isinstance(child, ast.AST):
                    own = id(child) if isinstance(child, ast.stmt) else statement
                    todo.append((child, own))
            setattr(node, field, kept if isinstance(value, list) else kept[0])
    return sorted(found, key=lambda each: _place(each.node))


def _opened(one: _Open, node: _Definition | ast.Lambda, number: int) -> _Open:
    """Name a definition by what holds it, as Python does."""
    prefix = {
        UnitKind.MODULE: "",
        UnitKind.CLASS_BODY: f"{one.base.removesuffix(CLASS)}",
    }.get(one.kind, f"{one.base}.<locals>.")
    match node:
        case ast.ClassDef():
            base, kind = f"{prefix}{node.name}.{CLASS}", UnitKind.CLASS_BODY
        case ast.Lambda():
            base, kind = f"{prefix}<lambda {number}>", UnitKind.LAMBDA
        case _:
            base, kind = f"{prefix}{node.name}", UnitKind.FUNCTION
    return _Open(node=node, base=base, kind=kind, hidden=frozenset())


def _stub(node: ast.AST) -> ast.AST:
    """Give what stays in the place of a definition."""
    name = ast.Name(id=getattr(node, "name", "<lambda>"), ctx=ast.Store())
    return ast.Expr(value=name) if isinstance(node, ast.stmt) else name


def _locals(one: _Open, said: Mentions) -> frozenset[str]:
    """Give the names of a function that the functions inside it see; a class hides none."""
    if not isinstance(one.node, Function | ast.Lambda):
        return frozenset()
    free = {read[0] for read in said.reads}
    args = one.node.args
    every = (*args.posonlyargs, *args.args, *args.kwonlyargs, args.vararg, args.kwarg)
    stored = {
        node.id
        for node in ast.walk(one.node)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }
    return frozenset({each.arg for each in every if each is not None} | stored) - free


def _defers_annotations(tree: ast.Module) -> bool:
    """Tell a file whose annotations are never run."""
    return any(
        isinstance(node, ast.ImportFrom)
        and node.module == "__future__"
        and any(alias.name == "annotations" for alias in node.names)
        for node in tree.body
    )


def _drop_annotations(tree: ast.Module) -> None:
    """Take away what is never run."""
    for node in ast.walk(tree):
        if isinstance(node, ast.arg):
            node.annotation = None
        elif isinstance(node, Function):
            node.returns = None
        elif isinstance(node, ast.AnnAssign):
            node.annotation = ast.Constant(value=None)


def statements(tree: ast.Module) -> Iterator[ast.stmt]:
    """Give the statements of module-level code, definitions left out."""
    return (node for node in tree.body if not isinstance(node, _Definition))
