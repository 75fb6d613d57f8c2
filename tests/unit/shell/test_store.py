import os
import socket
import stat
import subprocess
import sys
import threading
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

FILES = {"decision.json": b"{}\n", "empty": b"", "tickets/one.json": b"[]\n"}


def names(folder: Path) -> list[str]:
    """What stands directly in a folder."""
    return sorted(path.name for path in folder.iterdir())


def test_a_folder_comes_back_as_it_was_written(tmp_path: Path) -> None:
    write_folder(tmp_path / "a/b/evidence", FILES)
    assert read_folder(tmp_path / "a/b/evidence") == FILES
    assert names(tmp_path / "a/b") == ["evidence"]
    assert stat.S_IMODE((tmp_path / "a/b/evidence").stat().st_mode) == 0o755


def test_an_empty_folder_may_be_the_target(tmp_path: Path) -> None:
    target = tmp_path / "evidence"
    target.mkdir()
    check_free(target)
    write_folder(target, FILES)
    assert read_folder(target) == FILES


@pytest.mark.parametrize("kind", ["file", "folder", "hidden"])
def test_a_target_that_holds_something_is_refused_and_left(tmp_path: Path, kind: str) -> None:
    target = tmp_path / "evidence"
    if kind == "file":
        target.write_text("mine")
    else:
        target.mkdir()
        (target / (".mine" if kind == "hidden" else "mine")).write_text("mine")
    for refused in (check_free, lambda at: write_folder(at, FILES)):
        with pytest.raises(UsageError) as fault:
            refused(target)
        assert str(fault.value) == (
            f"{target}: exists and is not an empty folder; name another with --out"
        )
    assert names(tmp_path) == ["evidence"]
    assert kind == "file" or len(names(target)) == 1


def test_what_cannot_be_written_is_a_usage_error_and_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match=r"evidence: cannot be written: (Not a dir|File ex)"):
        write_folder(tmp_path / "file" / "evidence", FILES)
    with pytest.raises(UsageError, match=r"one: cannot be written: (Not a dir|File ex)"):
        write_file(tmp_path / "file" / "one", b"")
    with pytest.raises(UsageError, match="evidence: cannot be written"):
        write_folder(tmp_path / "evidence", {"a": b"", "a/b": b""})
    (tmp_path / "folder/in").mkdir(parents=True)
    with pytest.raises(UsageError, match="folder: cannot be written: Is a directory"):
        write_file(tmp_path / "folder", b"")
    assert names(tmp_path) == ["file", "folder"]


@pytest.mark.skipif(os.name != "posix", reason="limits the size of files")
def test_a_disk_that_is_full_half_way_is_a_usage_error(tmp_path: Path) -> None:
    program = (
        "import resource, sys; from pathlib import Path\n"
        "from freezegate.errors import UsageError\n"
        "from freezegate.shell.store import write_file, write_folder\n"
        "import signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))\n"
        "for write in (lambda: write_file(Path('one'), b'x' * 5000),\n"
        "              lambda: write_folder(Path('two'), {'a': b'', 'b': b'x' * 5000})):\n"
        "    try: write()\n"
        "    except UsageError as fault: print(fault)\n"
    )
    done = subprocess.run(
        (sys.executable, "-c", program), cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stdout == (
        "one: cannot be written: File too large\ntwo: cannot be written: File too large\n"
    )
    assert names(tmp_path) == []


def test_a_write_that_is_interrupted_leaves_nothing(tmp_path: Path) -> None:
    class Interrupted(dict[str, bytes]):
        """Files of which the last one is never there."""

        def items(self) -> object:  # type: ignore[override]  # all that is asked of it
            yield "a", b""
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_folder(tmp_path / "evidence", Interrupted())
    assert names(tmp_path) == []


def test_a_file_is_replaced_whole(tmp_path: Path) -> None:
    at = tmp_path / "made" / "one"
    write_file(at, b"1" * 100_000)
    with at.open("rb") as reader:
        write_file(at, b"2")
        assert reader.read() == b"1" * 100_000
    assert read_file(at) == b"2"
    assert names(tmp_path / "made") == ["one"]


def test_a_reader_sees_one_whole_file_or_the_other(tmp_path: Path) -> None:
    at = tmp_path / "one"
    versions = {bytes([65 + number]) * 50_000 for number in range(4)}
    write_file(at, b"A" * 50_000)
    over = threading.Event()
    seen: set[bytes] = set()

    def look() -> None:
        while not over.is_set():
            seen.add(at.read_bytes())

    reader = threading.Thread(target=look)
    reader.start()
    for version in sorted(versions) * 10:
        write_file(at, version)
    over.set()
    reader.join()
    assert seen <= versions


def test_what_is_no_regular_file_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "endless").symlink_to("/dev/zero")
    with pytest.raises(ArtifactError, match="absent: No such file"):
        read_file(tmp_path / "absent")
    for name in ("", "pipe", "endless"):
        with pytest.raises(ArtifactError, match=f"{name}: not a regular file"):
            read_file(tmp_path / name)


