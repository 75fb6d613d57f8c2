import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from freezegate.errors import UsageError
from freezegate.source.pytest_config import Dialect, FoundConfig, our_config
from freezegate.source.pytest_found import Value

pytest_plugins = ["pytester"]


def ini(**values: Value) -> FoundConfig:
    return FoundConfig(path="pytest.ini", values={**values})


def section(text: str) -> dict[str, object]:
    values = tomllib.loads(text)["tool"]["pytest"]
    return dict(values.get("ini_options", values))


def test_options_are_filtered_and_listed() -> None:
    ours = our_config(
        ini(addopts="-ra -n4 --import-mode importlib --strict-markers", minversion="7"), tree="/t"
    )
    assert ours.name == "pyproject.toml"
    assert ours.options_on == ("--import-mode", "importlib", "--strict-markers")
    assert ours.options_off == ("-ra", "-n4")
    assert ours.importmode == "importlib"
    assert section(ours.text)["addopts"] == ["--import-mode", "importlib", "--strict-markers"]
    assert section(ours.text)["minversion"] == "7"


@pytest.mark.parametrize(
    ("addopts", "mode"),
    [
        ("", ""),
        ("--import-mode=append", "append"),
        ("--import-mode=append --import-mode prepend", "prepend"),
    ],
)
def test_the_last_import_mode_wins(addopts: str, mode: str) -> None:
    assert our_config(ini(addopts=addopts), tree="/t").importmode == mode


def test_places_of_files_and_keys_of_plugins_that_are_off_go() -> None:
    ours = our_config(
        ini(
            cache_dir=".c",
            log_file="l",
            junit_family="xunit1",
            required_plugins="pytest-randomly",
            reruns="2",
            xfail_strict="true",
        ),
        tree="/t",
    )
    assert section(ours.text).keys() == {"addopts", "markers", "xfail_strict"}


def test_markers_of_plugins_that_are_off_are_registered_once() -> None:
    ours = our_config(ini(markers="flaky(reruns): again\nslow"), tree="/t")
    assert section(ours.text)["markers"] == [
        "flaky(reruns): again",
        "slow",
        "repeat: of a plugin that is off",
        "random_order: of a plugin that is off",
        "order: of a plugin that is off",
        "run: of a plugin that is off",
    ]


def test_the_search_path_is_absolute() -> None:
    found = FoundConfig(root="sub", values={"pythonpath": ". src ../lib"})
    assert section(our_config(found, tree="/t").text)["pythonpath"] == [
        "/t/sub",
        "/t/sub/src",
        "/t/lib",
    ]


def test_paths_among_the_options_take_the_place_of_testpaths() -> None:
    ours = our_config(ini(addopts="-s checks", testpaths="tests"), tree="/t")
    assert ours.testpaths == ("checks",)
    assert section(ours.text)["testpaths"] == ["checks"]
    assert our_config(ini(testpaths="tests more"), tree="/t").testpaths == ("tests", "more")


def test_native_values_are_written_with_their_types() -> None:
    values: dict[str, Value] = {
        "a": True,
        "b": False,
        "c": 3,
        "d": 1.5,
        "e": ["x"],
        "f": {"g": "h"},
    }
    found = FoundConfig(dialect=Dialect.NATIVE, values={**values, "addopts": ["-x", "-s"]})
    ours = our_config(found, tree="/t")
    assert ours.text.startswith("[tool.pytest]\n")
    assert {key: section(ours.text)[key] for key in values} == values
    assert section(ours.text)["addopts"] == ["-s"]


@given(st.text(st.characters(exclude_categories=["Cs"])), st.text(st.characters(codec="utf-8")))
def test_every_text_is_read_back_as_it_was(key: str, value: str) -> None:
    ours = our_config(FoundConfig(values={f"k{key}": value, "l": [value]}), tree="/t")
    assert section(ours.text)[f"k{key}"] == value
    assert section(ours.text)["l"] == [value]


def test_a_path_that_is_no_text_is_refused() -> None:
    with pytest.raises(UsageError, match=r"is no text; work in a folder whose path is"):
        our_config(ini(pythonpath="src"), tree="/\udcff")


@pytest.mark.parametrize("dialect", list(Dialect))
def test_pytest_reads_what_we_write(dialect: Dialect, pytester: pytest.Pytester) -> None:
    pytester.makepyfile(
        **{
            "checks/check_a": "import helper\nimport pytest\n"
            "@pytest.mark.flaky(reruns=2)\n@pytest.mark.slow\ndef test_a(): pass\n",
            "lib/helper": "",
        }
    )
    values: dict[str, Value] = {
        "addopts": ["-n2", "--strict-markers"],
        "pythonpath": ["lib"],
        "markers": ["slow"],
        "python_files": ["check_*.py"],
        "testpaths": ["checks"],
    }
    found = FoundConfig(dialect=dialect, values=values)
    ours = our_config(found, tree=str(pytester.path))
    config = Path(pytester.mkdir("elsewhere"), ours.name)
    config.write_text(ours.text, encoding="utf-8")
    result = pytester.runpytest_subprocess(
        "--disable-plugin-autoload",
        "-c",
        str(config),
        "--rootdir",
        str(pytester.path),
        "--strict-config",
    )
    result.assert_outcomes(passed=1)
