"""A failing input shrunk and replayed: what settles the matter before any other control."""

from collections.abc import Generator

from freezegate.core.controls import SIDES, Book, Steps
from freezegate.model.claim import Shrunk
from freezegate.model.contract import Side
from freezegate.model.failure import Changed
from freezegate.model.pack import Counterexample
from freezegate.model.plan import Replay
from freezegate.model.rerun import Answered, Ask, Outcome, Subject

#: What the runner has to bring for it.
SHRINK = "shrink"
#: Seeds at which shrinking is tried; a shrink takes many times a run.
_TRIES = 2
#: How a witness names a failed health check.
_HEALTH = "FailedHealthCheck"
#: An input replays where each of these is red.
_REPLAYS = 2


def inputs(book: Book) -> Generator[tuple[Ask, ...], tuple[Answered, ...], bool]:
    """Shrink what fails and replay it on both sides; say whether that settles the class.

    An input that breaks the property is a counterexample, one that does not replay leaves it
    unknown: no other control could make either of them a class that may be frozen.
    """
    if not book.subject.hypothesis:
        book.skipped.append("input replayed: the property draws none from Hypothesis")
        return False
    seeds = book.red_seeds(Side.PATCH)[:_TRIES]
    ask = Ask(
        changed=Changed.INPUT_REPLAYED, side=Side.PATCH, seeds=seeds, hash_seed=None, shrink=True
    )
    (answered,) = yield (ask,)
    if SHRINK in answered.lacks:
        book.skipped.append(
            "every other control: the runner cannot shrink the failing input, and without that a "
            "Hypothesis property stays unknown"
        )
        return True
    found = next((each.shrunk for each in answered.rows if each.shrunk is not None), None)
    if found is None:
        book.skipped.append(_why_none(book))
        return False
    yield from _replayed(book, found)
    book.skipped.append("order, clock, upstream and network: an input outranks them all")
    return True


def _why_none(book: Book) -> str:
    """Say why there is no input: Hypothesis stopped ahead of one, or none breaks it alone."""
    witnesses = {
        each.witness for side in SIDES for each in book.subject.schedule[side].rows if each.red
    }
    if witnesses and all(_HEALTH in witness for witness in witnesses):
        return (
            "input replayed: Hypothesis stopped at a health check, ahead of any input that fails; "
            "it is the property's strategy that is red, not what it checks"
        )
    return "input replayed: no input was shrunk that breaks it alone"


def _replayed(book: Book, shrunk: Shrunk) -> Steps:
    """Run the property on its input alone, on both sides."""
    subject = book.subject
    key = key_of(subject, shrunk)
    replay = Replay(test_id=subject.test_id, key=key, arguments=shrunk.arguments, blob=shrunk.blob)
    seeds = book.red_seeds(Side.PATCH)[:1] * _REPLAYS
    asks = tuple(
        Ask(changed=Changed.INPUT_REPLAYED, side=side, seeds=seeds, hash_seed=None, replay=replay)
        for side in SIDES
    )
    answers = yield asks
    for ask, answered in zip(asks, answers, strict=True):
        book.record(ask, _given(answered), in_pack=key in subject.in_pack)
    red = {side: given.red for side, given in zip(SIDES, map(_given, answers), strict=True)}
    book.told.append(f"an input that breaks it was shrunk: {_words(shrunk)}")
    if not red[Side.PATCH]:
        book.told.append("it does not replay, so neither the shrink nor a freeze counts")
    elif not red[Side.PARENT]:
        book.told.append("it breaks the patch alone: the patch did that")
    if red[Side.PATCH] and key not in subject.in_pack:
        book.told.append("it is not in the fixture pack yet: put it there, pin, and run again")


def key_of(subject: Subject, shrunk: Shrunk) -> str:
    """Name an input of a property as the fixture pack does."""
    return Counterexample(
        property=subject.property, generation=subject.generation, arguments=shrunk.arguments
    ).key()


def _given(answered: Answered) -> Answered:
    """Take an input that could not be given for one that does not replay: no pass, no failure."""
    outcomes = tuple(
        Outcome() if each is not None and each.why_not else each for each in answered.outcomes
    )
    return Answered(outcomes=outcomes, lacks=answered.lacks, causes=answered.causes)


def _words(shrunk: Shrunk) -> str:
    pairs = (f"{name}={value!r}" for name, value in shrunk.arguments.items())
    return ", ".join(pairs) or "by its blob alone"
