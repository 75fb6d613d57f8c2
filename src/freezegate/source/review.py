"""What a diff edits of the oracle: comparisons, bounds and fixtures.

A failure that is cleared by such an edit may be a weakened assertion, so it goes to spec review.
"""

import ast
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

from freezegate.source.canonical import canonical
from freezegate.source.syntax import Function, decorator, dotted, parse

#: Calls whose arguments are bounds.
_BOUNDING: Final = frozenset(
    {"min", "max", "clamp", "clip", "range", "approx", "isclose", "allclose", "assert_allclose"}
)

#: What is edited, in which definition, in canonical form.
_Edit = tuple[str, str, bytes]


def edits_oracle(parent: Mapping[str, bytes], patch: Mapping[str, bytes]) -> tuple[str, ...]:
    """Return where a comparison, a bound or a fixture changes: `path: what` sentences.

    Takes the changed Python files alone, by path, as each commit has them; a file that one side
    lacks is empty there. A file that does not parse on a side is listed as such.
    """
    found: list[str] = []
    for path in sorted(parent.keys() | patch.keys()):
        before, after = parent.get(path, b""), patch.get(path, b"")
        if before != after:
            found += [f"{path}: {what}" for what in _changes(before, after)]
    return tuple(found)


def _changes(before: bytes, after: bytes) -> list[str]:
    trees = parse(before), parse(after)
    if trees[0] is None or trees[1] is None:
        return ["does not parse, so what it edits cannot be told"]
    old, new = (Counter(_edits(tree)) for tree in trees if tree is not None)
    places = {(kind, where) for kind, where, _ in (old - new) | (new - old)}
    return [f"{kind} {where} changes" for kind, where in sorted(places)]


def _edits(tree: ast.Module) -> Iterator[_Edit]:
    todo: list[tuple[ast.AST, str]] = [(tree, "")]
    while todo:
        node, where = todo.pop()
        if isinstance(node, Function | ast.ClassDef):
            inner = f"{where}.{node.name}" if where else node.name
            yield from _defined(node, inner)
        else:
            inner = where
            kind = _kind(node)
            if kind:
                place = f"in {where}" if where else "at module level"
                yield kind, place, canonical(node)
        todo.extend((child, inner) for child in ast.iter_child_nodes(node))


def _defined(node: Function | ast.ClassDef, name: str) -> Iterator[_Edit]:
    """Return the fixture that a definition is, and the defaults of its parameters."""
    if isinstance(node, ast.ClassDef):
        return
    if any(
        decorator(each)[-1:] and decorator(each)[-1].endswith("fixture")
        for each in node.decorator_list
    ):
        yield "fixture", name, canonical(node)
    for parameter, default in _defaults(node.args):
        yield "default", f"of {parameter} in {name}", canonical(default)


def _defaults(args: ast.arguments) -> Iterator[tuple[str, ast.expr]]:
    positional = [*args.posonlyargs, *args.args]
    bare = len(positional) - len(args.defaults)
    for parameter, default in zip(positional[bare:], args.defaults, strict=True):
        yield parameter.arg, default
    for parameter, maybe in zip(args.kwonlyargs, args.kw_defaults, strict=True):
        if maybe is not None:
            yield parameter.arg, maybe


def _kind(node: ast.AST) -> str:
    """Return what a node states about values, if anything."""
    if isinstance(node, ast.Compare):
        return "comparison"
    if isinstance(node, ast.Assert):
        return "assertion"
    if isinstance(node, ast.Call):
        name = dotted(node.func)[-1:] or ("",)
        if name[0] in _BOUNDING:
            return "bound"
        return "assertion" if name[0].startswith("assert") else ""
    return ""
