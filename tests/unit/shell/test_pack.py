import os
from pathlib import Path

import pytest

from freezegate.errors import ArtifactError, UsageError
from freezegate.shell.pack import read_pack_folder, write_pack_folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "pack"


def test_a_folder_that_is_not_there_has_no_files(folder: Path) -> None:
    assert read_pack_folder(folder) == {}


def test_what_is_written_is_read_and_nothing_else_is_left(folder: Path) -> None:
    files = {"logs/a.log": b"A", "data/deep/b": b"B", "pack.json": b"{}"}
    write_pack_folder(folder, files)
    assert read_pack_folder(folder) == files
    write_pack_folder(folder, {"pack.json": b"{ }"})
    assert read_pack_folder(folder) == {**files, "pack.json": b"{ }"}
    assert [each.name for each in folder.parent.iterdir()] == ["pack"]


@pytest.mark.parametrize("name", ["data/link", "pack.json", "logs"])
def test_a_link_is_neither_read_nor_written_through(
    folder: Path, tmp_path: Path, name: str
) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (folder / name).parent.mkdir(parents=True)
    (folder / name).symlink_to(outside)
    said = rf"pack/{name}: a link; a pack holds plain files"
    with pytest.raises(ArtifactError, match=said):
        read_pack_folder(folder)
    with pytest.raises(ArtifactError, match=said):
        write_pack_folder(folder, {"logs/a.log": b"A"})
    assert not list(outside.iterdir())


def test_nor_is_a_folder_that_is_a_link(folder: Path, tmp_path: Path) -> None:
    folder.symlink_to(tmp_path / "gone")
    with pytest.raises(ArtifactError, match="pack: a link"):
        read_pack_folder(folder)


def test_what_is_no_file_is_refused(folder: Path) -> None:
    folder.write_bytes(b"")
    with pytest.raises(ArtifactError, match="pack: neither a file nor a folder"):
        read_pack_folder(folder)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no such files")
def test_a_pipe_is_refused_and_not_waited_for(folder: Path) -> None:
    folder.mkdir()
    os.mkfifo(folder / "pipe")
    with pytest.raises(ArtifactError, match="pipe: neither a file nor a folder"):
        read_pack_folder(folder)


def test_all_files_are_written_or_none(folder: Path) -> None:
    """A folder stands where the last file would go, so that its move fails."""
    write_pack_folder(folder, {"pack.json": b"old"})
    (folder / "taken" / "inner").mkdir(parents=True)
    with pytest.raises(UsageError, match="taken: cannot be written"):
        write_pack_folder(folder, {"logs/a.log": b"A", "pack.json": b"new", "taken": b"x"})
    assert read_pack_folder(folder) == {"pack.json": b"old"}
    assert [each.name for each in folder.parent.iterdir()] == ["pack"]


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(UsageError, match="file/pack: cannot be written"):
        write_pack_folder(tmp_path / "file" / "pack", {"pack.json": b"{}"})
