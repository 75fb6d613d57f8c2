"""Manifests: refused where a collection does not stay, kept where text does."""

from pathlib import Path

import msgspec
import pytest

from freezegate.app.collect import Collected
from freezegate.app.manifest import Revision, collected_manifest, manifest_of
from freezegate.app.manifest_source import source_manifest
from freezegate.app.manifest_text import listed_manifest
from freezegate.errors import ArtifactError, GitError, UsageError
from freezegate.model.claim import Item
from freezegate.model.ids import TestId
from freezegate.shell.clock import now
from freezegate.shell.environment import cache_home
from tests.e2e.kit import Project
from tests.fakes import FakeEngine, RecordingProgress, Suite, from_words
from tests.unit.app.made import case, item

A = "tests/test_a.py"
#: A test of a file that is there, under an id that no manifest holds.
BAD = Item(test_id="../t.py::x", path=A, source_path=A, qualname="test_a")
TWO = "def test_a():\n    assert 1\ndef test_b():\n    assert 2\n"


def collected(*names: str) -> Collected:
    return Collected(
        items=tuple(item(f"{A}::{name}") for name in names), errors={}, unstable=(), constants=""
    )


def test_a_manifest_has_its_commit_its_pytest_and_sorted_ids() -> None:
    made = manifest_of(case({A: TWO}, {}), collected("test_b", "test_a"))
    assert made.test_ids == (f"{A}::test_a", f"{A}::test_b")
    assert (made.parent_sha, made.pytest_version) == ("a" * 40, "8.4.0")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"unstable": (TestId(f"{A}::test_a[1]"),)}, "two collections differ in"),
        ({"reached": ("network:192.0.2.1:80",)}, "collection reaches the network: 'network:"),
        ({"items": ()}, "no test could be collected: there is none"),
        ({"items": (), "errors": {"": "exit code 3"}}, "no test could be collected: session: exit"),
        ({"items": (item(f"{A}::test_a[{now():%Y-%m-%d}]"),)}, "the day of this collection"),
        (
            {"items": (item(f"{A}::test_a"), BAD)},
            "no node id in normal form",
        ),
    ],
)
def test_what_is_no_baseline(change: dict[str, object], said: str) -> None:
    given = msgspec.structs.replace(collected("test_a"), **change)
    with pytest.raises(ArtifactError, match="a" * 12) as caught:
        manifest_of(case({A: TWO}, {}), given)
    assert said in str(caught.value)


def test_processes_and_files_that_collection_reaches_are_no_network() -> None:
    given = msgspec.structs.replace(collected("test_a"), reached=("subprocess:git", "write:/tmp/x"))
    assert manifest_of(case({A: TWO}, {}), given).test_ids == (f"{A}::test_a",)


def test_a_hash_that_differs_between_two_collections_is_named() -> None:
    one = item(f"{A}::test_a")
    other = msgspec.structs.replace(one, qualname="test_b")
    given = msgspec.structs.replace(collected("test_a"), shifted=(other,))
    with pytest.raises(
        ArtifactError, match=r"hash differs between two .* 'tests/test_a.py::test_a'"
    ):
        manifest_of(case({A: TWO}, {}), given)
    alike = msgspec.structs.replace(one, fixtures=("request",))
    same = msgspec.structs.replace(collected("test_a"), shifted=(alike,))
    assert manifest_of(case({A: TWO}, {}), same).test_ids == (f"{A}::test_a",)


def test_many_names_are_cut() -> None:
    names = tuple(TestId(f"{A}::test_a[{n}]") for n in range(9))
    given = msgspec.structs.replace(collected("test_a"), unstable=names)
    with pytest.raises(ArtifactError, match=r"test_a\[4\]' and 4 more; give"):
        manifest_of(case({A: TWO}, {}), given)


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    made = Project(tmp_path / "project")
    made.commit(
        {
            A: TWO,
            "tests/test_up.py": "from tests.helpers import up\ndef test_up():\n    assert up()\n",
            "tests/helpers.py": "def up():\n    return 1\n",
            "tests/__init__.py": "",
        }
    )
    return made


