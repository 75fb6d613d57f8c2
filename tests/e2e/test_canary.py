"""The canary from end to end: a checked-in defect must turn its own test red, in two workspaces."""

import json
from collections.abc import Mapping
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from tests.e2e.kit import Project

Files = dict[str, str | bytes | None]

TEST = "tests/test_bounds.py::test_lower_bound_holds"
SHOP: Files = {
    "shop.py": """
        def total(prices):
            if any(price < 0 for price in prices):
                raise ValueError("a price is below zero")
            return sum(prices)


        def label(price):
            return f"{price} EUR"
    """,
    "tests/test_bounds.py": """
        import pytest

        import shop


        def test_lower_bound_holds():
            with pytest.raises(ValueError):
                shop.total([1, -1])


        def test_sum():
            assert shop.total([1, 2]) == 3


        def test_label():
            assert shop.label(1) == "1 EUR"
    """,
}


def mutant(
    before: str = "if any(price < 0", after: str = "if any(price < -9", test: str = TEST
) -> str:
    """A mutant of the shop."""
    return (
        f'about = "no lower bound"\ntest = "{test}"\nfile = "shop.py"\n'
        f'before = "{before}"\nafter = "{after}"\n'
    )


DROP: Files = {"mutants/drop_lower_bound.toml": mutant()}


class Ran:
    """What one call of `canary` gave."""

    def __init__(self, project: Project, *words: str) -> None:
        number = sum(1 for _ in project.at.parent.glob("canary-*"))
        at = project.at.parent / f"canary-{number}.json"
        done = project.run("canary", "--out", str(at), *words)
        self.exit = done.returncode
        self.out = done.stdout
        self.err = done.stderr
        self.stored: dict[str, Any] = json.loads(at.read_text()) if at.exists() else {}

    @property
    def reasons(self) -> dict[str, str]:
        """The reason of each mutant."""
        return {each["mutant"]: each["reason"] for each in self.stored["canaries"]}

    @property
    def note(self) -> str:
        """The note of the first."""
        return str(self.stored["canaries"][0].get("note", ""))

    @property
    def exits(self) -> list[int | None]:
        """The exit codes of the first, in both workspaces."""
        return [each["mutated"]["exit"] for each in self.stored["canaries"][0]["workspaces"]]


def canary(project: Project, files: Mapping[str, str | bytes | None], *words: str) -> Ran:
    """Commit files, and run the canaries of that commit on it."""
    project.commit(files)
    return Ran(project, "--parent", "HEAD", *words)


def test_killed_in_both_workspaces(project: Project) -> None:
    ran = canary(project, SHOP | DROP)
    assert ran.exit == 0, ran.out + ran.err
    assert ran.reasons == {"mutants/drop_lower_bound.toml": "canary_killed"}
    assert ran.exits == [1, 1]
    assert ran.stored["parent_sha"] == ran.stored["patch_sha"]
    assert ran.out.splitlines()[0].split() == ["reason", "first", "second", "mutant"]
    assert TEST in ran.out
    assert "canary: canary_killed (exit 0)" in ran.out
    assert project.git("status", "--porcelain") == ""


def test_suite_that_is_too_weak_lets_the_mutant_survive(project: Project) -> None:
    weak = str(SHOP["tests/test_bounds.py"]).replace("shop.total([1, -1])", "raise ValueError")
    ran = canary(project, SHOP | DROP | {"tests/test_bounds.py": weak})
    assert ran.exit == 1
    assert ran.reasons == {"mutants/drop_lower_bound.toml": "canary_survived"}
    assert ran.exits == [0, 0]
    assert "Merge nothing" in ran.out


def test_exit_code_that_a_hook_turns_to_zero_is_no_kill(project: Project) -> None:
    hook = "def pytest_sessionfinish(session):\n    session.exitstatus = 0\n"
    ran = canary(project, SHOP | DROP | {"conftest.py": hook})
    assert ran.reasons == {"mutants/drop_lower_bound.toml": "canary_survived"}
    assert "the named test failed, yet pytest exited 0" in ran.note


@pytest.mark.parametrize(
    ("of", "said"),
    [
        (mutant("sum(prices)", "sum(prices) + 1"), "the named test did not fail; red beside it"),
        (mutant("if any(price < 0", "if all(price > -9"), "red beside it: tests.test_bounds::"),
    ],
    ids=["another test", "the named one and another"],
)
def test_red_beside_the_named_test_is_off_target(project: Project, of: str, said: str) -> None:
    ran = canary(project, SHOP | {"mutants/a.toml": of})
    assert ran.exit == 1
    assert ran.reasons == {"mutants/a.toml": "canary_off_target"}
    assert said in ran.note


