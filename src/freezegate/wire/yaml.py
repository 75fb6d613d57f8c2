"""YAML for what is written by hand, read at the level of events (TRUST.md section 4).

No tags, no anchors, no aliases, no merge keys, no directives, one document. A plain scalar is a
decimal number, `true`, `false`, `null`, or text that no loader of any YAML version reads as
anything else; whatever is in doubt must be quoted.
"""

import re
from collections.abc import Iterator
from typing import Final, TypeVar

import msgspec
import yaml

from freezegate.wire.refusal import (
    Refusal,
    depth_flaw,
    element,
    integer_flaw,
    located,
    member,
    text_flaw,
    text_of,
)

#: Written by hand: a longer one is a mistake. The parser takes some 20 s for as much.
MAX_YAML_BYTES: Final = 1024 * 1024

T = TypeVar("T")

_INTEGER: Final = re.compile(r"(?:0|-?[1-9][0-9]*)\Z")
_DECIMAL: Final = re.compile(r"-?(?:0|[1-9][0-9]{0,15})\.[0-9]{1,16}\Z")
_WORDS: Final = {"true": True, "false": False, "null": None}

#: What YAML 1.1 or 1.2 reads as a boolean, a null, a merge or a default, in any spelling.
_DOUBTFUL_WORDS: Final = frozenset(
    {
        "y",
        "n",
        "yes",
        "no",
        "on",
        "off",
        "true",
        "false",
        "null",
        "~",
        "",
        "<<",
        "=",
        ".inf",
        "+.inf",
        "-.inf",
        ".nan",
    }
)
#: One word that starts as a number does (`011`, `0o11`, `11:29`, `1234e5`, `+1`, `.5`, `1_000`), or
#: a day followed by anything.
_DOUBTFUL: Final = re.compile(r"[-+]?\.?[0-9]\S*\Z|[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}[\sTt].*\Z")

#: Line ends to YAML 1.1 and text to YAML 1.2, so that one file has two sets of lines.
_LINE_ENDS: Final = re.compile("[\x85\u2028\u2029]")

_QUOTE: Final = "put it in quotes"


def decode_yaml(data: bytes, as_: type[T], *, origin: str) -> T:
    """Decode one YAML document of at most 1 MiB.

    Raises:
        ArtifactError: it is no such value, strictly, or two loaders could read it differently; the
            message names line and path.
    """
    try:
        reader = _Reader(text_of(data, limit_bytes=MAX_YAML_BYTES))
        return reader.convert(as_)
    except Refusal as refusal:
        raise refusal.fault(origin) from refusal


class _Reader:
    """Builds plain values from the events of one document and notes the line of each path."""

    def __init__(self, text: str) -> None:
        self.lines: dict[str, int] = {}
        self._events = _events(text)

    def convert(self, as_: type[T]) -> T:
        """Read the document and convert it."""
        document = self._document()
        try:
            return msgspec.convert(document, type=as_, strict=True)
        except msgspec.ValidationError as error:
            raise located(str(error), self.lines) from error

    def _document(self) -> object:
        next(self._events)  # the start of the stream
        start = next(self._events)
        if isinstance(start, yaml.StreamEndEvent):
            raise _refusal(start, "$", "no document")
        if isinstance(start, yaml.DocumentStartEvent) and (start.version or start.tags):
            raise _refusal(start, "$", "a directive", "delete the line that starts with %")
        value = self._value(next(self._events), "$", 0)
        next(self._events)  # the end of the document
        end = next(self._events)
        if not isinstance(end, yaml.StreamEndEvent):
            raise _refusal(end, "$", "a second document", "give one file for each")
        return value

    def _value(self, event: yaml.Event, path: str, depth: int) -> object:
        self.lines.setdefault(path, _line(event))
        _check_plainness(event, path)
        if isinstance(event, yaml.ScalarEvent):
            return _scalar(event, path)
        flaw = depth_flaw(depth + 1)
        if flaw:
            raise _refusal(event, path, flaw)
        if isinstance(event, yaml.SequenceStartEvent):
            return self._sequence(path, depth + 1)
        return self._mapping(path, depth + 1)

    def _sequence(self, path: str, depth: int) -> list[object]:
        values: list[object] = []
        while not isinstance(event := next(self._events), yaml.SequenceEndEvent):
            values.append(self._value(event, element(path, len(values)), depth))
        return values

    def _mapping(self, path: str, depth: int) -> dict[str, object]:
        values: dict[str, object] = {}
        lines: dict[str, int] = {}
        while not isinstance(event := next(self._events), yaml.MappingEndEvent):
            key = _key(event, path)
            at = member(path, key)
            if key in values:
                what = f"the key `{key[:200]}` stands twice, first on line {lines[key]}"
                raise _refusal(event, at, what)
            lines[key] = _line(event)
            self.lines.setdefault(at, lines[key])
            values[key] = self._value(next(self._events), at, depth)
        return values


