"""One canonical form of a syntax tree, the same on every Python from 3.11.

Comments, formatting and docstrings do not enter it; every literal, operator, name, decorator,
default and annotation does. `ast.dump` and `ast.unparse` change between versions; this does not.

A node is `(` kind fields `)`, a field ` .name ` and its value, a list `[` values `]`. Fields are
sorted by name, empty ones left out; strings carry their length, so that no text can pose as
structure.
"""

import ast
import hashlib
from functools import cache
from typing import Final

from freezegate.model.ids import Digest
from freezegate.source.syntax import without_docstring

#: Whether a name is read or written follows from its place; the rest are comments and spellings.
_DROPPED: Final = frozenset({"ctx", "kind", "type_comment", "type_ignores"})
_DOCUMENTED: Final = (ast.Module, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
#: Nodes of which a field is not written as it is; see `_value`.
_FREED: Final = frozenset(
    {*_DOCUMENTED, ast.JoinedStr, ast.FormattedValue, getattr(ast, "Interpolation", ast.JoinedStr)}
)


def canonical(node: ast.AST) -> bytes:
    """Return the canonical form of a node, without recursion, so at any depth."""
    written: list[bytes] = []
    todo: list[ast.AST | bytes] = [node]
    while todo:
        value = todo.pop()
        if isinstance(value, bytes):
            written.append(value)
        else:
            todo += reversed(_parts(value))
    return b"".join(written)


def canonical_digest(node: ast.AST) -> Digest:
    """Return the digest of a node's canonical form."""
    return Digest(f"sha256:{hashlib.sha256(canonical(node)).hexdigest()}")


def _parts(node: ast.AST) -> list[ast.AST | bytes]:
    """Return what a node is made of, in order; what holds no other node is written already."""
    leaf = _leaf(node)
    if leaf:
        return [leaf]
    kind = type(node)
    parts: list[ast.AST | bytes] = [b"(" + kind.__name__.encode()]
    freed = kind in _FREED
    for field, label in _labels(node._fields):
        value = _value(node, field) if freed else getattr(node, field, None)
        if isinstance(value, list):
            if value:
                parts += (label, b"[", *map(_part, value), b"]")
        elif value is not None:
            parts += (label, _part(value))
    parts.append(b")")
    return parts


def _part(value: object) -> ast.AST | bytes:
    """Return a node that is still to be taken apart, or what is written of it."""
    return _leaf(value) or value if isinstance(value, ast.AST) else _scalar(value)


def _leaf(node: ast.AST) -> bytes:
    """Write a node that holds no other: a name, a constant, an operator; empty for others."""
    kind = type(node)
    if kind is ast.Name:
        return b"(Name .id " + _scalar(node.id) + b")"  # type: ignore[attr-defined] # a Name
    if kind is ast.Constant:
        return b"(Constant " + _scalar(node.value) + b")"  # type: ignore[attr-defined] # as above
    return b"" if node._fields else b"(" + kind.__name__.encode() + b")"


def _value(node: ast.AST, field: str) -> object:
    """Return a field's value, freed of what differs between versions and of docstrings."""
    if isinstance(node, _DOCUMENTED) and field == "body":
        return without_docstring(node.body)
    if isinstance(node, ast.JoinedStr):
        return _pieces(node)
    value: object = getattr(node, field, None)
    if isinstance(value, ast.JoinedStr) and field == "format_spec" and not _pieces(value):
        return None
    return value


def _pieces(node: ast.JoinedStr) -> list[ast.expr]:
    """Return what an f-string is made of, neighbouring texts as one and empty ones dropped."""
    pieces: list[ast.expr] = []
    text = ""
    for value in node.values:
        if isinstance(value, ast.Constant):
            text += str(value.value)
            continue
        pieces += [ast.Constant(text), value] if text else [value]
        text = ""
    return [*pieces, ast.Constant(text)] if text else pieces


@cache
def _labels(fields: tuple[str, ...]) -> tuple[tuple[str, bytes], ...]:
    names = sorted(set(fields) - _DROPPED)
    return tuple((name, b" ." + name.encode() + b" ") for name in names)


def _scalar(value: object) -> bytes:
    match value:
        case str():
            text = value.encode("utf-8", "surrogatepass")
            return b"s%d:%s" % (len(text), text)
        case bytes():
            return b"b%d:%s" % (len(value), value)
        case int() if not isinstance(value, bool):
            return b"i%x" % value
        case float() | complex():
            parts = complex(value)
            return f"{type(value).__name__} {parts.real.hex()},{parts.imag.hex()}".encode()
        case _:
            return repr(value).encode()  # True, False, None, Ellipsis
