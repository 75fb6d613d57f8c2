"""What git may hold: cut-off history, merges, submodules, uncommitted states (FIELD.md 18)."""

import os
import subprocess
from pathlib import Path

from tests.e2e.kit import Project

SHOP: dict[str, str | bytes | None] = {
    "shop.py": "PRICE = 1\n",
    "tests/test_it.py": "import shop\n\ndef test_price():\n    assert shop.PRICE == 1\n",
}
BROKEN: dict[str, str | bytes | None] = {"shop.py": "PRICE = 2\n"}
LFS_POINTER = b"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 4\n"


def cloned(project: Project, *words: str) -> Project:
    """A clone of a project, beside it."""
    at = project.at.parent / "clone"
    subprocess.run(
        ("git", "clone", "-q", *words, f"file://{project.at}", str(at)),
        check=True,
        capture_output=True,
    )
    return Project(at)


def test_fact_18_a_shallow_clone_names_the_depth_that_it_lacks(project: Project) -> None:
    project.commit(SHOP)
    project.commit(BROKEN)
    shallow = cloned(project, "--depth=1")
    judged = shallow.gate("--select", "all")
    assert judged.exit == 65
    assert "HEAD~1: no such commit here; this clone is shallow" in judged.err
    assert "git fetch --unshallow" in judged.err
    assert "fetch-depth: 0" in judged.err
    assert "Traceback" not in judged.err


def test_fact_18_a_partial_clone_names_the_command_that_brings_its_blobs(project: Project) -> None:
    project.git("config", "uploadpack.allowFilter", "true")
    project.commit({**SHOP, "notes.txt": "one"})
    project.commit({"notes.txt": None})
    partial = cloned(project, "--filter=blob:none")
    judged = partial.gate("--select", "all")
    assert judged.exit == 65
    assert "git fetch --refetch --no-filter origin" in judged.err
    assert "Traceback" not in judged.err


def test_fact_18_a_submodule_is_refused_by_name(project: Project) -> None:
    head = project.commit(SHOP)
    project.git("update-index", "--add", "--cacheinfo", f"160000,{head},vendor/größe lib")
    project.git("commit", "-q", "-m", "a submodule")
    judged = project.gate("--select", "all")
    assert judged.exit == 65
    assert "'vendor/größe lib': a submodule" in judged.err
    assert "Traceback" not in judged.err


def test_a_root_commit_has_no_parent_and_so_no_gate(project: Project) -> None:
    project.commit(SHOP)
    judged = project.gate("--select", "all")
    assert judged.exit == 65
    assert "HEAD~1: no such commit here" in judged.err
    assert "--parent" in judged.err
    # On a branch of its own, without a common ancestor.
    project.git("checkout", "-q", "--orphan", "other")
    project.commit({"other.py": "X = 1\n"})
    judged = project.gate("--select", "all", parent="")
    assert judged.exit == 65
    assert "have no common ancestor here: without a parent there is no control" in judged.err


def test_what_is_already_part_of_the_target_branch_is_not_accepted_unseen(
    project: Project,
) -> None:
    project.commit(SHOP)
    project.commit(BROKEN)
    judged = project.gate("--select", "all", parent="")
    assert judged.exit == 64
    assert "HEAD is already part of main: there is nothing to judge" in judged.err
    assert "--parent HEAD~1" in judged.err


def test_fact_18_a_merge_is_judged_against_its_merge_base_or_the_parent_that_is_named(
    project: Project,
) -> None:
    project.commit(SHOP)
    project.git("checkout", "-q", "-b", "feature")
    feature = project.commit(BROKEN)
    project.git("checkout", "-q", "main")
    ahead = project.commit({"tests/test_main.py": "def test_main():\n    pass\n"})
    project.git("checkout", "-q", "feature")
    project.git("merge", "-q", "--no-edit", "main")
    # The merge base with main is main's own head, and its test is not the patch's.
    judged = project.gate("--select", "all", parent="")
    assert judged.contract["parent_sha"] == ahead
    assert judged.reasons == {"test_price": "regression", "test_main": "both_pass"}
    # Against the feature's side, main's test is what the merge brings, and the failure is old.
    judged = project.gate("--select", "all", parent="HEAD^1")
    assert judged.contract["parent_sha"] == feature
    assert judged.reasons == {"test_price": "uniform_fail", "test_main": "added_pass"}


def test_fact_18_line_ends_alone_change_bytes_and_no_test(project: Project) -> None:
    project.commit(
        {
            ".gitattributes": "*.py text eol=lf\n",
            "shop.py": "PRICE = 1\n",
            "data.txt": b"1\r\n2\n",
            "tests/test_it.py": """
                from pathlib import Path

                import shop

                TEXT = \"\"\"one
                two\"\"\"

                def test_price():
                    assert shop.PRICE == 1
                    assert TEXT == "one\\ntwo"

                def test_bytes():
                    # As committed: no filter of the repository ran.
                    assert Path("data.txt").read_bytes() == b"1\\r\\n2\\n"
            """,
        }
    )
    text = (project.at / "tests/test_it.py").read_bytes().replace(b"\n", b"\r\n")
    # Attributes that would turn the line ends back on the way in, or on the way out.
    project.commit({".gitattributes": "*.py -text\n"})
    project.git("config", "core.autocrlf", "input")
    project.commit({"tests/test_it.py": text, "shop.py": b"PRICE = 1\r\n"})
    assert (
        b"\r\n"
        in subprocess.run(
            ("git", "show", "HEAD:tests/test_it.py"),
            cwd=project.at,
            capture_output=True,
            check=True,
        ).stdout
    )
    judged = project.gate("--select", "all", parent="HEAD~2")
    assert judged.exit == 0, judged.err
    assert judged.reasons == {"test_price": "both_pass", "test_bytes": "both_pass"}


