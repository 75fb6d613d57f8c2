"""The statement at a line: what a failure's assertion id is made of.

A line number moves with every patch; the statement that stands there does not.
"""

import ast
from collections.abc import Iterator, Mapping
from typing import Final

import msgspec

from freezegate.source.canonical import canonical
from freezegate.source.syntax import Text, first_line, header, one_line, parse

#: A statement's text is shown to readers on one line, never judged.
MAX_STATEMENT_CHARS: Final = 200


class Statement(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A statement: its canonical form, and its text on one line.

    Of a compound statement only the header: what is tested, looped over, entered, caught, matched
    or declared, never what stands in its body.
    """

    canonical: bytes
    text: str


class _File:
    """One parsed file."""

    def __init__(self, source: bytes) -> None:
        tree = parse(source)
        self.body = [] if tree is None else tree.body
        self.text = Text(source)
        self.known: dict[int, Statement | None] = {}

    def at(self, line: int) -> Statement | None:
        """Return the statement at a line, remembered."""
        if line not in self.known:
            node = _innermost(self.body, line)
            self.known[line] = None if node is None else self._statement(node)
        return self.known[line]

    def _statement(self, node: ast.stmt) -> Statement:
        inside = min((_start(each) for each in _within(node)), default=None)
        if inside is None:
            text = self.text.of(node)
        else:
            text = self.text.between((node.lineno, node.col_offset), inside)
        return Statement(
            canonical=canonical(header(node)), text=one_line(text, MAX_STATEMENT_CHARS)
        )


class Sites:
    """The files of one tree; each is parsed once, when it is first asked for."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        """Take the content of each file by its path in the tree."""
        self._sources = files
        self._files: dict[str, _File] = {}

    def at(self, path: str, line: int) -> Statement | None:
        """Return the innermost statement at a line, counted from 1.

        `None` where there is none: a blank line outside all statements, a file that does not parse
        or that the tree does not hold.
        """
        if path not in self._sources:
            return None
        if path not in self._files:
            self._files[path] = _File(self._sources[path])
        return self._files[path].at(line)


def statement_at(source: bytes, line: int) -> Statement | None:
    """Return the innermost statement of a source at a line, counted from 1; see `Sites.at`."""
    return _File(source).at(line)


def _innermost(body: list[ast.stmt], line: int) -> ast.stmt | None:
    """Return the innermost statement whose lines hold this one; of several on a line the first."""
    found: ast.stmt | None = None
    inside: Iterator[ast.stmt] = iter(body)
    while True:
        holds = (each for each in inside if first_line(each) <= line <= _last_line(each))
        node = next(holds, None)
        if node is None:
            return found
        found, inside = node, _within(node)


def _within(node: ast.stmt) -> Iterator[ast.stmt]:
    """Return the statements directly inside a compound one, in order."""
    for field in ("body", "handlers", "cases", "orelse", "finalbody"):
        for each in getattr(node, field, ()):
            yield from (each,) if isinstance(each, ast.stmt) else each.body


def _start(node: ast.stmt) -> tuple[int, int]:
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    column = decorators[0].col_offset - 1 if decorators else node.col_offset
    return first_line(node), column


def _last_line(node: ast.stmt) -> int:
    return node.end_lineno or node.lineno
