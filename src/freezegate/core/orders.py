"""The orders in which reruns under control run their tests, by id alone (DESIGN.md section 13)."""

import functools
import hashlib
from collections.abc import Sequence
from typing import Final

from freezegate.model.ids import Seed, TestId
from freezegate.model.rerun import Among

#: A suite up to this size is run whole, at every seed.
MAX_AMONG: Final = 2000


def shuffled(tests: Sequence[TestId], seed: Seed) -> tuple[TestId, ...]:
    """Put tests into the seed's order: modules, then classes, then tests.

    It is the order that the runner gives to the same seed (`runner.order`), so that what a schedule
    showed can be shown again.
    """
    return _shuffled(tuple(tests), seed)


@functools.lru_cache(maxsize=256)
def _shuffled(tests: tuple[TestId, ...], seed: Seed) -> tuple[TestId, ...]:
    """Every rerun of a diagnosis asks for the order of one of the same few seeds."""
    return tuple(sorted(tests, key=lambda name: _ranks(name, seed)))


def ahead(tests: Sequence[TestId], test: TestId) -> tuple[TestId, ...]:
    """Give the tests that stand ahead of one in an order; all of them where it is not there."""
    return tuple(tests[: tests.index(test)] if test in tests else tests)


def up_to_last(tests: Sequence[TestId], wanted: Sequence[TestId]) -> tuple[TestId, ...]:
    """Cut an order behind the last wanted test: what runs later cannot have made any of them red.

    A wanted test that the order lacks is put at its end.
    """
    missing = tuple(test for test in wanted if test not in set(tests))
    whole = (*tests, *missing)
    last = max((whole.index(test) for test in wanted), default=-1)
    return whole[: last + 1]


def neighbours(
    tests: Sequence[TestId], wanted: Sequence[TestId], among: Among
) -> tuple[TestId, ...]:
    """Choose the tests that may run ahead of the wanted ones, in their order."""
    if among is Among.AUTO:
        among = Among.ALL if len(tests) <= MAX_AMONG else Among.FOLDER
    if among is Among.ALL:
        return tuple(tests)
    part = _folder if among is Among.FOLDER else _file
    places = {part(test) for test in wanted}
    return tuple(test for test in tests if part(test) in places)


def _file(test: TestId) -> str:
    return test.partition("::")[0]


def _folder(test: TestId) -> str:
    return _file(test).rpartition("/")[0]


def _ranks(name: TestId, seed: Seed) -> tuple[str, str, str]:
    module, _, rest = name.partition("::")
    owner = rest.partition("[")[0].rpartition("::")[0]
    first, second, third = (_rank(seed, each) for each in (module, f"{module}::{owner}", name))
    return first, second, third


def _rank(seed: Seed, name: str) -> str:
    return hashlib.sha256(f"{seed}:{name}".encode("utf-8", "backslashreplace")).hexdigest()
