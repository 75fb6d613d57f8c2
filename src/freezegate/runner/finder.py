"""Serves the project's own packages from the tree, whatever is installed or strays about.

TRUST.md section 2: an import finder serves exactly the served names from the tree, so that neither
an installed copy, an editable install's finder, nor a stray file of the tree takes part. The rest
of the tree is importable by pytest's own way alone: test modules and what stands beside them.
"""

from __future__ import annotations

import fnmatch
import json
import os
import sys
import tempfile
from importlib.machinery import ModuleSpec, PathFinder
from typing import Any, Callable, Dict, Iterator, List, Optional, Sequence, Tuple

#: The variable by which the children of tests get the same finders.
VARIABLE = "FREEZEGATE_FINDER"


class TreeFinder:
    """Finds the served names in the tree and nothing else; stands first on the meta path."""

    def __init__(
        self,
        tree: str,
        served: Dict[str, str],
        test_folders: Sequence[str],
        patterns: Sequence[str],
    ) -> None:
        """Serve `served` (import name -> folder of the tree); see `model.plan.Plan`.

        `loader` may put another loader into what is found.
        """
        self.tree = os.path.realpath(tree)
        self.served = dict(served)
        self.test_folders = list(test_folders)
        self.patterns = list(patterns)
        self.rest = EnvironmentFinder(self)
        self.loader: Callable[[ModuleSpec], None] = _left_alone

    def find_spec(
        self, name: str, path: Optional[Sequence[str]] = None, target: Any = None
    ) -> Optional[ModuleSpec]:
        """Find a served name, or what lies below one; `None` for every other.

        Raises:
            ModuleNotFoundError: a served name is not in the tree, so that no other finder gives an
                installed copy for it.
        """
        top, _, below = name.partition(".")
        if top not in self.served:
            return None
        if below or path is not None:
            below_it = PathFinder.find_spec(name, path, target)
            if below_it is not None:
                self.loader(below_it)
            return below_it
        folder = os.path.normpath(os.path.join(self.tree, self.served[top]))
        spec = PathFinder.find_spec(name, [folder], target)
        if spec is None:
            message = "{!r} is served from the tree under test, but is not in {}".format(
                name, folder
            )
            raise ModuleNotFoundError(message, name=name)
        self.loader(spec)
        return spec if spec.origin is not None else self._namespace(spec, folder)

    def find_anywhere(
        self, name: str, path: Optional[Sequence[str]] = None, target: Any = None
    ) -> Optional[ModuleSpec]:
        """Find any name, in place of the standard path finder."""
        return self.find_spec(name, path, target) or self.rest.find_spec(name, path, target)

    def invalidate_caches(self) -> None:
        """Forget what the path finder remembers."""
        PathFinder.invalidate_caches()

    def inside(self, path: str) -> bool:
        """Tell whether a path lies in the tree; the empty one is the current folder."""
        real = os.path.realpath(path or os.getcwd())
        return real == self.tree or real.startswith(self.tree + os.sep)

    def names_a_test(self, name: str) -> bool:
        """Tell a test module or a conftest by its name."""
        patterns = (each.rpartition("/")[2] for each in self.patterns)
        return name == "conftest" or any(
            fnmatch.fnmatchcase(name + ".py", each) and not fnmatch.fnmatchcase("__init__.py", each)
            for each in patterns
        )

    def _namespace(self, spec: ModuleSpec, folder: str) -> ModuleSpec:
        """Add the environment's portions to a namespace package of the tree, behind its own."""
        outside = [entry for entry in sys.path if not self.inside(entry)]
        whole = PathFinder.find_spec(spec.name, [folder, *outside])
        if whole is not None and whole.origin is None:
            spec = whole
        portions = spec.submodule_search_locations
        if portions is not None:
            # The standard one looks along `sys.path` again whenever that changes, and the tree's
            # folder need not stand there.
            make: Any = type(portions)
            spec.submodule_search_locations = make(
                spec.name, list(portions), lambda name, _: self.find_spec(name)
            )
        return spec

    def origins(self) -> List[Tuple[str, str]]:
        """Give each served package of which a part came from outside the tree, with its place."""
        loaded = dict(sys.modules)
        found: Dict[str, str] = {}
        for name in sorted(loaded, key=str):
            top = str(name).partition(".")[0]
            if top in self.served and top not in found and self._is_whole(loaded.get(top)):
                places = [place for place in _places(loaded[name]) if self._is_foreign(place)]
                if places:
                    found[top] = places[0]
        return sorted(found.items())

    def _is_whole(self, module: Any) -> bool:
        """Tell a package of one place from a namespace that others share with the tree."""
        places = list(_places(module))
        return len(places) <= 1 or not any(map(self.inside, places))

    def _is_foreign(self, place: str) -> bool:
        """Tell a place outside the tree; what a test wrote to the temporary folder is its own."""
        own = os.path.realpath(tempfile.gettempdir())
        return not self.inside(place) and not os.path.realpath(place).startswith(own + os.sep)

    def as_text(self) -> str:
        """Write down what a child process needs to make the same finder."""
        return json.dumps(
            {
                "tree": self.tree,
                "served": self.served,
                "test_folders": self.test_folders,
                "patterns": self.patterns,
            }
        )


