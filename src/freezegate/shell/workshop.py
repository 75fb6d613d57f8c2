"""The folders that a judgement works in: one tree written for each listing, a copy for each seed.

Both sides get folders of equal length and base name (DESIGN.md section 13): a test that sees its
own path sees as little difference as can be had without mount namespaces.
"""

import itertools
import shlex
import tempfile
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import msgspec

from freezegate.errors import EngineError
from freezegate.model.tree import Entry
from freezegate.shell.environment import environment_of_tests
from freezegate.shell.objects import ObjectStore
from freezegate.shell.process import Exited, TimedOut, run
from freezegate.shell.trees import TREE_NAME, copy_tree, remove_tree, write_tree

#: What of a failed `prepare` is shown.
_OUTPUT_TAIL_CHARS: Final = 2000


class Slot(msgspec.Struct, frozen=True, kw_only=True):
    """Fresh folders for one process: its copy of the tree, and what it may write to."""

    tree: Path
    scratch: Path
    home: Path
    temporary: Path


class Workshop:
    """Gives trees and slots below one temporary folder; safe to use from several threads."""

    def __init__(self, base: Path, store: ObjectStore) -> None:
        """Work below `base`, which exists and is empty."""
        self._base = base
        self._store = store
        self._numbers = itertools.count(1)
        self._lock = threading.Lock()

    def write(self, label: str, listing: Mapping[str, Entry]) -> Path:
        """Write a listing out once; `label` is one letter."""
        folder = self._base / label / "00000"
        folder.mkdir(parents=True)
        tree = folder / TREE_NAME
        write_tree(self._store, listing, tree)
        return tree

    @contextmanager
    def slot(self, master: Path) -> Iterator[Slot]:
        """Copy a written tree for one process and remove it afterwards, whatever happens."""
        with self._lock:
            number = next(self._numbers)
        folder = master.parent.parent / f"{number:05d}"
        slot = Slot(
            tree=folder / TREE_NAME,
            scratch=folder / "s",
            home=folder / "h",
            temporary=folder / "t",
        )
        try:
            for made in (slot.scratch, slot.home, slot.temporary):
                made.mkdir(parents=True)
            copy_tree(master, slot.tree)
            yield slot
        finally:
            remove_tree(folder)

    @contextmanager
    def home(self) -> Iterator[Path]:
        """Give an empty folder and remove it afterwards."""
        folder = self._base / "home"
        folder.mkdir()
        try:
            yield folder
        finally:
            remove_tree(folder)

    def prepare(
        self, tree: Path, command: str, *, python: Path, keep: tuple[str, ...], timeout_s: float
    ) -> None:
        """Run the configured build step in a written tree.

        The words `python` and `python3` mean the project's interpreter. There is no shell.

        Raises:
            EngineError: it cannot be started, fails, or outlives its limit; with its last output.
        """
        words = _words(command, python)
        home = tree.parent / "h"
        home.mkdir(exist_ok=True)
        try:
            outcome = run(
                words,
                cwd=tree,
                env=environment_of_tests(keep=keep, home=home, temporary=home),
                timeout_s=timeout_s,
            )
        except OSError as fault:
            message = f"prepare = {command!r} cannot be started: {fault.strerror}"
            raise EngineError(message) from fault
        if isinstance(outcome, Exited) and outcome.code == 0:
            return
        how = "failed" if not isinstance(outcome, TimedOut) else f"outlived its {timeout_s:.0f} s"
        output = (outcome.stdout + outcome.stderr).decode("utf-8", "replace")
        message = (
            f"prepare = {command!r} {how} in a fresh tree; run it in a clean checkout to see why\n"
            f"{output[-_OUTPUT_TAIL_CHARS:]}"
        )
        raise EngineError(message)


def _words(command: str, python: Path) -> tuple[str, ...]:
    """Take a command apart, with the project's interpreter in the place of its name."""
    try:
        first, *rest = shlex.split(command)
    except ValueError as fault:
        message = f"prepare = {command!r} is no command: name a program and its arguments"
        raise EngineError(message) from fault
    return (str(python) if first in {"python", "python3"} else first, *rest)


@contextmanager
def workshop(store: ObjectStore) -> Iterator[Workshop]:
    """Open a workshop in the machine's temporary folder and remove it afterwards."""
    base = Path(tempfile.mkdtemp(prefix="fg-")).resolve()
    try:
        yield Workshop(base, store)
    finally:
        remove_tree(base)
