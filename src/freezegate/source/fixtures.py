"""Which units are fixtures, hooks and set-up functions, and which fixture answers to a name."""

import ast
from typing import Final, NamedTuple

from freezegate.source.finder import above
from freezegate.source.modules import Module, Unit
from freezegate.source.reach import Reach, Units
from freezegate.source.syntax import Function, decorator

#: What pytest and unittest call around the tests of a module, by name.
MODULE_SETUP: Final = frozenset(
    {"setup_module", "teardown_module", "setup_function", "teardown_function"}
    | {"setUpModule", "tearDownModule", "setup", "teardown"}
)
#: The same for a class.
CLASS_SETUP: Final = frozenset(
    {"setup_class", "teardown_class", "setup_method", "teardown_method", "setup", "teardown"}
    | {"setUp", "tearDown", "setUpClass", "tearDownClass", "asyncSetUp", "asyncTearDown"}
)
#: What pytest reads from a file by name, beside hooks.
_SETTINGS: Final = frozenset({"pytest_plugins", "collect_ignore", "collect_ignore_glob"})


class Fixture(NamedTuple):
    """A fixture's name and its parameters; `always` when every test of its scope gets it."""

    name: str
    parameters: frozenset[str]
    always: bool


class Scope(NamedTuple):
    """What one file offers to the tests that see it."""

    named: dict[str, Units]
    always: Units


def fixture(unit: Unit) -> Fixture | None:
    """Return what a unit is as a fixture; `None` when its decorators make it none."""
    if not isinstance(unit.node, Function):
        return None
    for each in unit.node.decorator_list:
        if decorator(each)[-1:] and decorator(each)[-1].endswith("fixture"):
            keywords = {key.arg: key.value for key in getattr(each, "keywords", ())}
            name = keywords.get("name", ast.Constant(unit.node.name))
            known = isinstance(name, ast.Constant) and None not in keywords
            always = keywords.get("autouse", ast.Constant(value=False))
            quiet = isinstance(always, ast.Constant) and not always.value
            return Fixture(
                name=str(name.value) if isinstance(name, ast.Constant) else unit.node.name,
                parameters=parameters(unit.node),
                always=not (known and quiet),
            )
    return None


def parameters(node: Function) -> frozenset[str]:
    """Return the names of the parameters that can be fixtures."""
    args = node.args
    return frozenset(each.arg for each in (*args.posonlyargs, *args.args, *args.kwonlyargs))


def scope(units: Units) -> Scope:
    """Return the fixtures among units, by name, and those that no name has to ask for."""
    named: dict[str, Units] = {}
    always: set[Unit] = set()
    for unit in units:
        found = fixture(unit)
        if found:
            named[found.name] = named.get(found.name, frozenset()) | {unit}
            always |= {unit} if found.always else set()
    return Scope(named, frozenset(always))