class EnvironmentFinder:
    """Finds what is not served along `sys.path`; stands where the standard path finder stood.

    What the tree has on `sys.path` counts only for tests: a test module or conftest anywhere, and
    what stands in a test folder, in the order of the path. Any other entry comes after the
    environment, and the tree itself not at all unless tests stand there: `numpy.py` at its root is
    nobody's numpy.
    """

    def __init__(self, owner: TreeFinder) -> None:
        """Look along the path with `owner`'s knowledge of the tree."""
        self._owner = owner
        folders = (os.path.join(owner.tree, each) for each in owner.test_folders)
        self._tests = frozenset(os.path.normpath(folder) for folder in folders)

    def find_spec(
        self, name: str, path: Optional[Sequence[str]] = None, target: Any = None
    ) -> Optional[ModuleSpec]:
        """Find a module; whoever gives a path has chosen it."""
        spec = self._found(name, path, target)
        if spec is not None:
            self._owner.loader(spec)
        return spec

    def _found(self, name: str, path: Optional[Sequence[str]], target: Any) -> Optional[ModuleSpec]:
        """Look along the path in the order that holds for the name."""
        if path is not None or "." in name:
            return PathFinder.find_spec(name, path, target)
        own = [entry for entry in sys.path if self._owner.inside(entry)]
        if not own or self._owner.names_a_test(name):
            return PathFinder.find_spec(name, None, target)
        late = {entry for entry in own if not self._is_test_folder(entry)}
        order = [entry for entry in sys.path if entry not in late]
        spec = PathFinder.find_spec(name, order, target)
        if spec is None:
            spec = PathFinder.find_spec(name, [each for each in own if self._counts(each)], target)
        return spec

    def invalidate_caches(self) -> None:
        """Forget what the path finder remembers."""
        PathFinder.invalidate_caches()

    def find_distributions(self, *args: Any, **kwargs: Any) -> Any:
        """Give installed metadata, as `importlib.metadata` asks of every finder."""
        return PathFinder.find_distributions(*args, **kwargs)

    def _is_test_folder(self, entry: str) -> bool:
        """Tell whether an entry is a test folder below the tree's own, or lies in one."""
        real = os.path.realpath(entry or os.getcwd())
        return any(
            real == folder or real.startswith(folder + os.sep)
            for folder in self._tests
            if folder != self._owner.tree
        )

    def _counts(self, entry: str) -> bool:
        """Tell whether an entry may give what the environment lacks."""
        real = os.path.realpath(entry or os.getcwd())
        return real != self._owner.tree or real in self._tests


def from_text(text: str) -> TreeFinder:
    """Make a finder of what `as_text` wrote."""
    facts = json.loads(text)
    return TreeFinder(facts["tree"], facts["served"], facts["test_folders"], facts["patterns"])


def install(finder: TreeFinder) -> None:
    """Put the finder in front of every other one, and its rest in the path finder's place."""
    paths: List[Any] = sys.meta_path
    paths[:] = [finder.rest if each is PathFinder else each for each in paths]
    if finder.rest not in paths:
        paths.append(finder.rest)
    paths.insert(0, finder)


def behind_rewriting(finder: TreeFinder) -> bool:
    """Make pytest's rewriting hook look through the finder; false when it has no such seam.

    The hook asks the standard path finder by a class attribute of its own, and would find an
    installed copy first (DESIGN.md section 13).
    """
    from _pytest.assertion.rewrite import AssertionRewritingHook

    if not hasattr(AssertionRewritingHook, "_find_spec"):
        return False
    hook: Any = AssertionRewritingHook
    hook._find_spec = staticmethod(finder.find_anywhere)
    return True


def _left_alone(_: ModuleSpec) -> None:
    """Load what is found as it stands."""


def _places(module: Any) -> Iterator[str]:
    """Give where a module, or a namespace package, came from; one that was made up has no place."""
    try:
        file = getattr(module, "__file__", None)
        places = [file] if file else list(getattr(module, "__path__", []))
    except Exception:  # noqa: BLE001 - modules of the code under test may answer anything
        return
    yield from (place for place in places if isinstance(place, str))
