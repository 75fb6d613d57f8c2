"""Which code ran, and under what configuration (FIELD.md 15 and 17)."""

import sysconfig
import textwrap
import venv
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.e2e.kit import Project


class Site:
    """A throw-away interpreter that sees what this one has installed, and what is written to it."""

    def __init__(self, at: Path) -> None:
        venv.EnvBuilder(with_pip=False, symlinks=True).create(at)
        self.python = str(at / "bin" / "python")
        (self.folder,) = at.glob("lib/python*/site-packages")
        self.write({"zz_base.pth": sysconfig.get_path("purelib") + "\n"})

    def write(self, files: Mapping[str, str]) -> None:
        """Write files below site-packages."""
        for name, text in files.items():
            path = self.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(textwrap.dedent(text))

    def install(self, name: str, *, files: Mapping[str, str], entry_points: str = "") -> None:
        """Install a distribution of version 1.5, as an installer would leave it."""
        folder = f"{name}-1.5.dist-info"
        record = "".join(f"{path},,\n" for path in files)
        self.write(
            {
                **files,
                f"{folder}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.5\n",
                f"{folder}/RECORD": record,
                f"{folder}/entry_points.txt": entry_points,
            }
        )


@pytest.fixture
def site(tmp_path: Path) -> Site:
    return Site(tmp_path / "site")


#: What setuptools leaves for an editable install that a path entry cannot express.
EDITABLE_FINDER = """
    import sys
    from importlib.machinery import PathFinder
    from importlib.util import spec_from_file_location
    from pathlib import Path

    MAPPING = {{'found': {place!r}}}

    class _EditableFinder:
        @classmethod
        def find_spec(cls, fullname, path=None, target=None):
            if fullname in MAPPING:
                init = Path(MAPPING[fullname], '__init__.py')
                return spec_from_file_location(
                    fullname, init, submodule_search_locations=[MAPPING[fullname]])
            return None

    def install():
        sys.meta_path.insert(0, _EditableFinder)
"""


def test_fact_15_an_install_does_not_stand_in_for_the_tree(project: Project, site: Site) -> None:
    good = "def total(x):\n    return x\n"
    other = project.at.parent / "checkout"
    for name in ("listed", "found"):
        (other / name).mkdir(parents=True)
        (other / name / "__init__.py").write_text(good)
    # An editable install by a path entry, one by an import hook, and a plain copy: all three hold
    # code on which every test below is green.
    site.install("listed", files={"__editable__.listed.pth": f"{other}\n"})
    hook = "import __editable___found_finder; __editable___found_finder.install()\n"
    place = str(other / "found")
    site.install(
        "found",
        files={
            "__editable__.found.pth": hook,
            "__editable___found_finder.py": EDITABLE_FINDER.format(place=place),
        },
    )
    site.install(
        "copied",
        files={
            "copied/__init__.py": good,
            "copied/plugin.py": """
                import pytest

                @pytest.fixture
                def place():
                    return "installed"
            """,
        },
        entry_points="[pytest11]\ncopied = copied.plugin\n",
    )
    names = ("listed", "found", "copied")
    plugin = """
        import pytest

        @pytest.fixture
        def place():
            return "{}"
    """
    project.commit(
        {
            **{f"src/{name}/__init__.py": good for name in names},
            "src/copied/plugin.py": plugin.format("tree"),
            # pytest's rewriting hook stands in front of all others for what is registered.
            "tests/conftest.py": """
                import pytest

                pytest.register_assert_rewrite("listed", "found", "copied")
            """,
            "tests/test_it.py": """
                import importlib, importlib.metadata, subprocess, sys

                import pytest

                @pytest.mark.parametrize("name", ["listed", "found", "copied"])
                def test_import(name):
                    assert importlib.import_module(name).total(1) == 1

                @pytest.mark.parametrize("name", ["listed", "found", "copied"])
                def test_child(name):
                    program = f"import {name}; print({name}.total(1))"
                    done = subprocess.run(
                        [sys.executable, "-c", program], capture_output=True, text=True)
                    assert done.stdout == "1\\n", done.stderr

                def test_metadata():
                    assert importlib.metadata.version("copied") == "1.5"

                def test_plugin(place):
                    assert place == "tree"
            """,
        }
    )
    bad = good.replace("x\n", "-x\n")
    project.commit(
        {
            **{f"src/{name}/__init__.py": bad for name in names},
            "src/copied/plugin.py": plugin.format("broken"),
        }
    )
    judged = project.gate("--select", "all", python=site.python)
    assert judged.exit == 1, judged.err
    assert judged.reasons == {
        **{f"test_{how}[{name}]": "regression" for how in ("import", "child") for name in names},
        "test_metadata": "both_pass",
        "test_plugin": "regression",
    }
    assert "copied" in judged.contract["plugins"]
    assert judged.load("patch.run.json").get("origins", []) == []


