"""Runs pytest and writes which lines of a tree its tests executed. Started as a script, by path.

It runs under the project's own interpreter: syntax and library of Python 3.9, nothing of ours.
Arguments: the file to write, the tree, then pytest's own.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any

Trace = Callable[[FrameType, str, Any], Any]


class Tracer:
    """Notes lines below `tree` while a test runs. It is a pytest plugin."""

    def __init__(self, tree: str) -> None:
        """Trace nothing yet."""
        self.lines: dict[str, set[int]] = {}
        self._top = os.path.realpath(tree) + os.sep
        self._files: dict[str, str | None] = {}

    def __call__(self, frame: FrameType, event: str, argument: object) -> Trace | None:
        """Be told of a call; follow it where it is the tree's."""
        del event, argument
        path = self._path(frame.f_code.co_filename)
        if path is None:
            return None
        lines = self.lines.setdefault(path, set())

        def local(frame: FrameType, event: str, argument: object) -> Trace:
            del argument
            if event == "line":
                lines.add(frame.f_lineno)
            return local

        return local

    def _path(self, name: str) -> str | None:
        """Give a file's path in the tree, once for each name."""
        if name not in self._files:
            real = os.path.realpath(name)
            inside = real.startswith(self._top) and name[:1] != "<"  # as in <frozen os>
            self._files[name] = real[len(self._top) :].replace(os.sep, "/") if inside else None
        return self._files[name]

    def pytest_runtest_call(self) -> Iterator[None]:
        """Trace what a test's own body executes, and what others trace not at all."""
        before = sys.gettrace()
        threading.settrace(self)
        sys.settrace(self)
        try:
            yield
        finally:
            sys.settrace(before)
            threading.settrace(before)


def main() -> int:
    """Run pytest, traced; give its exit code."""
    out, tree, *words = sys.argv[1:]
    # As `python -m pytest` does: the current folder, not the one that this script stands in.
    sys.path[0] = str(Path.cwd())
    import pytest  # noqa: PLC0415 - from the path that is right now

    tracer = Tracer(tree)
    hook = pytest.hookimpl(hookwrapper=True)
    Tracer.pytest_runtest_call = hook(Tracer.pytest_runtest_call)  # type: ignore[method-assign]
    code = pytest.main(words, plugins=[tracer])
    found = {path: sorted(lines) for path, lines in tracer.lines.items()}
    Path(out).write_text(json.dumps(found), encoding="utf-8")
    return int(code)


if __name__ == "__main__":
    sys.exit(main())
