"""What no tree may hold, and that a tree is written, copied and removed exactly."""

import os
import stat
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from freezegate.errors import GitError
from freezegate.model.ids import CommitSha
from freezegate.model.tree import Entry
from freezegate.shell.git import Repository
from freezegate.shell.objects import ObjectStore, private_store
from freezegate.shell.trees import (
    copy_tree,
    listing_digest,
    refuse,
    remove_tree,
    write_tree,
)
from tests.e2e.kit import Project
from tests.unit.shell.repositories import state

SHA = CommitSha("c" * 40)
#: Names are refused without a look at what they name.
UNREAD = ObjectStore(Path("/nothing/of/this/name"), "sha1")
FILE, EXECUTABLE, LINK = "100644", "100755", "120000"


@pytest.fixture
def store(project: Project) -> ObjectStore:
    """A store of the blobs that `made` puts into it."""
    return ObjectStore(project.at / ".git", "sha1")


def made(project: Project, files: Mapping[str, tuple[str, str]]) -> dict[str, Entry]:
    """A listing of (mode, content); its blobs are in the project."""
    blobs = {
        text: project.git("hash-object", "-w", "--stdin", stdin=text)
        for _, text in dict.fromkeys(files.values())
    }
    return {path: Entry(mode=mode, blob=blobs[text]) for path, (mode, text) in files.items()}


def entry(mode: str = FILE, blob: str = "0" * 40) -> Entry:
    return Entry(mode=mode, blob=blob)


GIT = "a name that some file system takes for .git"
CONTROL = "a control character in a file name; rename"
OUT = "a path that leaves the tree"
ALIKE = "in case or Unicode form alone"


@pytest.mark.parametrize(
    ("paths", "mode", "fault"),
    [
        (("lib",), "160000", "a submodule; its files are no part of this commit"),
        (("a",), "100666", "a file of mode 100666"),
        (("a",), "040000", "a file of mode 040000"),
        ((".git",), FILE, GIT),
        ((".git/config",), FILE, GIT),
        (("a/.GIT/b",), FILE, GIT),
        ((".git ",), FILE, GIT),
        ((".git. .",), FILE, GIT),
        ((".git::$INDEX_ALLOCATION",), FILE, GIT),
        ((".git .:x",), FILE, GIT),
        (("a\\.git\\config",), FILE, GIT),
        ((".g\u200cit",), FILE, GIT),
        (("\u200e.git\ufeff",), FILE, GIT),
        ((".gi\u202at",), FILE, GIT),
        ((".gi\u206ft",), FILE, GIT),
        (("git~1/x",), FILE, GIT),
        (("GIT~1",), FILE, GIT),
        (("a\nb",), FILE, CONTROL),
        (("a\x1b[2J",), FILE, CONTROL),
        (("a\x7f",), FILE, CONTROL),
        (("a\x85b",), FILE, CONTROL),
        (("d\r/b",), FILE, CONTROL),
        (("a/../b",), FILE, OUT),
        (("..",), FILE, OUT),
        (("./a",), FILE, OUT),
        (("a//b",), FILE, OUT),
        (("/a",), FILE, OUT),
        (("a/",), FILE, OUT),
        (("a", "A"), FILE, ALIKE),
        (("d/x", "D/y"), FILE, ALIKE),
        (("d/x", "D"), FILE, ALIKE),
        (("\u00e9", "e\u0301"), FILE, ALIKE),
        (("\u00c9/x", "e\u0301/y"), FILE, ALIKE),
        (("\u017f", "s"), FILE, ALIKE),
        (("a", "a/b"), FILE, "stands below 'a', which is a file"),
        (("a/b/c", "a/b/c/d/e"), FILE, "stands below 'a/b/c', which is a file"),
        (("n" * 256,), FILE, "a name of more than 255 bytes"),
        (("d/" + "\u00e9" * 128,), FILE, "a name of more than 255 bytes"),
    ],
)
def test_what_no_tree_may_hold_is_refused_by_name(
    paths: tuple[str, ...], mode: str, fault: str
) -> None:
    with pytest.raises(GitError) as refused:
        refuse(UNREAD, {path: entry(mode) for path in paths}, commit=SHA)
    assert str(refused.value).startswith(f"cccccccccccc:{paths[-1]!r}: ")
    assert fault in str(refused.value)


def test_names_that_only_look_odd_are_let_through() -> None:
    paths = (
        ".gitignore",
        ".github/x",
        ".gitattributes",
        "git",
        "a.git",
        ".git2",
        "git~2",
        "...",
        "a b",
        "ü/日本",
        "-x",
        "a\\b",
        "a:b",
        "d/x",
        "d/y",
        "e/x",
        "n" * 255,
    )
    refuse(UNREAD, {path: entry() for path in paths}, commit=SHA)


