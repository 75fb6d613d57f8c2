"""The order in which properties run: modules, then classes, then tests (DESIGN.md section 13)."""

from __future__ import annotations

import hashlib
from typing import Any, List, Sequence, Tuple

from .items import test_id


def shuffled(items: Sequence[Any], seed: int) -> List[Any]:
    """Put items into the seed's order.

    Each name is ranked by itself, so that a test that one side lacks moves no other one, and
    neither the order of collection nor the tests' own generator has a part in it.
    """

    def rank(item: Any) -> Tuple[str, str, str]:
        module, class_name = _groups(item.nodeid)
        names = (module, module + "::" + class_name, item.nodeid)
        first, second, third = (_rank(seed, name) for name in names)
        return first, second, third

    return sorted(items, key=rank)


def as_listed(items: Sequence[Any], order: Sequence[str]) -> List[Any]:
    """Put items into a given order of ids; those that it lacks come last, as they were."""
    places = {name: place for place, name in enumerate(order)}
    return sorted(items, key=lambda item: places.get(test_id(item), len(places)))


def _groups(test_id: str) -> Tuple[str, str]:
    """Name the module and the class of a test; a plain function's class is empty."""
    module, _, rest = test_id.partition("::")
    return module, rest.partition("[")[0].rpartition("::")[0]


def _rank(seed: int, name: str) -> str:
    """Give a name its place under a seed."""
    text = "{}:{}".format(seed, name)
    return hashlib.sha256(text.encode("utf-8", "backslashreplace")).hexdigest()
