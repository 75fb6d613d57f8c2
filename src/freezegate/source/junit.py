"""Red tests of a JUnit file: what CI saw, matched against what is collected here.

The file is hostile bytes. It is read by expat, without a document type, so that no entity is ever
expanded.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NoReturn
from xml.parsers import expat

import msgspec

from freezegate.errors import ArtifactError

#: Captured output of a large suite reaches tens of MiB.
MAX_JUNIT_BYTES: Final = 128 * 1024 * 1024
_ROOTS: Final = frozenset({"testsuite", "testsuites"})
_RED: Final = frozenset({"failure", "error"})
#: What pytest writes visibly escaped, as in `#x1B`: all that XML forbids, and DEL.
_ESCAPED: Final = re.compile(
    "[^\t\n\r\u0020-\u007e\u0080-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"
)
_NEXT: Final = "give the file that pytest --junitxml wrote"
#: As many as a message can hold.
_SHOWN: Final = 5


class JunitCase(msgspec.Struct, frozen=True, kw_only=True):
    """One `testcase`: `file` is empty where the family `xunit2` leaves it out.

    `line` is that of the element in the JUnit file, from 1.
    """

    classname: str
    name: str
    file: str
    line: int
    red: bool


class JunitFile(msgspec.Struct, frozen=True, kw_only=True):
    """A JUnit file's cases, in its order."""

    cases: tuple[JunitCase, ...]


class TestRef(msgspec.Struct, frozen=True, kw_only=True):
    """A collected test, as far as JUnit can be matched against it."""

    __test__ = False  # pytest must not collect this class

    test_id: str


class Matched(msgspec.Struct, frozen=True, kw_only=True):
    """Ids of collected tests, each once, in the file's order; and those of them that are red."""

    order: tuple[str, ...]
    red: tuple[str, ...]


def red_tests(data: bytes, *, origin: str) -> JunitFile:
    """Read a JUnit file as pytest writes it, of any family, suites nested or not.

    Raises:
        ArtifactError: no XML, no JUnit, a document type, or more bytes than a report has; the
            message names the line.
    """
    if len(data) > MAX_JUNIT_BYTES:
        message = f"{origin}: {len(data)} bytes, more than {MAX_JUNIT_BYTES}; report less output"
        raise ArtifactError(message)
    reader = _Reader(origin)
    try:
        reader.parser.Parse(data, True)  # noqa: FBT003 - the signature of expat
    except expat.ExpatError as error:
        message = f"{origin}:{error.lineno}: no XML: {expat.ErrorString(error.code)}; {_NEXT}"
        raise ArtifactError(message) from error
    except (ValueError, LookupError) as error:
        message = f"{origin}: {error}; {_NEXT}, in UTF-8"
        raise ArtifactError(message) from error
    return JunitFile(cases=tuple(reader.cases))


class _Reader:
    """What expat calls while it reads."""

    def __init__(self, origin: str) -> None:
        self.cases: list[JunitCase] = []
        self.parser = expat.ParserCreate()
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.StartDoctypeDeclHandler = self._doctype
        self._origin = origin
        self._open: list[str] = []

    def _refuse(self, what: str) -> NoReturn:
        message = f"{self._origin}:{self.parser.CurrentLineNumber}: {what}; {_NEXT}"
        raise ArtifactError(message)

    def _doctype(self, *_: object) -> None:
        self._refuse("a document type, which no JUnit file has")

    def _start(self, tag: str, attributes: Mapping[str, str]) -> None:
        if not self._open and tag not in _ROOTS:
            self._refuse(f"the outermost element is {tag!a}, not testsuites or testsuite")
        if tag == "testcase":
            self._case(attributes)
        elif tag in _RED and self._open[-1:] == ["testcase"]:
            self.cases[-1] = msgspec.structs.replace(self.cases[-1], red=True)
        self._open.append(tag)

    def _end(self, _: str) -> None:
        self._open.pop()

    def _case(self, attributes: Mapping[str, str]) -> None:
        if "name" not in attributes:
            self._refuse("a testcase without a name")
        self.cases.append(
            JunitCase(
                classname=attributes.get("classname", ""),
                name=attributes["name"],
                file=attributes.get("file", "").replace("\\", "/"),
                line=self.parser.CurrentLineNumber,
                red=False,
            )
        )


def match_cases(cases: Iterable[JunitCase], items: Sequence[TestRef], *, origin: str) -> Matched:
    """Find the collected test of each case; JUnit has no node id, so class and name must do.

    Green cases without one are left out: CI may have run more than is collected here.

    Raises:
        ArtifactError: a red case has no collected test, or several.
    """
    ids: dict[tuple[str, str], list[str]] = {}
    for item in items:
        ids.setdefault(_address(item.test_id), []).append(item.test_id)
    order: dict[str, bool] = {}
    lost: list[str] = []
    for case in cases:
        found = _narrowed(ids.get((case.classname, case.name), []), case.file)
        if len(found) == 1:
            order[found[0]] = order.get(found[0], False) or case.red
        elif case.red:
            lost.append(f"{origin}:{case.line}: {_lost(case, found)}")
    if lost:
        more = [f"and {len(lost) - _SHOWN} more"] if len(lost) > _SHOWN else []
        raise ArtifactError("\n".join((*lost[:_SHOWN], *more)))
    return Matched(order=tuple(order), red=tuple(name for name, red in order.items() if red))


def _address(test_id: str) -> tuple[str, str]:
    """Return class name and name as pytest writes them for a node id.

    What follows the first `[` belongs to the name, `::` and all.
    """
    plain, bracket, parameters = test_id.partition("[")
    path, *names = plain.split("::")
    module = path.replace("/", ".").removesuffix(".py")
    parts = [module, *names]
    parts[-1] += bracket + parameters
    return _written(".".join(parts[:-1])), _written(parts[-1])


def _written(text: str) -> str:
    return _ESCAPED.sub(_visibly, text)


def _visibly(found: re.Match[str]) -> str:
    code = ord(found[0])
    return f"#x{code:02X}" if code <= 0xFF else f"#x{code:04X}"  # noqa: PLR2004 - as pytest does


def _narrowed(ids: list[str], file: str) -> list[str]:
    """Let the file decide among several, where the family tells it."""
    if len(ids) > 1 and file:
        return [name for name in ids if name.partition("::")[0] == file] or ids
    return ids


def _lost(case: JunitCase, found: list[str]) -> str:
    name = f"{case.classname}::{case.name}".removeprefix("::")
    if found:
        return f"{name!a} may be any of {', '.join(found)}; name the id on the command line"
    if not case.classname:
        return f"{name!a} could not be collected in CI; name its file on the command line"
    return f"{name!a} is not collected here; name its id on the command line if it has another"
