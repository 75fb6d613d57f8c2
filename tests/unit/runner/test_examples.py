"""Inputs of Hypothesis, shrunk and replayed in the runner."""

from pathlib import Path

import hypothesis
import msgspec
import pytest

from freezegate.model.claim import Notes, Outcome
from freezegate.model.contract import Vary
from freezegate.model.plan import Instruments, Replay
from tests.unit.runner.start import Answer, start, tree_of

MODULE = """
    from fractions import Fraction

    import pytest
    from hypothesis import HealthCheck, assume, example, given, settings, strategies as st
    from hypothesis.stateful import RuleBasedStateMachine, rule

    @pytest.fixture
    def limit():
        return 10

    @given(number=st.integers())
    def test_small(number):
        assert number < 100

    @settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
    @given(number=st.integers(), names=st.lists(st.text()))
    def test_with_a_fixture(number, names, limit):
        assert number < limit
        names.append("changed")

    @given(part=st.fractions())
    def test_fraction(part):
        assert part < 2

    @given(number=st.integers())
    @example(number=5)
    def test_holds(number):
        assert number == number

    @given(number=st.integers())
    def test_flaky(number):
        if not hasattr(test_flaky.hypothesis, "once"):
            test_flaky.hypothesis.once = True
            assert False

    @given(number=st.integers())
    def test_assumes(number):
        assume(number < 3)

    class TestIt:
        @given(st.booleans())
        def test_method(self, flag):
            assert not flag

    class Machine(RuleBasedStateMachine):
        @rule(number=st.integers())
        def step(self, number):
            assert number < 3

    TestMachine = Machine.TestCase

    def test_plain():
        assert 0
    """
VERSION = hypothesis.__version__


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tree_of(tmp_path_factory.mktemp("examples"), {"tests/test_it.py": MODULE})


@pytest.fixture(scope="module")
def shrunk(tree: Path) -> Answer:
    return start(tree, instruments=Instruments(shrink=True), vary=(Vary.HYPOTHESIS,))


def notes(answer: Answer, test: str) -> Notes:
    found = answer.rows[test].notes
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("test", "arguments"),
    [
        ("test_small", {"number": 100}),
        ("test_with_a_fixture", {"number": 10, "names": []}),
        ("test_fraction", {"part": {"repr": "Fraction(2, 1)"}}),
        ("test_method", {"flag": True}),
    ],
)
def test_a_failing_input_is_shrunk(shrunk: Answer, test: str, arguments: dict[str, object]) -> None:
    found = notes(shrunk, test).shrunk
    assert found is not None
    assert found.arguments == arguments
    assert found.blob


@pytest.mark.parametrize("test", ["test_holds", "test_flaky"])
def test_what_has_no_input_that_breaks_it_tells_none(shrunk: Answer, test: str) -> None:
    assert notes(shrunk, test).shrunk is None
    assert not notes(shrunk, test).lacks


@pytest.mark.parametrize("test", ["runTest", "test_plain"])
def test_what_cannot_be_shrunk_says_so(shrunk: Answer, test: str) -> None:
    assert notes(shrunk, test).lacks == ("shrink",)


FAILED, PASSED = Outcome.FAILED, Outcome.PASSED
SHOWN: dict[str, object] = {"part": {"repr": "x"}}
OLD = "5.0.0"
#: Inputs in three processes, each one a test: the replay, the outcome, and why it was not given.
ROUNDS: tuple[dict[str, tuple[dict[str, object], Outcome | None, str]], ...] = (
    {
        "test_small": ({"arguments": {"number": 100}, "hypothesis": OLD}, FAILED, ""),
        "test_with_a_fixture": ({"arguments": {"number": 10, "names": []}}, FAILED, ""),
        "test_holds": ({"arguments": {"number": 3}}, PASSED, ""),
        "TestIt::test_method": ({"arguments": {"flag": True}}, FAILED, ""),
        "test_fraction": ({"arguments": SHOWN}, None, "no JSON, and it has no blob"),
        "test_plain": ({"arguments": {"number": 1}}, None, "it draws nothing from Hypothesis"),
    },
    {
        "test_small": ({"arguments": {"number": 99}}, PASSED, ""),
        "test_fraction": ({"arguments": SHOWN, "blob": "test_fraction"}, FAILED, ""),
        "test_holds": ({"arguments": {"number": SHOWN["part"]}, "blob": "test_small"}, PASSED, ""),
        "test_assumes": (
            {"arguments": {"number": SHOWN["part"]}, "blob": "test_small"},
            None,
            "its blob no longer gives an input",
        ),
    },
    {
        "test_small": ({"arguments": {"other": 1}}, None, "other"),
        "test_fraction": (
            {"arguments": SHOWN, "blob": "AXic", "hypothesis": OLD},
            None,
            f"its blob is of Hypothesis {OLD}, while this is {VERSION}",
        ),
    },
)


@pytest.fixture(scope="module")
def answers(tree: Path, shrunk: Answer) -> list[Answer]:
    blobs = {
        test: found.shrunk.blob
        for test in ("test_small", "test_fraction")
        if (found := notes(shrunk, test)).shrunk is not None
    }
    given = []
    for inputs in ROUNDS:
        wanted = [
            {
                **replay,
                "test_id": f"tests/test_it.py::{test}",
                "key": test,
                "blob": blobs.get(str(replay.get("blob")), replay.get("blob", "")),
            }
            for test, (replay, _, _) in inputs.items()
        ]
        replays = msgspec.convert(wanted, tuple[Replay, ...])
        select = tuple(each.test_id for each in replays)
        given.append(start(tree, instruments=Instruments(replays=replays), select=select))
    return given


@pytest.mark.parametrize(
    ("place", "test"), [(at, test) for at, inputs in enumerate(ROUNDS) for test in inputs]
)
def test_an_input_is_replayed_or_it_is_said_why_not(
    answers: list[Answer], place: int, test: str
) -> None:
    _, outcome, why_not = ROUNDS[place][test]
    name = test.rpartition("::")[2]
    told = notes(answers[place], name)
    assert told.replayed == ("" if why_not else test)
    assert why_not in told.why_not
    assert outcome in {None, answers[place].rows[name].outcome}