@pytest.mark.parametrize(
    ("at", "target"),
    [
        ("link", "a.py"),
        ("link", "./a.py"),
        ("link", "absent"),
        ("link", "."),
        ("link", "d/../a.py"),
        ("d/link", "../a.py"),
        ("d/e/link", "../.."),
        ("link", "link"),
    ],
)
def test_links_that_stay_inside_are_let_through(
    project: Project, store: ObjectStore, at: str, target: str
) -> None:
    listing = made(project, {"a.py": (FILE, "1\n"), "d/b.py": (FILE, "2\n"), at: (LINK, target)})
    refuse(store, listing, commit=SHA)
    write_tree(store, listing, project.at / "tree")
    assert str((project.at / "tree" / at).readlink()) == str(Path(target))


@pytest.mark.parametrize(
    ("at", "target", "fault"),
    [
        ("link", "/etc/passwd", "a link that leads out, to '/etc/passwd'"),
        ("link", "../outside", "a link that leads out, to '../outside'"),
        ("d/link", "../../outside", "a link that leads out"),
        ("d/link", "../../freezegate_tree/a.py", "a link that leads out"),
        ("d/link", "x/../../../y", "a link that leads out"),
        ("link", "..", "a link that leads out"),
        ("link", "..\\outside", "a link that leads out"),
        ("link", "C:\\outside", "a link that leads out"),
        ("link", "", "a link without a target"),
    ],
)
def test_links_that_lead_out_are_refused(
    project: Project, store: ObjectStore, at: str, target: str, fault: str
) -> None:
    with pytest.raises(GitError) as refused:
        refuse(store, made(project, {at: (LINK, target)}), commit=SHA)
    assert str(refused.value).startswith(f"cccccccccccc:{at!r}: {fault}")


@pytest.mark.parametrize(
    "links",
    [
        {"d/e/up": "../..", "out": "d/e/up/../a.py"},
        {"second": "first/x", "first": "a/b/up/..", "a/b/up": "../.."},
        {"z": "d/e/up/../../secret", "d/e/up": "../.."},
    ],
)
def test_links_that_lead_out_by_way_of_others_are_refused(
    project: Project, store: ObjectStore, links: dict[str, str]
) -> None:
    files = {path: (LINK, target) for path, target in links.items()} | {"d/e/a": (FILE, "")}
    listing = made(project, files)
    (project.at / "secret").touch()
    refuse(store, listing, commit=SHA)
    with pytest.raises(GitError, match="a link that leads out of the tree by way of another"):
        write_tree(store, listing, project.at / "tree")


def test_no_file_is_written_by_way_of_a_link(project: Project, store: ObjectStore) -> None:
    listing = made(project, {"d": (LINK, "../outside"), "d/x": (FILE, "")})
    (project.at / "outside").mkdir()
    with pytest.raises(GitError, match="d: cannot be written: File exists"):
        write_tree(store, listing, project.at / "tree")
    assert list((project.at / "outside").iterdir()) == []


def test_links_in_a_circle_end_nowhere(project: Project, store: ObjectStore) -> None:
    listing = made(project, {"a": (LINK, "b"), "b": (LINK, "a"), "c": (LINK, "a/x")})
    refuse(store, listing, commit=SHA)
    write_tree(store, listing, project.at / "tree")
    copy_tree(project.at / "tree", project.at / "copy")
    assert sorted(path.name for path in (project.at / "copy").iterdir()) == ["a", "b", "c"]


def test_a_tree_is_written_byte_for_byte_with_its_modes(
    project: Project, store: ObjectStore
) -> None:
    listing = made(
        project,
        {
            "z.py": (FILE, "z\n"),
            "a/b/run.sh": (EXECUTABLE, "#!/bin/sh\n"),
            "a/link": (LINK, "b/run.sh"),
            "a/to-folder": (LINK, "b"),
            "empty": (FILE, ""),
        },
    )
    before = os.umask(0o077)
    try:
        write_tree(store, listing, project.at / "tree")
    finally:
        os.umask(before)
    tree = project.at / "tree"
    modes = {path: stat.S_IMODE((tree / path).stat().st_mode) for path in listing}
    assert modes["z.py"] == modes["empty"] == 0o644
    assert modes["a/b/run.sh"] == 0o755
    assert (tree / "a/to-folder/run.sh").read_text() == "#!/bin/sh\n"
    folders = {".", "a", "a/b"}
    assert set(state(tree)) == set(listing) | folders


