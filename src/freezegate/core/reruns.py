"""The whole plan of a diagnosis: one control after the other, while one can change the answer."""

from collections.abc import Collection, Generator, Mapping

from freezegate.core.controls import SIDES, Book, Steps, lengthened
from freezegate.core.controls_calls import calls, network
from freezegate.core.controls_clock import clock
from freezegate.core.controls_input import inputs
from freezegate.core.controls_order import order
from freezegate.model.contract import Property, Side
from freezegate.model.ids import TestId
from freezegate.model.rerun import Answered, Ask, Found, Subject

#: Gives reruns that may run at the same time; is sent what each brought; returns what was found.
Plan = Generator[tuple[Ask, ...], tuple[Answered, ...], Found]


def targets(
    props: tuple[Property, ...],
    shown: Mapping[TestId, Mapping[Side, Answered]],
    named: Collection[str],
) -> tuple[Property, ...]:
    """Choose what is diagnosed: whatever is red on either side, and what was named by itself.

    Where tests were named and none is red, all of them are: each is told to be not reproduced.
    """
    red = {prop.id for prop in props if any(each.red for each in shown[prop.test_id].values())}
    asked = {prop.id for prop in props if {prop.id, prop.test_id}.intersection(named)}
    if named and not red | asked:
        return props
    return tuple(prop for prop in props if prop.id in red | asked)


def reruns(subject: Subject) -> Plan:
    """Plan the reruns of one property that the schedule was run for on both sides.

    What is red on one side alone is no shared failure, and no control can make it one: nothing more
    is run then. An input that was shrunk settles the matter as well.
    """
    book = Book(subject)
    yield from lengthened(book)
    if _is_shared(book):
        settled = yield from inputs(book)
        if not settled:
            yield from _controls(book)
    return book.found()


def _controls(book: Book) -> Steps:
    yield from order(book)
    yield from clock(book)
    yield from calls(book)
    yield from network(book)


def _is_shared(book: Book) -> bool:
    """Whether both sides fail; says so where they do not."""
    (parent, _), (patch, of) = (book.uncontrolled(side) for side in SIDES)
    if parent and patch:
        return True
    seeds = f"{len(book.seeds)} seeds"
    if not parent and not patch:
        book.told.append(
            f"not reproduced: green at all of the {seeds} on both sides, so there is nothing that "
            "a control could explain"
        )
    elif patch:
        book.told.append(
            f"the parent is green at all of the {seeds}: this is what the patch did until a longer "
            "schedule shows the parent red as well"
        )
    else:
        book.told.append(f"the {Side.PATCH} is green at all of its {of} runs: nothing to excuse")
    book.skipped.append("every control: it is not red on both sides")
    return False