def _events(text: str) -> Iterator[yaml.Event]:
    """Parse, with the parser's own faults given as refusals."""
    found = _LINE_ENDS.search(text)
    if found is not None:
        what = f"the text holds {found[0]!a}, a line end to some loaders only"
        line = text.count("\n", 0, found.start()) + 1
        raise Refusal(what, line=line, step="write it as an escape in double quotes")
    try:
        yield from yaml.parse(text, Loader=yaml.SafeLoader)
    except (yaml.MarkedYAMLError, yaml.reader.ReaderError, ValueError, OverflowError) as error:
        raise _malformed(error, text) from error


def _malformed(error: Exception, text: str) -> Refusal:
    """Give a line to the parser's own fault; the last kind, from a huge number, has none."""
    match error:
        case yaml.MarkedYAMLError(problem=problem, problem_mark=yaml.Mark(line=line)):
            return Refusal(f"no YAML: {problem}", line=line + 1)
        case yaml.reader.ReaderError(position=position, reason=reason):
            return Refusal(f"no YAML: {reason}", line=text.count("\n", 0, position) + 1)
        case _:
            return Refusal(f"no YAML: {error}", line=1)


def _refusal(event: yaml.Event, path: str, what: str, step: str = "") -> Refusal:
    return Refusal(what, line=_line(event), path=path, step=step)


def _line(event: yaml.Event) -> int:
    return event.start_mark.line + 1 if event.start_mark is not None else 1


def _check_plainness(event: yaml.Event, path: str) -> None:
    """Refuse what makes one place of a document depend on another, or on a loader."""
    match event:
        case yaml.AliasEvent():
            raise _refusal(event, path, "an alias (*)", "write the value out")
        case yaml.NodeEvent(anchor=str(name)):
            raise _refusal(event, path, f"the anchor &{name}", "delete it")
        case yaml.ScalarEvent(tag=str(tag)) | yaml.CollectionStartEvent(tag=str(tag)):
            raise _refusal(event, path, f"the tag {tag}", "delete it")


def _key(event: yaml.Event, path: str) -> str:
    """Read a key: text, and nothing that some loader reads as anything else."""
    _check_plainness(event, path)
    if not isinstance(event, yaml.ScalarEvent):
        raise _refusal(event, path, "a key that is no text")
    key = _scalar(event, path)
    if not isinstance(key, str):
        raise _refusal(event, path, f"the key {event.value} is no text", _QUOTE)
    return key


def _scalar(event: yaml.ScalarEvent, path: str) -> object:
    text = str(event.value)
    flaw = text_flaw(text)
    if flaw:
        raise _refusal(event, path, flaw)
    if event.style is not None:  # quoted, or a block
        return text
    if text in _WORDS:
        return _WORDS[text]
    if _INTEGER.match(text):
        flaw = integer_flaw(text)
        if flaw:
            raise _refusal(event, path, flaw)
        return int(text)
    if _DECIMAL.match(text):
        return float(text)
    if text.lower() in _DOUBTFUL_WORDS or _DOUBTFUL.match(text):
        what = f"`{text[:200]}` reads differently under different loaders"
        raise _refusal(event, path, what, _QUOTE)
    return text
