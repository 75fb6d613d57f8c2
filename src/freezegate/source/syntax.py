"""Python text as the parser sees it: trees, statement headers, and the text of a node.

Nothing is imported and nothing runs. What does not parse is said to be so, never guessed at.
"""

import ast
import copy
import re
import warnings
from typing import Final

#: PEP 263's own pattern for the line that names an encoding.
_COOKIE: Final = re.compile(rb"[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")
_BOM: Final = b"\xef\xbb\xbf"
#: The parser ends lines here and nowhere else; `str.splitlines` knows more.
_LINE_END: Final = re.compile("\r\n|\r|\n")
_BLANK: Final = re.compile(r"\s+")

Function = ast.FunctionDef | ast.AsyncFunctionDef
Dotted = tuple[str, ...]


def parse(source: bytes) -> ast.Module | None:
    """Return the tree of a file, or `None` when this interpreter cannot parse it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # an invalid escape is the tree's own affair
        try:
            return ast.parse(source)
        except (SyntaxError, ValueError, LookupError, RecursionError, MemoryError):
            return None


def without_docstring(body: list[ast.stmt]) -> list[ast.stmt]:
    """Return a body less the string that documents it."""
    if body and isinstance(body[0], ast.Expr):
        value = body[0].value
        if isinstance(value, ast.Constant) and isinstance(value.value, str):
            return body[1:]
    return body


def header(node: ast.stmt) -> ast.stmt:
    """Return a compound statement less the statements inside it; a simple one as it is."""
    shown = copy.copy(node)
    for name in {"body", "orelse", "finalbody"}.intersection(node._fields):
        setattr(shown, name, [])
    if isinstance(shown, ast.Try | ast.TryStar):
        shown.handlers = [
            ast.ExceptHandler(type=caught.type, name=caught.name, body=[])
            for caught in shown.handlers
        ]
    if isinstance(shown, ast.Match):
        shown.cases = [
            ast.match_case(pattern=case.pattern, guard=case.guard, body=[]) for case in shown.cases
        ]
    return shown


def dotted(node: ast.expr) -> Dotted:
    """Return `a.b.c` as its names; empty when the expression is anything else."""
    names: list[str] = []
    while isinstance(node, ast.Attribute):
        names.append(node.attr)
        node = node.value
    return (node.id, *reversed(names)) if isinstance(node, ast.Name) else ()


def decorator(node: ast.expr) -> Dotted:
    """Return the dotted name of a decorator, called or not."""
    return dotted(node.func if isinstance(node, ast.Call) else node)


def first_line(node: ast.stmt) -> int:
    """Return the line that a statement begins on, its decorators included."""
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    return min([node.lineno, *(each.lineno for each in decorators)])


def one_line(text: str, limit: int) -> str:
    """Fold blanks into single spaces and cap the length in characters."""
    folded = _BLANK.sub(" ", text).strip()
    return folded if len(folded) <= limit else folded[: limit - 1] + "…"


class Text:
    """The decoded text of a file, addressed by the parser's lines and UTF-8 offsets."""

    def __init__(self, source: bytes) -> None:
        """Decode as the parser does; bytes that do not decode are replaced."""
        self._lines = [line.encode() for line in _LINE_END.split(_decoded(source))]

    def between(self, start: tuple[int, int], end: tuple[int, int]) -> str:
        """Return the text from one (line, offset) up to another."""
        (first, left), (last, right) = start, end
        lines = self._lines[first - 1 : last]
        if first == last:
            return lines[0][left:right].decode(errors="replace")
        whole = [lines[0][left:], *lines[1:-1], lines[-1][:right]]
        return b"\n".join(whole).decode(errors="replace")

    def of(self, node: ast.stmt | ast.expr) -> str:
        """Return the text of a node that the parser made of this file."""
        end = (node.end_lineno or node.lineno, node.end_col_offset or node.col_offset)
        return self.between((node.lineno, node.col_offset), end)


def _decoded(source: bytes) -> str:
    if source.startswith(_BOM):
        return source[len(_BOM) :].decode(errors="replace")
    for line in source.split(b"\n", 2)[:2]:
        found = _COOKIE.match(line)
        if found:
            try:
                return source.decode(found[1].decode("ascii"), errors="replace")
            except LookupError:
                break
        if line.strip() and not line.lstrip().startswith(b"#"):
            break
    return source.decode(errors="replace")
