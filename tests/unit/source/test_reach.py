"""What a unit reaches by name."""

import pytest

from freezegate.source.reach import Reach, Units

FILES = {
    "tests/a.py": b"from tests.b import f as g\nimport json\n\ndef top(): return g(json)\n",
    "tests/b.py": b"from tests.c import *\nX = 1\n\ndef f(): return h(X)\n\ndef h(x): return x\n",
    "tests/c.py": b"def starred(): return 1\n",
    "tests/d.py": b"import tests.b as b\nfrom tests.b import f\n",
}


def shown(units: Units) -> set[str]:
    return {f"{unit.path}:{unit.place[0]}" for unit in units}


def test_a_name_leads_through_its_import_to_its_definition() -> None:
    reach = Reach(FILES, {})
    assert shown(reach.resolve("tests/a.py", ("g",))) == {"tests/a.py:0", "tests/b.py:2"}
    assert shown(reach.resolve("tests/a.py", ("json", "dumps"))) == {"tests/a.py:1"}
    assert reach.resolve("tests/a.py", ("absent",)) == frozenset()


def test_a_closure_holds_all_that_is_reached_and_starred_files_whole() -> None:
    reach = Reach(FILES, {})
    closure = reach.closure(reach.resolve("tests/a.py", ("top",)))
    everything = {f"tests/a.py:{place}" for place in range(3)}
    everything |= {f"tests/b.py:{place}" for place in range(4)} | {"tests/c.py:0"}
    assert shown(closure) == everything


def test_files_are_known_by_path_and_by_module_name() -> None:
    reach = Reach(FILES, {})
    assert reach.holds("tests/a.py")
    assert not reach.holds("tests/z.py")
    assert reach.files("tests/a.py", ("tests", "b")) == ("tests/b.py",)
    assert reach.files("tests/a.py", ("tests", "b", "f")) == ()
    assert reach.executed("tests/a.py") == {"tests/a.py", "tests/b.py", "tests/c.py"}
    with pytest.raises(KeyError):
        reach.module("tests/z.py")


def test_an_import_binds_a_file_or_what_is_in_it() -> None:
    reach = Reach(FILES, {})
    links = [unit.link for unit in reach.module("tests/d.py").units if unit.link]
    assert [reach.binds_file("tests/d.py", link) for link in links] == [True, False]
