import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from freezegate.errors import ArtifactError, UsageError
from freezegate.shell.store import (
    check_free,
    free_folder,
    read_file,
    read_folder,
    write_file,
    write_folder,
)

FILES = {"decision.json": b"{}\n", "tickets/one.json": b"[]\n"}


def test_a_folder_comes_back_as_it_was_written(tmp_path: Path) -> None:
    write_folder(tmp_path / "evidence", FILES)
    assert read_folder(tmp_path / "evidence") == FILES
    assert [path.name for path in tmp_path.iterdir()] == ["evidence"]


def test_an_empty_folder_may_be_the_target_a_full_one_not(tmp_path: Path) -> None:
    target = tmp_path / "evidence"
    target.mkdir()
    write_folder(target, FILES)
    with pytest.raises(UsageError, match="exists and is not an empty folder; name another"):
        write_folder(target, FILES)
    with pytest.raises(UsageError):
        check_free(target)


def test_what_cannot_be_written_is_a_usage_error_and_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match="cannot be written"):
        write_folder(tmp_path / "file" / "evidence", FILES)
    with pytest.raises(UsageError, match="cannot be written"):
        write_file(tmp_path / "file" / "one", b"")
    with pytest.raises(UsageError):
        write_folder(tmp_path / "evidence", {"a": b"", "a/b": b""})
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_a_file_is_replaced_whole(tmp_path: Path) -> None:
    write_file(tmp_path / "made" / "one", b"1")
    write_file(tmp_path / "made" / "one", b"2")
    assert read_file(tmp_path / "made" / "one") == b"2"
    assert [path.name for path in (tmp_path / "made").iterdir()] == ["one"]


def test_what_is_no_regular_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ArtifactError, match="No such file"):
        read_file(tmp_path / "absent")
    with pytest.raises(ArtifactError, match="not a regular file"):
        read_file(tmp_path)
    (tmp_path / "large").write_bytes(b"12345")
    with pytest.raises(ArtifactError, match="5 bytes, more than 4"):
        read_file(tmp_path / "large", limit_bytes=4)


def test_evidence_holds_no_links(tmp_path: Path) -> None:
    folder = tmp_path / "evidence"
    write_folder(folder, FILES)
    (folder / "link").symlink_to("decision.json")
    with pytest.raises(ArtifactError, match="not a regular file; evidence holds nothing else"):
        read_folder(folder)
    with pytest.raises(ArtifactError, match="no such folder"):
        read_folder(tmp_path / "absent")


def test_free_names_are_numbered(tmp_path: Path) -> None:
    assert free_folder(tmp_path, "a") == tmp_path / "a"
    (tmp_path / "a").mkdir()
    (tmp_path / "a-2").mkdir()
    assert free_folder(tmp_path, "a") == tmp_path / "a-3"


WRITER = """
import sys
from pathlib import Path
from freezegate.shell.store import write_folder
print("ready", flush=True)
write_folder(Path(sys.argv[1]), {f"{n}.json": b"x" * 2000 for n in range(150)})
print("done", flush=True)
"""


@pytest.mark.skipif(os.name != "posix", reason="kills by signal")
def test_a_write_that_is_killed_leaves_nothing_that_reads_as_whole(tmp_path: Path) -> None:
    moments = random.Random(1)  # noqa: S311 - moments, no secret
    whole = 0
    for number in range(12):
        target = tmp_path / str(number)
        with subprocess.Popen(
            (sys.executable, "-c", WRITER, str(target)), stdout=subprocess.PIPE
        ) as child:
            assert child.stdout is not None
            child.stdout.readline()
            time.sleep(0.0 if number < 3 else moments.random() * 0.08)
            child.send_signal(signal.SIGKILL)
        if target.exists():
            whole += 1
            assert len(read_folder(target)) == 150
    assert whole < 12