RED = "import shop\n\n\ndef test_it():\n    assert shop.total([1]) == 2\n"


@pytest.mark.parametrize(
    ("files", "said"),
    [
        (
            {
                "shop.py": f"{dedent(str(SHOP['shop.py']))}\n\nSIZE = 1\n",
                "mutants/a.toml": mutant("SIZE = 1", "SIZE = 1 / 0"),
            },
            "with the mutant pytest exited 2: ZeroDivisionError",
        ),
        (
            {"tests/test_red.py": RED, "mutants/a.toml": mutant(test="tests/test_red.py::test_it")},
            "without the mutant the named test is red already",
        ),
        (
            {"mutants/a.toml": mutant(test="tests/test_bounds.py::test_gone")},
            "without the mutant no test of that id ran",
        ),
        (
            {"mutants/a.toml": mutant(test="tests/test_gone.py::test_gone")},
            "the patch has no file tests/test_gone.py",
        ),
        (
            {"tests/test_none.py": "", "mutants/a.toml": mutant(test="tests/test_none.py::test_a")},
            "without the mutant pytest exited 5",
        ),
    ],
    ids=["import error", "already red", "unknown id", "no such file", "no tests"],
)
def test_what_is_no_result_is_inconclusive(project: Project, files: Files, said: str) -> None:
    ran = canary(project, SHOP | files)
    assert ran.exit == 1
    assert ran.reasons == {"mutants/a.toml": "canary_inconclusive"}, ran.out
    assert said in ran.note


def rig(letter: str) -> Files:
    """A `prepare` that undoes the mutant in one of the two workspaces, told by its folder."""
    script = f"""
        from pathlib import Path

        shop = Path("shop.py")
        if Path.cwd().parents[1].name.startswith("{letter}"):
            shop.write_text(shop.read_text().replace("price < -9", "price < 0"))
    """
    config = '[tool.freezegate]\nprepare = "python rig.py"\n'
    return {"rig.py": script, "pyproject.toml": config}


@pytest.mark.parametrize(
    ("letter", "exits", "said"),
    [
        ("a", [0, 1], "green, then red: the first workspace is dirty"),
        ("b", [1, 0], "red, then green: the second workspace lacks the mutant or the ledger"),
    ],
)
def test_workspaces_that_disagree_are_a_fault_of_the_environment(
    project: Project, letter: str, exits: list[int], said: str
) -> None:
    ran = canary(project, SHOP | DROP | rig(letter))
    assert ran.exit == 1
    assert ran.reasons == {"mutants/drop_lower_bound.toml": "canary_disagree"}
    assert ran.exits == exits
    assert said in ran.note


def test_without_a_canary_nothing_may_be_frozen(project: Project) -> None:
    ran = canary(project, SHOP | {"mutants/README.md": "Notes.\n"})
    assert ran.exit == 1
    assert ran.stored["canaries"] == []
    assert "without one nothing may be frozen" in ran.out
    done = project.run("canary", "--parent", "HEAD", "--format", "json")
    found = json.loads(done.stdout)
    assert (found["reason"], found["exit"]) == ("canary_inconclusive", done.returncode)
    assert "canary draft" in found["note"]


def test_mutants_are_the_parents(project: Project) -> None:
    project.commit(SHOP | DROP)
    project.commit({"mutants/drop_lower_bound.toml": None, "mutants/own.toml": mutant()})
    ran = Ran(project, "--parent", "HEAD~1")
    assert ran.exit == 0, ran.err
    assert ran.reasons == {"mutants/drop_lower_bound.toml": "canary_killed"}


def test_patch_that_rewrites_what_a_mutant_stands_on_is_told_so(
    project: Project, tmp_path: Path
) -> None:
    project.commit(SHOP | DROP)
    new = dedent(str(SHOP["shop.py"])).replace("price < 0 for", "0 > price for")
    project.commit({"shop.py": new})
    ran = Ran(project, "--parent", "HEAD~1")
    assert ran.reasons == {"mutants/drop_lower_bound.toml": "canary_inconclusive"}
    assert "the patch changed what the mutant stands on" in ran.note

    given = tmp_path / "new-form.toml"
    given.write_text(mutant("if any(0 > price", "if any(-9 > price"))
    ran = Ran(project, "--parent", "HEAD~1", "--mutant", str(given))
    assert ran.reasons == {str(given): "canary_killed"}
    given.write_text(mutant())
    ran = Ran(project, "--parent", "HEAD~1", "--mutant", str(given))
    assert ran.exit == 65
    assert f"{given}:4: shop.py: `before` stands in no place of the file" in ran.err


