import pytest

from freezegate.wire.refusal import Refusal
from freezegate.wire.scan import check, lines_of


def test_each_value_has_the_line_that_it_or_its_key_stands_on() -> None:
    text = '{\n"a": [\n1,\n{"b":\n"x"}],\n"c": {},\n"d": "{,[",\n"e": [[true],\n-1.5e3]}'
    assert lines_of(text) == {
        "$": 1,
        "$.a": 2,
        "$.a[0]": 3,
        "$.a[1]": 4,
        "$.a[1].b": 4,
        "$.c": 6,
        "$.d": 7,
        "$.e": 8,
        "$.e[0]": 8,
        "$.e[0][0]": 8,
        "$.e[1]": 9,
    }


def test_a_long_key_is_cut_in_a_path() -> None:
    assert list(lines_of('{"' + "k" * 1000 + '": 1}')) == ["$", "$." + "k" * 200]


@pytest.mark.parametrize("text", ["", "}", "]]", "{]", "[}", ",:", "{,}", '{"a"', "[[", '"a" "a"'])
def test_grammar_is_the_decoders_business(text: str) -> None:
    check(text)  # raises nothing


def test_one_key_in_two_objects_is_no_repetition() -> None:
    check('[{"a": {"a": 1}}, {"a": "a"}, ["a", "a"]]')
    with pytest.raises(Refusal, match="the key `a` stands twice"):
        check('{"a": {"a": 1}, "a": 1}')
