import shlex
from collections import Counter

import pytest

from freezegate.source.pytest_options import OPTIONS, Kind, Takes, key_gone, sort_options


@pytest.mark.parametrize(
    ("addopts", "on", "off"),
    [
        # All spellings of one option.
        ("-n4 -ra", [], ["-n4", "-ra"]),
        ("-n 4", [], ["-n 4"]),
        ("-n=4", [], ["-n=4"]),
        ("--numprocesses=auto", [], ["--numprocesses=auto"]),
        ("--numprocesses auto -s", ["-s"], ["--numprocesses auto"]),
        ("-vxs", ["-s"], ["-v", "-x"]),
        ("-vvn2", [], ["-v", "-v", "-n2"]),
        ("-vk 'not slow'", ["-k", "not slow"], ["-v"]),
        ("-qm unit", ["-m", "unit"], ["-q"]),
        ("-munit", ["-munit"], []),
        # One of each kind.
        ("--dist loadscope --tx 2*popen -f", [], ["--dist loadscope", "--tx 2*popen", "-f"]),
        ("--looponfail --maxprocesses 3", [], ["--looponfail", "--maxprocesses 3"]),
        ("--cov --cov-branch -s", ["-s"], ["--cov", "--cov-branch"]),
        ("--cov src --cov-report term", [], ["--cov src", "--cov-report term"]),
        (
            "--cov=src --no-cov --cov-fail-under=9",
            [],
            ["--cov=src", "--no-cov", "--cov-fail-under=9"],
        ),
        (
            "-v --freeze-ledger flake_freeze.json -s",
            ["-s"],
            ["-v", "--freeze-ledger flake_freeze.json"],
        ),
        ("--reruns 3 --only-rerun E", [], ["--reruns 3", "--only-rerun E"]),
        ("--rerun-except=E --reruns-delay 1", [], ["--rerun-except=E", "--reruns-delay 1"]),
        (
            "--force-flaky --max-runs=2 --min-passes 1",
            [],
            ["--force-flaky", "--max-runs=2", "--min-passes 1"],
        ),
        ("--retries 2 --retry-delay 1", [], ["--retries 2", "--retry-delay 1"]),
        (
            "--flake-finder --flake-runs=5 --count 9",
            [],
            ["--flake-finder", "--flake-runs=5", "--count 9"],
        ),
        ("--random-order --random-order-seed 1", [], ["--random-order", "--random-order-seed 1"]),
        (
            "--randomly-seed=1 --randomly-dont-reorganize",
            [],
            ["--randomly-seed=1", "--randomly-dont-reorganize"],
        ),
        ("--ff --nf --order-scope module", [], ["--ff", "--nf", "--order-scope module"]),
        ("--hypothesis-seed=0", [], ["--hypothesis-seed=0"]),
        (
            "-x --exitfirst --maxfail 1 --sw --lf",
            [],
            ["-x", "--exitfirst", "--maxfail 1", "--sw", "--lf"],
        ),
        ("--junitxml=o.xml --junit-xml o.xml", [], ["--junitxml=o.xml", "--junit-xml o.xml"]),
        (
            "--html r.html --alluredir a --report-log=l",
            [],
            ["--html r.html", "--alluredir a", "--report-log=l"],
        ),
        ("--json-report --json-report-file=x", [], ["--json-report", "--json-report-file=x"]),
        (
            "--durations=5 --tb short --color=yes",
            [],
            ["--durations=5", "--tb short", "--color=yes"],
        ),
        ("--co --pdb --setup-only", [], ["--co", "--pdb", "--setup-only"]),
        ("--snapshot-update", [], ["--snapshot-update"]),
        ("--rootdir=. -c x.ini --basetemp t", [], ["--rootdir=.", "-c x.ini", "--basetemp t"]),
        # What says which tests there are.
        ("-k 'not slow' -m unit", ["-k", "not slow", "-m", "unit"], []),
        ("--ignore=a --deselect b", ["--ignore=a", "--deselect", "b"], []),
        ("--strict --strict-markers -W error", ["--strict", "--strict-markers", "-W", "error"], []),
        ("--import-mode=importlib", ["--import-mode=importlib"], []),
        (
            "--doctest-modules --doctest-glob '*.md'",
            ["--doctest-modules", "--doctest-glob", "*.md"],
            [],
        ),
        # A plugin by name; a value of the configuration.
        ("-p no:randomly -p mine", ["-p", "no:randomly", "-p", "mine"], []),
        (
            "-p randomly -prerunfailures -p flaky",
            [],
            ["-p randomly", "-prerunfailures", "-p flaky"],
        ),
        ("-p xdist.looponfail -p xdist", ["-p", "xdist"], ["-p xdist.looponfail"]),
        ("-o xfail_strict=true", ["-o", "xfail_strict=true"], []),
        ("-o addopts=-x -oreruns=2", [], ["-o addopts=-x", "-oreruns=2"]),
        ("--override-ini=cache_dir=x", [], ["--override-ini=cache_dir=x"]),
        # Options that the table lacks stay, with what follows them.
        ("--mine value -s", ["--mine", "value", "-s"], []),
        ("--mine=value", ["--mine=value"], []),
        ("-vZ value", ["-Z", "value"], ["-v"]),
        ("-Zrest", ["-Zrest"], []),
        # Nothing follows.
        ("-n", [], ["-n"]),
        ("", [], []),
    ],
)
def test_options(addopts: str, on: list[str], off: list[str]) -> None:
    options = sort_options(shlex.split(addopts))
    assert list(options.on) == on
    assert list(options.off) == off
    assert options.paths == ()


@pytest.mark.parametrize(
    ("addopts", "paths"),
    [
        ("tests -s src", ["tests", "src"]),
        ("-s tests", ["tests"]),
        ("--mine=value tests -", ["tests", "-"]),
        ("-Zvalue tests", ["tests"]),
    ],
)
def test_paths_are_told_from_values(addopts: str, paths: list[str]) -> None:
    assert list(sort_options(shlex.split(addopts)).paths) == paths


def test_the_table_names_each_option_once_and_each_kind_somewhere() -> None:
    assert max(Counter(row.spelling for row in OPTIONS).values()) == 1
    assert {row.kind for row in OPTIONS} == set(Kind)
    assert {row.takes for row in OPTIONS} == set(Takes)


@pytest.mark.parametrize(
    ("key", "gone"),
    [
        ("addopts", True),
        ("cache_dir", True),
        ("required_plugins", True),
        ("log_file", True),
        ("log_file_level", True),
        ("junit_family", True),
        ("reruns", True),
        ("log_level", False),
        ("minversion", False),
        ("markers", False),
    ],
)
def test_keys_that_go(key: str, gone: bool) -> None:  # noqa: FBT001 - a column of the table
    assert key_gone(key) is gone
