from collections.abc import Mapping

import pytest

from freezegate.errors import ArtifactError
from freezegate.source.pytest_found import Dialect, FoundConfig, find_config, table


def find(files: Mapping[str, str], root: str = "", major: int = 9) -> FoundConfig:
    def read(path: str) -> bytes | None:
        return files[path].encode() if path in files else None

    return find_config(read, root, pytest_major=major)


OWN = "[pytest]\nxfail_strict = true\n"
CFG = "[tool:pytest]\nxfail_strict = true\n"
INI_OPTIONS = "[tool.pytest.ini_options]\nxfail_strict = true\n"
NATIVE = "[tool.pytest]\nxfail_strict = true\n"


@pytest.mark.parametrize(
    ("files", "major", "path"),
    [
        ({}, 9, ""),
        ({"pytest.toml": OWN, "pytest.ini": OWN}, 9, "pytest.toml"),
        ({"pytest.toml": OWN, "pytest.ini": OWN}, 8, "pytest.ini"),
        ({".pytest.toml": "", "pytest.ini": OWN}, 9, ".pytest.toml"),
        ({"pytest.ini": "", "pyproject.toml": INI_OPTIONS}, 9, "pytest.ini"),
        ({".pytest.ini": OWN, "pyproject.toml": INI_OPTIONS}, 9, ".pytest.ini"),
        ({"pyproject.toml": INI_OPTIONS, "tox.ini": OWN}, 9, "pyproject.toml"),
        ({"pyproject.toml": NATIVE, "tox.ini": OWN}, 9, "pyproject.toml"),
        ({"pyproject.toml": NATIVE, "tox.ini": OWN}, 8, "tox.ini"),
        ({"pyproject.toml": "[tool.other]", "tox.ini": OWN}, 9, "tox.ini"),
        ({"pyproject.toml": "tool = 1", "setup.cfg": CFG}, 9, "setup.cfg"),
        ({"tox.ini": "[tox]\n", "setup.cfg": CFG}, 9, "setup.cfg"),
        ({"setup.cfg": "[metadata]\n"}, 9, ""),
    ],
)
def test_the_file_that_pytest_would_pick(files: dict[str, str], major: int, path: str) -> None:
    assert find(files, major=major).path == path


def test_only_the_rootdir_is_looked_into() -> None:
    found = find({"pytest.ini": OWN, "sub/tox.ini": OWN}, root="sub")
    assert (found.path, found.root) == ("sub/tox.ini", "sub")


def test_ini_values_are_text_as_pytest_reads_it() -> None:
    found = find(
        {
            "tox.ini": "[pytest]\n"
            "# a comment\n"
            "addOpts = -x\n"
            "   --percent=%(here)s  # stays\n"
            "\n"
            "   ; another\n"
            "   tests\n"
            "markers:\n  slow: takes = long\n  fast\n"
        }
    )
    assert found.dialect is Dialect.INI
    assert found.values == {
        "addOpts": "-x\n--percent=%(here)s  # stays\ntests",
        "markers": "slow: takes = long\nfast",
    }
    assert found.lines("markers") == ("slow: takes = long", "fast")


def test_ini_options_become_text_and_lists_of_text() -> None:
    found = find({"pyproject.toml": '[tool.pytest.ini_options]\na = true\nb = 3\nc = ["x", 1]\n'})
    assert found.values == {"a": "True", "b": "3", "c": ["x", "1"]}
    assert found.words("c") == found.lines("c") == ("x", "1")


def test_native_values_keep_their_types() -> None:
    found = find(
        {
            "pytest.toml": "[pytest]\na = true\nb = 3\nd = 1.5\nh = 2026-12-01\n"
            'c = ["x"]\ne = {f = "g"}\n'
        }
    )
    assert found.dialect is Dialect.NATIVE
    assert found.values == {
        "a": True,
        "b": 3,
        "c": ["x"],
        "d": 1.5,
        "e": {"f": "g"},
        "h": "2026-12-01",
    }


def test_words_and_patterns() -> None:
    assert FoundConfig().patterns == ("test_*.py", "*_test.py")
    found = find({"pytest.ini": "[pytest]\npython_files = check_*.py 'a b.py'\n"})
    assert found.patterns == ("check_*.py", "a b.py")
    assert found.words("testpaths") == ()


@pytest.mark.parametrize(
    ("files", "told"),
    [
        ({"pytest.ini": "[pytest]\na = 1\na = 2\n"}, r"pytest.ini:3: .*already exists"),
        ({"tox.ini": "[pytest]\nnonsense\n"}, r"tox.ini:2: .*mend the file"),
        ({"pyproject.toml": "[tool.pytest\n"}, r"pyproject.toml:1: .*mend the file"),
        ({"pyproject.toml": 'a = "\n'}, r"pyproject.toml:1: "),
        ({"pyproject.toml": "[a"}, r"pyproject.toml: Expected .*mend the file"),
        (
            {"pyproject.toml": "[tool.pytest]\nb = 1\n[tool.pytest.ini_options]\na = 1\n"},
            r"pyproject.toml: both \[tool.pytest\] and .*; keep one of them",
        ),
    ],
)
def test_broken_files_are_faults_with_an_address(files: dict[str, str], told: str) -> None:
    with pytest.raises(ArtifactError, match=told):
        find(files)


def test_bytes_that_are_no_text_are_a_fault() -> None:
    with pytest.raises(ArtifactError, match=r"pytest.ini: .*save it as UTF-8"):
        find_config(lambda path: b"\xff" if path == "pytest.ini" else None, "", pytest_major=9)


def test_open_quotes_are_a_fault() -> None:
    found = find({"pytest.ini": "[pytest]\naddopts = -k 'not\n"})
    with pytest.raises(ArtifactError, match=r"pytest.ini: addopts is .*close the quotes"):
        found.words("addopts")


def test_a_table_by_its_names() -> None:
    document: dict[str, object] = {"a": {"b": {"c": 1}}, "d": 2}
    assert table(document, "a", "b") == {"c": 1}
    assert table(document, "d", "b") == table(document, "x") == {}