class Shelf:
    """The fixtures and standing parts of each file, kept."""

    def __init__(self, reach: Reach) -> None:
        """Take the graph that leads from imported names to fixtures."""
        self._reach = reach
        self._scopes: dict[str, Scope] = {}
        self._visible: dict[str, tuple[str, ...]] = {}
        self._standing: dict[str, Units] = {}
        self._requests: dict[Unit, frozenset[str]] = {}

    def requests(self, unit: Unit) -> frozenset[str]:
        """Return the fixtures that a unit requests by its parameters, if it is a fixture."""
        if unit not in self._requests:
            found = fixture(unit)
            self._requests[unit] = found.parameters if found else frozenset()
        return self._requests[unit]

    def scope(self, path: str) -> Scope:
        """Return the fixtures of a file, those that it imports included."""
        if path not in self._scopes:
            units = set(self._reach.module(path).units)
            todo = list(units)
            while todo:
                fresh = self._offered(todo.pop()) - units
                units |= fresh
                todo.extend(fresh)
            self._scopes[path] = scope(frozenset(units))
        return self._scopes[path]

    def visible(self, path: str) -> tuple[str, ...]:
        """Return the files whose fixtures a test in `path` sees, the nearest first."""
        if path not in self._visible:
            found = dict.fromkeys(self._with_plugins(path))
            for folder in above(path):
                conftest = f"{folder}/conftest.py" if folder else "conftest.py"
                if self._reach.holds(conftest):
                    found |= dict.fromkeys(self._with_plugins(conftest))
            self._visible[path] = tuple(found)
        return self._visible[path]

    def standing(self, path: str) -> Units:
        """Return what every test in `path` stands on, whatever it requests."""
        if path not in self._standing:
            roots: set[Unit] = set()
            for each in self.visible(path):
                roots |= self._part(each, plugin=each != path)
            for each in (*self.visible(path), *self._packages(path)):
                for executed in self._reach.executed(each):
                    roots |= _effects(self._reach.module(executed))
            self._standing[path] = self._reach.closure(roots)
        return self._standing[path]

    def wanted(self, path: str, name: str) -> Units:
        """Return what a fixture's name means to a test in `path`: the nearest, and what hides it.

        A fixture that requests its own name asks the next one up. A name that is bound to
        something that may or may not be a fixture counts, and the search goes on.
        """
        found: set[Unit] = set()
        for each in self.visible(path):
            certain = self.scope(each).named.get(name, frozenset())
            found |= certain or self._bound(each, name)
            if certain and not any(name in self.requests(unit) for unit in certain):
                break
        return frozenset(found)

    def _bound(self, path: str, name: str) -> set[Unit]:
        """Return what a file binds to a name, and where an import of it leads."""
        units = set(self._reach.module(path).bound(name))
        return units.union(*map(self._offered, units))

    def everything(self, path: str) -> Units:
        """Return all files whose fixtures a test in `path` sees, whole."""
        return frozenset(
            unit for each in self.visible(path) for unit in self._reach.module(each).units
        )

    def _offered(self, unit: Unit) -> Units:
        """Return what an import makes part of its file; a module that it binds is no part."""
        if unit.link and unit.link.bound == "*":
            return self._reach.follow(unit)
        if unit.link and not self._reach.binds_file(unit.path, unit.link):
            return self._reach.resolve(unit.path, (unit.link.bound,))
        return frozenset()

    def _part(self, path: str, *, plugin: bool) -> set[Unit]:
        """Return a file's hooks, set-up functions and fixtures that nobody has to ask for."""
        module = self._reach.module(path)
        if plugin and (module.unknown or module.opaque):
            return set(module.units)
        names = {name for name in module.names if name.startswith("pytest_")}
        names |= _SETTINGS if plugin else MODULE_SETUP
        units = {unit for name in names for unit in self._reach.resolve(path, (name,))}
        units |= self.scope(path).always
        if plugin:
            units |= {unit for unit in module.decorated if not fixture(unit)}
        return units

    def _with_plugins(self, path: str) -> tuple[str, ...]:
        """Return a file and the test-side modules that it names as plugins, in the end."""
        found = {path: None}
        todo = [path]
        while todo:
            current = todo.pop(0)
            for unit in self._reach.module(current).bound("pytest_plugins"):
                for text in sorted(unit.mentions.strings):
                    files = self._reach.files(current, tuple(text.split(".")))
                    todo += [file for file in files if file not in found]
                    found |= dict.fromkeys(files)
        return tuple(found)

    def _packages(self, path: str) -> tuple[str, ...]:
        """Return the files that importing `path` as a part of its packages executes."""
        inits = (f"{folder}/__init__.py".lstrip("/") for folder in above(path))
        return tuple(init for init in inits if self._reach.holds(init))


def _effects(module: Module) -> set[Unit]:
    """Return what importing a file does; its marks belong to the tests themselves."""
    return {unit for unit in module.effects if unit.binds != {"pytestmark"}}
