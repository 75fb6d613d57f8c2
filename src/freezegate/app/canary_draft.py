"""`canary draft`: mutants of what one test executes, and which of them it kills.

A draft is a proposal. What comes of it is a file that a person checks in, or nothing.
"""

import itertools
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import msgspec

from freezegate.app.canary import unmutated
from freezegate.app.canary_mutants import FOLDER, ground_of
from freezegate.app.canary_run import pytest_words, run_suite
from freezegate.app.canary_space import Setup, opened, run_python
from freezegate.app.case import Case, open_case
from freezegate.app.options import Options
from freezegate.app.progress import Progress
from freezegate.core.canary import is_sound, judge_canary
from freezegate.errors import ArtifactError, UsageError
from freezegate.model.canary import CanaryRun, Edit, Mutant
from freezegate.model.ids import TestId
from freezegate.model.manifest import check_test_id
from freezegate.model.reason import Reason
from freezegate.shell.git import Repository
from freezegate.shell.store import read_file, write_file
from freezegate.source.mutant_operators import Proposal, proposals
from freezegate.source.mutants import Ground
from freezegate.wire.decode import decode
from freezegate.wire.mutant import write_mutant

_TRACER: Final = Path(__file__).with_name("canary_trace.py")
#: A mutant of each file in turn, so that one long file does not hide the rest.
DEFAULT_LIMIT: Final = 12


class DraftAsked(msgspec.Struct, frozen=True, kw_only=True):
    """What a person may ask of `canary draft`.

    `limit` is how many mutants are tried. `write` is the name of the file to write in `mutants/`,
    less its ending; `pick` the number (from 1) of the mutant to write, 0 for the first that is
    killed.
    """

    repo: Path
    test: str
    rev: str = ""
    python: Path | None = None
    limit: int = DEFAULT_LIMIT
    write: str = ""
    pick: int = 0


class Tried(msgspec.Struct, frozen=True, kw_only=True):
    """A proposed mutant, and what the named test made of it."""

    mutant: Mutant
    reason: Reason


class Draft(msgspec.Struct, frozen=True, kw_only=True):
    """What was tried, and the file that was written, if one was."""

    tried: tuple[Tried, ...]
    written: Path | None

    @property
    def killed(self) -> tuple[Tried, ...]:
        """Those that could serve as canaries."""
        return tuple(each for each in self.tried if each.reason is Reason.CANARY_KILLED)


def draft(asked: DraftAsked, progress: Progress) -> Draft:
    """Propose mutants of the product code that a test executes, and try them on it.

    Raises:
        UsageError: the id is none, the extra `canary` is missing, or nothing can be written.
        ArtifactError: the test is red without a mutant, or executes no product code.
    """
    target = _target(asked)
    rev = asked.rev or "HEAD"
    options = Options(repo=asked.repo, parent=rev, patch=rev, python=asked.python)
    with open_case(options) as case:
        setup = Setup(case=case, ledger=b"", records=0, files=(target.partition("::")[0],))
        if setup.files[0] not in case.patch.listing:
            message = f"--for {target}: {case.patch.sha[:12]} has no such file"
            raise UsageError(message)
        progress.phase(f"{target}: which lines it executes")
        executed = _executed(setup, target)
        baseline = _baseline(setup, target)
        tried = []
        for number, mutant in enumerate(_mutants(case, target, executed, asked.limit), 1):
            progress.phase(f"{number}: {mutant.about}")
            tried.append(_tried(setup, mutant, baseline, number))
        written = _written(asked, case, tuple(tried)) if asked.write else None
        return Draft(tried=tuple(tried), written=written)


def _target(asked: DraftAsked) -> TestId:
    try:
        check_test_id(asked.test)
    except ValueError as fault:
        message = f"--for {fault}"
        raise UsageError(message) from fault
    if "::" not in asked.test:
        message = f"--for {asked.test}: name one test, as in {asked.test}::test_name"
        raise UsageError(message)
    if asked.write and (not asked.write.replace("-", "_").isidentifier()):
        message = f"--write {asked.write}: give letters, digits, - and _ alone, without an ending"
        raise UsageError(message)
    return TestId(asked.test)


