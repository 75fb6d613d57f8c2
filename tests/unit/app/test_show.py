import pytest

from freezegate.app.show import TEXT, check_format, shown_evidence
from freezegate.errors import UsageError
from freezegate.model.evidence import Evidence
from freezegate.report import FORMATS
from tests.unit.app.stored import green, plain, proposed


def rendered(evidence: Evidence, shown: str = TEXT, *, verbose: bool = False) -> str:
    return shown_evidence(evidence, shown, colour=False, width=100, verbose=verbose)


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_every_format_is_taken_and_rendered(name: str) -> None:
    _, evidence = proposed()
    assert check_format(name) == name
    assert rendered(evidence, name) == rendered(evidence, name) != ""


def test_formats_differ() -> None:
    _, evidence = proposed()
    assert len({rendered(evidence, name) for name in FORMATS}) == len(FORMATS)


def test_unknown_format_is_refused_with_those_that_there_are() -> None:
    with pytest.raises(UsageError, match=r"^--format pdf: not one of text, json, statement, html$"):
        check_format("pdf")


def test_text_is_one_of_the_formats() -> None:
    assert TEXT in FORMATS


def test_next_step_of_a_regression_depends_on_its_seeds() -> None:
    _, some = plain("..", ".A")
    _, every = plain("..", "AA")
    assert "--seeds 44" in rendered(some)
    assert "--seeds 44" not in rendered(every)


def test_green_properties_are_listed_when_asked_for() -> None:
    _, evidence = green(40)
    assert "p39" not in rendered(evidence)
    assert "p39" in rendered(evidence, verbose=True)
