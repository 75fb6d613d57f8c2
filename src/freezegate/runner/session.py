"""One pytest session by plan: path, finders, arguments, and the end record."""

from __future__ import annotations

import contextlib
import importlib.metadata
import importlib.util
import os
import platform
import sys
import tempfile
import traceback
from typing import Any, Dict, List, Tuple

from . import finder, instruments
from .draws import Draws
from .effects import Effects
from .emit import Emitter

#: pytest's exit codes after which a session has come to its end (`_pytest.config.ExitCode`).
_ENDED = frozenset({0, 1, 5})
#: Where there was no session, in place of pytest's exit code.
_NO_SESSION = -1
#: The first pytest whose hooks and reports are known here.
_OLDEST_PYTEST = 7
_MAX_TEXT = 16 * 1024


def run(plan: Dict[str, Any], descriptor: int) -> None:
    """Run pytest in the tree and end the process; never returns.

    The process ends without its exit handlers: threads and children of tests must not keep it.
    """
    emitter = Emitter(descriptor)
    served = finder.TreeFinder(
        plan["tree"], plan["served"], plan["test_folders"], plan["test_patterns"]
    )
    plan["tree"] = served.tree
    finder.install(served)
    reached: List[str] = []
    code = _session(plan, emitter, served, reached)
    for package, path in served.origins():
        emitter.send("origin", package=package, path=path)
    emitter.send("end", count=emitter.count, exit=code, effects=reached)
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(Exception):  # a test may have put anything there
            stream.flush()
    os._exit(0)


def _session(
    plan: Dict[str, Any], emitter: Emitter, served: finder.TreeFinder, reached: List[str]
) -> int:
    """Run pytest and give its exit code; `reached` gets the effects of a collection."""
    refusal = _refusal(served)
    if refusal:
        _hello(emitter, pytest_version="")
        emitter.send("collect_error", path="", text=refusal)
        return _NO_SESSION
    import pytest

    from .plugin import RunnerPlugin

    draws = Draws()
    _hello(emitter, pytest_version=pytest.__version__, **_hypothesis(plan, draws))
    _hand_on(served)
    paths, missing = _paths(plan)
    for path in missing:
        emitter.send("collect_error", path=path, text="there is no such file in this tree")
    if missing and not paths:
        return _NO_SESSION
    effects = Effects(_own_folders(plan))
    plugin = RunnerPlugin(plan, emitter, effects, draws, instruments.of_plan(plan, served))
    if plan["collect_only"]:
        effects.begin()
    with Heard() as heard:
        try:
            code = int(pytest.main(_arguments(plan) + paths, plugins=[plugin]))
        except BaseException:  # noqa: BLE001 - a `conftest.py` that pytest refuses, or that exits
            plugin.explain(traceback.format_exc())
            return _NO_SESSION
        finally:
            reached += effects.end()
    if code not in _ENDED and not plugin.has_explained:
        text = "pytest ended with exit code {}\n{}".format(code, heard.text())
        emitter.send("collect_error", path="", text=text)
    return code


def _refusal(served: finder.TreeFinder) -> str:
    """Say why there can be no session; empty when there can."""
    try:
        import pytest

        version: str = pytest.__version__
        known = int(version.split(".", 1)[0]) >= _OLDEST_PYTEST
    except BaseException:  # noqa: BLE001 - the tree may serve what pytest itself imports
        return "pytest cannot be imported\n" + traceback.format_exc()[-_MAX_TEXT:]
    if not known:
        return "pytest {} is too old; freezegate needs 7.0 or newer".format(version)
    if not finder.behind_rewriting(served):
        return (
            "pytest {} imports tests in a way that freezegate does not know, so it cannot tell "
            "whose code runs; use an older one".format(version)
        )
    return ""


def _hello(emitter: Emitter, pytest_version: str, **hypothesis: str) -> None:
    """Say that the runner stands."""
    emitter.send("hello", python=platform.python_version(), pytest=pytest_version, **hypothesis)


def _hypothesis(plan: Dict[str, Any], draws: Draws) -> Dict[str, str]:
    """Make Hypothesis ready where it is installed; give what `hello` says of it."""
    from . import seeding

    try:
        if importlib.util.find_spec("hypothesis") is None:
            return {}
        import hypothesis
        from hypothesis.internal.conjecture.data import ConjectureData

        draws.listen(ConjectureData)
        constants = seeding.prepare_hypothesis(plan["scratch"])
        return {"hypothesis": str(hypothesis.__version__), "hypothesis_constants": constants}
    except Exception:  # noqa: BLE001 - a broken one is the tests' to find, if they use it
        return {}


def _hand_on(served: finder.TreeFinder) -> None:
    """Let the children of tests inherit the finders, by a `sitecustomize` of ours on their path."""
    child = os.path.join(os.path.dirname(os.path.abspath(__file__)), "child")
    given = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = child + os.pathsep + given if given else child
    os.environ[finder.VARIABLE] = served.as_text()


def _own_folders(plan: Dict[str, Any]) -> List[str]:
    """Name the folders that a property may write to."""
    return [plan["tree"], plan["scratch"], tempfile.gettempdir(), os.path.expanduser("~")]


def _root(plan: Dict[str, Any]) -> str:
    """Give pytest's rootdir."""
    tree: str = plan["tree"]
    return os.path.normpath(os.path.join(tree, plan["root"]))


def _paths(plan: Dict[str, Any]) -> Tuple[List[str], List[str]]:
    """Give the arguments that name files, and the missing files relative to the tree.

    One missing path would abort the whole run (FIELD.md 10).
    """
    found, missing = [], []
    for path in plan["paths"]:
        if os.path.exists(os.path.join(_root(plan), path)):
            # pytest reads a leading dash as an option, a leading at sign as a file of arguments.
            found.append("./" + path if path.startswith(("-", "@")) else path)
        else:
            missing.append(os.path.normpath(os.path.join(plan["root"], path)))
    return found, missing


def _arguments(plan: Dict[str, Any]) -> List[str]:
    """Give pytest's options; the configuration file is ours, made of the parent's section.

    The cache is kept, outside the tree: plugins and suites stand on its fixture.
    """
    arguments = ["-c", plan["config"], "--rootdir", _root(plan), "--confcutdir", _root(plan)]
    arguments += ["--continue-on-collection-errors", "--color=no"]
    arguments += ["-o", "cache_dir=" + os.path.join(plan["scratch"], "cache")]
    return [*arguments, "--basetemp", os.path.join(plan["scratch"], "base")]


class Heard:
    """Listens to standard error, where pytest says what is wrong with its arguments."""

    def __init__(self) -> None:
        """Stand in front of the stream."""
        self._stream: Any = sys.stderr
        self._tail = ""

    def __enter__(self) -> Heard:  # noqa: PYI034 - `Self` is not in Python 3.9
        """Take the stream's place."""
        sys.stderr = self  # a stream by its methods
        return self

    def __exit__(self, *_: object) -> None:
        """Give the place back."""
        sys.stderr = self._stream

    def __getattr__(self, name: str) -> Any:
        """Be the stream in everything else."""
        return getattr(self._stream, name)

    def write(self, text: str) -> Any:
        """Pass a text on and remember its end."""
        self._tail = (self._tail + text)[-_MAX_TEXT:]
        return self._stream.write(text)

    def text(self) -> str:
        """Give the end of what was said."""
        return self._tail.strip()
