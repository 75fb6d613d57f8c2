"""The fixture pack as files: read strictly from a folder's or a commit's, written canonically."""

import re
from collections.abc import Iterator, Mapping
from typing import Final, TypeVar

import msgspec

from freezegate.errors import ArtifactError
from freezegate.model.ids import PropertyId
from freezegate.model.pack import (
    DATA,
    EXAMPLES,
    LOGS,
    PINNED,
    Counterexample,
    FixturePack,
    Pinned,
)
from freezegate.wire.canonical import seal
from freezegate.wire.decode import decode, decode_line, read_value
from freezegate.wire.refusal import Refusal

T = TypeVar("T")

#: A shrunk input is small; one that is not, such as a whole document, still has room.
MAX_EXAMPLE_BYTES: Final = 1024 * 1024

_ENDS: Final = re.compile(rb"\r\n")
#: What only the specification's own row has.
_TEXT_KEY: Final = "predicate"


class TextExample(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A counterexample as the text writes it: a property is called `predicate` there."""

    predicate: PropertyId
    generation: str
    payload: dict[str, object]


def read_pack(files: Mapping[str, bytes], origin: str) -> FixturePack:
    """Read a pack's files, by their path in it; of a folder and of a commit alike.

    No files are a pack without an input. `origin` names the folder in messages. Rows of the
    specification's text stand among ours; lines in another order or spelling are the same pack.

    Raises:
        ArtifactError: a file that no pack has, or one that is not what it has to be, strictly; an
            input that stands twice; a log that is missing.
    """
    for path in sorted(files):
        if path not in {EXAMPLES, PINNED} and not path.startswith((DATA, LOGS)):
            message = (
                f"{origin}/{path}:1: no file of a pack; it holds {EXAMPLES}, {PINNED}, {DATA} and "
                f"{LOGS}: move the file below {DATA}, or delete it"
            )
            raise ArtifactError(message)
    examples = _read_examples(files.get(EXAMPLES, b""), f"{origin}/{EXAMPLES}")
    pinned = files.get(PINNED)
    try:
        return FixturePack(
            counterexamples=examples,
            data={path: data for path, data in files.items() if path.startswith(DATA)},
            logs={
                path.removeprefix(LOGS): data
                for path, data in files.items()
                if path.startswith(LOGS)
            },
            pinned=None if pinned is None else read_pinned(pinned, f"{origin}/{PINNED}"),
        )
    except ValueError as error:
        step = "bring the file back, or rename or delete what is named"
        raise Refusal(str(error), line=1, step=step).fault(origin) from error


def read_pinned(data: bytes, origin: str) -> Pinned:
    """Read `pack.json`.

    Raises:
        ArtifactError: it is none, strictly.
    """
    return decode(data, Pinned, origin=origin)


def read_arguments(data: bytes, origin: str) -> dict[str, object]:
    """Read an input that a person wrote: a JSON object from argument to value.

    Raises:
        ArtifactError: it is none, strictly.
    """
    return decode(data, dict[str, object], origin=origin, limit_bytes=MAX_EXAMPLE_BYTES)


def files_of(pack: FixturePack) -> dict[str, bytes]:
    """Write the files of a pack in canonical form, all but `pack.json`; a generation is of these.

    Counterexamples stand one a line, sorted, so that two branches merge.

    Raises:
        ArtifactError: an input is larger than a reader would take.
    """
    lines = sorted(map(seal, pack.counterexamples))
    for line in lines:
        if len(line) > MAX_EXAMPLE_BYTES:
            message = (
                f"an input of {len(line)} bytes is larger than the {MAX_EXAMPLE_BYTES} that a pack "
                f"takes; shrink it further; it starts {line[:200].decode('latin-1')!a}"
            )
            raise ArtifactError(message)
    logs = {f"{LOGS}{name}": data for name, data in pack.logs.items()}
    return {EXAMPLES: b"".join(lines), **pack.data, **logs}


def _read_examples(data: bytes, origin: str) -> tuple[Counterexample, ...]:
    """Read the lines; an editor's or git's line ends mean nothing."""
    *lines, last = _ENDS.sub(b"\n", data).split(b"\n")
    if last:
        what = "the last line ends without a newline, so it may be torn"
        raise Refusal(what, line=len(lines) + 1, step="write the file again").fault(origin)
    return tuple(sorted(_distinct(lines, origin), key=Counterexample.key))


def _distinct(lines: list[bytes], origin: str) -> Iterator[Counterexample]:
    """Yield each line's counterexample.

    Raises:
        ArtifactError: a line is none, or its input stands above already.
    """
    first: dict[str, int] = {}
    for number, line in enumerate(lines, 1):
        example = _read_example(line, origin, number)
        above = first.setdefault(example.key(), number)
        if above != number:
            what = f"the same input of {example.property!a} as on line {above}"
            step = "delete one of the two lines"
            raise Refusal(what, line=number, path="$.arguments", step=step).fault(origin)
        yield example


def _read_example(line: bytes, origin: str, number: int) -> Counterexample:
    """Read one line, ours or the text's."""
    if not _is_texts(line):
        return _decoded(line, Counterexample, origin, number)
    text = _decoded(line, TextExample, origin, number)
    try:
        return Counterexample(
            property=text.predicate, generation=text.generation, arguments=text.payload
        )
    except ValueError as error:
        raise Refusal(str(error), line=1).fault(origin, lines_before=number - 1) from error


def _decoded(line: bytes, as_: type[T], origin: str, number: int) -> T:
    return decode_line(line, as_, origin=origin, number=number, limit_bytes=MAX_EXAMPLE_BYTES)


def _is_texts(line: bytes) -> bool:
    """Tell a row of the text by its key; what is no object at all is left to the reader of ours."""
    try:
        row = read_value(line, dict[str, msgspec.Raw], limit_bytes=MAX_EXAMPLE_BYTES)
    except Refusal:
        return False
    return _TEXT_KEY in row
