"""Every refusal is a fault: 64 and above, with place, value and next step, and no traceback."""

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.e2e.kit import Judged, Project

SUITE: dict[str, str | bytes | None] = {
    "shop.py": "PRICE = 1\n",
    "tests/test_it.py": """
        import os

        def test_plain():
            pass

        def test_red_on_both():
            assert int(os.environ["FREEZEGATE_SEED"]) % 2
    """,
}


@pytest.fixture(scope="module")
def standing(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """A repository of two commits, which no test here changes."""
    project = Project(tmp_path_factory.mktemp("standing") / "project")
    project.commit(SUITE)
    project.commit({"tests/test_it.py": SUITE["tests/test_it.py"], "other.py": "X = 1\n"})
    return project


@pytest.fixture(scope="module")
def evidence(standing: Project) -> Judged:
    """A whole evidence folder with a ticket in it."""
    judged = standing.gate("--select", "all", seeds="3,4")
    assert judged.exit == 5, judged.err
    return judged


def check(done: Judged, code: int, *said: str) -> None:
    """A refusal: its code, what it says, no traceback and no evidence."""
    assert done.exit == code, done.err
    for each in said:
        assert each in done.err
    assert done.err.startswith("freezegate: ")
    assert "Traceback" not in done.err
    assert done.out == ""
    assert not done.folder.exists()


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("--no-such-option",), 64, ("--no-such-option", "freezegate --help")),
        (("--select", "most"), 64, ("most", "auto", "all")),
        (("--format", "xml"), 64, ("--format xml", "text")),
        (("--seeds", "0"), 64, ("--seeds 0: give a count of one or more",)),
        (("--seeds", "-1"), 64, ("--seeds -1: give a count of one or more",)),
        (("--seeds", "many"), 64, ("--seeds many: give a count of one or more",)),
        (("--seeds", "1,x"), 64, ("--seeds 1,x: a list holds whole numbers",)),
        (("--seeds", "1,1"), 64, ("--seeds 1,1: ", "1")),
        (("--seeds", f"{2**64},"), 64, (f"--seeds {2**64},: ",)),
        (("--patch", "HEAD", "--worktree"), 64, ("exclude one another",)),
        (("--repo", "nowhere"), 65, ("nowhere: no such folder", "--repo DIR")),
        (("--patch", "nowhere"), 65, ("nowhere: no such commit here", "--parent REV")),
        (("--patch", "--help"), 65, ("--help: no such commit here",)),
        (("--diff", "nowhere.patch"), 65, ("nowhere.patch: No such file",)),
        (("--disputed", "nowhere.xml"), 65, ("nowhere.xml: No such file",)),
    ],
)
def test_an_option_that_cannot_be_followed(
    standing: Project, words: tuple[str, ...], code: int, said: tuple[str, ...]
) -> None:
    check(standing.gate(*words), code, *said)


def test_a_name_that_means_no_test_gets_the_nearest_ones(standing: Project) -> None:
    done = standing.gate("tests/test_it.py::test_plane")
    check(
        done,
        64,
        "tests/test_it.py::test_plane: no test of either commit has this name",
        "did you mean tests/test_it.py::test_plain",
    )


def test_a_suite_without_properties_says_how_to_choose_some(standing: Project) -> None:
    check(standing.gate(), 64, "of 2 collected tests none is marked", "--select all")


def test_an_evidence_folder_that_holds_something_is_refused_before_any_run(
    standing: Project, tmp_path: Path
) -> None:
    taken = tmp_path / "taken"
    taken.mkdir()
    (taken / "a").write_text("kept")
    # The parent is wrong as well, and would be said first if anything were looked at before.
    done = standing.run("gate", "--select", "all", "--parent", "nowhere", "--out", str(taken))
    assert done.returncode == 64, done.stderr
    assert f"{taken}: exists and is not an empty folder; name another with --out" in done.stderr
    assert [path.name for path in taken.iterdir()] == ["a"]


