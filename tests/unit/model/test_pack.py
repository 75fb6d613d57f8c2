from typing import Any

import pytest

from freezegate.model.config import Config
from freezegate.model.ids import PropertyId
from freezegate.model.pack import Counterexample, FixturePack, Pinned, check_path

GEN = "gen-" + "0" * 32


def example(**fields: object) -> Counterexample:
    plain: dict[str, Any] = {"property": PropertyId("p"), "generation": GEN, "arguments": {"x": 1}}
    return Counterexample(**{**plain, **fields})


@pytest.mark.parametrize(
    ("one", "other"),
    [(1, True), (0, False), (1, 1.0), (0.0, -0.0), ("1", 1), ([1], {"0": 1}), (None, "None")],
)
def test_values_that_python_takes_for_equal_are_different_inputs(
    one: object, other: object
) -> None:
    assert example(arguments={"x": one}).key() != example(arguments={"x": other}).key()
    assert example(arguments={"x": [one]}).key() != example(arguments={"x": [other]}).key()


def test_an_input_is_known_by_property_and_arguments_alone() -> None:
    same = example(
        arguments={"a": {"c": 1, "b": [2]}, "x": 1}, generation="old", blob="AXic", witness="w"
    )
    assert example(arguments={"x": 1, "a": {"b": (2,), "c": 1}}).key() == same.key()
    assert example().key() != example(property=PropertyId("q")).key()


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"property": ""}, "an id is empty"),
        ({"generation": "a\nb"}, "holds the character"),
        ({"hypothesis": "\x1b"}, "holds the character"),
        ({"witness": "\u202e"}, "holds the character"),
        ({"test_id": "../a.py::b"}, "no node id in normal form"),
        ({"assertion_hash": "abc"}, "'abc' is no assertion hash"),
        ({"blob": "a b"}, "'a b' is no blob"),
        ({"log": "a.log"}, "of what does not replay"),
        ({"log": "../a", "replays": False}, "a log is a file in logs/"),
    ],
)
def test_a_counterexample_that_is_none_is_refused(fields: dict[str, object], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        example(**fields)


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"counterexamples": (example(), example(blob="AA"))}, "an input stands twice"),
        (
            {"counterexamples": (example(replays=False, log="a.log"),)},
            "keeps its raw log, and logs/a.log is not there",
        ),
        ({"data": {"data/../a": b""}}, "no path as data/prices.json"),
        ({"data": {"other/a": b""}}, "declared data stands below data/"),
        ({"data": {"data/A": b"", "data/a": b""}}, "letter case aside, stands twice"),
        ({"data": {"data/e\u0301": b"", "data/\u00e9": b""}}, "stands twice"),
        ({"logs": {"a b": b""}}, "is no name of a log"),
    ],
)
def test_a_pack_that_is_none_is_refused(fields: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        FixturePack(**fields)


def test_a_pack_holds_what_does_not_replay_with_its_log() -> None:
    held = example(replays=False, log="a.log")
    assert FixturePack(counterexamples=(held,), logs={"a.log": b"E"}).logs == {"a.log": b"E"}


@pytest.mark.parametrize("path", ["", "/a", "a/", "a//b", "./a", "a/../b", "a\\b", "c:a", "a\nb"])
def test_a_path_that_means_something_else_somewhere_is_refused(path: str) -> None:
    with pytest.raises(ValueError, match=r"path|empty|character"):
        check_path(path)


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"generation": "gen-2026-10-12-a"}, "'gen-2026-10-12-a' is no generation id"),
        ({"generation": GEN, "pack_version": 2}, "pack_version is 2"),
        ({"generation": GEN, "labels": {GEN: GEN}}, "which no label may have"),
        ({"generation": GEN, "labels": {"": GEN}}, "an id is empty"),
        ({"generation": GEN, "labels": {"a": "b"}}, "'b' is no generation id"),
    ],
)
def test_a_pin_that_is_none_is_refused(fields: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        Pinned(**fields)


def test_a_label_means_its_generation_and_other_text_itself() -> None:
    pack = FixturePack(pinned=Pinned(generation=GEN, labels={"gen-2026-10-12-a": GEN}))
    assert pack.meant("gen-2026-10-12-a") == GEN
    assert pack.meant("gen-2026-10-12-b") == "gen-2026-10-12-b"
    assert FixturePack().meant("a") == "a"


def test_the_configured_pack_stays_in_the_project() -> None:
    assert Config().pack == "freezegate-pack"
    with pytest.raises(ValueError, match=r"'\.\./pack' is no path"):
        Config(pack="../pack")