def _executed(setup: Setup, target: TestId) -> dict[str, frozenset[int]]:
    """Run the test alone, traced; give the lines of product code that it executes.

    Raises:
        ArtifactError: there are none; with what pytest said.
    """
    case = setup.case
    with opened(setup, "t000", {}) as space:
        out = space.scratch / "lines.json"
        words = pytest_words(setup, space, space.scratch / "junit.xml", (target,))
        plugins = {name for name, _, _ in space.interpreter.plugins}
        alone = ("-n0",) if "xdist" in plugins else ()
        outcome = run_python(
            space,
            (str(_TRACER), str(out), str(space.tree), *words, *alone),
            setup.limit_s,
        )
        held = read_file(out) if out.exists() else b"{}"
        lines = decode(held, dict[str, tuple[int, ...]], origin="lines.json")
    layout = case.parent.layout
    product = {
        path: frozenset(numbers)
        for path, numbers in sorted(lines.items())
        if path in case.patch.listing and not layout.is_test(path) and numbers
    }
    if not product:
        said = (outcome.stdout + outcome.stderr).decode("utf-8", "replace").strip()[-400:]
        message = f"--for {target}: it executes no code of the tree but tests; pytest said: {said}"
        raise ArtifactError(message)
    return product


def _baseline(setup: Setup, target: TestId) -> CanaryRun:
    """Run the test's file without a mutant.

    Raises:
        ArtifactError: the test is red already.
    """
    (run,) = unmutated([run_suite(setup, "d000", {})], target, setup.case.root)
    if not is_sound(run):
        message = f"--for {target}: not green without a mutant (exit {run.exit}); name a green test"
        raise ArtifactError(message)
    return run


def _mutants(
    case: Case, target: TestId, executed: Mapping[str, frozenset[int]], limit: int
) -> Iterator[Mutant]:
    """Yield the first mutants that would be accepted as canaries, a file after the other."""
    ground = ground_of(case, case.patch)
    queues = [
        ((path, each) for each in proposals(case.patch.read(path), lines))
        for path, lines in executed.items()
    ]
    turns = itertools.chain.from_iterable(itertools.zip_longest(*queues))
    made = (_mutant(target, *found) for found in turns if found is not None)
    yield from itertools.islice((each for each in made if _fits(ground, each)), limit)


def _mutant(target: TestId, path: str, proposal: Proposal) -> Mutant:
    edit = Edit(path=path, before=proposal.before, after=proposal.after, line=1)
    about = f"{path}, line {proposal.line}"
    return Mutant(name="draft", test=target, edits=(edit,), about=about)


def _fits(ground: Ground, mutant: Mutant) -> bool:
    """Whether a mutant would be taken; one that is refused is no proposal."""
    try:
        ground.mutated(mutant)
    except ArtifactError:
        return False
    return True


def _tried(setup: Setup, mutant: Mutant, baseline: CanaryRun, number: int) -> Tried:
    """Run the test's file over a mutant, in a fresh copy."""
    edits = ground_of(setup.case, setup.case.patch).mutated(mutant)
    ran = run_suite(setup, f"d{number:03d}", edits)
    run = ran.seen_by(mutant.test, setup.case.root)
    return Tried(mutant=mutant, reason=judge_canary(run, baseline))


def _written(asked: DraftAsked, case: Case, tried: tuple[Tried, ...]) -> Path | None:
    """Write the chosen mutant, or none where none was killed: only a killed one can serve.

    Raises:
        UsageError: the one that was picked is not killed, or the file is there.
    """
    killed = {n: each for n, each in enumerate(tried, 1) if each.reason is Reason.CANARY_KILLED}
    number = asked.pick or min(killed, default=0)
    if not number:
        return None
    if number not in killed:
        message = f"--pick {number}: not a killed mutant; killed are {sorted(killed) or 'none'}"
        raise UsageError(message)
    top = Repository.open(asked.repo).top
    if top is None:
        message = f"{asked.repo}: a bare repository has no folder to write to; use a work tree"
        raise UsageError(message)
    path = top / case.root / FOLDER / f"{asked.write}.toml"
    if path.exists():
        message = f"{path}: exists; give another name with --write"
        raise UsageError(message)
    write_file(path, write_mutant(killed[number].mutant))
    return path