@pytest.mark.parametrize(
    ("junit", "said"),
    [
        ("<testsuite><testcase", ("disputed.xml:1:",)),
        ("", ("disputed.xml:1:",)),
        (
            """<testsuite>
            <testcase classname="tests.test_it" name="test_gone"><failure/></testcase>
            </testsuite>""",
            ("disputed.xml:2:", "test_gone"),
        ),
        (
            '<testsuite><testcase classname="tests.test_it" name="test_plain"/></testsuite>',
            ("disputed.xml: no test of it is red",),
        ),
        (
            '<!DOCTYPE x [<!ENTITY a "b">]>\n<testsuite name="&a;"></testsuite>',
            ("disputed.xml:1:",),
        ),
    ],
)
def test_a_junit_file_that_disputes_nothing_readable(
    standing: Project, tmp_path: Path, junit: str, said: tuple[str, ...]
) -> None:
    path = tmp_path / "disputed.xml"
    path.write_text(junit)
    done = standing.gate("--disputed", str(path))
    check(done, done.exit, *said)
    assert done.exit in {64, 65}


@pytest.mark.parametrize(
    ("section", "said"),
    [
        ("[tool.freezegate]\nseeds = 3\nsedes = 4\n", ("pyproject.toml:3:", "`sedes`", "seeds")),
        ("[tool.freezegate]\nseeds = true\n", ("pyproject.toml:2:", "$.tool.freezegate.seeds")),
        ("[tool.freezegate\n", ("pyproject.toml:1:",)),
        (
            '[[tool.freezegate.not-judged]]\ntest_id = "t"\nreason = "r"\nuntil = "soon"\n',
            ("pyproject.toml:1:", "$.tool.freezegate.not-judged[0].until"),
        ),
    ],
)
def test_a_configuration_that_is_none(
    project: Project, section: str, said: tuple[str, ...]
) -> None:
    project.commit({**SUITE, "pyproject.toml": section})
    project.commit()
    check(project.gate("--select", "all"), 65, "parent:pyproject.toml:", *said)


def test_a_folder_that_is_no_repository(tmp_path: Path, standing: Project) -> None:
    lone = tmp_path / "lone"
    lone.mkdir()
    done = standing.gate("--repo", str(lone))
    check(done, 65, f"{lone}: ", "run freezegate inside a git repository")


def test_an_interpreter_without_pytest_is_named(standing: Project, tmp_path: Path) -> None:
    bare = tmp_path / "python"
    bare.write_text("#!/bin/sh\nexit 1\n")
    bare.chmod(0o755)
    for python, why in ((bare, "it does not run"), (tmp_path / "none", "No such file")):
        done = standing.gate("--select", "all", python=str(python))
        check(done, 69, f"no interpreter with pytest: tried {python} ({why}", "--python EXE")


@pytest.mark.parametrize("verb", ["run", "score", "verify"])
def test_a_contract_that_is_missing(standing: Project, tmp_path: Path, verb: str) -> None:
    gone = str(tmp_path / "contract.json")
    rows = str(tmp_path / "rows.jsonl")
    words = {
        "run": ("--side", "parent", "--contract", gone, "--out", rows),
        "score": ("--contract", gone, "--parent", rows, "--patch", rows),
        "verify": (str(tmp_path),),
    }[verb]
    done = standing.run(verb, *words)
    assert done.returncode == 65
    assert "contract.json: " in done.stderr
    assert "Traceback" not in done.stderr


#: In each file a value, and another one that the file's own reader takes.
EDITS = (
    (r'"time_limit_s":[0-9.]+', '"time_limit_s":7.5'),
    (r'"commit":"[0-9a-f]+"', f'"commit":"{"0" * 40}"'),
    (r'"status":"pass"', '"status":"fail","witness":"x"'),
    (r'"reason":"shared_variant_fail"', '"reason":"both_pass"'),
    (r'"admissible":false', '"admissible":true'),
    (r'"WARNED"', '"PASSED"'),
)


