"""Which reruns of a red property are asked for, and how many (spec 2, step 4; DESIGN.md section 6).

The plan is a generator: it gives what is to be run and is sent what came of it. It runs nothing
itself, so the same plan meets real tests and simulated ones.
"""

from collections.abc import Generator
from typing import Final

import msgspec

from freezegate.core.diagnosis import greens_needed
from freezegate.core.orders import ahead, shuffled
from freezegate.model.contract import Side, Vary
from freezegate.model.failure import Call, Changed, ControlRun
from freezegate.model.ids import Seed, TestId
from freezegate.model.rerun import Answered, Ask, Found, Instant, Subject

#: Gives reruns that may run at the same time; is sent what each brought, in their order.
Steps = Generator[tuple[Ask, ...], tuple[Answered, ...], None]

#: No control is run more often: a failure that is too rare for that is not told from chance.
MAX_RERUNS: Final = 64
SIDES: Final = (Side.PARENT, Side.PATCH)


class Book:
    """What one plan has brought so far; its steps write into it."""

    def __init__(self, subject: Subject) -> None:
        """Begin with the schedule alone."""
        self.subject = subject
        self.schedule = dict(subject.schedule)
        self.seeds = subject.seeds
        self.runs: list[ControlRun] = []
        self.told: list[str] = []
        self.skipped: list[str] = []
        self.polluters: tuple[TestId, ...] = ()
        self.helpers: tuple[TestId, ...] = ()
        self.boundary: Instant | None = None
        #: The fixed hash seed is 0, or this seed's own.
        self.hash_of: Seed | None = None

    def uncontrolled(self, side: Side) -> tuple[int, int]:
        """How many of how many runs of the schedule failed."""
        shown = self.schedule[side]
        return shown.red, len(shown.rows)

    @property
    def witnesses(self) -> frozenset[str]:
        """How the property fails in the schedule; another failure is not this one."""
        shown = (each for side in SIDES for each in self.schedule[side].rows)
        return frozenset(each.witness for each in shown if each.red)

    def shows(self, answered: Answered) -> bool:
        """Whether all of the runs failed as in the schedule."""
        known = self.witnesses
        return answered.whole and all(each.witness in known for each in answered.rows)

    def red_seeds(self, side: Side) -> tuple[Seed, ...]:
        """The seeds at which the schedule is red."""
        pairs = zip(self.seeds, self.schedule[side].outcomes, strict=True)
        return tuple(seed for seed, outcome in pairs if outcome is not None and outcome.red)

    def green_seeds(self, side: Side) -> tuple[Seed, ...]:
        """The seeds at which the schedule is green."""
        pairs = zip(self.seeds, self.schedule[side].outcomes, strict=True)
        return tuple(seed for seed, outcome in pairs if outcome is not None and not outcome.red)

    def sample(self, side: Side) -> tuple[Seed, ...]:
        """The seeds of a control, those at which the side is red first.

        They are all that were seen, or as many as the schedule has where the failure is too rare
        for any number of reruns to count.
        """
        ordered = (*self.red_seeds(side), *self.green_seeds(side))
        rest = tuple(seed for seed in self.seeds if seed not in ordered)
        whole = self.enough(side) is not None
        return (*ordered, *rest)[: None if whole else len(self.subject.seeds)]

    def predecessors(self, seed: Seed) -> tuple[TestId, ...]:
        """The tests that ran ahead of the property at this seed of the schedule."""
        among = self.subject.among
        varied = shuffled(among, seed) if Vary.ORDER in self.subject.vary else among
        return ahead(varied, self.subject.test_id)

    def enough(self, side: Side, *, reds: bool = False) -> int | None:
        """How many reruns of one colour are more than chance brings; `None` where too many are.

        Greens are counted on, and with `reds` red ones as well. The least is the number of seeds
        seen, so that each of them is rerun; with `reds` it is the schedule's, for there a green run
        at a seed that was red tells as much.
        """
        red, of = self.uncontrolled(side)
        colours = [greens_needed(red, of)]
        if reds and red < of:
            colours.append(greens_needed(of - red, of))
        most = max(MAX_RERUNS, len(self.seeds))
        counts = [count for count in colours if count is not None and count <= most]
        least = len(self.subject.seeds if reds else self.seeds)
        return max(least, *counts) if len(counts) == len(colours) else None

    def times(self, side: Side, *, reds: bool = False) -> tuple[Seed, ...]:
        """The seeds of a control that has to outlast chance: all that were seen, in cycles.

        A failure that follows the generators' seed is red there too, and no control explains it.
        """
        sample = self.sample(side)
        wanted = self.enough(side, reds=reds) or len(sample)
        return tuple(sample[at % len(sample)] for at in range(wanted))

    def record(self, ask: Ask, answered: Answered, *, in_pack: bool = False) -> bool:
        """Put reruns on record; those of which some gave no row are told and left out."""
        if not answered.whole:
            why = next(iter(answered.causes), "no row came")
            self.told.append(f"{words(ask.changed)} on the {ask.side} is not on record: {why}")
            return False
        self.runs.append(
            ControlRun(
                changed=ask.changed,
                side=ask.side,
                generation=self.subject.generation,
                runs=len(answered.rows),
                red=answered.red,
                clock_injected=ask.instant is not None,
                calls=_calls(answered) if ask.changed is Changed.UPSTREAM_RECORDED else (),
                in_pack=in_pack,
            )
        )
        return True

    def found(self) -> Found:
        """Close the book."""
        return Found(
            uncontrolled={side: self.uncontrolled(side) for side in SIDES},
            runs=tuple(self.runs),
            polluters=self.polluters,
            helpers=self.helpers,
            boundary=self.boundary,
            told=tuple(self.told),
            skipped=tuple(self.skipped),
        )


def is_green(answered: Answered) -> bool:
    """Whether every run gave a row and none failed."""
    return answered.whole and not answered.red


def words(changed: Changed) -> str:
    """Say a control as a person does."""
    return changed.replace("_", " ")


def lengthened(book: Book) -> Steps:
    """Lengthen the schedule where its reds are too few to reckon with."""
    subject = book.subject
    rare = [side for side in SIDES if book.uncontrolled(side)[0] and book.enough(side) is None]
    if rare and subject.extension:
        asks = tuple(
            Ask(
                changed=Changed.VARIED_ORDER,
                side=side,
                seeds=subject.extension,
                before=None,
                hash_seed=None,
            )
            for side in SIDES
        )
        answers = yield asks
        for side, more in zip(SIDES, answers, strict=True):
            shown = book.schedule[side]
            book.schedule[side] = msgspec.structs.replace(
                shown, outcomes=shown.outcomes + more.outcomes
            )
        book.seeds += subject.extension
    for side in SIDES:
        _tell(book, side)


def _tell(book: Book, side: Side) -> None:
    """Say where the schedule has holes, and where it is red too rarely to reckon with."""
    shown = book.schedule[side]
    red, of = book.uncontrolled(side)
    if lost := len(shown.outcomes) - of:
        why = next(iter(shown.causes), "no row came")
        book.told.append(f"{lost} of {len(book.seeds)} seeds on the {side} gave no row: {why}")
    if red and book.enough(side) is None:
        book.told.append(
            f"{red} red of {of} runs on the {side} are too few: {MAX_RERUNS} green reruns would "
            "not be more than chance brings; a longer schedule tells more, as in --seeds 100"
        )


def _calls(answered: Answered) -> tuple[Call, ...]:
    """One call a run; a run without one has none of its facts."""
    return tuple(each.call or Call(red=each.red) for each in answered.rows)
