"""A walk over the tokens of a JSON text: what msgspec lets pass, and where each value stands.

It knows tokens and nesting, no grammar: the decoder that follows refuses what is no JSON. So a
text that passes here is at most harmless, never yet accepted.
"""

import json
import re
from collections.abc import Iterator
from typing import Final

from freezegate.wire.refusal import (
    Refusal,
    depth_flaw,
    element,
    integer_flaw,
    member,
    text_flaw,
)

_TOKEN: Final = re.compile(
    r"""
    [ \t\r\n]*
    (?:
        (?P<string>"[^"\\\x00-\x1f]*(?:\\.[^"\\\x00-\x1f]*)*")
      | (?P<number>-?[0-9][0-9.eE+-]*)
      | (?P<word>-?[A-Za-z_]+)
      | (?P<mark>[{}\[\]:,])
    )
    """,
    re.VERBOSE,
)
_BLANK: Final = " \t\r\n"
_WORDS: Final = frozenset({"true", "false", "null"})
_OPENING: Final = frozenset("{[")
_CLOSING: Final = frozenset("}]")
_COMMA: Final = ","


class _Open:
    """What is open around a token: the document itself, an array, or an object."""

    __slots__ = ("awaits_key", "count", "is_array", "key", "keys", "path")

    def __init__(self, path: str, mark: str) -> None:
        self.path = path
        self.is_array = mark == "["
        self.awaits_key = mark == "{"
        self.keys: dict[str, int] = {}
        self.key = ""
        self.count = 0

    def next_path(self) -> str:
        """Give the path of the value that comes next."""
        if self.is_array:
            return element(self.path, self.count)
        return member(self.path, self.key) if self.keys else self.path

    def advance(self) -> None:
        """Pass a comma."""
        self.count += 1
        self.awaits_key = bool(self.keys)


class _Walk:
    """One pass over a text. `at` is where the present token starts."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.open = [_Open("$", "")]

    def values(self) -> Iterator[tuple[str, int]]:
        """Yield path and offset of each value and key, outer before inner, in the text's order.

        Raises:
            Refusal: as `check` says.
        """
        end = 0
        while (token := _TOKEN.match(self.text, end)) is not None:
            kind = token.lastgroup or ""
            self.at = token.start(kind)
            end = token.end()
            if self._is_value(kind, token[kind]):
                yield self.open[-1].next_path(), self.at
            self._nest(token[kind])
        rest = self.text[end:].lstrip(_BLANK)
        if rest:
            self.at = len(self.text) - len(rest)
            self._refuse(f"{rest[:1]!a} starts no whole JSON value")

    def _refuse(self, flaw: str) -> None:
        """Refuse the text for a flaw at the present token, if there is one."""
        if flaw:
            line = self.text.count("\n", 0, self.at) + 1
            raise Refusal(flaw, line=line, path=self.open[-1].next_path())

    def _is_value(self, kind: str, token: str) -> bool:
        """Check a token; tell whether a value (or the value's key) starts with it."""
        match kind:
            case "string":
                self._string(token)
            case "number":
                self._number(token)
            case "word" if token not in _WORDS:
                self._refuse(f"{token[:20]} is no JSON value")
            case _:
                return kind != "mark" or token in _OPENING
        return True

    def _string(self, token: str) -> None:
        """Check a string; note it when it is a key."""
        text = token[1:-1]
        inner = self.open[-1]
        if "\\" in token:
            text = self._unescaped(token)
            self._refuse(text_flaw(text))
        if inner.awaits_key:
            if text in inner.keys:
                first = self.text.count("\n", 0, inner.keys[text]) + 1
                inner.key = text
                self._refuse(f"the key `{text[:200]}` stands twice, first on line {first}")
            inner.keys[text] = self.at
            inner.key = text
            inner.awaits_key = False

    def _unescaped(self, token: str) -> str:
        """Read a string's escapes; leave a false one to the decoder, which refuses it."""
        try:
            return str(json.loads(token))
        except ValueError:
            return token

    def _number(self, token: str) -> None:
        """Check an integer's size; leave fractions to the decoder."""
        if token.lstrip("-").isdecimal():
            self._refuse(integer_flaw(token))

    def _nest(self, token: str) -> None:
        """Follow the marks."""
        if token in _OPENING:
            path = self.open[-1].next_path()
            self._refuse(depth_flaw(len(self.open)))
            self.open.append(_Open(path, token))
        elif token in _CLOSING and len(self.open) > 1:
            self.open.pop()
        elif token == _COMMA:
            self.open[-1].advance()


def check(text: str) -> None:
    """Refuse what msgspec would let pass.

    Raises:
        Refusal: a key that stands twice in one object, an integer outside 64 bits, NUL or half of
            a surrogate pair in a string, more than 32 levels, or a token that JSON does not have.
    """
    for _ in _Walk(text).values():
        pass


def lines_of(text: str) -> dict[str, int]:
    """Tell the line of each value of a text that `check` lets pass; a member's is its key's."""
    walk = _Walk(text)
    lines: dict[str, int] = {}
    counted, line = 0, 1
    for path, at in walk.values():
        line += text.count("\n", counted, at)
        counted = at
        lines.setdefault(path, line)
    return lines
