"""Upstream calls recorded, and the network refused."""

from collections.abc import Iterable
from typing import Final

import msgspec

from freezegate.core.controls import MAX_RERUNS, SIDES, Book, Steps
from freezegate.model.claim import Answer
from freezegate.model.contract import Side
from freezegate.model.failure import Call, Changed
from freezegate.model.ids import Seed
from freezegate.model.rerun import Answered, Ask

_TELL: Final = "a test may record its own as the properties status_code and body_length"
#: Where every other call fails, half of so many are green.
_MOST: Final = 2 * MAX_RERUNS
#: Refusing peers shows at once what it changes.
_FEW: Final = 3


def explaining(answers: Iterable[Answer], *, red: bool) -> Call | None:
    """Give the call that explains a run: a blip where there is one, else the last."""
    told = [
        Call(
            red=red,
            timed_out=each.timed_out,
            status_code=each.status_code,
            body_bytes=each.body_bytes,
        )
        for each in answers
    ]
    return next((call for call in told if call.blip), told[-1] if told else None)


def calls(book: Book) -> Steps:
    """Where a call explains each red run of the schedule, record as many more as chance wants."""
    rows = book.schedule[Side.PATCH].rows
    if not any(each.call for each in rows):
        book.skipped.append(f"upstream recorded: no HTTP call was seen; {_TELL}")
        return
    if not all(each.call is not None and each.call.blip for each in rows if each.red):
        book.skipped.append(
            "upstream recorded: under some red run no call timed out or came back empty; " + _TELL
        )
        return
    brought = {side: book.schedule[side] for side in SIDES}
    wanted = {side: book.times(side) for side in SIDES}
    while wanted:
        asks = [
            Ask(changed=Changed.UPSTREAM_RECORDED, side=side, seeds=seeds, hash_seed=None)
            for side, seeds in wanted.items()
        ]
        answers = yield tuple(asks)
        for ask, answered in zip(asks, answers, strict=True):
            brought[ask.side] = _joined(brought[ask.side], answered)
        wanted = {side: seeds for side in SIDES if (seeds := _open(book, side, brought[side]))}
    for side, each in brought.items():
        # The reds of the schedule are in it: they are what has to be explained.
        book.record(Ask(changed=Changed.UPSTREAM_RECORDED, side=side, seeds=book.seeds), each)


def _joined(before: Answered, more: Answered) -> Answered:
    """Put later runs behind earlier ones, of which those without a row count for nothing."""
    return msgspec.structs.replace(more, outcomes=(*before.rows, *more.outcomes))


def _open(book: Book, side: Side, brought: Answered) -> tuple[Seed, ...]:
    """The seeds that are still to run: until enough are green, and a green one comes last.

    An upstream that goes on to fail now and then costs more runs, up to a limit.
    """
    needed = book.enough(side)
    later = brought.outcomes[len(book.schedule[side].rows) :]
    if needed is None or None in later or len(later) >= _MOST:
        return ()
    green = sum(each is not None and not each.red for each in later)
    left = max(needed - green, 1 if brought.rows[-1].red else 0)
    return tuple(book.seeds[at % len(book.seeds)] for at in range(min(left, _MOST - len(later))))


def network(book: Book) -> Steps:
    """Refuse every peer beyond this machine, where one was reached for."""
    peers = sorted(
        {peer for side in SIDES for each in book.schedule[side].rows for peer in each.peers}
    )
    if not peers:
        book.skipped.append("network refused: it reached for no peer beyond this machine")
        return
    asks = tuple(
        Ask(
            changed=Changed.NETWORK_REFUSED,
            side=side,
            seeds=book.seeds[:_FEW],
            hash_seed=None,
            refuse_network=True,
        )
        for side in SIDES
    )
    answers = yield asks
    for ask, answered in zip(asks, answers, strict=True):
        book.record(ask, answered)
    red = answers[-1].red == len(answers[-1].rows)
    book.told.append(
        f"it reaches for {', '.join(peers)}, and is {'red' if red else 'not always red'} when that "
        "is refused; a property that needs the network gets no ticket"
    )