def test_what_the_machine_cannot_hold_is_refused_by_name(
    project: Project, store: ObjectStore
) -> None:
    deep = "/".join(["d" * 200] * 30)
    listing = made(project, {deep: (FILE, "")})
    refuse(store, listing, commit=SHA)
    with pytest.raises(GitError, match="ddd: cannot be written: File name too long"):
        write_tree(store, listing, project.at / "tree")
    with pytest.raises(GitError, match="tree: cannot be written: File exists"):
        write_tree(store, {}, project.at / "tree")


def test_a_copy_shares_nothing_with_its_source(project: Project, store: ObjectStore) -> None:
    files = {"d/a.py": (FILE, "1\n"), "run.sh": (EXECUTABLE, ""), "link": (LINK, "d/a.py")}
    source, target = project.at / "tree", project.at / "copy"
    write_tree(store, made(project, files), source)
    (source / "d").chmod(0o555)
    copy_tree(source, target)
    before = state(source)
    assert {path: (seen.content, seen.mode) for path, seen in before.items()} == {
        path: (seen.content, seen.mode) for path, seen in state(target).items()
    }
    assert (target / "link").readlink() == Path("d/a.py")
    (target / "link").write_text("changed")
    (target / "run.sh").chmod(0)
    assert state(source) == before


@contextmanager
def unprivileged(folder: Path) -> Iterator[Path]:
    """Act as a user to whom permissions apply, in a folder of theirs; give it as a short path.

    Root may do all, so root's rights are laid down meanwhile.
    """
    before = Path.cwd()
    root = os.geteuid() == 0
    if root:
        os.chown(folder, 65534, 65534)
    os.chdir(folder)
    if root:
        os.seteuid(65534)
    try:
        yield Path()
    finally:
        if root:
            os.seteuid(0)
        os.chdir(before)


def test_a_folder_is_removed_whatever_a_test_made_of_its_permissions(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "kept").touch()
    outside.chmod(0o555)
    kept = state(outside)
    place = tmp_path / "place"
    place.mkdir()
    with unprivileged(place) as here:
        locked = here / "tree/a/b/c"
        locked.mkdir(parents=True)
        (locked / "file").touch(0o000)
        (here / "tree/link").symlink_to("../../outside")
        (here / "tree/dangling").symlink_to("absent")
        os.mkfifo(here / "tree/a/pipe")
        for folder in (locked, locked.parent, locked.parent.parent, here / "tree"):
            folder.chmod(0o000)
        remove_tree(here / "tree")
        assert list(here.iterdir()) == []
    assert state(outside) == kept


def test_a_nest_deeper_than_a_path_is_long_is_removed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    nest = tmp_path / "nest"
    nest.mkdir()
    (nest / "beside").mkdir()
    monkeypatch.chdir(nest)
    for _ in range(1500):
        Path("deeper").mkdir()
        Path("file").touch()
        os.chdir("deeper")
    os.chdir(tmp_path)
    try:
        remove_tree(nest)
        assert list(tmp_path.iterdir()) == []
    finally:  # pytest could not clean up behind a failure
        subprocess.run(("rm", "-rf", str(nest)), check=True)


def test_removing_what_is_gone_is_fine(tmp_path: Path) -> None:
    remove_tree(tmp_path / "absent")
    assert list(tmp_path.iterdir()) == []


def test_ten_thousand_files_come_and_go(project: Project) -> None:
    contents = [project.git("hash-object", "-w", "--stdin", stdin=str(n)) for n in range(10)]
    lines = [
        f"100644 {contents[number % 10]}\td{number % 97}/e{number % 11}/f{number}\n"
        for number in range(10_000)
    ]
    project.git("update-index", "--index-info", stdin="".join(lines))
    project.git("commit", "-q", "-m", "many")
    repository = Repository.open(project.at)
    head = repository.resolve("HEAD")
    tree = project.at.parent / "tree"
    with private_store(repository, (head,)) as store:
        listing = store.listing(head)
        refuse(store, listing, commit=head)
        write_tree(store, listing, tree)
    found = {f"{at}/{name}" for at, _, names in os.walk(tree) for name in names}
    assert found == {f"{tree}/{path}" for path in listing}
    assert len(found) == 10_000
    remove_tree(tree)
    assert not tree.exists()


def test_a_digest_tells_listings_apart_and_not_their_orders() -> None:
    one, two = entry(blob="1" * 40), entry(blob="2" * 40)
    assert listing_digest({"a": one, "b": two}) == listing_digest({"b": two, "a": one})
    different: list[dict[str, Entry]] = [
        {},
        {"a": one},
        {"a": two},
        {"b": one},
        {"a": entry(EXECUTABLE, "1" * 40)},
        {"a": one, "b": one},
        {"a": one, "b": two},
    ]
    assert len({listing_digest(listing) for listing in different}) == len(different)
