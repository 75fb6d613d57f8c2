"""The project's interpreter: which one, and what it says of itself."""

import hashlib
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Final

import msgspec

from freezegate.errors import ArtifactError, EngineError
from freezegate.model.environment import Environment
from freezegate.model.ids import Digest
from freezegate.shell.environment import active_virtualenv, environment_of_tests, own_interpreter
from freezegate.shell.process import Exited, run
from freezegate.wire.decode import decode

RUNNER: Final = Path(__file__).resolve().parent.parent / "runner"
#: Importing metadata of a thousand distributions takes seconds on a cold disk.
PROBE_LIMIT_S: Final = 120.0


class Interpreter(msgspec.Struct, frozen=True, kw_only=True):
    """An interpreter that has pytest, probed.

    `plugins` are the `pytest11` entry points as (name, module, distribution); `modules`
    maps the top-level import names of installed distributions to those that bring them.
    """

    executable: Path
    environment: Environment
    plugins: tuple[tuple[str, str, str], ...]
    modules: Mapping[str, tuple[str, ...]]

    def foreign(self, served: Collection[str]) -> frozenset[str]:
        """Give the names that other distributions bring than those of the project itself.

        The project's own, installed from a checkout say, bring at least one of the `served` names.
        """
        own = {owner for name in served for owner in self.modules.get(name, ())}
        return frozenset(name for name, owners in self.modules.items() if not own >= set(owners))

    @property
    def pytest_major(self) -> int:
        """The first number of pytest's version."""
        return int(self.environment.pytest.split(".", 1)[0])


class _Probe(msgspec.Struct, frozen=True, kw_only=True):
    """What `runner/probe.py` prints."""

    python: str
    platform: str
    implementation: str
    pytest: str
    hypothesis: str
    distributions: tuple[str, ...]
    plugins: tuple[tuple[str, str, str], ...]
    modules: dict[str, tuple[str, ...]]


def candidates(named: Path | None, top: Path) -> tuple[Path, ...]:
    """Name the interpreters to try, first choice first.

    The one that was named and no other; else the active virtual environment's, the repository's
    `.venv`, and the one that runs us.
    """
    if named is not None:
        return (named.absolute(),)
    folders = [active_virtualenv(), top / ".venv"]
    inside = [
        folder / place
        for folder in folders
        if folder is not None
        for place in ("bin/python", "Scripts/python.exe")
    ]
    return (*(path for path in inside if path.exists()), own_interpreter())


def find_interpreter(named: Path | None, top: Path, scratch: Path) -> Interpreter:
    """Probe the candidates and return the first that has pytest.

    Raises:
        EngineError: none has; the message names each that was tried and the option.
    """
    tried = []
    for candidate in candidates(named, top):
        probe = _probe(candidate, scratch)
        if isinstance(probe, Interpreter):
            return probe
        tried.append(f"{candidate} ({probe})")
    message = (
        f"no interpreter with pytest: tried {', '.join(tried)}; "
        "name the project's own with --python EXE"
    )
    raise EngineError(message)


def _probe(executable: Path, scratch: Path) -> Interpreter | str:
    """Probe one interpreter; a string says why it will not do."""
    environment = environment_of_tests(keep=(), home=scratch, temporary=scratch)
    try:
        outcome = run(
            (str(executable), "-s", "-B", str(RUNNER / "probe.py")),
            cwd=scratch,
            env=environment,
            timeout_s=PROBE_LIMIT_S,
        )
    except OSError as fault:
        return str(fault.strerror)
    if not isinstance(outcome, Exited) or outcome.code != 0:
        return "it does not run"
    try:
        probe = decode(outcome.stdout, _Probe, origin=f"{executable} probe")
    except ArtifactError:
        return "it prints something else than the answer that it was asked for"
    if not probe.pytest:
        return "it has no pytest"
    lines = "".join(f"{line}\n" for line in sorted(probe.distributions))
    return Interpreter(
        executable=executable,
        environment=Environment(
            python=f"{probe.implementation} {probe.python}",
            platform=probe.platform,
            pytest=probe.pytest,
            hypothesis=probe.hypothesis,
            distributions=Digest(f"sha256:{hashlib.sha256(lines.encode()).hexdigest()}"),
        ),
        plugins=probe.plugins,
        modules=probe.modules,
    )
