import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from freezegate.errors import EngineError
from freezegate.shell.objects import private_store
from freezegate.shell.trees import TREE_NAME
from freezegate.shell.workshop import Workshop, workshop
from tests.e2e.kit import Project
from tests.unit.shell.repositories import opened, state

PYTHON = Path(sys.executable)


@pytest.fixture
def shop(project: Project) -> Iterator[tuple[Workshop, Path]]:
    """A workshop, and a tree of one file written in it."""
    project.commit({"d/a.py": "1\n"})
    repository, head = opened(project)
    with private_store(repository, (head,)) as store, workshop(store) as made:
        yield made, made.write("a", store.listing(head))


def test_both_sides_get_folders_of_equal_length_and_name(project: Project) -> None:
    project.commit({"d/a.py": "1\n"})
    repository, head = opened(project)
    with private_store(repository, (head,)) as store, workshop(store) as made:
        one, other = (made.write(label, store.listing(head)) for label in "ab")
        with made.slot(one) as first, made.slot(other) as second:
            trees = {one, other, first.tree, second.tree}
            assert len(trees) == 4
            assert len({len(str(tree)) for tree in trees}) == 1
            assert {tree.name for tree in trees} == {TREE_NAME}
            assert TREE_NAME.isidentifier()


def test_every_slot_is_a_copy_of_its_own_and_goes_again(shop: tuple[Workshop, Path]) -> None:
    made, master = shop
    before = state(master)
    with made.slot(master) as one, made.slot(master) as two:
        (one.tree / "d/a.py").write_text("changed")
        assert (two.tree / "d/a.py").read_text() == "1\n"
        for folder in (one.scratch, one.home, one.temporary):
            assert list(folder.iterdir()) == []
            assert not folder.is_relative_to(one.tree)
        (one.tree / "locked").mkdir()
        (one.tree / "locked").chmod(0)
    assert state(master) == before
    assert not one.tree.parent.exists()
    assert not two.tree.parent.exists()


def test_slots_can_be_had_from_many_threads(shop: tuple[Workshop, Path]) -> None:
    made, master = shop
    seen: list[Path] = []

    def take() -> None:
        for _ in range(10):
            with made.slot(master) as slot:
                seen.append(slot.tree)

    threads = [threading.Thread(target=take) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(seen)) == 40


@pytest.mark.parametrize("fault", [RuntimeError, KeyboardInterrupt])
def test_nothing_stays_behind_a_fault(
    project: Project, monkeypatch: pytest.MonkeyPatch, fault: type[BaseException]
) -> None:
    project.commit({"d/a.py": "1\n"})
    repository, head = opened(project)
    temporary = project.at.parent / "temporary"
    temporary.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))

    def broken_off() -> None:
        with (
            private_store(repository, (head,)) as store,
            workshop(store) as made,
            made.home() as home,
            made.slot(made.write("a", store.listing(head))) as slot,
        ):
            assert home.is_dir()
            assert slot.tree.is_relative_to(temporary)
            raise fault

    with pytest.raises(fault):
        broken_off()
    assert list(temporary.iterdir()) == []


def test_a_home_is_empty_and_goes_again(shop: tuple[Workshop, Path]) -> None:
    made, _ = shop
    for _ in range(2):
        with made.home() as home:
            assert list(home.iterdir()) == []
            (home / "left").touch()
        assert not home.exists()


@pytest.mark.parametrize("name", ["python", "python3"])
def test_prepare_runs_in_the_tree_with_the_projects_interpreter(
    shop: tuple[Workshop, Path], name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    made, master = shop
    monkeypatch.setenv("HANDED_ON", "x")
    monkeypatch.setenv("SECRET", "x")
    program = (
        "import os, sys; e = os.environ; "
        "print([sys.executable, e.get('HANDED_ON'), 'SECRET' in e], file=open('built', 'w'))"
    )
    made.prepare(
        master, f'{name} -S -c "{program}"', python=PYTHON, keep=("HANDED_ON",), timeout_s=30.0
    )
    assert (master / "built").read_text() == f"{[str(PYTHON), 'x', False]}\n"


@pytest.mark.parametrize(
    ("command", "said"),
    [
        (
            "python -S -c \"import sys; sys.exit('no compiler')\"",
            "failed in a fresh tree; run it in a clean checkout to see why\nno compiler\n",
        ),
        (
            "python -S -c \"import sys; print('x' * 9000 + 'end'); sys.exit(1)\"",
            f"failed in a fresh tree; run it in a clean checkout to see why\n{'x' * 1996}end\n",
        ),
        (
            "python -S -c \"import time; print('at it', flush=True); time.sleep(60)\"",
            "outlived its 2 s in a fresh tree; run it in a clean checkout to see why\nat it\n",
        ),
        (
            'python -S -c "import os; os.kill(os.getpid(), 9)"',
            "failed in a fresh tree; run it in a clean checkout to see why\n",
        ),
        ("/nothing/of/this/name x", "cannot be started: No such file or directory"),
        ("make 'it", "is no command: name a program and its arguments"),
        (" ", "is no command: name a program and its arguments"),
    ],
)
def test_a_prepare_that_fails_says_what_it_said(
    shop: tuple[Workshop, Path], command: str, said: str
) -> None:
    made, master = shop
    with pytest.raises(EngineError) as fault:
        made.prepare(master, command, python=PYTHON, keep=(), timeout_s=2.0)
    assert str(fault.value) == f"prepare = {command!r} {said}"
