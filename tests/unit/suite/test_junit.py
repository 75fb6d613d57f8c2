from collections.abc import Mapping
from types import SimpleNamespace
from typing import cast
from xml.etree import ElementTree as ET

import pytest

from freezegate.suite.junit import retype
from tests.unit.suite.suites import frozen, record, run, write

pytest_plugins = ["pytester"]

NAME = "test_it.py::test_a"
BODY = """
    import pytest

    def test_a():
        assert 1 == 2

    def test_b():
        pytest.skip("as ever")
"""


def cases(pytester: pytest.Pytester) -> Mapping[str, ET.Element]:
    """The test cases of the JUnit file by name."""
    root = ET.parse(pytester.path / "junit.xml").getroot()  # noqa: S314 - we had it written
    return {case.get("name", ""): case for case in root.iter("testcase")}


@pytest.mark.parametrize("family", ["xunit1", "xunit2"])
def test_a_frozen_failure_is_a_skip_of_its_own_type(pytester: pytest.Pytester, family: str) -> None:
    pytester.makepyfile(test_it=BODY)
    right = frozen(pytester, NAME, "1 == 2")
    run(pytester, write(pytester, [right]), "--junitxml=junit.xml", "-o", f"junit_family={family}")
    found = cases(pytester)
    (skipped,) = found["test_a"].iter("skipped")
    assert skipped.get("type") == "freezegate.frozen"
    assert skipped.get("message") == f"frozen until 2099-01-01T00:00:00Z: {right['witness']}"
    assert {each.get("name"): each.get("value") for each in found["test_a"].iter("property")} == {
        "freezegate.frozen": NAME,
        "freezegate.expires": "2099-01-01T00:00:00Z",
        "freezegate.witness": right["witness"],
    }
    (plain,) = found["test_b"].iter("skipped")
    assert plain.get("type") == "pytest.skip"
    assert not list(found["test_b"].iter("property"))


def test_another_failure_is_a_failure(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(test_it=BODY)
    option = write(pytester, [record(pytester, NAME, witness="x")])
    run(pytester, option, "--junitxml=junit.xml")
    found = cases(pytester)["test_a"]
    assert [each.tag for each in found] == ["failure"]


@pytest.mark.parametrize("stash", [{}, None])
def test_another_writer_keeps_its_type(stash: object) -> None:
    config = cast("pytest.Config", SimpleNamespace(stash=stash or _Everything()))
    retype(config, {"x"})


class _Everything:
    """A stash whose writer is not the one that is known here."""

    def __getitem__(self, _: object) -> object:
        return SimpleNamespace(cases=())
