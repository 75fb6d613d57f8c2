"""A real git repository and the installed command, for tests that go from end to end."""

import importlib.metadata
import json
import os
import re
import subprocess
import sys
import textwrap
import venv
from collections.abc import Mapping
from pathlib import Path
from typing import Any

COMMAND = Path(sys.executable).with_name("freezegate")

_IDENTITY = {
    "GIT_AUTHOR_NAME": "A",
    "GIT_AUTHOR_EMAIL": "a@example.invalid",
    "GIT_AUTHOR_DATE": "2026-01-01T00:00:00Z",
    "GIT_COMMITTER_NAME": "A",
    "GIT_COMMITTER_EMAIL": "a@example.invalid",
    "GIT_COMMITTER_DATE": "2026-01-01T00:00:00Z",
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
}


def lean_interpreter(at: Path) -> Path:
    """Make an environment at `at` with pytest and Hypothesis alone, by links to our own.

    Every plugin of an environment costs each process that is started in it.
    """
    venv.create(at, symlinks=True)
    site = next(at.glob("lib/python*/site-packages"))
    todo = ["pytest", "hypothesis"]
    for name in todo:  # grows as it goes
        held = importlib.metadata.distribution(name)
        todo += [each for each in _required(held) if each not in todo]
        tops = {file.parts[0] for file in held.files or () if file.parts[0] != ".."}
        for top in tops - {"__pycache__"}:
            (site / top).symlink_to(Path(str(held.locate_file(top))))
    return at / "bin" / "python"


def _required(held: importlib.metadata.Distribution) -> list[str]:
    """Name the installed distributions that one needs here."""
    named = (text.partition(";") for text in held.requires or ())
    wanted = (re.match(r"[\w.-]+", head) for head, _, marker in named if "extra" not in marker)
    installed = {each.name.lower() for each in importlib.metadata.distributions()}
    return [found[0] for found in wanted if found and found[0].lower() in installed]


class Judged:
    """What one call of the command gave."""

    def __init__(self, done: "subprocess.CompletedProcess[str]", folder: Path) -> None:
        self.exit = done.returncode
        self.out = done.stdout
        self.err = done.stderr
        self.folder = folder

    @property
    def decision(self) -> dict[str, Any]:
        """`decision.json`."""
        return self.load("decision.json")

    @property
    def contract(self) -> dict[str, Any]:
        """`contract.json`."""
        return self.load("contract.json")

    @property
    def reasons(self) -> dict[str, str]:
        """The reason of each subject; of a test in one file, by its name alone."""
        return {
            result["prop"].split("::", 1)[-1]: result["reason"]
            for result in self.decision["results"]
        }

    @property
    def notes(self) -> str:
        """All notes, one a line."""
        return "\n".join(result.get("note", "") for result in self.decision["results"])

    def load(self, name: str) -> dict[str, Any]:
        """One JSON file of the evidence."""
        found: dict[str, Any] = json.loads((self.folder / name).read_text())
        return found

    def rows(self, name: str) -> list[dict[str, Any]]:
        """One row file of the evidence."""
        return [json.loads(line) for line in (self.folder / name).read_text().splitlines()]


class Project:
    """A repository at `at`, on branch `main`; each `commit` writes files and commits them.

    Judged tests run under `python`, our own interpreter unless given. `made`: it is there already.
    """

    def __init__(
        self, at: Path, python: Path = Path(sys.executable), *, made: bool = False
    ) -> None:
        self.at = at
        self.python = python
        at.mkdir(parents=True, exist_ok=True)
        if not made:
            self.git("init", "-q", "-b", "main")

    def git(self, *words: str, stdin: str | None = None) -> str:
        """Run git here and give what it printed."""
        done = subprocess.run(
            ("git", "-c", "core.autocrlf=false", *words),
            cwd=self.at,
            env={**os.environ, **_IDENTITY},
            input=stdin,
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout.strip()

    def write(self, files: Mapping[str, str | bytes | None]) -> None:
        """Write files; text is dedented, `None` deletes."""
        for name, content in files.items():
            path = self.at / name
            if content is None:
                path.unlink()
                continue
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(
                textwrap.dedent(content).encode() if isinstance(content, str) else content
            )

    def commit(self, files: Mapping[str, str | bytes | None] | None = None) -> str:
        """Write files, commit everything, and give the commit's id."""
        self.write(files or {})
        self.git("add", "--all", "--force")
        self.git("commit", "-q", "--allow-empty", "-m", "a commit")
        return self.git("rev-parse", "HEAD")

    def run(
        self, *words: str, env: Mapping[str, str] | None = None, cwd: Path | None = None
    ) -> "subprocess.CompletedProcess[str]":
        """Run the installed command here."""
        return subprocess.run(
            (str(COMMAND), *words),
            cwd=cwd or self.at,
            env={**os.environ, "VIRTUAL_ENV": str(self.python.parents[1]), **(env or {})},
            capture_output=True,
            text=True,
            timeout=300,
            check=False,
        )

    def gate(
        self,
        *words: str,
        seeds: str = "2",
        parent: str = "HEAD~1",
        python: str = "",
        env: Mapping[str, str] | None = None,
    ) -> Judged:
        """Judge HEAD against the commit before it, with two seeds unless told."""
        number = sum(1 for _ in self.at.parent.glob("evidence-*"))
        folder = self.at.parent / f"evidence-{number}"
        options = ["--out", str(folder), "--python", python or str(self.python)]
        if seeds:
            options += ["--seeds", seeds]
        if parent:
            options += ["--parent", parent]
        return Judged(self.run("gate", *options, *words, env=env), folder)
