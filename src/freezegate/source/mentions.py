"""Which touched functions a test names, through imports and aliases.

It is told beside what the test executes, and decides nothing: a test that names a function need not
run it, and one that runs it need not name it.
"""

import ast
from collections.abc import Iterable, Sequence

from freezegate.source.names import mentions
from freezegate.source.readers import Tree
from freezegate.source.syntax import Dotted, Function, parse


def named(
    tree: Tree, path: str, source: bytes, qualname: str, touched: Iterable[str]
) -> tuple[str, ...]:
    """Return those of the touched functions that a test names.

    Args:
        tree: the files of the commit, tests and product.
        path: the test's file.
        source: its text.
        qualname: the test function's qualified name.
        touched: ids as `path::qualified.name`. A method is named by its class and its own name.
    """
    node = _function(source, qualname)
    if node is None:
        return ()
    said = mentions(node)
    leads = {(path, read) for read in said.reads}
    leads |= {place for read in said.reads for place in tree.leads_to(path, read)}
    return tuple(
        unit
        for unit in touched
        if any(_names(place, rest, unit, said.attributes) for place, rest in leads)
    )


def _function(source: bytes, qualname: str) -> Function | None:
    """Find a function by its qualified name; the last of that name is the one that runs."""
    tree = parse(source)
    found: Sequence[ast.AST] = [tree] if tree is not None else []
    for name in qualname.replace(".<locals>", "").split("."):
        held = [child for node in found for child in ast.walk(node) if child is not node]
        found = [
            each for each in held if isinstance(each, Function | ast.ClassDef) and each.name == name
        ][-1:]
    return next((each for each in found if isinstance(each, Function)), None)


def _names(place: str, rest: Dotted, unit: str, attributes: frozenset[str]) -> bool:
    """Tell whether a lead ends at a unit: at its own name, or at its class beside its name."""
    path, _, name = unit.partition("::")
    parts = name.partition("#")[0].removeprefix("<module>.").split(".")
    chain = [part for part in parts if not part.startswith("<")]
    inner = parts.index("<locals>") if "<locals>" in parts else len(chain)
    chain = chain[:inner]
    if place != path or not chain or not rest or rest[0] != chain[0]:
        return False
    return all(part in attributes or part in rest for part in chain[1:])
