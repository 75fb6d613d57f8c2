import pytest

from freezegate.source.capabilities import ROWS, Channel, added_waivers


def channels(path: str, before: str, after: str) -> list[str]:
    found = added_waivers({path: before.encode()}, {path: after.encode()})
    return [channel.what for channel in found]


TABLE = [
    ("flake_freeze.json", '{"records": []}', "a line in a freeze ledger"),
    ("ci/quarantine.txt", "tests/test_a.py::test_b", "a line in a list of excused tests"),
    ("tests/flaky-tests.yml", "- test_b", "a line in a list of excused tests"),
    (".flaky", "test_b", "a line in a list of excused tests"),
    ("known_failures.txt", "test_b", "a line in a list of excused tests"),
    ("tests/deselected.txt", "test_b", "a line in a list of excused tests"),
    ("tests/xfails.toml", '"a" = 1', "a line in a list of excused tests"),
    ("pytest.ini", "addopts = --reruns 3", "reruns failures"),
    ("pytest.ini", "addopts = --only-rerun=OSError", "reruns failures"),
    ("setup.cfg", "addopts = --force-flaky", "reruns failures"),
    ("tox.ini", "  pytest --retries 2", "reruns failures"),
    ("pytest.ini", "reruns = 2", "reruns failures"),
    ("pyproject.toml", "retries = 2", "reruns failures"),
    ("pyproject.toml", 'addopts = "-p rerunfailures"', "reruns failures"),
    (".github/workflows/ci.yml", "run: pytest --reruns 2", "reruns failures"),
    (".github/workflows/ci.yml", "run: pytest --deselect a::b", "deselects tests"),
    ("pytest.ini", "addopts = --ignore-glob=tests/slow*", "leaves test files out"),
    ("Makefile", "\tpytest --ignore tests/a.py", "leaves test files out"),
    ("pytest.ini", "addopts = -k 'not slow'", "deselects tests by name"),
    ("noxfile.py", 'run("pytest", "-k", "fast and not slow")', "deselects tests by name"),
    (".github/workflows/ci.yml", 'run: python -m pytest -k "not a"', "deselects tests by name"),
    ("tox.ini", "  pytest -k not", "deselects tests by name"),
    ("pytest.ini", 'addopts = -m "unit and not slow"', "deselects tests by mark"),
    ("pyproject.toml", r'addopts = "-m \"not slow\""', "deselects tests by mark"),
    ("run.sh", "pytest --lf", "runs a part of the tests"),
    (".github/workflows/ci.yml", "FLAKE_FREEZE: f.json", "loads a freeze ledger"),
    (".gitlab-ci.yml", "PYTEST_ADDOPTS: x", "hands options to pytest unseen"),
    ("pyproject.toml", "xfail_strict = false", "accepts unexpected passes"),
    ("pytest.ini", "norecursedirs = tests/slow", "leaves folders out"),
    ("tests/conftest.py", "collect_ignore = ['a.py']", "leaves test files out"),
    ("conftest.py", "def pytest_ignore_collect(): pass", "leaves test files out"),
    ("conftest.py", "hook.pytest_deselected(items=x)", "deselects tests"),
    ("conftest.py", "def pytest_runtest_makereport(): pass", "may change outcomes"),
    ("conftest.py", "def pytest_collection_modifyitems(): pass", "may deselect tests"),
    (".github/workflows/ci.yml", "continue-on-error: true", "lets a red step pass"),
    (".github/workflows/ci.yaml", "continue-on-error: ${{ x }}", "lets a red step pass"),
    ("azure-pipelines.yml", "continueOnError: true", "lets a red step pass"),
    (".gitlab-ci.yml", "allow_failure: true", "lets a red job pass"),
    ("tox.ini", "ignore_outcome = true", "lets a red run pass"),
    ("noxfile.py", "session.run('pytest', success_codes=[0, 1])", "lets a red run pass"),
    ("Makefile", "\tpytest || true", "lets a red command pass"),
    ("ci/run.sh", "pytest; exit 0", "lets a red command pass"),
    (".circleci/config.yml", "  - set +e", "lets a red command pass"),
    ("Makefile", "\t-pytest tests", "lets a red command pass"),
    (".github/workflows/ci.yml", "  if: false", "switches a step off"),
    (".gitlab-ci.yml", "  retry: 2", "reruns a red job"),
    (".github/workflows/ci.yml", "uses: nick-fields/retry@v3", "reruns a red step"),
    ("requirements/dev.txt", "pytest-rerunfailures==15", "brings a plugin that reruns or mutes"),
    ("pyproject.toml", 'dev = ["flaky>=3"]', "brings a plugin that reruns or mutes"),
    ("requirements.txt", "flaky", "brings a plugin that reruns or mutes"),
    ("environment.yml", "  - pytest-retry", "brings a plugin that reruns or mutes"),
]


@pytest.mark.parametrize(("path", "line", "what"), TABLE)
def test_a_line_of_each_channel(path: str, line: str, what: str) -> None:
    assert channels(path, "first\n", f"first\n{line}\n") == [what]
    assert channels(path, f"{line}\nfirst\n", f"first\n  {line.strip()}\n") == []


def test_every_row_has_a_line() -> None:
    for row in ROWS:
        assert any(what == row.what and row.line.search(line) for _, line, what in TABLE), row


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ("pytest.ini", "addopts = -ra -k unit -m 'unit and fast'"),
        (".github/workflows/ci.yml", "run: python -m pytest # not slow"),
        (".github/workflows/ci.yml", "continue-on-error: false"),
        ("pyproject.toml", 'markers = ["flaky: now and then"]'),
        ("ci/quarantine.json", "  ]"),
        ("known_failures.txt", "# none"),
        ("README.md", "pytest --reruns 3 || true"),
        ("src/flaky.py", "x = 1"),
        ("Makefile", "\t-rm -f x"),
        ("mkdocs.yml", "retry: 2"),
        ("run.sh", "mkdir -p flaky_logs"),
    ],
)
def test_lines_that_mute_nothing(path: str, line: str) -> None:
    assert channels(path, "", line) == []


def test_marks_in_python_are_channels_with_their_place() -> None:
    patch = {
        "tests/test_b.py": b"import pytest\n\n@pytest.mark.flaky\ndef test_b(): pass\n",
        "tests/test_a.py": b"import pytest\npytestmark = pytest.mark.skip\n",
        "tests/test_c.txt": b"@pytest.mark.skip",
    }
    assert added_waivers({}, patch) == (
        Channel(
            path="tests/test_a.py",
            line=2,
            what="skips a test",
            where="`pytest.mark.skip` in the module",
        ),
        Channel(
            path="tests/test_b.py",
            line=3,
            what="reruns or retries a test",
            where="`pytest.mark.flaky` in test_b",
        ),
    )


def test_a_line_that_stands_twice_is_added_once_more() -> None:
    before = {"Makefile": b"a:\n\tpytest || true\n"}
    after = {"Makefile": b"a:\n\tpytest || true\nb:\n\tpytest || true\n"}
    (channel,) = added_waivers(before, after)
    assert channel.sentence == "Makefile:4: lets a red command pass: pytest || true"


def test_files_that_the_patch_deletes_add_nothing() -> None:
    assert added_waivers({"pytest.ini": b"addopts = --reruns 3"}, {}) == ()