def edited(path: Path) -> None:
    """Change one value of a file."""
    text = path.read_text()
    for pattern, other in EDITS:
        changed = re.sub(pattern, other, text, count=1)
        if changed != text:
            path.write_text(changed)
            return
    pytest.fail(f"nothing to edit in {path.name}")


def torn(path: Path) -> None:
    """Cut the file off in the middle of its last line."""
    path.write_bytes(path.read_bytes()[:-9])


def respaced(path: Path) -> None:
    """The same values in another spelling."""
    path.write_bytes(path.read_bytes().replace(b'":', b'": ', 1))


def gone(path: Path) -> None:
    """Take the file away."""
    path.unlink()


@pytest.mark.parametrize("harm", [edited, torn, respaced, gone])
def test_verify_names_the_file_that_was_changed_whichever_it_is(
    standing: Project, evidence: Judged, tmp_path: Path, harm: Callable[[Path], None]
) -> None:
    assert standing.run("verify", str(evidence.folder)).returncode == evidence.exit
    names = sorted(
        str(path.relative_to(evidence.folder))
        for path in evidence.folder.rglob("*")
        if path.is_file()
    )
    assert {"contract.json", "parent.jsonl", "patch.jsonl", "decision.json"} <= set(names)
    assert {"packet.json", "statement.json", "parent.run.json", "patch.run.json"} <= set(names)
    assert any(name.startswith("tickets/") for name in names)
    for name in names:
        copy = tmp_path / name.replace("/", "-")
        shutil.copytree(evidence.folder, copy)
        harm(copy / name)
        done = standing.run("verify", str(copy))
        assert done.returncode == 65, (name, done.stdout, done.stderr)
        # What does not fit the file that was changed may be another one that cites it.
        about = done.stderr.removeprefix("freezegate: ").split(":", 1)[0]
        assert about in names, done.stderr
        if harm is not edited:
            assert about == name, done.stderr
        assert "Traceback" not in done.stderr
        assert done.stdout == ""


def test_verify_refuses_what_is_no_part_of_evidence(
    standing: Project, evidence: Judged, tmp_path: Path
) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(evidence.folder, copy)
    (ticket,) = (copy / "tickets").iterdir()
    shutil.copy(ticket, copy / "tickets" / "000000000000.json")
    done = standing.run("verify", str(copy))
    assert done.returncode == 65
    assert "tickets/000000000000.json: a ticket that the rows do not support" in done.stderr
    (copy / "tickets" / "000000000000.json").unlink()
    (copy / "notes.txt").write_text("looks good")
    done = standing.run("verify", str(copy))
    assert done.returncode == 65
    assert "notes.txt: no file of evidence" in done.stderr
    (copy / "notes.txt").unlink()
    (copy / "link.json").symlink_to("contract.json")
    done = standing.run("verify", str(copy))
    assert done.returncode == 65
    assert "link.json: not a regular file" in done.stderr


def test_a_torn_row_file_is_named_by_line(
    standing: Project, evidence: Judged, tmp_path: Path
) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(evidence.folder, copy)
    rows = copy / "parent.jsonl"
    lines = rows.read_bytes().splitlines(keepends=True)
    words = (
        "score", "--contract", str(copy / "contract.json"),
        "--parent", str(rows), "--patch", str(copy / "patch.jsonl"),
    )  # fmt: skip
    assert standing.run(*words).returncode == 5
    rows.write_bytes(b"".join(lines)[:-1])
    done = standing.run(*words)
    assert done.returncode == 65
    assert f"{len(lines)}: " in done.stderr
    assert "parent.jsonl:" in done.stderr
    rows.write_bytes(b"".join(lines).replace(b'"status":"pass"', b'"status":"PASS"', 1))
    done = standing.run(*words)
    assert done.returncode == 65
    assert "parent.jsonl:" in done.stderr
    assert "$.status" in done.stderr
