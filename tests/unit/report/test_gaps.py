from freezegate.model.contract import Route, Side
from freezegate.model.ids import Seed
from freezegate.model.run import Cause, Malformed
from freezegate.report.gaps import EVERY, Gap, gaps
from tests.unit.report.samples import Drawn, Extra, evidence, seeds

NAME = "tests/test_a.py::test_a"


def test_seeds_that_lack_a_row_for_one_reason_stand_together() -> None:
    first, second, third = seeds(3)
    causes = (
        Cause(prop=NAME, seed=first, text="killed by signal 9"),
        Cause(prop=NAME, seed=second, text="no end"),
        Cause(prop=NAME, seed=third, text="killed by signal 9"),
    )
    held = evidence(
        (Drawn(name=NAME, parent="...", patch="---"),), Extra(causes={Side.PATCH: causes}), count=3
    )
    assert gaps(held) == {
        NAME: (
            Gap(side="patch", mark="-", seeds=(first, third), text="killed by signal 9"),
            Gap(side="patch", mark="-", seeds=(second,), text="no end"),
        )
    }


def test_what_concerns_a_whole_run_stands_apart() -> None:
    extra = Extra(
        causes={Side.PARENT: (Cause(prop="", seed=Seed(11), text="no pytest"),)},
        malformed={Side.PATCH: (Malformed(seed=Seed(29), text="hello"),)},
    )
    assert gaps(evidence((Drawn(name=NAME),), extra, count=2)) == {
        EVERY: (
            Gap(side="parent", mark="-", seeds=(Seed(11),), text="no pytest"),
            Gap(side="patch", mark="-", seeds=(Seed(29),), text="what was sent is no row: hello"),
        )
    }


def test_mutes_are_told_with_their_reason_on_every_pass() -> None:
    held = evidence(
        (Drawn(name=NAME, parent="s", own="x", route=Route.REWRITTEN),),
        Extra(mute_reason=""),
        count=1,
    )
    assert gaps(held)[NAME] == (
        Gap(side="parent", mark="s", seeds=(Seed(11),), text="no reason is given"),
        Gap(side="patch_own", mark="x", seeds=(Seed(11),), text="needs a network"),
    )
