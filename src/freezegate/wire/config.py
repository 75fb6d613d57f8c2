"""The configuration: the section `[tool.freezegate]` of a `pyproject.toml`, strictly."""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import msgspec

from freezegate.model.config import Config
from freezegate.model.contract import NotJudged
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
from freezegate.wire.times import parse_time

#: The largest in the field is below 100 KiB.
MAX_PYPROJECT_BYTES: Final = 4 * 1024 * 1024

_PREFIX: Final = "$.tool.freezegate"
_TOML_AT: Final = re.compile(r" \(at (?:line (?P<line>[0-9]+), column [0-9]+|end of document)\)\Z")


def read_config(pyproject: bytes, *, origin: str) -> Config:
    """Read the section; where there is none, the defaults hold.

    Keys of the section are in kebab-case; those of a `not-judged` entry are spelt as in the
    contract (`test_id`, `reason`, `until`), and `until` is a time with an offset.

    Raises:
        ArtifactError: no TOML, an unknown key, a wrong type, a value out of range; the message
            names the key's line as well as it can be found.
    """
    try:
        text = text_of(pyproject, limit_bytes=MAX_PYPROJECT_BYTES)
        section = _section(_toml(text))
        return Config() if section is None else _config(section, _lines_of(section, text))
    except Refusal as refusal:
        raise refusal.fault(origin) from refusal


def _toml(text: str) -> dict[str, object]:
    try:
        return tomllib.loads(text)
    except RecursionError as error:
        what = "nested too deep"
        raise Refusal(what, line=1) from error
    except ValueError as error:
        found = _TOML_AT.search(str(error))
        what = f"no TOML: {str(error)[: found.start() if found else None]}"
        last = text.count("\n") + 1
        line = int(found["line"] or last) if found else 1
        raise Refusal(what, line=line) from error


def _section(document: Mapping[str, object]) -> object:
    tool = document.get("tool")
    return tool.get("freezegate") if isinstance(tool, dict) else None


def _config(section: object, lines: Mapping[str, int]) -> Config:
    """Convert the section, strictly."""
    try:
        _check_values(section)
        config = msgspec.convert(section, type=Config, strict=True)
        for index, entry in enumerate(config.not_judged):
            _check_until(entry, member(element("$.not-judged", index), "until"))
    except msgspec.ValidationError as error:
        refusal = located(str(error), lines)
        refusal.step = _step(refusal)
        refusal.path = f"{_PREFIX}{refusal.path[1:]}"
        raise refusal from error
    return config


def _check_values(section: object) -> None:
    for path, flaw in _flaws(section, "$", 0):
        if flaw:
            message = f"{flaw} - at `{path}`"
            raise msgspec.ValidationError(message)


def _flaws(value: object, path: str, depth: int) -> Iterator[tuple[str, str]]:
    """Yield path and flaw (empty: none) of everything in the section, outer before inner."""
    yield path, depth_flaw(depth)
    match value:
        case str():
            yield path, text_flaw(value)
        case int():
            yield path, integer_flaw(str(int(value)))
        case dict():
            for key, inner in value.items():
                yield member(path, key), text_flaw(key)
                yield from _flaws(inner, member(path, key), depth + 1)
        case list():
            for index, inner in enumerate(value):
                yield from _flaws(inner, element(path, index), depth + 1)


def _check_until(entry: NotJudged, path: str) -> None:
    try:
        parse_time(entry.until)
    except ValueError as error:
        message = f"{error} - at `{path}`"
        raise msgspec.ValidationError(message) from error


def _step(refusal: Refusal) -> str:
    """Say what to do about a refusal that has a usual cause."""
    if "unknown field" in refusal.what:
        known = Config if refusal.path == "$" else NotJudged
        names = (field.encode_name for field in msgspec.structs.fields(known))
        return f"known keys: {', '.join(sorted(names))}"
    if "got `datetime`" in refusal.what:
        return "put the time in quotes"
    return ""


def _lines_of(section: object, text: str) -> dict[str, int]:
    """Find the line of each key, as well as a look at the lines can: tomllib tells no places.

    A key is searched from the section's header on; a table's entry in brackets of its own is told
    from its fellows by counting.
    """
    heads = [_names(line) for line in text.splitlines()]
    start = next((n for n, names in enumerate(heads) if "freezegate" in names), 0)
    lines = {"$": start + 1}
    for key, value in section.items() if isinstance(section, dict) else ():
        found = [n for n in range(start, len(heads)) if key in heads[n]]
        lines.update(_places(f"$.{key}", value, [n + 1 for n in found]))
    return lines


def _names(line: str) -> list[str]:
    """Split what stands before a line's `=` into its names."""
    return [name.strip(" \t\"'[]") for name in line.split("=", 1)[0].split(".")]


def _places(path: str, value: object, found: Sequence[int]) -> Iterator[tuple[str, int]]:
    if not found:
        return
    yield path, found[0]
    if isinstance(value, list) and len(value) == len(found):
        for index, line in enumerate(found):
            yield element(path, index), line
