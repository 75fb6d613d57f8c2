"""Starts the runner as the supervisor does, and decodes every claim with the supervisor's types."""

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from textwrap import dedent
from typing import NamedTuple

import msgspec

from freezegate.model.claim import Claim, CollectError, End, Hello, Item, Origin, Ran, Started
from freezegate.model.contract import Vary
from freezegate.model.ids import Seed, TestId
from freezegate.model.plan import PLAIN, Instruments, Plan
from freezegate.shell.interpreter import RUNNER
from freezegate.wire.decode import decode_line

#: Another interpreter may stand for the project's: the runner serves what we do not run on.
PYTHON = os.environ.get("FREEZEGATE_TEST_PYTHON", sys.executable)


class Answer(NamedTuple):
    """What one process of the runner sent."""

    claims: tuple[Claim, ...]
    stderr: str
    code: int

    @property
    def hello(self) -> Hello:
        return next(claim for claim in self.claims if isinstance(claim, Hello))

    @property
    def items(self) -> dict[str, Item]:
        return {claim.test_id: claim for claim in self.claims if isinstance(claim, Item)}

    @property
    def rows(self) -> dict[str, Ran]:
        """The rows by the last part of their id."""
        rows = [claim for claim in self.claims if isinstance(claim, Ran)]
        return {row.test_id.rpartition("::")[2]: row for row in rows}

    @property
    def order(self) -> list[str]:
        return [claim.test_id for claim in self.claims if isinstance(claim, Ran)]

    @property
    def started(self) -> list[str]:
        return [claim.test_id for claim in self.claims if isinstance(claim, Started)]

    @property
    def errors(self) -> dict[str, str]:
        return {claim.path: claim.text for claim in self.claims if isinstance(claim, CollectError)}

    @property
    def origins(self) -> dict[str, str]:
        return {claim.package: claim.path for claim in self.claims if isinstance(claim, Origin)}

    @property
    def end(self) -> End | None:
        return next((claim for claim in self.claims if isinstance(claim, End)), None)

    def outcomes(self) -> dict[str, str]:
        return {name: str(row.outcome) for name, row in self.rows.items()}


def tree_of(folder: Path, files: Mapping[str, str]) -> Path:
    """Write a tree's files below a folder."""
    tree = folder / "tree"
    for name, text in files.items():
        path = tree / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(dedent(text), encoding="utf-8")
    return tree


def start(  # noqa: PLR0913 - a plan has as many parts
    tree: Path,
    *,
    collect: bool = False,
    root: str = "",
    ini: str = "",
    paths: Sequence[str] = (),
    plugins: Sequence[str] = (),
    served: Mapping[str, str] | None = None,
    test_folders: Sequence[str] = ("tests",),
    patterns: Sequence[str] = ("test_*.py",),
    select: Sequence[str] | None = None,
    order: Sequence[str] = (),
    done: Sequence[str] = (),
    seed: int = 7,
    vary: Sequence[Vary] = tuple(Vary),
    env: Mapping[str, str] | None = None,
    name: str = "s",
    instruments: Instruments = PLAIN,
) -> Answer:
    """Run one plan in a tree; its scratch, home and temporary folders stand beside it."""
    beside = tree.parent / name
    folders = {each: beside / each for each in ("scratch", "home", "temporary")}
    for folder in folders.values():
        folder.mkdir(parents=True, exist_ok=True)
    config = folders["scratch"] / "pytest.ini"
    config.write_text(f"[pytest]\n{dedent(ini)}", encoding="utf-8")
    plan = Plan(
        collect_only=collect,
        tree=str(tree),
        root=root,
        config=str(config),
        scratch=str(folders["scratch"]),
        paths=tuple(paths),
        plugins=tuple(plugins),
        served=dict(served or {}),
        test_folders=tuple(test_folders),
        test_patterns=tuple(patterns),
        select=None if select is None else tuple(map(TestId, select)),
        order=tuple(map(TestId, order)),
        done=tuple(map(TestId, done)),
        seed=Seed(seed),
        vary=tuple(vary),
        instruments=instruments,
    )
    given = {
        "PATH": os.defpath,
        "HOME": str(folders["home"]),
        "TMPDIR": str(folders["temporary"]),
        "PYTHONHASHSEED": "1",
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
        "HYPOTHESIS_NO_PLUGINS": "1",
        **(env or {}),
    }
    done_process = subprocess.run(
        (PYTHON, "-s", "-B", str(RUNNER / "boot.py")),
        input=msgspec.json.encode(plan),
        cwd=tree / root,
        env=given,
        capture_output=True,
        check=False,
        timeout=60,
    )
    claims: list[Claim] = [
        decode_line(line, Claim, origin="runner", number=number)
        for number, line in enumerate(done_process.stdout.splitlines(), 1)
    ]
    return Answer(
        tuple(claims), done_process.stderr.decode(errors="replace"), done_process.returncode
    )


def has(module: str) -> bool:
    """Tell whether the interpreter under the runner has a module."""
    command = (PYTHON, "-c", f"import {module}")
    return subprocess.run(command, capture_output=True, check=False).returncode == 0
