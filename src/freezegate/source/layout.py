"""How a tree is laid out: which files are the tests', which names its product is imported by.

Told from a listing and configuration, never from a run. When a patch is judged the parent's layout
decides, on the patch's paths too.
"""

import posixpath
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from fnmatch import fnmatchcase
from functools import cache
from typing import Final

import msgspec

from freezegate.model.config import Config
from freezegate.model.tree import Entry
from freezegate.source.finder import above
from freezegate.source.hints import Hint, hints_of, inside
from freezegate.source.leftovers import refused_files
from freezegate.source.packages import Folders, Found, top_level
from freezegate.source.pytest_found import FoundConfig

__all__ = ["Layout", "layout_of", "refused_files", "served_on_patch"]

_TEST_NAMES: Final = frozenset({"tests", "test"})
#: Files that configure pytest and nothing that a build needs; `pyproject.toml` and `setup.cfg` are
#: the patch's, and their pytest sections do not run (DESIGN.md section 13).
_CONFIGURES: Final = frozenset(
    {"pytest.ini", ".pytest.ini", "pytest.toml", ".pytest.toml", "tox.ini"}
)
#: What the run itself stands on. A project that is one of these says so in `packages`.
_MACHINERY: Final = frozenset({"pytest", "_pytest", "pluggy", "iniconfig", "hypothesis"})
STANDARD_LIBRARY: Final = frozenset(sys.stdlib_module_names)


