"""Whether a change deletes the whole body of a function or class: syntax trees compared.

A canary that does proves only that the code is called at all (spec 3, section 4).
"""

import ast
from collections.abc import Iterable, Iterator

from freezegate.source.syntax import Function

_Scope = Function | ast.ClassDef
_Bodies = dict[str, list[bool]]


def lost_body(old: ast.Module, new: ast.Module) -> str:
    """Name the first function or class whose body is lost; empty when none is.

    Lost means: gone, or left with nothing but `pass`, `...`, a docstring, a bare `return` or a
    `raise` before anything else, where there was more.
    """
    after = dict(_grouped(new))
    for name, bodies in _grouped(old):
        left = after.get(name, [])
        if sum(bodies) > sum(left) or len(bodies) > len(left):
            return name
    return "the module" if _works(old.body) and not _works(new.body) else ""


def _grouped(tree: ast.Module) -> Iterable[tuple[str, list[bool]]]:
    """Give for each qualified name whether each of its bodies works; one name may stand twice."""
    found: _Bodies = {}
    for name, node in _scopes(tree.body, ""):
        found.setdefault(name, []).append(_works(node.body))
    return found.items()


def _scopes(body: Iterable[ast.AST], prefix: str) -> Iterator[tuple[str, _Scope]]:
    """Yield functions and classes with their qualified names, inner ones after the outer."""
    for node in body:
        if isinstance(node, _Scope):
            name = f"{prefix}{node.name}"
            yield name, node
            yield from _scopes(node.body, f"{name}.")
        else:
            yield from _scopes(ast.iter_child_nodes(node), prefix)


def _works(body: Iterable[ast.stmt]) -> bool:
    """Whether a body does anything before it ends."""
    for statement in body:
        match statement:
            case ast.Pass() | ast.Expr(value=ast.Constant()):
                continue
            case ast.Raise() | ast.Return(value=None | ast.Constant(value=None)):
                return False
            case _:
                return True
    return False
