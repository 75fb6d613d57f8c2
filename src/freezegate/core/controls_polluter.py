"""The tests that make a property red when they run ahead of it, or green: found and named."""

from collections.abc import Callable, Generator
from typing import Final

import msgspec

from freezegate.core.bisection import narrowed
from freezegate.core.controls import SIDES, Book, Steps, is_green
from freezegate.model.contract import Side
from freezegate.model.failure import Changed
from freezegate.model.ids import Seed, TestId
from freezegate.model.rerun import Answered, Ask

#: What was found is run so often again, on both sides.
_AGAIN: Final = 3

#: Steps that return the tests that were found, and steps that return what was brought.
_Search = Generator[tuple[Ask, ...], tuple[Answered, ...], tuple[TestId, ...]]
_Brings = Generator[tuple[Ask, ...], tuple[Answered, ...], tuple[Answered, ...]]


def behind(book: Book, again: Answered) -> Steps:
    """Green alone, and red again at seeds of the schedule: name which of its predecessors do it."""
    pairs = zip(book.red_seeds(Side.PATCH), again.outcomes, strict=False)
    red = [
        seed for seed, outcome in pairs if outcome is not None and outcome.witness in book.witnesses
    ]
    if red and not book.polluters and (before := book.predecessors(red[0])):
        yield from polluted(book, _at(red[0]), before)


def in_definition(book: Book, seed: Seed, before: tuple[TestId, ...]) -> Steps:
    """Green alone and red in the order of definition, the hash seed fixed: name what does it."""
    fixed = msgspec.structs.replace(_at(seed), hash_seed=0, hash_of=book.hash_of)
    yield from polluted(book, fixed, before)
    if book.polluters:
        book.told.append("red in the order of definition as well: no run of the suite is safe")


def polluted(book: Book, at: Ask, before: tuple[TestId, ...]) -> Steps:
    """Find the tests of `before` that make it red, run them again on both sides, and name them.

    A failure that is the order's comes each time, and on both sides where it is shared.
    """
    few = yield from _narrowed(at, before, book.shows)
    again = yield from _repeated(book, at, few)
    if not all(map(book.shows, again)):
        return
    book.polluters = few
    if len(few) > 1:
        book.told.append(f"no single test makes it red: it needs {len(few)} of them ahead of it")


def brittle(book: Book) -> Steps:
    """Where it is red whenever it is alone and green behind others, name the test that it needs."""
    ahead_of = {seed: book.predecessors(seed) for seed in book.green_seeds(Side.PATCH)}
    seed = next((seed for seed, before in ahead_of.items() if before), None)
    if seed is None or not all(
        map(is_green, (yield from _repeated(book, _at(seed), ahead_of[seed])))
    ):
        return
    few = yield from _narrowed(_at(seed), ahead_of[seed], is_green)
    if all(map(is_green, (yield from _repeated(book, _at(seed), few)))):
        book.helpers = few
        book.told.append("red alone, green behind others: it needs what they leave behind")


def _narrowed(at: Ask, before: tuple[TestId, ...], shows: Callable[[Answered], bool]) -> _Search:
    """Find the few tests of `before` that are needed; each question is a process of its own."""
    search = narrowed(before)
    shown: bool | None = None
    while True:
        try:
            part = next(search) if shown is None else search.send(shown)
        except StopIteration as found:
            few: tuple[TestId, ...] = found.value
            return few
        (answered,) = yield (msgspec.structs.replace(at, before=part),)
        shown = shows(answered)


def _repeated(book: Book, at: Ask, before: tuple[TestId, ...]) -> _Brings:
    """Run the property behind these tests again, on both sides; give what it brought."""
    asks = tuple(
        msgspec.structs.replace(at, side=side, before=before, seeds=at.seeds * _AGAIN)
        for side in SIDES
    )
    answers = yield asks
    for ask, answered in zip(asks, answers, strict=True):
        book.record(ask, answered)
    return answers


def _at(*seeds: Seed) -> Ask:
    """Run on the patch with all as these seeds set it."""
    return Ask(changed=Changed.BEHIND_PREDECESSORS, side=Side.PATCH, seeds=seeds, hash_seed=None)
