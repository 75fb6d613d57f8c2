"""Classification of two commits: by collections in memory, and by the text of real ones."""

from collections.abc import Mapping
from pathlib import Path

import msgspec
import pytest

from freezegate.app import bearing as net
from freezegate.app.classify import classification, classify_collected
from freezegate.app.classify_source import classify_sources
from freezegate.app.collect import Collected
from freezegate.app.options import Options
from freezegate.errors import ArtifactError, UsageError
from freezegate.model.manifest import PatchTests
from tests.e2e.kit import Project
from tests.fakes import FakeEngine, RecordingProgress, Suite, from_words
from tests.unit.app.made import case, item

A = "tests/test_a.py"
TWO = "def test_a():\n    assert 1\ndef test_b():\n    assert 2\n"


def collected(*names: str, **errors: str) -> Collected:
    return Collected(
        items=tuple(item(f"{A}::{name}") for name in names),
        errors={path.replace("__", "/"): text for path, text in errors.items()},
        unstable=(),
        constants="",
    )


def test_a_file_that_cannot_be_collected_keeps_its_tests_in_sight() -> None:
    given = case({A: TWO}, {A: TWO.replace("1", "3") + "import nothing\n"})
    broken = msgspec.structs.replace(collected(), errors={A: "no module nothing"})
    found = classification(given, collected("test_a", "test_b"), broken)
    assert found.rewritten == (f"{A}::test_a",)
    assert found.untouched == (f"{A}::test_b",)
    assert found.removed == ()
    gone = classification(given, collected("test_a", "test_b"), collected())
    assert gone.removed == (f"{A}::test_a", f"{A}::test_b")


@pytest.fixture
def project(tmp_path: Path) -> Project:
    """A suite of several files, committed."""
    made = Project(tmp_path / "project")
    made.commit(
        {
            "lib.py": "X = 1\n",
            "tests/conftest.py": "import pytest\n@pytest.fixture\ndef store():\n    return 1\n",
            "tests/helpers.py": "def up():\n    return 1\n",
            "tests/deep/helpers2.py": (
                "from tests.helpers import up\ndef upper():\n    return up()\n"
            ),
            A: TWO,
            "tests/test_up.py": "from tests.helpers import up\ndef test_up():\n    assert up()\n",
            "tests/deep/test_upper.py": (
                "from tests.deep.helpers2 import upper\ndef test_upper():\n    assert upper()\n"
            ),
            "tests/test_store.py": "def test_store(store):\n    assert store\n",
            "tests/test_data.py": "def test_data():\n    assert load('case_one.json')\n",
            "tests/case_one.json": "1",
            "tests/test_alone.py": "def test_alone():\n    assert 1\n",
            "tests/__init__.py": "",
            "tests/deep/__init__.py": "",
        }
    )
    return made


CHANGES: Mapping[str, tuple[dict[str, str | bytes | None], set[str], set[str]]] = {
    "the product": ({"lib.py": "X = 2\n"}, set(), set()),
    "a test": ({A: TWO.replace("1", "3")}, {f"{A}::test_a"}, {A}),
    "a helper": (
        {"tests/helpers.py": "def up():\n    return 2\n"},
        {"tests/test_up.py::test_up", "tests/deep/test_upper.py::test_upper"},
        {"tests/test_up.py", "tests/deep/test_upper.py"},
    ),
    "a helper that a helper reaches": (
        {"tests/deep/helpers2.py": "def upper():\n    return 2\n"},
        {"tests/deep/test_upper.py::test_upper"},
        {"tests/deep/test_upper.py"},
    ),
    "a file that a test reads": (
        {"tests/case_one.json": "2"},
        {"tests/test_data.py::test_data"},
        {"tests/test_data.py"},
    ),
    "a fixture": (
        {"tests/conftest.py": "import pytest\n@pytest.fixture\ndef store():\n    return 2\n"},
        {"tests/test_store.py::test_store"},
        {"tests/test_store.py", "tests/test_alone.py", A},
    ),
    "a file that is broken": (
        {A: "def test_a(:\n"},
        {f"{A}::test_a", f"{A}::test_b"},
        {A},
    ),
}


@pytest.mark.parametrize("name", list(CHANGES))
def test_only_what_the_patch_may_bear_on_is_read_and_nothing_is_missed(
    project: Project, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    change, rewritten, read = CHANGES[name]
    project.commit(change)
    options = Options(repo=project.at, parent="HEAD~1", patch="HEAD")
    found = classify_sources(options)
    assert set(found.rewritten) == rewritten
    files = {test_id.partition("::")[0] for test_id in (*found.rewritten, *found.untouched)}
    assert files >= read
    if name != "a fixture":
        assert "tests/test_alone.py" not in files
    # With the net cast over everything the answer is the same, and the rest is untouched.
    monkeypatch.setattr(net, "_reads", lambda commit: commit.sha)
    whole = classify_sources(options)
    assert _changed(whole) == _changed(found)
    assert set(found.untouched) <= set(whole.untouched)


def _changed(found: PatchTests) -> tuple[object, ...]:
    return found.added, found.renamed_to, found.rewritten, found.removed, found.why


def test_declared_data_bears_on_everything(project: Project) -> None:
    project.commit({"pyproject.toml": "[tool.freezegate]\ndata = ['fixtures/*']\n"})
    project.commit({"fixtures/one.csv": "1"})
    found = classify_sources(Options(repo=project.at, parent="HEAD~1", patch="HEAD"))
    assert "tests/test_alone.py::test_alone" in found.rewritten


def test_two_comparisons_are_refused(project: Project, tmp_path: Path) -> None:
    project.commit({A: TWO.replace("1", "3")})
    status, hunks = tmp_path / "status", tmp_path / "hunks"
    status.write_text("M\tlib.py\n")
    hunks.write_text(project.git("diff", "-U0", "HEAD~1", "HEAD") + "\n")
    with pytest.raises(ArtifactError, match="is not listed in"):
        classify_sources(Options(repo=project.at, parent="HEAD~1"), (status, hunks))


def test_the_options_may_not_contradict_one_another(project: Project) -> None:
    options = Options(repo=project.at, patch="HEAD", worktree=True)
    with pytest.raises(UsageError, match="exclude one another"):
        classify_sources(options)


def test_collections_are_classified_too(project: Project) -> None:
    project.commit({A: TWO.replace("1", "3")})
    engine = FakeEngine(Suite(from_words({})))
    options = Options(repo=project.at, parent="HEAD~1", patch="HEAD")
    found = classify_collected(options, RecordingProgress(), engine)
    assert found.rewritten == (f"{A}::test_a",)
    assert len(engine.jobs) == 4
