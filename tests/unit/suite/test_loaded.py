import pytest

from freezegate.suite.doors import Given
from freezegate.suite.loaded import as_handed, from_handed, loaded, narrowed_by
from freezegate.suite.start import Narrowed

pytest_plugins = ["pytester"]

GIVEN = Given("l.json", "/somewhere/l.json", b'{"records": [\n{"test_id": "a"}]}')


def test_a_worker_gets_the_bytes_of_its_controller_as_plain_values() -> None:
    whole = loaded(GIVEN, Narrowed(files=True, inside=frozenset({"a.py"})))
    handed = as_handed(whole)
    assert type(handed["given"]) is list
    assert type(handed["narrowed"]["inside"]) is list
    assert from_handed(handed) == whole
    assert whole.origin == "l.json"


def test_names_are_those_of_records_that_could_be_read() -> None:
    assert loaded(GIVEN, Narrowed()).names == frozenset()


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ((), Narrowed()),
        (("-k", "a"), Narrowed()),
        (("tests",), Narrowed(files=True)),
        (
            ("tests/test_a.py::test_a", "tests/test_b.py"),
            Narrowed(files=True, inside=frozenset({"tests/test_a.py"})),
        ),
        (("/elsewhere.py::test_a",), Narrowed(files=True)),
        (
            ("--pyargs", "pkg.test_a::test_a"),
            Narrowed(files=True, inside=frozenset({"pkg.test_a"}), everywhere=True),
        ),
        (("--ignore=x",), Narrowed(files=True)),
        (("--lf",), Narrowed(files=True, everywhere=True)),
    ],
)
def test_a_run_is_narrowed_by_arguments_and_options(
    pytester: pytest.Pytester, words: tuple[str, ...], expected: Narrowed
) -> None:
    for name in ("tests/test_a.py", "tests/test_b.py", "pkg/test_a.py"):
        (pytester.path / name).parent.mkdir(exist_ok=True)
        (pytester.path / name).touch()
    pytester.makeini("[pytest]\n")
    config = pytester.parseconfig(*words)
    if not any("tests" in word or "::" in word for word in words):
        # pytester gives the folder as an argument where there is none.
        config.args_source = pytest.Config.ArgsSource.INVOCATION_DIR
    assert narrowed_by(config) == expected


@pytest.mark.parametrize(
    ("source", "below", "narrowed"),
    [
        (pytest.Config.ArgsSource.INVOCATION_DIR, False, False),
        (pytest.Config.ArgsSource.INVOCATION_DIR, True, True),
        (pytest.Config.ArgsSource.TESTPATHS, False, False),
    ],
)
def test_a_run_from_a_folder_below_the_rootdir_is_narrowed(
    pytester: pytest.Pytester, source: pytest.Config.ArgsSource, *, below: bool, narrowed: bool
) -> None:
    pytester.makeini("[pytest]\n")
    pytester.mkdir("tests")
    if below:
        pytester.chdir()
        pytester._monkeypatch.chdir(pytester.path / "tests")
    config = pytester.parseconfig("--rootdir", str(pytester.path))
    config.args_source = source
    assert narrowed_by(config).files is narrowed