def test_project_in_a_folder_with_sources_below_src_and_options_of_its_own(
    project: Project,
) -> None:
    test = f"packages/shop/{TEST}"
    of = mutant(test=test).replace('"shop.py"', '"packages/shop/src/shop.py"')
    files: Files = {
        "packages/shop/pyproject.toml": '[tool.pytest.ini_options]\naddopts = "-x -q"\n',
        "packages/shop/src/shop.py": SHOP["shop.py"],
        "packages/shop/tests/test_bounds.py": SHOP["tests/test_bounds.py"],
        "packages/shop/tests/test_other.py": "def test_green():\n    pass\n",
        "packages/shop/mutants/drop.toml": of,
    }
    ran = canary(project, files, "--repo", "packages/shop", "--all")
    assert ran.exit == 0, ran.out + ran.err
    assert ran.reasons == {"packages/shop/mutants/drop.toml": "canary_killed"}


BUILD = """
    import sys
    import venv
    from pathlib import Path

    venv.create(".venv", symlinks=True)
    site = next(Path(".venv").glob("lib/python*/site-packages"))
    held = [path for path in sys.path if path.endswith("site-packages")]
    (site / "held.pth").write_text("\\n".join([*held, str(Path(SOURCES).resolve())]))
"""


def test_virtual_environment_that_prepare_makes_is_the_workspaces_own(project: Project) -> None:
    test = "import sys\n\n\ndef test_here():\n    assert sys.prefix.endswith('.venv')\n"
    files: Files = {
        "src/shop.py": SHOP["shop.py"],
        "tests/test_bounds.py": SHOP["tests/test_bounds.py"],
        "tests/test_here.py": test,
        "mutants/a.toml": mutant().replace('"shop.py"', '"src/shop.py"'),
        "build_it.py": f'SOURCES = "src"\n{dedent(BUILD)}',
        "pyproject.toml": '[tool.freezegate]\nprepare = "python build_it.py"\n',
    }
    ran = canary(project, files, "--all")
    assert ran.exit == 0, ran.out + ran.err
    assert ran.stored["canaries"][0]["workspaces"][0]["baseline"]["exit"] == 0


def test_mutant_that_is_never_imported_has_not_survived(project: Project) -> None:
    elsewhere = project.at.parent / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "shop.py").write_text(dedent(str(SHOP["shop.py"])))
    files: Files = {
        "src/shop.py": SHOP["shop.py"],
        "tests/test_bounds.py": SHOP["tests/test_bounds.py"],
        "mutants/a.toml": mutant().replace('"shop.py"', '"src/shop.py"'),
        "build_it.py": f"SOURCES = {str(elsewhere)!r}\n{dedent(BUILD)}",
        "pyproject.toml": '[tool.freezegate]\nprepare = "python build_it.py"\n',
    }
    ran = canary(project, files)
    assert ran.reasons == {"mutants/a.toml": "canary_inconclusive"}
    assert ran.exits == [0, 0]
    assert f"shop is imported from {elsewhere}/shop.py, not from the mutated tree" in ran.note


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("a.py", "print(1)\n", "mutants/a.py:1: a mutant in Python would have to be executed"),
        ("a.txt", "", "no mutant ends in '.txt'"),
        (
            "a.toml",
            mutant().replace("shop.py", "tests/test_bounds.py"),
            "mutants/a.toml:4: tests/test_bounds.py: a mutant may not edit tests",
        ),
        ("a.toml", mutant("price"), "mutants/a.toml:4: shop.py: `before` stands in two places"),
        ("a.toml", mutant() + 'about = "again"\n', "mutants/a.toml:6: no TOML"),
        ("a.toml", mutant() + "extra = 1\n", "unknown field `extra`"),
        ("a.toml", mutant(after="if any(("), "the result does not parse as Python"),
        ("a.diff", "--- a/shop.py\n+++ b/shop.py\n", "mutants/a.diff:1: no test is named"),
    ],
)
def test_mutant_that_is_none_is_refused_at_its_line(
    project: Project, name: str, content: str, said: str
) -> None:
    ran = canary(project, SHOP | {f"mutants/{name}": content})
    assert ran.exit == 65
    assert said in ran.err
    assert ran.out == ""


def copied(project: Project) -> Path:
    """The tree of HEAD, without its repository."""
    at = project.at.parent / "canary-tree"
    project.git("worktree", "add", "-q", "--detach", str(at))
    (at / ".git").unlink()
    return at


