"""Order and hash seed: the property alone, and with both of them fixed."""

from collections.abc import Generator, Mapping
from typing import Final

from freezegate.core.controls import SIDES, Book, Steps, is_green
from freezegate.core.controls_polluter import behind, brittle, in_definition
from freezegate.core.orders import ahead
from freezegate.model.contract import Side, Vary
from freezegate.model.failure import Changed
from freezegate.model.ids import Seed, TestId
from freezegate.model.rerun import Answered, Ask

#: A test behind all that is defined ahead of it costs as much as those; a few such runs will do,
#: for the number that outlasts chance is made of runs of it alone.
_FEW: Final = 3
#: A hash seed that is red so often is red.
_TWICE: Final = 2

#: Steps that return what was brought.
_Brings = Generator[tuple[Ask, ...], tuple[Answered, ...], Answered]


def order(book: Book) -> Steps:
    """Run what shows whether order or hash seed make the failure, and name the tests that do."""
    alone = yield from _alone(book)
    yield from _choose_hash_seed(book, alone)
    fixed = yield from _fixed(book)
    if fixed.red:
        yield from _unseeded(book)
    elif not is_green(alone):
        _tell_hash(book, alone)
    again = yield from _varied(book)
    if is_green(alone):
        yield from behind(book, again[Side.PATCH])
    elif book.shows(alone):
        yield from brittle(book)
    if is_green(alone) and not book.polluters:
        book.told.append(
            "varied order is not on record: green alone, and not red each time behind the same "
            "tests on both sides, so chance or load has a part"
        )
    else:
        _record_varied(book, again)


def _alone(book: Book) -> _Brings:
    """Alone, with all else as the seed sets it; give the patch's runs."""
    asks = tuple(
        Ask(changed=Changed.ALONE, side=side, seeds=book.sample(side), hash_seed=None)
        for side in SIDES
    )
    answers = yield asks
    for ask, answered in zip(asks, answers, strict=True):
        book.record(ask, answered)
    return answers[-1]


def _choose_hash_seed(book: Book, alone: Answered) -> Steps:
    """Fix the hash seed 0, or that of a seed which is green alone where 0 itself is red.

    Any one will do: what is shown is that the failure goes away when it does not vary.
    """
    pairs = zip(book.sample(Side.PATCH), alone.outcomes, strict=True)
    green = [seed for seed, outcome in pairs if outcome is not None and not outcome.red]
    if green and not is_green(alone):
        (answered,) = yield (_ask(book, Side.PATCH, (green[0],) * _TWICE),)
        book.hash_of = green[0] if book.shows(answered) else None


def _fixed(book: Book) -> _Brings:
    """Isolation and the order of definition, both (FIELD.md 3); give the patch's runs alone.

    Most runs are of the property alone: as many as the schedule has first, and where all are green
    on a side, as many as outlast chance.
    """
    defined = ahead(book.subject.among, book.subject.test_id)
    first = len(book.subject.seeds)
    asks = [_ask(book, side, book.sample(side)[:first]) for side in SIDES]
    if defined:
        asks += [_ask(book, side, _reds_first(book, side), defined) for side in SIDES]
    answers = yield tuple(asks)
    pairs = list(zip(asks, answers, strict=True))
    red = {ask.side for ask, answered in pairs if not is_green(answered)}
    more = [_ask(book, side, book.times(side)[first:]) for side in SIDES if side not in red]
    more = [ask for ask in more if ask.seeds]
    if more:
        pairs += zip(more, (yield tuple(more)), strict=True)
    for ask, answered in pairs:
        book.record(ask, answered)
    alone = answers[SIDES.index(Side.PATCH)]
    if is_green(alone) and Side.PATCH in red:
        yield from in_definition(book, _reds_first(book, Side.PATCH)[0], defined)
    return alone


def _ask(book: Book, side: Side, seeds: tuple[Seed, ...], before: tuple[TestId, ...] = ()) -> Ask:
    """Run with order and hash seed fixed."""
    return Ask(
        changed=Changed.FIXED_ORDER, side=side, seeds=seeds, before=before, hash_of=book.hash_of
    )


def _varied(
    book: Book,
) -> Generator[tuple[Ask, ...], tuple[Answered, ...], dict[Side, Answered]]:
    """Order and hash seed varied again, after they were fixed: seeds that were red.

    Without this a failure that came to an end while the reruns went on, an outage say, would look
    like one that a fixed order heals.
    """
    answers = yield tuple(_varied_ask(book, side) for side in SIDES)
    return dict(zip(SIDES, answers, strict=True))


def _varied_ask(book: Book, side: Side) -> Ask:
    return Ask(
        changed=Changed.VARIED_ORDER,
        side=side,
        seeds=book.red_seeds(side)[:_FEW],
        before=None,
        hash_seed=None,
    )


def _record_varied(book: Book, again: Mapping[Side, Answered]) -> None:
    """Put them on record, where there is anything that the configuration varies."""
    if {Vary.ORDER, Vary.HASH} & set(book.subject.vary):
        for side, answered in again.items():
            book.record(_varied_ask(book, side), answered)
    else:
        book.skipped.append(
            "varied order: the configuration varies neither the order nor the hash seed"
        )


def _reds_first(book: Book, side: Side) -> tuple[Seed, ...]:
    """A few seeds, those at which the schedule is red first."""
    return book.sample(side)[:_FEW]


def _unseeded(book: Book) -> Steps:
    """Say whether our seeding alone makes the failure (FIELD.md 3), or what it follows."""
    ask = Ask(
        changed=Changed.UNSEEDED,
        side=Side.PATCH,
        seeds=book.subject.seeds,
        hash_of=book.hash_of,
        seeded=False,
    )
    (answered,) = yield (ask,)
    book.record(ask, answered)
    if is_green(answered):
        book.told.append(
            "red alone, in a fixed order, and green when no generator is seeded: the seed that is "
            "set makes it red"
        )
    else:
        book.told.append("red alone and in a fixed order as well: neither order nor hash seed")


def _tell_hash(book: Book, alone: Answered) -> None:
    """Alone it is red at some hash seeds and green at the fixed one: the hash seed does it."""
    pairs = tuple(zip(book.sample(Side.PATCH), alone.outcomes, strict=True))
    red = [seed for seed, outcome in pairs if outcome is not None and outcome.red]
    green = [seed for seed, outcome in pairs if outcome is not None and not outcome.red]
    book.told.append(
        f"alone it follows the hash seed, and is green where that is fixed: red at that of "
        f"{_seeds(red)}, green at that of {_seeds(green)}"
    )


def _seeds(seeds: list[Seed]) -> str:
    """Name one seed, and say how many more there are."""
    more = f" and {len(seeds) - 1} more" if len(seeds) > 1 else ""
    return f"seed {seeds[0]}{more}" if seeds else "no seed"
