"""The property lane by the installed command, on real tests."""

import json

from freezegate.model.lane import LaneReport, LaneState
from freezegate.shell.store import read_file
from freezegate.wire.canonical import unseal
from tests.e2e.kit import Project

SHOP = """
    LIMIT = 10

    def total(prices):
        return sum(prices)

    def capped(prices):
        return min(total(prices), LIMIT)

    def helper():
        return 3
    """
EDITED = """
    LIMIT = 9

    def total(prices):
        result = 0
        for each in prices:
            result += each
        return result

    def capped(prices):
        return min(total(prices), LIMIT)

    def helper():
        return 3
    """
TESTS = """
    from hypothesis import given, settings, strategies as st
    import shop
    from shop import total as add_up

    @settings(max_examples=10)
    @given(st.lists(st.integers()))
    def test_total(prices):
        assert add_up(prices) == sum(prices)

    @settings(max_examples=10)
    @given(st.lists(st.integers()))
    def test_constant(prices):
        shop.total(prices)
        assert 1 == 1

    @settings(max_examples=10)
    @given(st.integers())
    def test_unrelated(number):
        shop.helper()
        assert 1 == 1

    @settings(max_examples=10)
    @given(st.lists(st.integers(0, 5)))
    def test_capped(prices):
        assert shop.capped(prices) <= 10
    """


def patched(project: Project, shop: str = EDITED, more: str = "") -> None:
    """Commit a parent with the tests, and a patch of the shop."""
    project.commit({"shop.py": SHOP, "tests/test_shop.py": TESTS, "docs/index.md": "x"})
    project.commit({"shop.py": shop, "docs/index.md": f"y{more}"})


def ran(project: Project, *words: str, env: dict[str, str] | None = None) -> tuple[int, str, str]:
    options = ("--parent", "HEAD~1", "--seeds", "2", "--python", str(project.python), "--quiet")
    done = project.run("lane", *options, *words, env=env)
    return done.returncode, " ".join(done.stdout.split()), done.stderr


def report_of(project: Project, *words: str) -> tuple[int, LaneReport]:
    at = project.at.parent / "report.json"
    code, _, err = ran(project, "--report", str(at), *words)
    assert at.exists(), err
    report, _ = unseal(read_file(at), LaneReport, origin="report.json")
    return code, report


def test_a_constant_after_a_call_is_dropped_and_what_holds_touched_code_counts(
    project: Project,
) -> None:
    patched(project)
    code, report = report_of(project)
    assert (code, report.state) == (0, LaneState.GREEN)
    assert report.touched.functions == ("shop.py::<module>.LIMIT", "shop.py::total")
    told = {prop.id.rpartition("::")[2]: prop for prop in report.properties}
    assert {name: prop.counts for name, prop in told.items()} == {
        "test_total": True,
        "test_constant": False,
        "test_unrelated": False,
        "test_capped": True,
    }
    assert told["test_total"].names == ("shop.py::total",)
    assert told["test_capped"].executes == ("shop.py::<module>.LIMIT", "shop.py::total")
    assert all(prop.passes == 2 for prop in told.values())


def test_a_candidate_does_not_cover_its_own_lane(project: Project) -> None:
    patched(project)
    code, text, _ = ran(project, "--candidate", "tests/test_shop.py::test_capped")
    assert code == 1
    assert "shop.py::<module>.LIMIT no property holds it" in text
    assert "the lane is incomplete: 1 of 2 touched are held by no property" in text


def test_a_broken_function_makes_the_lane_red_with_the_input_that_breaks_it(
    project: Project,
) -> None:
    patched(project, EDITED.replace("result += each", "result += abs(each)"))
    code, report = report_of(project)
    assert (code, report.state) == (1, LaneState.RED)
    (example,) = report.counterexamples
    assert example.property == "tests/test_shop.py::test_total"
    assert example.arguments == {"prices": [-1]}
    assert example.replays
    assert not report.logs
    sunk = project.run("pack", "sink", str(project.at.parent / "report.json"))
    assert sunk.returncode == 0, sunk.stderr
    project.commit({})
    # The grown pack is another generation; its input runs on the parent's pack from now on.
    env = {"FIXTURE_GENERATION": report.generation}
    refused = project.run("lane", "--parent", "HEAD", "--worktree", "--quiet", env=env)
    assert refused.returncode == 64
    assert report.generation in refused.stderr
    project.write({"shop.py": EDITED.replace("return result", "return result or 0")})
    at = project.at.parent / "again.json"
    options = ("--parent", "HEAD", "--worktree", "--seeds", "2", "--python", str(project.python))
    again = project.run("lane", *options, "--report", str(at), "--quiet")
    assert again.returncode == 0, again.stdout + again.stderr
    sealed, _ = unseal(read_file(at), LaneReport, origin="again.json")
    replays = {prop.id.rpartition("::")[2]: prop.replays for prop in sealed.properties}
    assert replays["test_total"] == 1
    assert sealed.generation != report.generation


def test_documentation_alone_touches_nothing(project: Project) -> None:
    patched(project, SHOP, more="z")
    code, text, _ = ran(project)
    assert code == 0
    assert "the patch touches nothing that runs" in text


def test_the_touched_set_is_listed_without_a_run(project: Project) -> None:
    patched(project)
    project.write({"shop.py": EDITED.replace("return 3", "return 4"), "data.bin": "x"})
    diff = project.at.parent / "patch.diff"
    diff.write_text(project.git("diff", "HEAD") + "\n", encoding="utf-8")
    done = project.run("lane", "--touched", "--parent", "HEAD", "--patch", str(diff))
    assert (done.returncode, done.stdout.splitlines()[0]) == (0, "touched      shop.py::helper")
    done = project.run("lane", "--touched", "--parent", "HEAD", "--worktree", "--format", "json")
    told = json.loads(done.stdout)
    assert told["touched"]["unaccounted"] == ["data.bin"]
    assert [unit["id"] for unit in told["touched"]["units"]] == ["shop.py::helper"]
