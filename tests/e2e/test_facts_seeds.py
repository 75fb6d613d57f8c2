"""What a seed sets, and what a schedule must not be fooled by (FIELD.md 1 to 7)."""

from tests.e2e.kit import Judged, Project

FLAKE = """
    import random

    def test_flake():
        assert random.random() > 0.4
    """


def reds(judged: Judged, side: str, name: str) -> list[int]:
    """The places in the schedule at which a property is red."""
    seeds = judged.contract["seeds"]
    rows = {row["seed"]: row for row in judged.rows(f"{side}.jsonl") if row["prop"].endswith(name)}
    return [place for place, seed in enumerate(seeds) if rows[seed]["status"] == "fail"]


def test_fact_1_ci_variables_do_not_reach_the_tests(project: Project) -> None:
    project.commit(
        {
            "tests/test_it.py": """
                import os
                from hypothesis import given, settings, strategies as st

                def test_no_ci():
                    names = ("CI", "GITHUB_ACTIONS", "TOKEN", "PYTEST_ADDOPTS")
                    assert not [name for name in names if name in os.environ]
                    assert os.environ["FREEZEGATE_SEED"]

                @settings(deadline=None)
                @given(st.integers())
                def test_drawn(x):
                    assert not settings.default.derandomize
                """,
            "lib.py": "",
        }
    )
    project.commit({"lib.py": "X = 1\n"})
    outer = {"CI": "", "GITHUB_ACTIONS": "true", "TOKEN": "secret", "PYTEST_ADDOPTS": "--version"}
    judged = project.gate("--select", "all", env=outer)
    assert set(judged.reasons.values()) == {"both_pass"}
    drawn = {row["draws"] for row in judged.rows("parent.jsonl") if row["prop"].endswith("drawn")}
    assert len(drawn) == 2


def test_fact_1_a_derandomized_flake_earns_no_ticket(project: Project) -> None:
    project.commit(
        {
            "lib.py": "",
            "tests/test_it.py": """
                import os
                from hypothesis import given, settings, strategies as st

                @settings(derandomize=True, deadline=None)
                @given(st.integers())
                def test_by_hash_seed(x):
                    assert int(os.environ["PYTHONHASHSEED"]) % 2
                """,
        }
    )
    project.commit({"lib.py": "X = 1\n"})
    judged = project.gate("--select", "all", seeds="6")
    assert 0 < len(reds(judged, "parent", "test_by_hash_seed")) < 6
    assert judged.reasons == {"test_by_hash_seed": "schedule_vacuous"}
    assert not (judged.folder / "tickets").exists()


def test_fact_2_a_regression_that_only_hash_order_shows_is_found(project: Project) -> None:
    project.commit(
        {
            "lib.py": "def first(words):\n    return sorted(words)[0]\n",
            "tests/test_it.py": """
                import lib

                def test_first():
                    assert lib.first({"a", "b", "c"}) == "a"
                """,
        }
    )
    project.commit({"lib.py": "def first(words):\n    return list(words)[0]\n"})
    judged = project.gate("--select", "all", seeds="8")
    assert reds(judged, "parent", "test_first") == []
    assert 0 < len(reds(judged, "patch", "test_first")) < 8
    assert judged.reasons == {"test_first": "regression"}


def test_fact_2_random_and_numpy_follow_the_seed_alike_on_both_sides(equipped: Project) -> None:
    equipped.commit(
        {
            "pyproject.toml": "[tool.freezegate]\nextension = 2\nconfirmations = 2\n",
            "lib.py": "",
            "tests/test_it.py": FLAKE
            + """
    def test_numpy():
        import numpy
        numpy.random.random()

    def test_numpy_again():
        import numpy
        assert numpy.random.random() > 0.4
    """,
        }
    )
    equipped.commit({"lib.py": "X = 1\n"})
    judged = equipped.gate("--select", "all", seeds=",".join(map(str, range(1, 11))))
    for name in ("test_flake", "test_numpy_again"):
        assert 0 < len(reds(judged, "parent", name)) < 10
    assert reds(judged, "parent", "test_flake") == reds(judged, "patch", "test_flake")
    assert judged.reasons["test_flake"] == "shared_variant_fail"
    assert judged.exit == 5
    assert len(list((judged.folder / "tickets").iterdir())) == 2


