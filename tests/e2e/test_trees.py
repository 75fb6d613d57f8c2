"""Layouts, names and links of trees; composition: whose tests decide (FIELD.md 14, 16 and 23)."""

import pytest

from tests.e2e.kit import Judged, Project

#: A test of each package, and what the patch breaks in the last one alone.
LAYOUTS = {
    "plain": ("", "shop"),
    "src": ("src/", "shop"),
    "a namespace package": ("src/", "acme/shop"),
    "several packages": ("", "shop"),
}


def flags(judged: Judged, name: str) -> list[str]:
    """The flags of the result whose subject ends so."""
    found = [each for each in judged.decision["results"] if each["prop"].endswith(name)]
    assert len(found) == 1
    return list(found[0].get("flags", []))


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_tree_of_any_layout_runs_its_own_code_on_both_sides(
    project: Project, layout: str
) -> None:
    root, package = LAYOUTS[layout]
    dotted = package.replace("/", ".")
    project.commit(
        {
            f"{root}{package}/__init__.py": "",
            f"{root}{package}/price.py": "def total(x):\n    return x\n",
            **({"till/__init__.py": "PAID = 1\n"} if layout == "several packages" else {}),
            **({"rates.py": "RATE = 2\n"} if layout == "several packages" else {}),
            "tests/test_it.py": f"""
                import importlib

                from {dotted}.price import total

                def test_total():
                    assert total(1) == 1

                def test_other_packages():
                    if {layout == "several packages"}:
                        assert importlib.import_module("till").PAID == 1
                        assert importlib.import_module("rates").RATE == 2
            """,
        }
    )
    broken: dict[str, str | bytes | None] = {
        f"{root}{package}/price.py": "def total(x):\n    return -x\n"
    }
    if layout == "several packages":
        broken |= {"rates.py": "RATE = 3\n"}
    project.commit(broken)
    judged = project.gate("--select", "all")
    assert judged.exit == 1, judged.err
    others = "regression" if layout == "several packages" else "both_pass"
    assert judged.reasons == {"test_total": "regression", "test_other_packages": others}


def test_fact_16_what_stands_outside_the_rootdir_takes_no_part(project: Project) -> None:
    # The temporary folder, where trees stand, lies in another project; its files and the
    # repository's own above `sub` would all end the run.
    outer = project.at.parent / "outer"
    outer.mkdir()
    stop = "raise RuntimeError('an outer file takes part')\n"
    (outer / "conftest.py").write_text(stop)
    (outer / "pytest.ini").write_text("[pytest]\naddopts = --no-such-option\n")
    project.commit(
        {
            "conftest.py": stop,
            "pytest.ini": "[pytest]\npython_files = nothing_*.py\n",
            "sub/pyproject.toml": "[tool.pytest.ini_options]\naddopts = '-ra'\n",
            "sub/shop.py": "PRICE = 1\n",
            "sub/conftest.py": """
                import pytest

                @pytest.fixture
                def level():
                    return ["sub"]
            """,
            "sub/tests/conftest.py": """
                import pytest

                @pytest.fixture
                def level(level):
                    return [*level, "tests"]
            """,
            "sub/tests/test_upper.py": """
                import os, shop

                def test_upper(level):
                    assert level == ["sub", "tests"]

                def test_price():
                    assert shop.PRICE == 1

                def test_here():
                    assert os.path.basename(os.getcwd()) == "sub"
            """,
            "sub/tests/deep/conftest.py": """
                import pytest

                @pytest.fixture
                def level(level):
                    return [*level, "deep"]
            """,
            "sub/tests/deep/test_lower.py": """
                def test_lower(level):
                    assert level == ["sub", "tests", "deep"]
            """,
        }
    )
    project.commit(
        {
            "sub/shop.py": "PRICE = 2\n",
            "sub/tests/deep/conftest.py": """
                import pytest

                @pytest.fixture
                def level(level):
                    return [*level, *("deep",)]
            """,
        }
    )
    judged = project.gate("--repo", "sub", "--select", "all", env={"TMPDIR": str(outer)})
    assert judged.exit == 1, judged.err
    # Ids are relative to the rootdir; only the tests below the changed conftest.py stand on it.
    assert {each["prop"]: each["reason"] for each in judged.decision["results"]} == {
        "tests/test_upper.py::test_upper": "both_pass",
        "tests/test_upper.py::test_price": "regression",
        "tests/test_upper.py::test_here": "both_pass",
        "tests/deep/test_lower.py::test_lower": "fixtures_changed_pass",
    }


def test_fact_14_a_root_package_gets_the_same_importable_name_on_both_sides(
    project: Project,
) -> None:
    project.commit(
        {
            "__init__.py": "",
            "price.py": "PRICE = 1\n",
            "tests/__init__.py": "",
            "tests/test_price.py": """
                from ..price import PRICE

                def test_price():
                    assert PRICE == 1

                def test_name():
                    assert all(part.isidentifier() for part in __name__.split("."))
                    assert __name__.count(".") == 2

                def test_uniform():
                    raise type("E", (Exception,), {})(__name__)
            """,
        }
    )
    project.commit({"price.py": "PRICE = 2\n"})
    judged = project.gate("--select", "all")
    # One witness on both sides, though the class's module bears the tree's name.
    assert judged.reasons == {
        "test_price": "regression",
        "test_name": "both_pass",
        "test_uniform": "uniform_fail",
    }


