import pytest

from freezegate.errors import ArtifactError
from freezegate.wire.refusal import Refusal, located


def test_a_refusal_becomes_a_fault_with_place_value_and_next_step() -> None:
    refusal = Refusal("a blank line", line=3, path="$.a", step="delete it")
    assert str(refusal.fault("f")) == "f:3: a blank line - at `$.a`; delete it"
    assert str(refusal.fault("f", lines_before=10)) == "f:13: a blank line - at `$.a`; delete it"
    assert isinstance(refusal.fault("f"), ArtifactError)
    assert str(Refusal("a blank line", line=3).fault("f")) == "f:3: a blank line - at `$`"


LINES = {"$": 1, "$.a": 2, "$.a[1]": 3, "$.a[1].b": 4}


@pytest.mark.parametrize(
    ("message", "what", "line", "path"),
    [
        ("wrong - at `$.a[1].b`", "wrong", 4, "$.a[1].b"),
        ("wrong - at `$.a[1].c.d`", "wrong", 3, "$.a[1].c.d"),
        ("wrong - at `$.a[...]`", "wrong", 2, "$.a[...]"),
        ("wrong - at `key` in `$.a`", "wrong", 2, "$.a"),
        ("wrong - at `$.z`", "wrong", 1, "$.z"),
        ("wrong", "wrong", 1, "$"),
        ("'x - at `$.a`' - at `$.a[1]`", "'x - at `$.a`'", 3, "$.a[1]"),
        (
            "Object contains unknown field `b` - at `$.a[1]`",
            "Object contains unknown field `b`",
            4,
            "$.a[1]",
        ),
    ],
)
def test_a_path_is_found_or_the_nearest_one_around_it(
    message: str, what: str, line: int, path: str
) -> None:
    refusal = located(message, LINES)
    assert (refusal.what, refusal.line, refusal.path) == (what, line, path)


def test_a_document_without_lines_has_one() -> None:
    assert located("wrong - at `$.a`", {}).line == 1
