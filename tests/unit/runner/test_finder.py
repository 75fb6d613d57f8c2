"""Whose code runs: the tree's, whatever is installed or strays about."""

from pathlib import Path

import pytest

from freezegate.runner.finder import TreeFinder, from_text
from tests.unit.runner.start import Answer, has, start, tree_of

#: A folder on the path whose `sitecustomize` installs things as a real environment does.
SITE = """
    import os, site, sys
    from importlib.machinery import PathFinder

    here = os.path.dirname(os.path.abspath(__file__))
    site.addsitedir(os.path.join(here, "packages"))

    class Editable:
        @staticmethod
        def find_spec(name, path=None, target=None):
            if name.partition(".")[0] == "edited":
                at = os.path.join(here, "checkout")
                return PathFinder.find_spec(name, path or [at], target)

    if os.path.isdir(os.path.join(here, "checkout")):
        sys.meta_path.insert(0, Editable)
"""


def environment(folder: Path, files: dict[str, str]) -> dict[str, str]:
    """Write what is installed, and give the environment in which it is."""
    site = tree_of(folder / "env", {"sitecustomize.py": SITE, "packages/x.pth": "", **files})
    return {"PYTHONPATH": str(site)}


@pytest.fixture(scope="module")
def layouts(tmp_path_factory: pytest.TempPathFactory) -> Answer:
    """One tree with every kind of layout, and an installed copy of each of its packages."""
    folder = tmp_path_factory.mktemp("layouts")
    tree = tree_of(
        folder,
        {
            "flat/__init__.py": "from flat.sub import WHERE",
            "flat/sub.py": "WHERE = 'tree'",
            "src/edited/__init__.py": "from . import sub",
            "src/edited/sub.py": "WHERE = 'tree'",
            "lib/single.py": "WHERE = 'tree'",
            "lib/space/mine/__init__.py": "WHERE = 'tree'",
            "lib/space/late.py": "WHERE = 'tree'",
            "lib/checked.py": "WHERE = 'tree'",
            "json.py": "raise RuntimeError('stray')",
            "colorsys.py": "raise RuntimeError('stray')",
            "conftest.py": """
                import pytest

                # pytest's hook stands before every finder and would take an installed copy.
                pytest.register_assert_rewrite("checked")

                @pytest.fixture
                def top(): return "top"
            """,
            "tests/conftest.py": "import pytest\n@pytest.fixture\ndef mid(top): return top + 'mid'",
            "tests/helpers.py": "WHERE = 'tree'",
            "tests/deep/conftest.py": """
                import pytest
                @pytest.fixture
                def low(mid): return mid + 'low'
            """,
            "tests/deep/test_deep.py": """
                def test_conftests_of_every_level(low): assert low == "topmidlow"
            """,
            "tests/test_a.py": """
                import importlib.metadata
                import subprocess
                import sys
                import pytest

                def test_flat():
                    import flat
                    assert flat.WHERE == "tree"

                def test_edited():
                    import edited
                    assert edited.sub.WHERE == "tree"

                def test_single():
                    import single
                    assert single.WHERE == "tree"

                def test_namespace():
                    import space.mine, space.other
                    assert space.mine.WHERE == "tree"
                    assert space.other.WHERE == "installed"
                    # The standard kind of namespace looks along a changed path again.
                    sys.path.append("/nowhere")
                    import space.late
                    assert space.late.WHERE == "tree"

                def test_rewritten():
                    import checked
                    assert checked.WHERE == "tree"

                def test_helper():
                    import helpers
                    assert helpers.WHERE == "tree"

                def test_strays():
                    import colorsys
                    assert hasattr(colorsys, "rgb_to_hls")
                    import json
                    assert hasattr(json, "dumps")

                def test_removed_from_the_tree():
                    with pytest.raises(ModuleNotFoundError, match="served from the tree"):
                        import gone

                def test_others_are_installed():
                    import other
                    assert other.WHERE == "installed"

                def test_metadata():
                    assert importlib.metadata.version("flat") == "9"

                def test_child():
                    code = "import flat, edited, single, space.mine, other; print(flat.WHERE, " \\
                        "edited.sub.WHERE, single.WHERE, space.mine.WHERE, other.WHERE)"
                    done = subprocess.run(
                        [sys.executable, "-c", code], capture_output=True, text=True, cwd="/"
                    )
                    assert done.stdout.split() == ["tree"] * 4 + ["installed"], done.stderr

                def test_child_has_no_strays():
                    code = "import colorsys, flat; print(hasattr(colorsys, 'rgb_to_hls'))"
                    done = subprocess.run(
                        [sys.executable, "-c", code], capture_output=True, text=True
                    )
                    assert done.stdout.split() == ["True"], done.stderr
            """,
        },
    )
    installed = "WHERE = 'installed'"
    env = environment(
        folder,
        {
            "packages/flat/__init__.py": installed,
            "packages/flat-9.dist-info/METADATA": "Name: flat\nVersion: 9\n",
            "packages/single.py": installed,
            "packages/gone.py": installed,
            "packages/checked.py": installed,
            "packages/other.py": installed,
            "packages/space/mine/__init__.py": installed,
            "packages/space/other/__init__.py": installed,
            "checkout/edited/__init__.py": "from . import sub",
            "checkout/edited/sub.py": installed,
        },
    )
    served = {"flat": "", "edited": "src", "gone": "src"}
    served |= dict.fromkeys(("single", "space", "checked"), "lib")
    return start(tree, served=served, test_folders=["", "tests", "tests/deep"], env=env)


