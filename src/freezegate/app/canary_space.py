"""Where canaries run: a fresh tree each time, and the environment that the project's CI gives."""

import os
import posixpath
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import Final

import msgspec

from freezegate.app.case import Case
from freezegate.shell.environment import environment_of_tests
from freezegate.shell.interpreter import Interpreter, find_interpreter
from freezegate.shell.process import Outcome, run
from freezegate.shell.trees import remove_tree
from freezegate.source.layout import matches

#: What is kept of the output of a suite; only a line of it is ever shown.
_OUTPUT_BYTES: Final = 4 * 1024 * 1024
_VENV: Final = ".venv"


class Setup(msgspec.Struct, frozen=True, kw_only=True):
    """What all runs of a canary share.

    `ledger` is the bytes of a ledger that stands outside the tree; `None` means the tree's own,
    if it has one. `records` counts the lines of whichever is loaded. `files` are the test files
    that run, none means all.
    """

    case: Case
    ledger: bytes | None
    records: int
    files: tuple[str, ...]

    @property
    def limit_s(self) -> float:
        """How long a run may take: the configured limit, for each test file in it."""
        patterns = self.case.patch.found.patterns
        count = len(self.files) or sum(matches(path, patterns) for path in self.case.patch.listing)
        return float(self.case.config.time_limit_s * max(count, 1))


class Space(msgspec.Struct, frozen=True, kw_only=True):
    """One fresh workspace; `top` is pytest's rootdir in its tree."""

    tree: Path
    top: Path
    interpreter: Interpreter
    scratch: Path
    environment: Mapping[str, str]


@contextmanager
def opened(setup: Setup, label: str, edits: Mapping[str, bytes]) -> Iterator[Space]:
    """Write a tree, edit it, make it ready, and remove all of it afterwards."""
    case = setup.case
    tree = case.workshop.write(label, case.patch.listing)
    try:
        for path, content in edits.items():
            (tree / PurePosixPath(path)).write_bytes(content)
        if case.config.prepare:
            case.workshop.prepare(
                tree,
                case.config.prepare,
                python=case.interpreter.executable,
                keep=case.config.environment,
                timeout_s=case.config.prepare_limit_s,
            )
        yield _space(setup, tree)
    finally:
        remove_tree(tree.parent.parent)


def _space(setup: Setup, tree: Path) -> Space:
    """Find the workspace's interpreter, and make the environment in which the suite runs."""
    case = setup.case
    scratch, home, temporary = (tree.parent / name for name in ("s", "h", "t"))
    for made in (scratch, home, temporary):
        made.mkdir(exist_ok=True)
    own = _own_python(case, tree)
    interpreter = find_interpreter(own, tree, scratch) if own else case.interpreter
    environment = environment_of_tests(keep=case.config.environment, home=home, temporary=temporary)
    for name in ("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "HYPOTHESIS_NO_PLUGINS"):
        del environment[name]  # as the project's CI starts it: with the plugins that it has
    folder = interpreter.executable.parent
    environment["PATH"] = os.pathsep.join((str(folder), environment.get("PATH", os.defpath)))
    # What differs between two runs should be the mutant, not the order of sets.
    environment["PYTHONHASHSEED"] = "0"
    if own:
        environment["VIRTUAL_ENV"] = str(folder.parent)
    else:
        # An editable install of another checkout must not stand in for the tree (FIELD.md 15).
        folders = dict.fromkeys(case.patch.layout.served.values())
        environment["PYTHONPATH"] = os.pathsep.join(str(tree / each) for each in folders)
    ledger = _ledger(setup, tree, scratch)
    if ledger is not None:
        environment["FLAKE_FREEZE"] = str(ledger)
    return Space(
        tree=tree,
        top=tree / case.root,
        interpreter=interpreter,
        scratch=scratch,
        environment=environment,
    )


def _own_python(case: Case, tree: Path) -> Path | None:
    """Give the interpreter of a virtual environment that `prepare` made, and no commit holds."""
    for folder in dict.fromkeys((case.root, "")):
        venv = posixpath.join(folder, _VENV)
        if any(path.startswith(f"{venv}/") for path in case.patch.listing):
            continue
        for place in ("bin/python", "Scripts/python.exe"):
            python = tree / venv / place
            if python.exists():
                return python
    return None


def _ledger(setup: Setup, tree: Path, scratch: Path) -> Path | None:
    """Give the path of the ledger that the suite loads."""
    if setup.ledger is not None:
        given = scratch / "flake_freeze.json"
        given.write_bytes(setup.ledger)
        return given
    path = setup.case.config.ledger
    return tree / path if path in setup.case.patch.listing else None


def run_python(space: Space, words: tuple[str, ...], limit_s: float) -> Outcome:
    """Run the workspace's interpreter in its rootdir and environment."""
    return run(
        (str(space.interpreter.executable), *words),
        cwd=space.top,
        env=space.environment,
        timeout_s=limit_s,
        capture_limit_bytes=_OUTPUT_BYTES,
    )