def test_a_commit_is_collected_twice(project: Project) -> None:
    engine = FakeEngine(Suite(from_words({})))
    progress = RecordingProgress()
    made = collected_manifest(Revision(repo=project.at), progress, engine)
    assert made.parent_sha == project.git("rev-parse", "HEAD")
    assert {job.env["PYTHONHASHSEED"] for job in engine.jobs} == {"1", "2"}
    assert source_manifest(project.at, "").assertion_hashes == made.assertion_hashes


def test_what_rests_on_the_same_blobs_is_not_measured_again(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = source_manifest(project.at, "")
    written: list[bytes] = []

    def note(_name: str, data: bytes, *, kept: int) -> None:
        assert kept > 1
        written.append(data)

    monkeypatch.setattr("freezegate.app.manifest_source.write_cached", note)
    assert source_manifest(project.at, "") == first
    assert not written
    project.commit({"tests/helpers.py": "def up():\n    return 2\n"})
    second = source_manifest(project.at, "")
    assert len(written) == 1
    changed = {
        name
        for name in first.test_ids
        if first.assertion_hashes[name] != second.assertion_hashes[name]
    }
    assert changed == {"tests/test_up.py::test_up"}
    # The same as without anything kept.
    monkeypatch.setattr("freezegate.app.manifest_source.read_cached", lambda _: None)
    assert source_manifest(project.at, "") == second


def test_an_entry_that_is_torn_or_forged_in_form_says_nothing(project: Project) -> None:
    first = source_manifest(project.at, "")
    folder = cache_home() / "freezegate"
    (entry,) = folder.iterdir()
    for data in (b"", b"\xff", entry.read_bytes()[:-9]):
        entry.write_bytes(data)
        assert source_manifest(project.at, "") == first


LISTED = f"{A}::test_a\n{A}::test_b\n\n2 tests collected in 0.01s\n"


def listing(project: Project, text: str, name: str = "listing.txt") -> Path:
    path = project.at.parent / name
    path.write_text(text)
    return path


def test_a_listing_is_hashed_by_the_commits_text(project: Project) -> None:
    made = listed_manifest(project.at, (listing(project, LISTED),))
    whole = source_manifest(project.at, "")
    assert made.assertion_hashes == {name: whole.assertion_hashes[name] for name in made.test_ids}
    assert made.parent_sha == whole.parent_sha


def test_two_listings_that_differ_are_refused(project: Project) -> None:
    two = listing(project, LISTED)
    one = listing(project, f"{A}::test_a\n\n1 test collected in 0.01s\n", "second.txt")
    assert listed_manifest(project.at, (two, two)).test_ids == (f"{A}::test_a", f"{A}::test_b")
    with pytest.raises(
        ArtifactError, match=r"second.txt: tests/test_a.py::test_b stands in only one"
    ):
        listed_manifest(project.at, (two, one))


def test_an_id_of_another_tree_is_refused(project: Project) -> None:
    other = listing(project, LISTED.replace("test_a.py", "test_z.py"))
    with pytest.raises(
        ArtifactError, match=r"listing.txt: tests/test_z.py::test_a: .* has no tests/"
    ):
        listed_manifest(project.at, (other,))
    product = listing(project, "lib.py::test_a\n\n1 test collected in 0.01s\n", "lib.txt")
    project.commit({"lib.py": "def test_a(): pass\n"})
    with pytest.raises(UsageError, match="test-folders"):
        listed_manifest(project.at, (product,))


def test_a_tree_that_is_not_its_commit_is_refused(project: Project) -> None:
    given = (listing(project, LISTED),)
    project.write({"venv/pyvenv.cfg": "home = x\n", "venv/lib/test_x.py": ""})
    assert listed_manifest(project.at, given).test_ids
    project.write({"tests/test_new.py": ""})
    with pytest.raises(
        GitError, match=r"\?\? tests/test_new.py; a baseline from a dirty tree is none"
    ):
        listed_manifest(project.at, given)
    project.write({"tests/test_new.py": None, A: TWO + "\n"})
    with pytest.raises(GitError, match=r" M tests/test_a.py"):
        listed_manifest(project.at, given)