@pytest.mark.parametrize(
    "name",
    [
        "test_flat",
        "test_edited",
        "test_single",
        "test_namespace",
        "test_helper",
        "test_rewritten",
        "test_strays",
        "test_removed_from_the_tree",
        "test_others_are_installed",
        "test_metadata",
        "test_child",
        "test_child_has_no_strays",
        "test_conftests_of_every_level",
    ],
)
def test_each_layout_comes_from_the_tree(layouts: Answer, name: str) -> None:
    failure = layouts.rows[name].failure

    assert failure is None, failure.text
    assert layouts.rows[name].outcome == "passed"


def test_a_run_on_the_trees_code_alone_names_no_origin(layouts: Answer) -> None:
    assert layouts.origins == {}


PACKAGED = {
    "tests/__init__.py": "",
    "tests/helpers.py": "WHERE = 'tree'",
    "tests/unit/__init__.py": "",
    "tests/unit/test_a.py": """
        from tests.helpers import WHERE
        from .. import helpers

        def test_helper(): assert WHERE == helpers.WHERE == "tree"
    """,
    "product/__init__.py": "WHERE = 'tree'",
    "product/tests/__init__.py": "",
    "product/tests/test_inside.py": """
        from product import WHERE

        def test_inside(): assert WHERE == "tree"
    """,
    "plain/test_plain.py": """
        import product

        def test_rewritten():
            assert product.WHERE == "x"
    """,
}


@pytest.mark.parametrize("mode", ["prepend", "append", "importlib"])
def test_every_import_mode_finds_packages_of_tests(tmp_path: Path, mode: str) -> None:
    tree = tree_of(tmp_path, PACKAGED)
    env = environment(
        tmp_path,
        {
            "packages/tests/__init__.py": "",
            "packages/product/__init__.py": "WHERE = 'installed'",
        },
    )

    answer = start(
        tree,
        served={"product": "", "tests": ""},
        test_folders=["plain"],
        ini=f"addopts = --import-mode={mode}\n",
        env=env,
    )

    assert answer.errors == {}
    assert answer.outcomes() == {
        "test_helper": "passed",
        "test_inside": "passed",
        "test_rewritten": "failed",
    }
    failure = answer.rows["test_rewritten"].failure
    assert failure is not None
    assert failure.leaves[0].message.startswith("assert 'tree' == 'x'")
    assert answer.origins == {}


def test_a_package_at_the_root_of_the_tree(tmp_path: Path) -> None:
    tree = tree_of(
        tmp_path,
        {
            "__init__.py": "WHERE = 'root'",
            "tests/__init__.py": "",
            "tests/test_a.py": """
                from .. import WHERE

                def test_root(): assert WHERE == "root"
            """,
        },
    )

    assert start(tree).outcomes() == {"test_root": "passed"}


