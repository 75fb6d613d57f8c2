"""Each record is held to its test, as it is collected and as it stands on disk."""

import pytest

from tests.unit.suite.suites import LEDGER, errors, frozen, record, run, write

pytest_plugins = ["pytester"]

NAME = "tests/test_it.py::test_a"
RED = "def test_a():\n    assert 1 == 2\ndef test_b(): pass\n"


@pytest.fixture
def suite(pytester: pytest.Pytester) -> pytest.Pytester:
    """Two test files in a folder."""
    for name, text in {"test_it.py": RED, "test_other.py": "def test_c(): pass\n"}.items():
        path = pytester.path / "tests" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    pytester.makeini("[pytest]\nmarkers =\n    slow\n")
    return pytester


def test_a_test_that_was_edited_since_is_refused(suite: pytest.Pytester) -> None:
    option = write(suite, [frozen(suite, NAME, "1 == 2")])
    path = suite.path / "tests" / "test_it.py"
    path.write_text(RED.replace("1 == 2", "1 == 3"))
    result = run(suite, option)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    (flaw,) = errors(result)
    assert flaw.startswith(f"{LEDGER}:2: {NAME}: its assertion hash is sha256:")
    assert "the test is not the one that was frozen" in flaw


def test_a_test_beside_it_may_be_edited(suite: pytest.Pytester) -> None:
    option = write(suite, [frozen(suite, NAME, "1 == 2")])
    path = suite.path / "tests" / "test_it.py"
    path.write_text("\n\n" + RED.replace("test_b(): pass", "test_b(): assert 1"))
    assert run(suite, option).ret == pytest.ExitCode.OK


GONE = "tests/test_it.py::test_gone"
UNKNOWN = f"{LEDGER}:3: {GONE}: tests/test_it.py was collected and has no such test; delete the"


@pytest.mark.parametrize(
    ("words", "refused"),
    [
        ((), True),
        (("tests",), True),
        (("-k", "test_b"), True),
        (("-m", "slow"), True),
        (("--deselect", "tests/test_it.py"), True),
        (("tests/test_it.py",), True),
        (("tests/test_it.py::test_a",), False),
        (("tests/test_other.py",), False),
        (("--ignore", "tests/test_it.py"), False),
        (("--pyargs", "tests/test_other.py::test_c"), False),
    ],
)
def test_a_test_that_is_not_there_is_refused_unless_the_run_is_narrowed(
    suite: pytest.Pytester, words: tuple[str, ...], *, refused: bool
) -> None:
    option = write(suite, [frozen(suite, NAME, "1 == 2"), {**record(suite, NAME), "test_id": GONE}])
    result = run(suite, option, *words)
    if refused:
        assert result.ret == pytest.ExitCode.USAGE_ERROR
        assert [each[: len(UNKNOWN)] for each in errors(result)] == [UNKNOWN]
    else:
        assert result.ret == pytest.ExitCode.OK


def test_what_failed_last_time_narrows_a_run(suite: pytest.Pytester) -> None:
    run(suite)
    option = write(suite, [{**record(suite, NAME), "test_id": GONE}])
    assert run(suite, option).ret == pytest.ExitCode.USAGE_ERROR
    assert run(suite, option, "--lf").ret == pytest.ExitCode.TESTS_FAILED


def test_a_file_that_is_gone_is_refused_however_the_run_is_narrowed(
    suite: pytest.Pytester,
) -> None:
    gone = {**record(suite, NAME), "test_id": "tests/test_gone.py::test_a"}
    result = run(suite, write(suite, [gone]), "tests/test_other.py")
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    (flaw,) = errors(result)
    assert flaw == (
        f"{LEDGER}:2: tests/test_gone.py::test_a: there is no file tests/test_gone.py below "
        "pytest's rootdir; delete the record"
    )


def test_a_file_outside_the_whole_suite_is_refused(suite: pytest.Pytester) -> None:
    (suite.path / "tests" / "cases.py").write_text(RED)
    stray = {**record(suite, NAME), "test_id": "tests/cases.py::test_a"}
    result = run(suite, write(suite, [stray]))
    (flaw,) = errors(result)
    assert flaw == (
        f"{LEDGER}:2: tests/cases.py::test_a: the whole suite was collected, and tests/cases.py "
        "is no part of it; delete the record"
    )