def test_spaces_and_letters_of_other_alphabets_in_names(project: Project) -> None:
    project.commit(
        {
            "shop.py": "PRICE = 1\n",
            "tests/mit Leerzeichen/größe/Ціна 1.txt": "1",
            "tests/mit Leerzeichen/größe/test_größe.py": """
                from pathlib import Path

                import pytest
                import shop

                @pytest.mark.parametrize("name", ["Ціна 1.txt"])
                def test_ціна(name):
                    path = Path(__file__).with_name(name)
                    assert int(path.read_text(encoding="utf-8")) == shop.PRICE
            """,
        }
    )
    project.commit({"shop.py": "PRICE = 2\n"})
    judged = project.gate("--select", "all")
    assert judged.exit == 1, judged.err
    (result,) = judged.decision["results"]
    assert result["prop"].startswith("tests/mit Leerzeichen/größe/test_größe.py::test_ціна[")
    assert result["reason"] == "regression"
    again = project.run("verify", str(judged.folder))
    assert (again.returncode, again.stderr) == (1, "")


@pytest.mark.parametrize(
    ("name", "target", "said"),
    [
        ("tests/a\nb.txt", "", "'tests/a\\nb.txt': a control character in a file name"),
        ("out", "/etc/passwd", "'out': a link that leads out, to '/etc/passwd'"),
        ("tests/up", "../../up", "'tests/up': a link that leads out, to '../../up'"),
    ],
)
def test_a_name_or_a_link_that_no_tree_may_hold_is_refused_by_name(
    project: Project, name: str, target: str, said: str
) -> None:
    project.commit({"tests/test_it.py": "def test_it(): pass\n"})
    path = project.at / name
    if target:
        path.symlink_to(target)
    else:
        path.write_text("x")
    project.commit()
    judged = project.gate("--select", "all")
    assert judged.exit == 65
    assert said in judged.err
    assert "Traceback" not in judged.err
    assert not judged.folder.exists()


def test_a_link_that_leads_out_by_way_of_another_is_refused_by_name(project: Project) -> None:
    project.commit({"tests/deep/test_it.py": "def test_it(): pass\n"})
    (project.at / "tests/deep/up").symlink_to("..")
    (project.at / "tests/deep/out").symlink_to("up/../../x")
    project.commit()
    judged = project.gate("--select", "all")
    assert judged.exit == 65
    assert "tests/deep/out: a link that leads out of the tree by way of another" in judged.err


def test_a_link_inside_the_tree_is_a_link(project: Project) -> None:
    project.commit(
        {
            "shop/price.txt": "1",
            "tests/test_it.py": """
                from pathlib import Path

                HERE = Path(__file__).parent

                def test_it():
                    assert (HERE / "price.txt").is_symlink()
                    assert (HERE / "price.txt").read_text() == "1"
            """,
        }
    )
    (project.at / "tests/price.txt").symlink_to("../shop/price.txt")
    project.git("add", "--all")
    project.git("commit", "-q", "--amend", "--no-edit")
    project.commit({"shop/price.txt": "2"})
    judged = project.gate("--select", "all")
    assert judged.reasons == {"test_it": "regression"}


def test_fact_23_a_parent_that_cannot_be_imported_gives_no_control(project: Project) -> None:
    project.commit(
        {
            "shop.py": "import no_such_module_anywhere\n",
            "tests/test_it.py": "import shop\n\ndef test_it():\n    assert shop\n",
        }
    )
    project.commit({"shop.py": "PRICE = 1\n"})
    judged = project.gate("--select", "all")
    assert judged.exit == 1, judged.err
    assert judged.reasons["patch"] == "incomplete_contract"
    assert "parent: tests/test_it.py: " in judged.notes
    assert "No module named 'no_such_module_anywhere'" in judged.notes


def test_a_patch_that_deletes_tests(project: Project) -> None:
    project.commit(
        {
            "tests/test_gone.py": """
                def test_green():
                    pass

                def test_red():
                    assert 1 == 2
            """,
            "tests/test_kept.py": "def test_kept():\n    pass\n",
        }
    )
    project.commit({"tests/test_gone.py": "def test_red():\n    assert 1 == 2\n"})
    judged = project.gate("tests/test_gone.py::test_green", "tests/test_kept.py")
    assert judged.exit == 0, judged.err
    assert judged.reasons == {"test_green": "removed_green", "test_kept": "both_pass"}
    assert flags(judged, "test_green") == ["spec_review"]
    assert flags(judged, "test_kept") == []
    project.commit({"tests/test_gone.py": None})
    judged = project.gate("--select", "all")
    assert judged.exit == 1, judged.err
    assert judged.reasons == {"test_red": "removed_red", "test_kept": "both_pass"}


def test_an_empty_patch_is_judged_and_accepted(project: Project) -> None:
    project.commit({"tests/test_it.py": "def test_it():\n    pass\n"})
    project.commit()
    judged = project.gate("--select", "all")
    assert judged.exit == 0, judged.err
    assert judged.reasons == {"test_it": "both_pass"}
    assert len(judged.rows("parent.jsonl")) == len(judged.rows("patch.jsonl")) == 2