def test_fact_4_nothing_of_one_seed_meets_the_next(project: Project) -> None:
    project.commit(
        {
            "lib.py": "",
            "tests/test_it.py": """
                from pathlib import Path
                from hypothesis import given, settings, strategies as st

                def test_writes_here():
                    assert not Path("left.txt").exists()
                    Path("left.txt").write_text("x")

                @settings(deadline=None)
                @given(st.integers())
                def test_remembers_no_failure(x):
                    assert x < 10

                def test_no_storage_in_the_tree():
                    assert not Path(".hypothesis").exists()
                """,
        }
    )
    project.commit({"lib.py": "X = 1\n"})
    judged = project.gate("--select", "all", seeds="3")
    assert judged.reasons["test_writes_here"] == "both_pass"
    assert judged.reasons["test_no_storage_in_the_tree"] == "both_pass"
    assert not (project.at / ".hypothesis").exists()


def test_fact_5_a_changed_constant_does_not_shift_what_hypothesis_draws(project: Project) -> None:
    project.commit(
        {
            "lib.py": "LIMIT = 123456789\nNAME = 'a rare constant'\n",
            "tests/test_it.py": """
                import lib
                from hypothesis import given, settings, strategies as st

                @settings(deadline=None)
                @given(st.integers(), st.text())
                def test_draws(x, y):
                    assert lib.LIMIT
                """,
        }
    )
    project.commit({"lib.py": "LIMIT = 987654321\nNAME = 'another one'\n"})
    judged = project.gate("--select", "all", seeds="3")
    parent = [row["draws"] for row in judged.rows("parent.jsonl")]
    assert parent == [row["draws"] for row in judged.rows("patch.jsonl")]
    assert len(set(parent)) == 3


def test_fact_7_inherited_hypothesis_tests_do_not_trip_over_one_another(project: Project) -> None:
    project.commit(
        {
            "lib.py": "",
            "tests/test_it.py": """
                from hypothesis import given, settings, strategies as st

                class Base:
                    @settings(deadline=None)
                    @given(st.integers())
                    def test_inherited(self, x):
                        assert isinstance(x, int)

                class TestOne(Base):
                    pass
                """,
        }
    )
    project.commit({"lib.py": "X = 1\n"})
    judged = project.gate("--select", "all", seeds="3")
    assert judged.reasons == {"TestOne::test_inherited": "both_pass"}


def test_same_seed_same_commit_same_rows_over_fifty_properties(
    project: Project,
) -> None:
    project.commit(
        {
            "lib.py": "",
            "tests/test_it.py": """
                import random
                import pytest
                from hypothesis import given, settings, strategies as st

                @pytest.mark.parametrize("n", range(25))
                def test_random(n):
                    assert random.random() > 0.3, sorted({"a", "b"})

                @pytest.mark.parametrize("n", range(25))
                @settings(deadline=None)
                @given(x=st.integers())
                def test_drawn(n, x):
                    assert x < 10_000
                """,
        }
    )
    project.commit({"lib.py": "X = 1\n"})
    runs = [project.gate("--select", "all", seeds="2") for _ in range(2)]
    rows = [
        [
            {key: value for key, value in row.items() if key != "duration_s"}
            for side in ("parent", "patch")
            for row in run.rows(f"{side}.jsonl")
        ]
        for run in runs
    ]
    assert len(rows[0]) == 2 * 2 * 50
    assert rows[0] == rows[1]


def test_two_sides_that_drew_differently_are_never_paired(project: Project) -> None:
    project.commit(
        {
            "pyproject.toml": "[tool.freezegate]\nextension = 2\n",
            "lib.py": "import random\n\ndef draw():\n    return random.random()\n",
            "tests/test_it.py": "import lib\n\ndef test_it():\n    assert lib.draw() > 0.3\n",
        }
    )
    twice = "import random\n\ndef draw():\n    random.random()\n    return random.random()\n"
    project.commit({"lib.py": twice})
    judged = project.gate("--select", "all", seeds=",".join(map(str, range(1, 13))))
    parent = {row["seed"]: row["draws"] for row in judged.rows("parent.jsonl")}
    patch = {row["seed"]: row["draws"] for row in judged.rows("patch.jsonl")}
    assert all(parent[seed] != patch[seed] for seed in parent)
    assert not (judged.folder / "parent.confirmations.jsonl").exists()
    assert judged.reasons["test_it"] in {"shared_variant_fail", "worsened"}
