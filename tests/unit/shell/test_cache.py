import os
from pathlib import Path

import pytest

from freezegate.shell.cache import read_cached, write_cached


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "freezegate"


def test_what_is_written_is_read() -> None:
    assert read_cached("one") is None
    write_cached("one", b"1", kept=9)
    assert read_cached("one") == b"1"


def test_the_oldest_go(folder: Path) -> None:
    for place, name in enumerate("abcd"):
        write_cached(name, b"", kept=9)
        os.utime(folder / name, (place, place))
    write_cached("e", b"", kept=3)
    assert sorted(path.name for path in folder.iterdir()) == ["c", "d", "e"]


def test_a_folder_that_cannot_be_written_is_no_fault(folder: Path) -> None:
    folder.write_bytes(b"a file")
    write_cached("one", b"1", kept=9)
    assert read_cached("one") is None


def test_without_the_variable_it_stands_in_the_home(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    monkeypatch.setenv("HOME", str(tmp_path))
    write_cached("one", b"1", kept=9)
    assert (tmp_path / ".cache" / "freezegate" / "one").read_bytes() == b"1"
