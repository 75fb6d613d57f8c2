"""Seeds in the field: profiles, order, shared folders, and what no seed reaches (FIELD.md 1 to 7).

`SPY` names a folder outside the trees, handed to the tests, in which they leave what they saw.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.kit import Judged, Project

SPIED = "[tool.freezegate]\nenvironment = ['SPY']\nextension = 2\nconfirmations = 2\n"
NOTE = """
    import json
    import os
    import uuid
    from pathlib import Path

    def note(**seen):
        seen["seed"] = int(os.environ["FREEZEGATE_SEED"])
        where = Path(os.environ["SPY"])
        (where / f"{uuid.uuid4()}.json").write_text(json.dumps(seen))
    """


@pytest.fixture
def spy(tmp_path: Path) -> Path:
    folder = tmp_path / "spy"
    folder.mkdir()
    return folder


def noted(spy: Path) -> list[dict[str, Any]]:
    """What the tests have left."""
    return [json.loads(path.read_text()) for path in spy.glob("*.json")]


def statuses(judged: Judged, side: str) -> list[tuple[str, int, str, str]]:
    """What one side's rows say, in their order."""
    return [
        (row["prop"].split("::")[-1], row["seed"], row["status"], row["draws"])
        for row in judged.rows(f"{side}.jsonl")
    ]


def test_fact_1_a_profile_without_chance_makes_no_ticket(project: Project) -> None:
    project.commit(
        {
            "lib.py": "",
            "tests/conftest.py": """
                from hypothesis import settings

                settings.register_profile("quiet", derandomize=True, deadline=None)
                settings.load_profile("quiet")
                """,
            "tests/test_it.py": """
                import os
                from hypothesis import given, settings, strategies as st

                @given(st.integers())
                def test_profile(x):
                    assert int(os.environ["FREEZEGATE_SEED"]) % 2

                @settings(derandomize=False, database=None)
                @given(st.integers())
                def test_its_own(x):
                    assert int(os.environ["FREEZEGATE_SEED"]) % 2
                """,
        }
    )
    project.commit({"lib.py": "X = 1\n"})
    judged = project.gate("--select", "all", seeds="1,2,3")
    assert judged.reasons == {
        "test_profile": "schedule_vacuous",
        "test_its_own": "shared_variant_fail",
    }
    assert judged.exit == 1
    assert "one set of examples on the parent" in judged.notes


def test_fact_2_chance_is_the_seeds_outside_given_and_hypothesis_pins_it_inside(
    project: Project, spy: Path
) -> None:
    project.commit(
        {
            "pyproject.toml": SPIED,
            "lib.py": "",
            "spying.py": NOTE,
            "tests/test_it.py": """
                import random
                from hypothesis import given, settings, strategies as st
                from spying import note

                def test_outside():
                    note(name="outside", value=random.random())

                @settings(deadline=None, max_examples=1)
                @given(st.just(0))
                def test_inside(x):
                    note(name="inside", value=random.random())
                """,
        }
    )
    project.commit({"lib.py": "X = 1\n"})
    judged = project.gate("--select", "all", env={"SPY": str(spy)})
    assert set(judged.reasons.values()) == {"both_pass"}
    values: dict[str, dict[int, set[float]]] = {"outside": {}, "inside": {}}
    for each in noted(spy):
        values[each["name"]].setdefault(each["seed"], set()).add(each["value"])
    # One value a seed, on both sides; another one with another seed.
    assert [len(found) for found in values["outside"].values()] == [1, 1]
    assert len(set.union(*values["outside"].values())) == 2
    assert len(set.union(*values["inside"].values())) == 1


def test_fact_3_a_property_draws_the_same_alone_and_behind_any_other(project: Project) -> None:
    project.commit(
        {
            "lib.py": "NAMES = ['a', 'b', 'c', 'd', 'e']\n",
            "tests/test_it.py": """
                import random
                import lib
                import pytest

                @pytest.fixture
                def draws_too():
                    return [random.random() for _ in range(7)]

                @pytest.mark.parametrize("name", lib.NAMES)
                def test_each(name, draws_too):
                    assert random.random() > 0.5

                def test_flake(draws_too):
                    assert random.random() > 0.5
                """,
        }
    )
    project.commit({"lib.py": "NAMES = ['e', 'c', 'a']\n"})
    whole = project.gate("--select", "all", seeds="4")
    parent, patch = statuses(whole, "parent"), statuses(whole, "patch")
    assert len({status for _, _, status, _ in parent}) == 2
    # What the patch lacks, and the order of its list, move no other property.
    gone = ("test_each[b]", "test_each[d]")
    assert [row for row in parent if row[0] not in gone] == patch
    alone = project.gate("tests/test_it.py::test_flake", seeds="4")
    assert statuses(alone, "parent") == [row for row in parent if row[0] == "test_flake"]


