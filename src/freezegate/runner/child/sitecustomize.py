"""Lets the usual sitecustomize run, then gives a child of tests the finders that its parent has."""

import contextlib
import importlib.util
import os
import sys

_HERE = os.path.dirname(os.path.abspath(__file__))


def _run(name: str, path: str) -> object:
    """Run a file as a module that no import statement gets by accident."""
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ImportError(path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def _inherit(text: str) -> None:
    """Install the finders that the environment describes."""
    finder = _run("_freezegate_finder", os.path.join(os.path.dirname(_HERE), "finder.py"))
    finder.install(finder.from_text(text))  # type: ignore[attr-defined] # our module, by path


def _chain() -> None:
    """Run the sitecustomize that this one hides, if the environment has one."""
    for entry in sys.path:
        path = os.path.join(entry, "sitecustomize.py")
        if os.path.abspath(entry) != _HERE and os.path.isfile(path):
            _run("_hidden_sitecustomize", path)
            return


# The finders come last, so that none that it brings stands before them.
_chain()
if os.environ.get("FREEZEGATE_FINDER"):
    # A child may be of an older Python than we can run in: then it has the environment alone.
    with contextlib.suppress(SyntaxError):
        _inherit(os.environ["FREEZEGATE_FINDER"])
