"""Starts pytest in the tree under test. Run as a script, by path, by the project's interpreter.

The plan comes on standard input, claims go out on what was standard output: its descriptor is
duplicated, and descriptor 1 is pointed at standard error, so that nothing that a test prints can
reach the claims. Syntax of Python 3.9: the project's interpreter may be older than ours.
"""

from __future__ import annotations

import importlib
import json
import os
import sys
import types

#: The name under which the files beside this one are imported; no tree has a package of this name.
PACKAGE = "_freezegate_runner"


def boot() -> None:
    """Take the plan, hide the claims' descriptor, and hand over to the session."""
    plan = json.loads(sys.stdin.buffer.read().decode("utf-8"))
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    claims = os.dup(1)
    os.dup2(2, 1)
    here = os.path.dirname(os.path.abspath(__file__))
    # A script's folder stands first on the path; `plugin` or `capture` must not be importable.
    sys.path[:] = [entry for entry in sys.path if os.path.abspath(entry or ".") != here]
    package = types.ModuleType(PACKAGE)
    package.__path__ = [here]
    sys.modules[PACKAGE] = package
    session = importlib.import_module(PACKAGE + ".session")
    session.run(plan, claims)


if __name__ == "__main__":
    boot()