def test_a_file_above_its_limit_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "large").write_bytes(b"12345")
    assert read_file(tmp_path / "large", limit_bytes=5) == b"12345"
    with pytest.raises(ArtifactError, match="large: 5 bytes, more than 4"):
        read_file(tmp_path / "large", limit_bytes=4)


@pytest.mark.parametrize("kind", ["link", "dangling", "folder link", "pipe", "socket", "deep"])
def test_evidence_holds_nothing_but_regular_files(
    tmp_path: Path, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "evidence"
    write_folder(folder, FILES)
    monkeypatch.chdir(folder)
    match kind:
        case "link":
            Path("odd").symlink_to("decision.json")
        case "dangling":
            Path("odd").symlink_to("absent")
        case "folder link":
            Path("odd").symlink_to("tickets")
        case "pipe":
            os.mkfifo("odd")
        case "socket":
            with socket.socket(socket.AF_UNIX) as made:
                made.bind("odd")
        case _:
            Path("tickets/odd").symlink_to("one.json")
    with pytest.raises(ArtifactError, match="odd: not a regular file; evidence holds nothing els"):
        read_folder(folder)


def test_evidence_is_a_folder(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for name in ("absent", "file"):
        with pytest.raises(ArtifactError, match=f"{name}: no such folder of evidence"):
            read_folder(tmp_path / name)


def test_free_names_are_numbered(tmp_path: Path) -> None:
    assert free_folder(tmp_path, "a") == tmp_path / "a"
    (tmp_path / "a").mkdir()
    assert free_folder(tmp_path, "a") == tmp_path / "a-2"
    (tmp_path / "a-2").touch()
    assert free_folder(tmp_path, "a") == tmp_path / "a-3"


#: Forks a writer for each moment, without the cost of starting Python anew, and kills it then.
NURSERY = """
import os, signal, sys, time
from pathlib import Path
from freezegate.shell.store import write_file, write_folder
files = {f"{n:03}.json": b"x" * 4000 for n in range(30)} | {"tickets/one.json": b"y"}
Path("replaced").write_bytes(b"0" * 300_000)
start = time.monotonic()
write_folder(Path("whole"), files)
write_file(Path("replaced"), b"1" * 300_000)
took = time.monotonic() - start
for number in range(48):
    child = os.fork()
    if child == 0:
        write_folder(Path(str(number)), files)
        write_file(Path("replaced"), b"%d" % (number % 10) * 300_000)
        os._exit(0)
    time.sleep(took * 1.2 * number / 48)
    if number < 47:
        os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    content = Path("replaced").read_bytes()
    print(number, len(content), len(set(content)))
"""


@pytest.mark.skipif(os.name != "posix", reason="kills by signal")
def test_a_write_that_is_killed_leaves_all_or_nothing(tmp_path: Path) -> None:
    done = subprocess.run(
        (sys.executable, "-c", NURSERY), cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.stderr == ""
    lines = [line.split() for line in done.stdout.splitlines()]
    assert [line[1:] for line in lines] == [["300000", "1"]] * 48
    expected = read_folder(tmp_path / "whole")
    assert len(expected) == 31
    found = [number for number in range(48) if (tmp_path / str(number)).exists()]
    for number in found:
        assert read_folder(tmp_path / str(number)) == expected
    # The moments lie before, in and behind the write (the last is left alone); what was cut off
    # has a name of its own.
    assert 0 < len(found) < 48
    leftovers = set(names(tmp_path)) - {str(number) for number in found} - {"whole", "replaced"}
    assert leftovers
    assert all(name.startswith(".partial-") for name in leftovers)


def test_leftovers_do_not_stand_in_the_way(tmp_path: Path) -> None:
    (tmp_path / ".partial-evidence-abc").mkdir()
    assert free_folder(tmp_path, "evidence") == tmp_path / "evidence"
    write_folder(tmp_path / "evidence", FILES)
    assert read_folder(tmp_path / "evidence") == FILES