class Layout(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of a tree's files; all paths are relative to it, `""` is the tree itself.

    `served` maps a top-level import name to the folder that holds it, `shadows` are top-level
    names that are not served because the standard library or pytest's own machinery has them.
    `test_roots` are the folders that pytest would import test modules from. `folders` are globs of
    test folders, `testpaths` those that only count outside `products`, `patterns` what test
    modules are called.
    """

    served: dict[str, str]
    shadows: tuple[str, ...]
    test_roots: tuple[str, ...]
    folders: tuple[str, ...]
    testpaths: tuple[str, ...]
    products: frozenset[str]
    patterns: tuple[str, ...]

    def is_test(self, path: str) -> bool:
        """Whether a file, of either commit, is taken from the parent."""
        return _is_test(path, self.patterns, self.folders, self.testpaths, self.products)


@cache
def _is_test(
    path: str,
    patterns: tuple[str, ...],
    folders: tuple[str, ...],
    testpaths: tuple[str, ...],
    products: frozenset[str],
) -> bool:
    """Tell tests from product; asked several times for each file of two commits."""
    name = posixpath.basename(path)
    return (
        name == "conftest.py"
        or name in _CONFIGURES
        or (not _is_broad(patterns) and matches(path, patterns))
        or any(_holds_tests(folder, folders, testpaths, products) for folder in above(path))
    )


@cache
def _holds_tests(
    folder: str, folders: tuple[str, ...], testpaths: tuple[str, ...], products: frozenset[str]
) -> bool:
    """Whether all in a folder is the tests'; asked for each file, and the same for most of them."""
    if any(fnmatchcase(folder, glob) for glob in folders):
        return True
    if posixpath.basename(folder) in _TEST_NAMES and folder not in products:
        return True
    tested = any(fnmatchcase(folder, glob) for glob in testpaths)
    return tested and not _is_product(folder, products)


def _is_product(folder: str, products: frozenset[str]) -> bool:
    """Whether a folder is a product package, holds one, or is a part of one.

    A part that is called after tests is none: projects ship `package/testsuite`.
    """
    for product in products:
        if product == folder or folder in above(product):
            return True
        if product in above(folder) and "test" not in folder[len(product) :].lower():
            return True
    return False


def layout_of(
    listing: Mapping[str, Entry],
    read: Callable[[str], bytes | None],
    *,
    config: Config,
    found: FoundConfig,
    root: str,
) -> Layout:
    """Lay out one commit's tree.

    Args:
        listing: its files.
        read: gives a file by its path, `None` where there is none.
        config: the gate's configuration, always the parent's.
        found: this commit's pytest configuration.
        root: pytest's rootdir relative to the tree.

    Raises:
        ArtifactError: a file with build or pytest configuration is broken.
    """
    folders = Folders(path for path, entry in listing.items() if entry.mode != _LINK)
    search = tuple(_paths(root, found.words("pythonpath")))
    hints = hints_of(read, root)
    every = top_level(folders, hints, root=root, search=search, declared=config.packages)
    kept = [each for each in every if not _is_test_module(each, found.patterns)]
    bare = Layout(
        served={each.name: each.folder for each in kept if _may_serve(each, config)},
        shadows=tuple(sorted(each.name for each in kept if not _may_serve(each, config))),
        test_roots=(),
        folders=tuple(_paths("", (glob.removesuffix("/**") for glob in config.test_folders))),
        testpaths=tuple(
            path
            for path in _paths(root, found.words("testpaths"))
            if path != root and path not in above(root)
        ),
        products=frozenset(_products(kept, hints, config)),
        patterns=found.patterns,
    )
    return msgspec.structs.replace(bare, test_roots=_test_roots(bare, folders, listing, search))


#: Git's mode of a symbolic link; what it leads to is listed by its own path.
_LINK: Final = "120000"


def served_on_patch(
    parent: Layout, patch: Layout, importable: frozenset[str]
) -> tuple[dict[str, str], tuple[str, ...]]:
    """Return what the trees with the patch's product serve, and the names that take no part.

    The parent's names stay served, from where the patch has them now (test packages from where the
    parent has them). A name that the patch adds is served unless the standard library, pytest's
    machinery or an installed distribution already has it.

    Args:
        parent: the parent's layout.
        patch: the patch's own layout.
        importable: top-level names that the environment can import.
    """
    served = {
        name: folder
        if parent.is_test(posixpath.join(folder, name, "__init__.py"))
        else patch.served.get(name, folder)
        for name, folder in parent.served.items()
    }
    added = {name: at for name, at in patch.served.items() if name not in parent.served}
    taken = {name for name in added if name in importable}
    served.update((name, at) for name, at in added.items() if name not in taken)
    return served, tuple(sorted(taken | (set(patch.shadows) - set(parent.shadows))))


def matches(path: str, patterns: Iterable[str]) -> bool:
    """Whether a Python file's path matches a pattern as pytest has it: one with `/` from behind."""
    name = posixpath.basename(path)
    return path.endswith(".py") and any(
        fnmatchcase(f"/{path}", f"*/{pattern}") if "/" in pattern else fnmatchcase(name, pattern)
        for pattern in patterns
    )


def _is_broad(patterns: Iterable[str]) -> bool:
    """Whether patterns take any file, as `*.py` does: then only folders tell tests from product."""
    return matches("__init__.py", patterns) or matches("a.py", patterns)


def _may_serve(found: Found, config: Config) -> bool:
    declared = {name.partition(".")[0] for name in config.packages}
    return found.name in declared or found.name not in STANDARD_LIBRARY | _MACHINERY


def _products(found: Iterable[Found], hints: Iterable[Hint], config: Config) -> Iterator[str]:
    """Return paths of packages that are no tests, and of those that are declared to be none.

    A package that is called after tests is one of them, unless a build file names it.
    """
    named = {posixpath.basename(hint.text) for hint in hints} | {
        name.partition(".")[0] for name in config.packages
    }
    for each in found:
        after_tests = "test" in each.name.lower() and each.name not in named
        if not after_tests and each.name not in _TEST_NAMES:
            yield each.path
    for name, folder in config.packages.items():
        yield posixpath.join(inside("", folder) or "", name.rpartition(".")[2])


def _is_test_module(found: Found, patterns: tuple[str, ...]) -> bool:
    """Whether a single file is a test module, which pytest imports in its own way."""
    return found.module and not _is_broad(patterns) and matches(f"{found.path}.py", patterns)


def _paths(root: str, entries: Iterable[str]) -> Iterator[str]:
    """Return paths relative to the tree; those that lead out of it mean nothing."""
    for entry in entries:
        path = inside(root, entry)
        if path is not None:
            yield path


def _test_roots(
    layout: Layout, folders: Folders, paths: Iterable[str], search: Iterable[str]
) -> tuple[str, ...]:
    """Return where pytest's `prepend` mode would import from, less what is served anyway."""
    modules = (*layout.patterns, "conftest.py")
    roots = {folder for folder in search if layout.is_test(posixpath.join(folder, "a"))}
    for path in paths:
        if not layout.is_test(path) or not matches(path, modules):
            continue
        folder = posixpath.dirname(path)
        root = folders.package_root(folder)
        package = folder[len(root) :].strip("/").partition("/")[0]
        if not package or layout.served.get(package) != root:
            roots.add(root)
    return tuple(sorted(roots))