def test_stray_files_that_the_patch_adds_take_no_part(project: Project, site: Site) -> None:
    site.install("attrs", files={"attr.py": "NAME = 'installed'\n"})
    project.commit(
        {
            "shop.py": "PRICE = 1\n",
            "tests/test_it.py": """
                import json

                import attr
                import numpy
                import shop

                def test_strays():
                    assert json.loads("1") == 1
                    assert numpy.add(1, 1) == 2
                    assert attr.NAME == "installed"

                def test_price():
                    assert shop.PRICE == 1
            """,
        }
    )
    project.commit(
        {
            "shop.py": "PRICE = 2\n",
            "json.py": "def loads(text):\n    return 2\n",
            "numpy.py": "def add(one, other):\n    return 3\n",
            "attr.py": "NAME = 'stray'\n",
            "pytest.py": "raise RuntimeError('a stray pytest')\n",
            "sitecustomize.py": "raise RuntimeError('a stray sitecustomize')\n",
        }
    )
    judged = project.gate("--select", "all", python=site.python)
    assert judged.exit == 1, judged.err
    assert judged.reasons == {"test_strays": "both_pass", "test_price": "regression"}
    noticed = {notice["text"] for notice in judged.contract["notices"]}
    for name in ("json", "numpy", "attr", "pytest"):
        assert any(f"top-level name {name!r}" in text for text in noticed)
    assert "human_required" in judged.decision["flags"]


def test_prepare_is_the_parents_and_runs_in_each_fresh_tree(project: Project) -> None:
    mark = project.at.parent / "the-patchs-prepare-ran"
    project.commit(
        {
            "pyproject.toml": "[tool.freezegate]\nprepare = 'python build.py'\n",
            "build.py": "open('shop/built.py', 'w').write('BY = \"the parent\"\\n')\n",
            "shop/__init__.py": "PRICE = 1\n",
            "tests/test_it.py": """
                import shop
                from shop import built

                def test_built():
                    assert built.BY == "the parent"

                def test_price():
                    assert shop.PRICE == 1
            """,
        }
    )
    project.commit(
        {
            "pyproject.toml": "[tool.freezegate]\nprepare = 'python other.py'\n",
            "other.py": f"open({str(mark)!r}, 'w')\n"
            "open('shop/built.py', 'w').write('BY = \"the patch\"\\n')\n",
            "shop/__init__.py": "PRICE = 2\n",
            # A new test makes the patch's own tree a third one, which is prepared as well.
            "tests/test_new.py": """
                from shop import built

                def test_new():
                    assert built.BY == "the parent"
            """,
        }
    )
    judged = project.gate("--select", "all")
    assert judged.exit == 1, judged.err
    assert judged.reasons == {
        "test_built": "both_pass",
        "test_price": "regression",
        "test_new": "added_pass",
    }
    assert not mark.exists()


def test_a_prepare_that_fails_ends_the_run_with_its_last_words(project: Project) -> None:
    project.commit(
        {
            "pyproject.toml": "[tool.freezegate]\nprepare = 'python build.py'\n",
            "build.py": "raise SystemExit('the compiler is missing')\n",
            "tests/test_it.py": "def test_it():\n    pass\n",
        }
    )
    project.commit()
    judged = project.gate("--select", "all")
    assert judged.exit == 69
    assert "prepare = 'python build.py' failed in a fresh tree" in judged.err
    assert "the compiler is missing" in judged.err
    assert "Traceback" not in judged.err


def test_fact_17_options_of_plugins_and_old_settings_do_not_end_the_session(
    equipped: Project,
) -> None:
    equipped.commit(
        {
            "pytest.ini": """
                [pytest]
                addopts = -n 2 --cov=shop --reruns 3 -p no:randomly -x --strict-markers
                filterwarnings = error
                strict = true
                asyncio_mode = auto
                asyncio_default_fixture_loop_scope = function
            """,
            "shop.py": "PRICE = 1\n",
            "tests/test_it.py": """
                import warnings

                import pytest
                import shop

                def test_price():
                    assert shop.PRICE == 1

                def test_other():
                    assert shop.PRICE == 1

                def test_warning():
                    with pytest.raises(DeprecationWarning):
                        warnings.warn("mine", DeprecationWarning)

                async def test_async():
                    assert shop.PRICE == 1
            """,
        }
    )
    equipped.commit({"shop.py": "PRICE = 2\n"})
    judged = equipped.gate("--select", "all")
    assert judged.exit == 1, judged.err
    # `-x` is out too: all of them are judged, not just the first.
    assert judged.reasons == {
        "test_price": "regression",
        "test_other": "regression",
        "test_warning": "both_pass",
        "test_async": "regression",
    }
    off = " ".join(judged.contract["options_off"])
    assert all(option in off for option in ("-n", "--cov", "--reruns", "-x"))
    assert "--strict-markers" in judged.contract["options"]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("addopts = --no-such-option=3", "unrecognized arguments: --no-such-option=3"),
        ("filterwarnings = error", "DeprecationWarning: the unrelated plugin is old"),
    ],
)
def test_fact_17_a_plugin_that_is_absent_or_warns_is_named_and_nothing_is_accepted(
    project: Project, site: Site, line: str, said: str
) -> None:
    site.install(
        "unrelated",
        files={
            "unrelated.py": """
                import warnings

                def pytest_configure(config):
                    warnings.warn("the unrelated plugin is old", DeprecationWarning)
            """
        },
        entry_points="[pytest11]\nunrelated = unrelated\n",
    )
    scope = "asyncio_default_fixture_loop_scope = function"
    project.commit(
        {
            "pytest.ini": f"[pytest]\n{line}\n{scope}\n",
            "tests/test_it.py": "def test_it():\n    pass\n",
        }
    )
    project.commit()
    judged = project.gate("--select", "all", python=site.python)
    assert judged.exit == 1, judged.err
    assert judged.reasons == {"patch": "incomplete_contract"}
    assert said in judged.notes