def test_files_of_large_storage_are_left_as_the_pointers_that_were_committed(
    project: Project,
) -> None:
    ran = project.at.parent / "a-filter-ran"
    project.commit(
        {
            **SHOP,
            "model.bin": LFS_POINTER,
            "tests/test_model.py": """
                from pathlib import Path

                def test_model():
                    assert Path("model.bin").read_bytes().startswith(b"version https://git-lfs")
            """,
        }
    )
    project.commit({".gitattributes": "*.bin filter=lfs -text\n", **BROKEN})
    for way in ("clean", "smudge", "process"):
        project.git("config", f"filter.lfs.{way}", f"touch '{ran}'; cat")
    judged = project.gate("--select", "all")
    assert judged.exit == 1, judged.err
    assert judged.reasons == {"test_price": "regression", "test_model": "both_pass"}
    assert not ran.exists()


def test_a_diff_is_applied_to_head_and_judged(project: Project) -> None:
    project.commit(SHOP)
    project.write({**BROKEN, "tests/test_new.py": "def test_new():\n    pass\n"})
    project.git("add", "--intent-to-add", ".")
    diff = project.at.parent / "agent.patch"
    diff.write_text(project.git("diff") + "\n")
    project.git("reset", "-q", "--hard")
    head = project.git("rev-parse", "HEAD")
    words = ("--diff", str(diff), "--select", "all")
    judged = project.gate(*words, parent="")
    assert judged.exit == 1, judged.err
    assert judged.reasons == {"test_price": "regression", "test_new": "added_pass"}
    assert judged.contract["parent_sha"] == head
    # The same diff on the same parent is the same commit: its evidence is the same contract.
    again = project.gate(*words, parent="HEAD")
    assert again.contract == judged.contract
    # Once the parent has moved on it does not apply, and the file says where.
    project.commit({"shop.py": "PRICE = 3\n"})
    judged = project.gate(*words, parent="")
    assert judged.exit == 65
    assert f"{diff}: does not apply to {project.git('rev-parse', 'HEAD')[:12]}: " in judged.err
    assert "shop.py" in judged.err
    assert "--parent REV" in judged.err


def test_the_uncommitted_state_is_judged_as_git_sees_it(project: Project) -> None:
    project.commit({**SHOP, ".gitignore": "ignored.py\n", "gone.py": "HERE = 1\n"})
    base = project.git("rev-parse", "HEAD")
    project.git("checkout", "-q", "-b", "feature")
    project.commit({"committed.py": "X = 1\n"})
    project.write({"shop.py": "PRICE = 3\n"})
    project.git("stash", "-q")
    project.write({"shop.py": "PRICE = 5\n"})
    project.git("add", "shop.py")
    project.write(
        {
            **BROKEN,  # over what is staged
            "ignored.py": "raise RuntimeError('an ignored file takes part')\n",
            "untracked.py": "Y = 1\n",
            "gone.py": None,
            "tests/test_new.py": """
                from pathlib import Path

                def test_new():
                    import committed, shop, untracked
                    assert (committed.X, shop.PRICE, untracked.Y) == (1, 2, 1)
                    assert not Path("gone.py").exists()
                    assert not Path("ignored.py").exists()
            """,
        }
    )
    before = [
        project.git(*words.split())
        for words in ("status --porcelain", "stash list", "show-ref", "ls-files --stage")
    ]
    judged = project.gate("--worktree", "--select", "all", parent="")
    assert judged.exit == 1, judged.err
    assert judged.contract["parent_sha"] == base
    assert judged.reasons == {"test_price": "regression", "test_new": "added_pass"}
    after = [
        project.git(*words.split())
        for words in ("status --porcelain", "stash list", "show-ref", "ls-files --stage")
    ]
    assert after == before


def test_the_uncommitted_state_leaves_unmodified_pointers_alone(project: Project) -> None:
    project.commit(SHOP)
    # Committed as a pointer, checked out as its content, and older than the index, as after a
    # while of work: git knows the file as unmodified without reading it.
    project.write({".gitattributes": "*.bin filter=lfs -text\n", "model.bin": b"real"})
    old = 1_700_000_000
    os.utime(project.at / "model.bin", (old, old))
    pointer = project.at.parent / "pointer"
    pointer.write_bytes(LFS_POINTER)
    project.git("config", "filter.lfs.clean", f"cat '{pointer}'")
    project.commit(
        {
            "tests/test_model.py": """
                from pathlib import Path

                def test_model():
                    assert Path("model.bin").read_bytes().startswith(b"version https://git-lfs")
            """
        }
    )
    project.write(BROKEN)
    judged = project.gate("--worktree", "--select", "all", parent="HEAD")
    assert judged.exit == 1, judged.err
    assert judged.reasons == {"test_price": "regression", "test_model": "both_pass"}


def test_a_repository_of_another_hash_and_a_linked_worktree(tmp_path: Path) -> None:
    at = tmp_path / "project"
    at.mkdir()
    subprocess.run(("git", "init", "-q", "--object-format=sha256", "."), cwd=at, check=True)
    project = Project(at)
    project.commit(SHOP)
    project.commit(BROKEN)
    project.git("worktree", "add", "-q", "--detach", "../linked")
    linked = Project(tmp_path / "linked", made=True)
    judged = linked.gate("--select", "all")
    assert judged.exit == 1, judged.err
    assert len(judged.contract["parent_sha"]) == 64
    assert judged.reasons == {"test_price": "regression"}
