import os
import shutil
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

import freezegate
from freezegate.errors import GitError, UsageError
from freezegate.model.reason import Reason
from freezegate.model.verdict import Flag
from freezegate.shell.example import PARENT_BRANCH, Scenario, example_folder, lay_down

#: Seeds are derived from this id: with another one the demo's verdicts must be looked at again.
PARENT_SHA = "0efc85747e3a74a3189466dbef1edab6eb857875"

EXAMPLE = example_folder(Path(freezegate.__file__).parent)
NAMES = tuple(path.stem for path in sorted((EXAMPLE / "patches").glob("*.toml")))

#: The one test that is red now and then on the parent, whatever the order.
FLAKE = "tests/test_references.py::test_references_of_a_batch_are_distinct"


class Laid(msgspec.Struct, frozen=True, kw_only=True):
    at: Path
    scenarios: dict[str, Scenario]

    def git(self, *arguments: str) -> str:
        return git(self.at, *arguments)


def git(at: Path, *arguments: str) -> str:
    environment = os.environ | {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    return subprocess.run(
        ("git", *arguments), cwd=at, env=environment, check=True, capture_output=True, text=True
    ).stdout


@pytest.fixture(scope="module")
def laid(tmp_path_factory: pytest.TempPathFactory) -> Laid:
    at = tmp_path_factory.mktemp("example") / "orders"
    return Laid(at=at, scenarios={scenario.name: scenario for scenario in lay_down(at)})


def test_parent_commit_is_the_same_everywhere(laid: Laid) -> None:
    assert laid.git("rev-parse", PARENT_BRANCH).strip() == PARENT_SHA


def test_parent_is_checked_out_whole(laid: Laid) -> None:
    base = EXAMPLE / "base"
    caches = {"__pycache__", ".pytest_cache", ".hypothesis"}
    wanted = {
        path.relative_to(base).as_posix(): path.read_bytes()
        for path in base.rglob("*")
        if path.is_file() and not caches & set(path.parts)
    }
    listed = laid.git("ls-tree", "-r", "--name-only", PARENT_BRANCH).splitlines()
    assert {name: (laid.at / name).read_bytes() for name in listed} == wanted
    assert laid.git("symbolic-ref", "--short", "HEAD").strip() == PARENT_BRANCH
    assert laid.git("status", "--porcelain", "--untracked-files=no") == ""


def test_git_settings_of_the_user_have_no_say(tmp_path: Path, laid: Laid) -> None:
    settings = tmp_path / "gitconfig"
    settings.write_text(
        "[core]\nautocrlf = true\nattributesFile = attributes\n[user]\nname = Somebody\n"
        "[commit]\ngpgSign = true\n[init]\ndefaultBranch = trunk\ndefaultObjectFormat = sha256\n"
        "[apply]\nwhitespace = error-all\n"
    )
    attributes = tmp_path / ".config" / "git" / "attributes"
    attributes.parent.mkdir(parents=True)
    attributes.write_text("* text eol=crlf ident\n")
    script = (
        "import sys; from pathlib import Path; from freezegate.shell.example import lay_down; "
        "lay_down(Path(sys.argv[1]))"
    )
    hostile = {
        "GIT_CONFIG_GLOBAL": str(settings),
        "GIT_AUTHOR_NAME": "Somebody",
        "GIT_COMMITTER_DATE": "1700000000 +0300",
        "GIT_DEFAULT_HASH": "sha256",
        "GIT_DIR": str(tmp_path / "elsewhere"),
        "HOME": str(tmp_path),
        "TZ": "Asia/Kolkata",
    }
    subprocess.run(
        (sys.executable, "-c", script, str(tmp_path / "again")),
        env=os.environ | hostile,
        check=True,
    )
    refs = ("for-each-ref", "--format=%(refname) %(objectname)")
    assert git(tmp_path / "again", *refs) == laid.git(*refs)
    assert not (tmp_path / "elsewhere").exists()


def test_there_is_a_branch_for_each_card(laid: Laid) -> None:
    branches = laid.git("for-each-ref", "--format=%(refname:short)", "refs/heads/patch").split()
    assert tuple(laid.scenarios) == NAMES
    assert branches == [scenario.branch for scenario in laid.scenarios.values()]


@pytest.mark.parametrize("name", NAMES)
def test_branch_is_one_commit_with_the_diff_of_its_card(laid: Laid, name: str) -> None:
    scenario = laid.scenarios[name]
    subjects = laid.git("log", "--format=%s", f"{PARENT_BRANCH}..{scenario.branch}")
    shown = laid.git("diff", "--no-ext-diff", "--no-color", PARENT_BRANCH, scenario.branch)
    stored = (EXAMPLE / "patches" / f"{name}.diff").read_text(encoding="utf-8")
    assert subjects == f"{scenario.title}\n"
    assert without_ids(shown) == without_ids(stored)


def without_ids(diff: str) -> list[str]:
    """git chooses how far it shortens the ids of blobs."""
    return [line for line in diff.splitlines() if not line.startswith("index ")]


@pytest.mark.parametrize("name", NAMES)
def test_card_agrees_with_itself(laid: Laid, name: str) -> None:
    scenario = laid.scenarios[name]
    strictest = max(scenario.expect_reasons.values(), key=lambda reason: reason.strictness)
    assert strictest.decision is scenario.expect
    assert scenario.lesson
    assert "\n" not in scenario.lesson


@pytest.mark.parametrize("name", NAMES)
def test_card_names_properties_of_its_tests(laid: Laid, name: str) -> None:
    scenario = laid.scenarios[name]
    text = "".join(
        laid.git("show", f"{commit}:{path}")
        for commit in (PARENT_BRANCH, scenario.branch)
        for path in scenario.tests
    )
    for prop in scenario.expect_reasons:
        path, _, function = prop.partition("::")
        named = f"def {function}(" if function else f'property(id="{prop}"'
        assert named in text
        assert not function or path in scenario.tests


def test_every_kind_of_patch_is_there(laid: Laid) -> None:
    reasons = {
        reason
        for scenario in laid.scenarios.values()
        for reason in scenario.expect_reasons.values()
    }
    flags = {flag for scenario in laid.scenarios.values() for flag in scenario.expect_flags}
    assert reasons == {
        Reason.BOTH_PASS,
        Reason.PARENT_FAIL_CLEARED,
        Reason.ADDED_PASS,
        Reason.REWRITTEN_PASS,
        Reason.REMOVED_GREEN,
        Reason.SHARED_VARIANT_FAIL,
        Reason.WITNESS_MISMATCH,
        Reason.REMOVED_RED,
        Reason.SELF_ISSUED_WAIVER,
        Reason.WORSENED,
        Reason.REGRESSION,
    }
    assert flags == {Flag.SPEC_REVIEW, Flag.HUMAN_REQUIRED}


def test_suite_of_the_parent_is_green_but_for_the_flake(tmp_path: Path) -> None:
    shutil.copytree(EXAMPLE / "base", tmp_path / "orders")
    plain = {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    ended = subprocess.run(
        (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"--deselect={FLAKE}"),
        cwd=tmp_path / "orders",
        env={"PATH": os.environ["PATH"], **plain},
        check=False,
        capture_output=True,
        text=True,
    )
    assert ended.returncode == 0, ended.stdout
    assert "13 passed, 1 deselected" in ended.stdout


def test_folder_that_holds_something_is_left_alone(tmp_path: Path) -> None:
    kept = tmp_path / "kept.txt"
    kept.write_text("mine")
    with pytest.raises(UsageError, match="not an empty folder"):
        lay_down(tmp_path)
    with pytest.raises(UsageError, match="not an empty folder"):
        lay_down(kept)
    assert list(tmp_path.iterdir()) == [kept]


def test_diff_that_does_not_apply_is_a_fault_with_the_words_of_git(tmp_path: Path) -> None:
    source = tmp_path / "source"
    shutil.copytree(EXAMPLE, source)
    (source / "patches" / f"{NAMES[0]}.diff").write_text("no diff\n")
    with pytest.raises(GitError, match=r"git apply in .*(?i:no valid patches)"):
        lay_down(tmp_path / "at", source=source)


def test_example_is_found_inside_an_installed_package(tmp_path: Path) -> None:
    package = tmp_path / "lib" / "site" / "freezegate"
    (package / "_example").mkdir(parents=True)
    with pytest.raises(UsageError, match="no example in"):
        example_folder(package)
    (package / "_example" / "history.toml").touch()
    assert example_folder(package) == package / "_example"