def test_code_from_elsewhere_is_named(tmp_path: Path) -> None:
    module = """
        import os
        import product

        def test_extends():
            product.__path__.append(os.environ["ELSEWHERE"])
            from product import extra
    """
    tree = tree_of(tmp_path, {"product/__init__.py": "", "tests/test_a.py": module})
    elsewhere = tree_of(tmp_path / "other", {"extra.py": ""})

    answer = start(tree, served={"product": ""}, env={"ELSEWHERE": str(elsewhere)})

    assert answer.outcomes() == {"test_extends": "passed"}
    assert answer.origins == {"product": str(elsewhere / "extra.py")}


def test_the_projects_own_plugin_comes_from_the_tree(tmp_path: Path) -> None:
    plugin = """
        import pytest

        @pytest.fixture
        def where(): return {!r}
    """
    module = "def test_where(where): assert where == 'tree'"
    tree = tree_of(
        tmp_path,
        {
            "src/product/__init__.py": "",
            "src/product/plugin.py": plugin.format("tree"),
            "tests/test_a.py": module,
        },
    )
    env = environment(
        tmp_path,
        {
            "packages/product/__init__.py": "",
            "packages/product/plugin.py": plugin.format("installed"),
            "packages/product-1.dist-info/METADATA": "Name: product\nVersion: 1\n",
            "packages/product-1.dist-info/entry_points.txt": "[pytest11]\nprod = product.plugin\n",
        },
    )

    answer = start(
        tree, served={"product": "src"}, plugins=["prod"], env=env, ini="filterwarnings = error\n"
    )

    assert answer.outcomes() == {"test_where": "passed"}


def test_a_folder_that_a_conftest_puts_on_the_path_comes_after_the_environment(
    tmp_path: Path,
) -> None:
    tree = tree_of(
        tmp_path,
        {
            "tests/conftest.py": """
                import os, sys
                tools = os.path.join(os.path.dirname(os.path.dirname(__file__)), "tools")
                sys.path.insert(0, tools)
            """,
            "tests/test_a.py": """
                import colorsys
                import only_here

                def test_tools():
                    assert only_here.WHERE == "tools"
                    assert hasattr(colorsys, "rgb_to_hls")
            """,
            "tools/only_here.py": "WHERE = 'tools'",
            "tools/colorsys.py": "",
        },
    )

    assert start(tree).outcomes() == {"test_tools": "passed"}


def test_a_stray_at_the_root_serves_nothing_where_no_tests_stand(tmp_path: Path) -> None:
    tree = tree_of(
        tmp_path,
        {
            "tests/test_a.py": """
                import os, sys
                import pytest

                def test_stray():
                    sys.path.insert(0, os.getcwd())
                    with pytest.raises(ModuleNotFoundError):
                        import stray
            """,
            "stray.py": "",
        },
    )

    assert start(tree).outcomes() == {"test_stray": "passed"}


def test_a_finder_survives_the_way_to_a_child(tmp_path: Path) -> None:
    finder = TreeFinder(str(tmp_path), {"a": "src"}, ["tests"], ["check_*.py", "*.py"])

    again = from_text(finder.as_text())

    assert (again.tree, again.served) == (finder.tree, finder.served)
    assert again.test_folders == ["tests"]
    assert again.names_a_test("check_a")
    assert again.names_a_test("conftest")
    assert not again.names_a_test("anything")


def test_a_finder_leaves_other_names_alone(tmp_path: Path) -> None:
    finder = TreeFinder(str(tmp_path), {"a": ""}, [], [])

    assert finder.find_spec("json") is None
    assert finder.find_anywhere("json") is not None
    with pytest.raises(ModuleNotFoundError, match="'a' is served from the tree under test"):
        finder.find_spec("a")


@pytest.mark.skipif(not has("numpy"), reason="the interpreter has no numpy")
def test_numpy_is_the_environments(tmp_path: Path) -> None:
    tree = tree_of(
        tmp_path,
        {
            "conftest.py": "",
            "numpy.py": "",
            "tests/test_a.py": "import numpy\ndef test_numpy(): assert numpy.array([1]).sum() == 1",
        },
    )

    assert start(tree, test_folders=["", "tests"]).outcomes() == {"test_numpy": "passed"}
