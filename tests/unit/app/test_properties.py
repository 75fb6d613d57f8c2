import re
from collections.abc import Mapping

import msgspec
import pytest

from freezegate.app.commit import Commit
from freezegate.app.properties import closure_digest, hidden_of, properties_of, spec_digest
from freezegate.errors import UsageError
from freezegate.model.config import Config
from freezegate.model.contract import Property, Side
from freezegate.model.ids import PropertyId
from tests.cases import prop
from tests.unit.app.made import commit, item

FILE = "tests/test_a.py"
A, B = item(f"{FILE}::test_a"), item(f"{FILE}::test_b", marker_id="b")
TEXT = {
    FILE: "LIMIT = 3\n\ndef test_a():\n    assert LIMIT > 2\n\ndef test_b():\n    assert True\n",
    "tests/conftest.py": "",
    "pkg/__init__.py": "X = 1\n",
}


def made(files: Mapping[str, str], config: Config | None = None) -> Commit:
    return commit(Side.PARENT, files, config or Config())[0]


def measured(files: Mapping[str, str], config: Config | None = None) -> dict[PropertyId, Property]:
    config = config or Config()
    return properties_of(made(files, config), (A, B), config)


def test_properties_come_by_id_in_the_order_of_collection() -> None:
    found = properties_of(made(TEXT), (B, A), Config())
    assert list(found) == ["b", A.test_id]
    assert found[PropertyId("b")].test_id == B.test_id
    assert found[PropertyId(A.test_id)].oracle == "assert LIMIT > 2"


def test_edit_of_one_test_leaves_the_other_ones_hashes() -> None:
    edited = {**TEXT, FILE: TEXT[FILE].replace("LIMIT > 2", "LIMIT > 1")}
    before, after = measured(TEXT), measured(edited)
    assert before[PropertyId(A.test_id)] != after[PropertyId(A.test_id)]
    assert before[PropertyId("b")] == after[PropertyId("b")]


def test_product_is_no_part_of_any_hash() -> None:
    assert measured(TEXT) == measured({**TEXT, "pkg/__init__.py": "X = 2\n"})


def test_declared_data_is_part_of_the_closure() -> None:
    config = Config(data=("pkg/*.json",))
    one, two = ({**TEXT, "pkg/a.json": text} for text in ("1", "2"))
    assert measured(one) == measured(two)
    before, after = measured(one, config), measured(two, config)
    key = PropertyId("b")
    assert before[key].fixture_closure_hash != after[key].fixture_closure_hash
    assert before[key].spec_hash == after[key].spec_hash


@pytest.mark.parametrize(
    ("line", "counts"),
    [
        ("usefixtures = a", True),
        ("addopts = -ra", False),
        ("markers = a: b", False),
        ("log_level = INFO", False),
        ("junit_family = xunit1", False),
        ("console_output_style = count", False),
        ("timeout = 3", True),
    ],
)
def test_configuration_counts_where_it_bears_on_a_test(line: str, *, counts: bool) -> None:
    bare, more = ({**TEXT, "pytest.ini": f"[pytest]\n{each}\n"} for each in ("", line))
    key = PropertyId("b")
    changed = measured(bare)[key].fixture_closure_hash != measured(more)[key].fixture_closure_hash
    assert changed is counts


def test_test_in_a_file_of_the_product_is_refused_with_what_to_do() -> None:
    stray = item("pkg/checks.py::check")
    files = {**TEXT, "pkg/checks.py": "def check(): pass\n"}
    message = "pkg/checks.py::check: pkg/checks.py is no file of the tests by pytest's patterns"
    with pytest.raises(UsageError, match=re.escape(message)):
        properties_of(made(files), (stray,), Config())
    config = Config(test_folders=("pkg",))
    assert list(properties_of(made(files, config), (stray,), config)) == [stray.test_id]


def test_test_that_stands_there_uncollected_is_hidden() -> None:
    parent = measured(TEXT)
    own = {PropertyId("b"): parent[PropertyId("b")]}
    hidden = hidden_of(made(TEXT), (A, B), Config(), parent, own).properties
    assert list(hidden) == [A.test_id]
    assert hidden[PropertyId(A.test_id)] == parent[PropertyId(A.test_id)]


def test_test_that_was_removed_or_edited_is_not_hidden() -> None:
    parent = measured(TEXT)
    removed = {**TEXT, FILE: "def test_b():\n    assert True\n"}
    edited = {**TEXT, FILE: TEXT[FILE].replace("LIMIT > 2", "LIMIT > 1")}
    gone = {path: text for path, text in TEXT.items() if path != FILE}
    own = {PropertyId("b"): parent[PropertyId("b")]}
    for files in (removed, edited, gone):
        found = hidden_of(made(files), (A, B), Config(), parent, own)
        assert (found.properties, found.replaced) == ({}, ())


def test_parameters_that_another_fixture_gives_are_replaced() -> None:
    fixture = "import pytest\n\n@pytest.fixture(params={})\ndef number(request):\n    return 1\n"
    text = {**TEXT, FILE: "def test_a(number):\n    pass\n"}
    before = {**text, "tests/conftest.py": fixture.format([1, 2])}
    after = made({**text, "tests/conftest.py": fixture.format([1, 3])})
    one, two, three = (
        msgspec.structs.replace(item(f"{FILE}::test_a[{n}]"), fixtures=("number",)) for n in "123"
    )
    parent = properties_of(made(before), (one, two), Config())
    own = properties_of(after, (one, three), Config())
    found = hidden_of(after, (one, two), Config(), parent, own)
    assert (found.properties, found.replaced) == ({}, (two.test_id,))
    # On the same fixture, and where nothing of the test is collected, it was muted.
    muted = hidden_of(made(before), (one, two), Config(), parent, own)
    assert (list(muted.properties), muted.replaced) == ([two.test_id], ())
    alone = hidden_of(after, (one, two), Config(), parent, {})
    assert list(alone.properties) == [one.test_id, two.test_id]


def test_id_that_no_evidence_can_hold_is_refused_by_the_name_of_the_test() -> None:
    marked = item(f"{FILE}::test_b", marker_id="a\nb")
    with pytest.raises(UsageError, match=r"tests/test_a\.py: test_b: the id .* holds"):
        properties_of(made(TEXT), (marked,), Config())


def test_digests_of_a_contract_are_over_all_its_properties() -> None:
    one, two, edited = prop("one"), prop("two"), prop("two", " edited")
    assert spec_digest((one, two)) == spec_digest((two, one))
    assert len({spec_digest(()), spec_digest((one,)), spec_digest((one, two))}) == 3
    assert spec_digest((one, two)) != spec_digest((one, edited))
    assert closure_digest((one, two)) == closure_digest((one, edited))
    assert closure_digest((one,)) != closure_digest((one, two))