DIFF = f"""\
# test: {TEST}
--- a/shop.py
+++ b/shop.py
@@ -2,3 +2,3 @@
 def total(prices):
-    if any(price < 0 for price in prices):
+    if any(price < -9 for price in prices):
         raise ValueError("a price is below zero")
"""


@pytest.mark.parametrize(("name", "content"), [("m.toml", mutant()), ("m.diff", DIFF)])
def test_apply_mutant_changes_a_copy_and_shows_the_change(
    project: Project, tmp_path: Path, name: str, content: str
) -> None:
    project.commit(SHOP)
    at = copied(project)
    before = (at / "shop.py").read_text()
    (at / "shop.py").chmod(0o755)
    (tmp_path / name).write_text(content)
    done = project.run("apply-mutant", "--mutant", str(tmp_path / name), "--workdir", str(at))
    assert done.returncode == 0, done.stderr
    assert (at / "shop.py").read_text() == before.replace("price < 0", "price < -9")
    assert (at / "shop.py").stat().st_mode & 0o777 == 0o755
    assert "-    if any(price < 0 for price in prices):" in done.stdout.splitlines()
    assert "+    if any(price < -9 for price in prices):" in done.stdout.splitlines()
    # The text stands there no more.
    again = project.run("apply-mutant", "--mutant", str(tmp_path / name), "--workdir", str(at))
    assert again.returncode == 65


def test_apply_mutant_leaves_the_repositorys_own_work_tree_alone(
    project: Project, tmp_path: Path
) -> None:
    project.commit(SHOP)
    file = tmp_path / "m.toml"
    file.write_text(mutant())
    for folder in (project.at, project.at / "tests"):
        done = project.run("apply-mutant", "--mutant", str(file), "--workdir", str(folder))
        assert done.returncode == 64
        assert "is a repository's own work tree; apply it to a copy" in done.stderr
    assert project.git("status", "--porcelain") == ""
    linked = tmp_path / "linked"
    project.git("worktree", "add", "-q", "--detach", str(linked))
    done = project.run("apply-mutant", "--mutant", str(file), "--workdir", str(linked))
    assert done.returncode == 0, done.stderr


def test_apply_mutant_is_whole_or_not_at_all(project: Project, tmp_path: Path) -> None:
    project.commit(SHOP | {"more.py": "SIZE = 1\n"})
    at = copied(project)
    two = f"{DIFF}--- a/more.py\n+++ b/more.py\n@@ -1 +1 @@\n-SIZE = 2\n+SIZE = 3\n"
    (tmp_path / "m.patch").write_text(two)
    before = (at / "shop.py").read_bytes()
    done = project.run("apply-mutant", "--mutant", str(tmp_path / "m.patch"), "--workdir", str(at))
    assert done.returncode == 65
    assert "more.py: line 1 of the file is not what the diff says" in done.stderr
    assert (at / "shop.py").read_bytes() == before


def test_draft_proposes_mutants_and_writes_the_one_that_is_killed(project: Project) -> None:
    project.commit(SHOP)
    done = project.run("canary", "draft", "--for", TEST, "--limit", "3", "--write", "drop")
    assert done.returncode == 0, done.stderr
    assert "3 proposed mutants are killed" in done.stdout
    assert project.git("status", "--porcelain") == "?? mutants/"
    assert [path.name for path in (project.at / "mutants").iterdir()] == ["drop.toml"]
    again = project.run("canary", "draft", "--for", TEST, "--limit", "1", "--write", "drop")
    assert again.returncode == 64
    assert "exists; give another name" in again.stderr
    ran = canary(project, {})
    assert ran.reasons == {"mutants/drop.toml": "canary_killed"}


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("--for", "tests/test_bounds.py"), 64, "name one test"),
        (("--for", "tests/test_gone.py::test_a"), 64, "has no such file"),
        (("--for", "../test_gone.py::test_a"), 64, "no node id in normal form"),
        (("--for", TEST, "--write", "a/b"), 64, "letters, digits"),
        (("--for", TEST, "--pick", "2"), 64, "--pick goes with --write"),
        (("--for", "tests/test_red.py::test_it"), 65, "not green without a mutant"),
        (("--for", "tests/test_red.py::test_idle"), 65, "executes no code of the tree but tests"),
    ],
)
def test_draft_says_what_it_cannot_draft_for(
    project: Project, words: tuple[str, ...], code: int, said: str
) -> None:
    project.commit(SHOP | {"tests/test_red.py": f"{RED}\n\ndef test_idle():\n    pass\n"})
    done = project.run("canary", "draft", *words)
    assert done.returncode == code, done.stdout
    assert said in done.stderr
    assert project.git("status", "--porcelain") == ""