def test_fact_4_no_run_finds_examples_of_another_even_where_the_suite_keeps_them(
    project: Project, spy: Path
) -> None:
    project.commit(
        {
            # A forced seed takes away the database by itself; this suite varies nothing of it.
            "pyproject.toml": SPIED + "vary = ['order']\n",
            "lib.py": "",
            "tests/test_it.py": """
                import os
                from hypothesis import given, settings, strategies as st
                from hypothesis.database import DirectoryBasedExampleDatabase as Kept

                @settings(database=Kept(os.environ["SPY"]), deadline=None)
                @given(st.integers())
                def test_kept(x):
                    assert x < 5
                """,
        }
    )
    project.commit({"lib.py": "X = 1\n"})
    judged = project.gate("--select", "all", env={"SPY": str(spy)})
    assert judged.reasons == {"test_kept": "uniform_fail"}
    assert list(spy.iterdir()) == []


def test_fact_4_what_a_seed_left_in_any_folder_is_gone_for_the_next(
    project: Project, spy: Path
) -> None:
    project.commit(
        {
            "pyproject.toml": SPIED,
            "lib.py": "",
            "spying.py": NOTE,
            "tests/data/given.txt": "given\n",
            "tests/test_it.py": """
                import tempfile
                from pathlib import Path
                from spying import note

                def left(folder):
                    path = Path(folder, "left.txt")
                    found = path.exists()
                    path.write_text("x")
                    return found

                def test_leaves():
                    here = Path(__file__).parent
                    folders = (".", here, here / "data", tempfile.gettempdir(), Path.home())
                    given = here / "data" / "given.txt"
                    note(found=[left(folder) for folder in folders], given=given.read_text())
                    given.write_text("changed")
                """,
        }
    )
    project.commit({"lib.py": "X = 1\n"})
    judged = project.gate("--select", "all", seeds="3", env={"SPY": str(spy)})
    assert judged.reasons == {"test_leaves": "both_pass"}
    seen = [(each["found"], each["given"]) for each in noted(spy)]
    assert seen == [([False] * 5, "given\n")] * 6
    assert project.git("status", "--porcelain") == ""


def test_fact_6_a_generator_made_at_import_answers_to_no_seed(equipped: Project, spy: Path) -> None:
    equipped.commit(
        {
            "pyproject.toml": SPIED,
            "lib.py": "import numpy\n\nRNG = numpy.random.default_rng()\n",
            "spying.py": NOTE,
            "tests/test_it.py": """
                import lib
                from spying import note

                def test_it():
                    note(value=lib.RNG.random())
                """,
        }
    )
    equipped.commit({"tests/test_more.py": "def test_more():\n    pass\n"})
    judged = equipped.gate("tests/test_it.py", env={"SPY": str(spy)})
    assert judged.reasons == {"test_it": "both_pass"}
    assert len({each["value"] for each in noted(spy)}) == 4
    rows = {side: judged.rows(f"{side}.jsonl") for side in ("parent", "patch")}
    assert [row["draws"] for row in rows["parent"]] == [row["draws"] for row in rows["patch"]]


def test_fact_6_what_no_seed_reaches_is_confirmed_before_the_patch_is_blamed(
    project: Project, spy: Path
) -> None:
    project.commit(
        {
            "pyproject.toml": SPIED,
            "lib.py": "SIDE = 'parent'\n",
            "tests/test_it.py": """
                import subprocess
                import lib

                def test_it():
                    # Red every second time, whatever the seed, the parent first.
                    count = f"echo x >> $SPY/{lib.SIDE}; wc -l < $SPY/{lib.SIDE}"
                    times = int(subprocess.check_output(["sh", "-c", count]))
                    assert times % 2 == (lib.SIDE == "patch")
                """,
        }
    )
    project.commit({"lib.py": "SIDE = 'patch'\n"})
    judged = project.gate("--select", "all", "--jobs", "1", env={"SPY": str(spy)})
    parent = [row["status"] for row in judged.rows("parent.jsonl")]
    patch = [row["status"] for row in judged.rows("patch.jsonl")]
    assert (parent, patch) == (["fail", "pass"], ["pass", "fail"])
    assert judged.rows("patch.confirmations.jsonl")
    assert judged.reasons == {"test_it": "shared_variant_fail"}


def test_fact_7_no_process_runs_two_seeds(project: Project, spy: Path) -> None:
    project.commit(
        {
            "pyproject.toml": SPIED,
            "lib.py": "SEEN = []\n",
            "spying.py": NOTE,
            "tests/test_it.py": """
                import os
                import lib
                from spying import note

                def test_process():
                    lib.SEEN.append(1)
                    note(hash=os.environ["PYTHONHASHSEED"], seen=len(lib.SEEN))
                """,
        }
    )
    project.commit({"lib.py": "SEEN = []\nX = 1\n"})
    judged = project.gate("--select", "all", seeds="3", env={"SPY": str(spy)})
    assert set(judged.reasons.values()) == {"both_pass"}
    seen = noted(spy)
    assert [each["seen"] for each in seen] == [1] * 6
    # Both sides of a seed have its hash order; another seed has another.
    assert len({each["hash"] for each in seen}) == 3
    assert len({(each["seed"], each["hash"]) for each in seen}) == 3
