"""What a test enforces, in its own words: the assertions of its body."""

import ast
from collections.abc import Iterable
from typing import Final

from freezegate.source.syntax import Function, Text, dotted, one_line

#: Enough for a reader to tell what a property is about; the spec hash holds the rest.
MAX_ORACLE_CHARS: Final = 500
_EXPECTS: Final = frozenset({"raises", "warns"})


def assertions(text: Text, functions: Iterable[Function]) -> str:
    """Return the assertions of functions, in order, on one line, joined by `; `."""
    found = [
        (node.lineno, node.col_offset, one_line(text.of(node), MAX_ORACLE_CHARS))
        for function in functions
        for node in ast.walk(function)
        if isinstance(node, ast.stmt | ast.expr) and _asserts(node)
    ]
    return one_line("; ".join(said for *_, said in sorted(found)), MAX_ORACLE_CHARS)


def _asserts(node: ast.stmt | ast.expr) -> bool:
    if isinstance(node, ast.Call):
        name = dotted(node.func)
        if name[:1] == ("self",):
            return name[-1].startswith("assert")
        return name[-1:] != () and name[-1] in _EXPECTS
    return isinstance(node, ast.Assert)