@pytest.mark.parametrize(
    ("text", "ret"),
    [
        ("import nothing_of_this_name\n", pytest.ExitCode.INTERRUPTED),
        ("import pytest\npytest.skip('x', allow_module_level=True)\n", pytest.ExitCode.OK),
    ],
)
def test_a_file_that_cannot_be_collected_is_pytests_to_report(
    suite: pytest.Pytester, text: str, ret: pytest.ExitCode
) -> None:
    option = write(suite, [record(suite, NAME)])
    (suite.path / "tests" / "test_it.py").write_text(text)
    assert run(suite, option).ret == ret


def test_a_deselected_test_does_not_run(suite: pytest.Pytester) -> None:
    option = write(suite, [frozen(suite, NAME, "1 == 2")])
    result = run(suite, option, "-k", "test_b")
    assert result.ret == pytest.ExitCode.OK
    assert "frozen" not in result.stdout.lines[-1]


def test_a_hook_that_drops_a_test_does_not_make_it_unknown(suite: pytest.Pytester) -> None:
    suite.makeconftest("def pytest_collection_modifyitems(items):\n    items.clear()\n")
    option = write(suite, [frozen(suite, NAME, "1 == 2")])
    assert run(suite, option).ret == pytest.ExitCode.NO_TESTS_COLLECTED


def test_a_test_outside_the_test_folders_has_no_hash(pytester: pytest.Pytester) -> None:
    (pytester.path / "checks").mkdir()
    (pytester.path / "checks" / "one.py").write_text(RED)
    pytester.makeini("[pytest]\npython_files = *.py\n")
    name = "checks/one.py::test_a"
    fields = {"parent_sha": "a" * 40, "assertion_hash": "x", "expires_at": "2099-01-01T00:00:00Z"}
    result = run(pytester, write(pytester, [{"test_id": name, **fields}]))
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    (flaw,) = errors(result)
    assert flaw == (
        f"{LEDGER}:2: {name}: it cannot be hashed: {name}: checks/one.py is not among the "
        "test-side files; name its folder in test-folders"
    )


def test_a_broken_configuration_is_refused_with_its_line(suite: pytest.Pytester) -> None:
    option = write(suite, [record(suite, NAME)])
    (suite.path / "pyproject.toml").write_text("[tool.freezegate]\nsedes = 3\n")
    result = run(suite, option)
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    assert errors(result)[0].startswith("pyproject.toml:2: ")


def test_a_rootdir_below_the_top_level_has_ids_of_its_own(pytester: pytest.Pytester) -> None:
    (pytester.path / ".git").mkdir()
    (pytester.path / "part").mkdir()
    (pytester.path / "part" / "pytest.ini").write_text("[pytest]\n")
    (pytester.path / "part" / "test_it.py").write_text(RED)
    inner = {
        **frozen(pytester, "part/test_it.py::test_a", "1 == 2"),
        "test_id": "test_it.py::test_a",
    }
    inner["witness"] = inner["witness"].removeprefix("part/")
    option = write(pytester, [inner])
    assert run(pytester, option, "part").ret == pytest.ExitCode.OK


@pytest.mark.parametrize("kind", ["fits", "stray"])
def test_workers_have_the_ledger_of_their_controller(suite: pytest.Pytester, kind: str) -> None:
    records = [frozen(suite, NAME, "1 == 2"), record(suite, "tests/test_other.py::test_c")]
    if kind == "stray":
        records.append({**record(suite, NAME), "test_id": GONE})
    option = write(suite, records)
    result = run(suite, option, "-n2", "-v", "--junitxml=junit.xml")
    if kind == "stray":
        assert result.ret == pytest.ExitCode.USAGE_ERROR
        assert errors(result) == [UNKNOWN.replace(":3:", ":4:") + " record"]
        return
    assert result.ret == pytest.ExitCode.OK
    result.stdout.fnmatch_lines(
        [
            f"freezegate: 2 records from {LEDGER}, *",
            f"*FROZEN {NAME}*",
            "*frozen by*",
            f"FROZEN {NAME}",
            "passed tests/test_other.py::test_c: its record (flake_freeze.json:3) may be prunable",
            "*2 passed, 1 frozen in*",
        ]
    )
    assert 'type="freezegate.frozen"' in (suite.path / "junit.xml").read_text()


def test_workers_that_group_tests_know_them(suite: pytest.Pytester) -> None:
    path = suite.path / "tests" / "test_it.py"
    path.write_text(f"import pytest\n@pytest.mark.xdist_group('g')\n{RED}")
    option = write(suite, [frozen(suite, NAME, "1 == 2")])
    result = run(suite, option, "-n1", "--dist=loadgroup")
    assert result.ret == pytest.ExitCode.OK
    result.stdout.fnmatch_lines([f"FROZEN {NAME}", "*1 frozen in*"])
