"""THE table of waiver channels: what a patch adds that would mute a test (DESIGN.md section 4).

Marks and calls in Python are told by `source.waivers`; this table holds the files around the tests.
A line that only moves inside its file is not added.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fnmatch import fnmatchcase
from typing import Final, NamedTuple

import msgspec

from freezegate.source.syntax import one_line
from freezegate.source.waivers import Muting, added

#: What is shown of a line.
_SHOWN_CHARS: Final = 120


class Channel(msgspec.Struct, frozen=True, kw_only=True):
    """One line that the patch adds: where it stands, what it does, and the line (or its scope)."""

    path: str
    line: int
    what: str
    where: str

    @property
    def sentence(self) -> str:
        """The channel in words."""
        return f"{self.path}:{self.line}: {self.what}: {self.where}"


class Row(NamedTuple):
    """Files by glob (of their name, or with `/` of their path), what of their lines counts, why."""

    files: tuple[str, ...]
    line: re.Pattern[str]
    what: str


#: Files that configure pytest.
_CONFIGURATION: Final = (
    *("pytest.ini", ".pytest.ini", "pytest.toml", ".pytest.toml"),
    *("pyproject.toml", "tox.ini", "setup.cfg"),
)
#: Files that say how tests are run.
_COMMANDS: Final = (
    *("/.github/workflows/*.yml", "/.github/workflows/*.yaml", "/.github/actions/*"),
    *(".gitlab-ci.yml", "*.gitlab-ci.yml", "azure-pipelines*.yml", "bitbucket-pipelines.yml"),
    *("/.circleci/*.yml", ".travis.yml", "appveyor.yml", "Jenkinsfile", "/.buildkite/*"),
    *("tox.ini", "tox.toml", "noxfile.py", "tasks.py", "Makefile", "*.mk", "justfile"),
    *("Taskfile.yml", "pyproject.toml", "hatch.toml", "setup.cfg", "*.sh"),
)
_LEDGERS: Final = ("flake_freeze.json", "*flake-freeze*.json", "*flake_freeze*.json")
_QUARANTINES: Final = (
    *("*quarantine*.txt", "*quarantine*.json", "*quarantine*.y*ml", "*quarantine*.toml"),
    *("*quarantine*.csv", "quarantine", ".quarantine*"),
    *("*flaky*.txt", "*flaky*.json", "*flaky*.y*ml", "*flaky*.toml", "*flaky*.csv", ".flaky*"),
    *("*known_failures*", "*known-failures*", "*expected_failures*", "*expected-failures*"),
    *("*xfail*.txt", "*xfail*.json", "*xfail*.y*ml", "*xfails*.toml"),
    *("*deselect*.txt", "*deselect*.json", "*deselect*.y*ml", "*skiplist*", "*skip_list*"),
    *("*skip-list*", "*skipped_tests*", "*skipped-tests*", "*ignored_tests*", "*ignored-tests*"),
)
_REQUIREMENTS: Final = (
    *("*requirements*.txt", "*requirements*.in", "/requirements/*", "constraints*.txt"),
    *("pyproject.toml", "setup.cfg", "setup.py", "tox.ini", "noxfile.py", "Pipfile"),
    *("environment*.yml", "environment*.yaml"),
)
_BOTH: Final = tuple(dict.fromkeys((*_CONFIGURATION, *_COMMANDS)))

_ANY: Final = re.compile(r"\S")


def _line(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


def _chooses(letter: str) -> re.Pattern[str]:
    """Match an expression with `not`, bare, quoted, or as the next string of a list."""
    bare = rf"-{letter}\W{{0,5}}not\b"
    return re.compile(rf"(?<![\w-])(?:{bare}|-{letter}[\"']?[ =,]*\\?[\"'][^\"']*\bnot\b)")


#: A comment in a ledger of lines, or a bracket of a JSON one, names no test.
_ENTRY: Final = _line(r"^\s*[^\s#\[\]{},]")

ROWS: Final = (
    Row(_LEDGERS, _ANY, "a line in a freeze ledger"),
    Row(_QUARANTINES, _ENTRY, "a line in a list of excused tests"),
    Row(_BOTH, _line(r"--(?:reruns|only-rerun|rerun-except)\b"), "reruns failures"),
    Row(_BOTH, _line(r"--(?:force-flaky|max-runs|min-passes)\b"), "reruns failures"),
    Row(_BOTH, _line(r"--(?:retries|retry-delay|flake-finder)\b"), "reruns failures"),
    Row(_CONFIGURATION, _line(r"^\s*\"?(?:reruns|retries)(?:_delay)?\"?\s*="), "reruns failures"),
    Row(_BOTH, _line(r"-p[ =]?(?:rerunfailures|flaky|pytest[-_]re\w+)\b"), "reruns failures"),
    Row(_BOTH, _line(r"--deselect\b"), "deselects tests"),
    Row(_BOTH, _line(r"--ignore(?:-glob)?\b"), "leaves test files out"),
    Row(_BOTH, _chooses("k"), "deselects tests by name"),
    Row(_BOTH, _chooses("m"), "deselects tests by mark"),
    Row(_BOTH, _line(r"--(?:lf|last-failed|picked|testmon)\b"), "runs a part of the tests"),
    Row(_BOTH, _line(r"--freeze-ledger\b|\bFLAKE_FREEZE\b"), "loads a freeze ledger"),
    Row(_BOTH, _line(r"\bPYTEST_ADDOPTS\b"), "hands options to pytest unseen"),
    Row(
        _BOTH,
        _line(r"xfail_strict\"?\s*=\s*\"?(?:false|False|0|no)\b"),
        "accepts unexpected passes",
    ),
    Row(_CONFIGURATION, _line(r"^\s*\"?norecursedirs\"?\s*="), "leaves folders out"),
    Row(("conftest.py",), _line(r"\bcollect_ignore(?:_glob)?\b"), "leaves test files out"),
    Row(("conftest.py",), _line(r"\bpytest_ignore_collect\b"), "leaves test files out"),
    Row(("conftest.py",), _line(r"\bpytest_deselected\b"), "deselects tests"),
    Row(
        ("conftest.py",),
        _line(r"\bpytest_runtest_(?:makereport|protocol)\b"),
        "may change outcomes",
    ),
    Row(("conftest.py",), _line(r"\bpytest_collection_modifyitems\b"), "may deselect tests"),
    Row(_COMMANDS, _line(r"continue-on-error\s*:(?!\s*false\b)"), "lets a red step pass"),
    Row(_COMMANDS, _line(r"continueOnError\s*:(?!\s*false\b)"), "lets a red step pass"),
    Row(_COMMANDS, _line(r"allow_failure\s*:(?!\s*false\b)"), "lets a red job pass"),
    Row(
        _COMMANDS,
        _line(r"ignore_(?:outcome|errors)\s*=(?!\s*[fF]alse\b)"),
        "lets a red run pass",
    ),
    Row(_COMMANDS, _line(r"\bsuccess_codes\s*="), "lets a red run pass"),
    Row(_COMMANDS, _line(r"\|\|\s*(?:true|:|exit 0|echo)"), "lets a red command pass"),
    Row(_COMMANDS, _line(r";\s*(?:true|exit 0)\s*$"), "lets a red command pass"),
    Row(_COMMANDS, _line(r"^\s*(?:-\s+)?set \+e\b"), "lets a red command pass"),
    Row(
        ("Makefile", "*.mk"), _line(r"^\t@?-.*\b(?:py\.?test|tox|nox)\b"), "lets a red command pass"
    ),
    Row(_COMMANDS, _line(r"^\s*if\s*:\s*(?:false|\$\{\{\s*false\s*\}\})"), "switches a step off"),
    Row(_COMMANDS, _line(r"^\s*(?:-\s+)?retry\s*:"), "reruns a red job"),
    Row(_COMMANDS, _line(r"uses:\s*\S+/retry(?:-action)?@"), "reruns a red step"),
    Row(
        _REQUIREMENTS,
        _line(
            r"\bpytest[-_](?:rerunfailures|retry|quarantine|flakefinder|rerun)\b"
            r"|(?:^|[\"'\s])flaky(?=\s*(?:[<>=~!;\[,\"']|$))"
        ),
        "brings a plugin that reruns or mutes",
    ),
)


def added_waivers(parent: Mapping[str, bytes], patch: Mapping[str, bytes]) -> tuple[Channel, ...]:
    """Return all waiver channels that a patch adds, by path and line.

    Args:
        parent: the changed files as the parent has them, by path.
        patch: the same as the patch has them; a file that it deletes is absent.
    """
    found: set[tuple[str, int, str, str]] = set()
    for path, after in patch.items():
        before = parent.get(path, b"")
        if path.endswith(".py"):
            found.update(_python(path, before, after))
        rows = [row for row in ROWS if _is_of(path, row.files)]
        if rows:
            found.update(_lines(path, rows, before, after))
    return tuple(
        Channel(path=path, line=line, what=what, where=where)
        for path, line, what, where in sorted(found)
    )


_Found = Iterator[tuple[str, int, str, str]]


def _is_of(path: str, globs: Iterable[str]) -> bool:
    name = path.rpartition("/")[2]
    return any(
        fnmatchcase(f"/{path}", f"*{glob}") if "/" in glob else fnmatchcase(name, glob)
        for glob in globs
    )


def _python(path: str, before: bytes, after: bytes) -> _Found:
    for waiver in added(Muting(before).waivers, Muting(after).waivers):
        where = f"`{waiver.text}` in {waiver.scope or 'the module'}"
        yield path, waiver.line, f"{waiver.kind} a test", where


def _lines(path: str, rows: Iterable[Row], before: bytes, after: bytes) -> _Found:
    known = Counter(line.strip() for line in _text(before))
    for number, line in enumerate(_text(after), 1):
        known[line.strip()] -= 1
        if known[line.strip()] < 0:
            for row in rows:
                if row.line.search(line):
                    yield path, number, row.what, one_line(line, _SHOWN_CHARS)


def _text(content: bytes) -> list[str]:
    return content.decode(errors="replace").split("\n")
