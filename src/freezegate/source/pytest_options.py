"""THE table of pytest's command line options that `addopts` may hold: what stays, what goes.

What goes would change which runs count, or where results go; what stays says which tests there are
and what they mean. An option that is not in the table stays.
"""

from collections.abc import Iterable
from enum import Enum, StrEnum
from typing import Final, NamedTuple

from freezegate.source.pytest_plugins import KEYS_OFF, plugin_off


class Kind(StrEnum):
    """What an option does. Only `KEPT` ones are handed on."""

    KEPT = "kept"
    PARALLEL = "runs in parallel"
    COVERAGE = "measures coverage"
    RERUN = "reruns or retries"
    ORDER = "reorders"
    SEED = "sets a seed"
    STOP = "stops early"
    PART = "runs a part by what an earlier run left"
    REPORT = "writes a report"
    OUTPUT = "changes what the terminal shows"
    INSTEAD = "does something else than run tests"
    REWRITE = "rewrites expected results"
    OURS = "is the gate's to set"


class Takes(Enum):
    """How many values follow. `MAYBE`: the next word, unless it begins with a dash."""

    NONE = 0
    ONE = 1
    MAYBE = 2


class Option(NamedTuple):
    """One option; a spelling that ends in `*` stands for all that begin so."""

    spelling: str
    kind: Kind
    takes: Takes


OPTIONS: Final = (
    # Which tests there are, and what they mean.
    Option("-k", Kind.KEPT, Takes.ONE),
    Option("-m", Kind.KEPT, Takes.ONE),
    Option("-p", Kind.KEPT, Takes.ONE),
    Option("-o", Kind.KEPT, Takes.ONE),
    Option("--override-ini", Kind.KEPT, Takes.ONE),
    Option("-W", Kind.KEPT, Takes.ONE),
    Option("--pythonwarnings", Kind.KEPT, Takes.ONE),
    Option("-s", Kind.KEPT, Takes.NONE),
    Option("--capture", Kind.KEPT, Takes.ONE),
    Option("--ignore", Kind.KEPT, Takes.ONE),
    Option("--ignore-glob", Kind.KEPT, Takes.ONE),
    Option("--deselect", Kind.KEPT, Takes.ONE),
    Option("--import-mode", Kind.KEPT, Takes.ONE),
    Option("--assert", Kind.KEPT, Takes.ONE),
    Option("--pyargs", Kind.KEPT, Takes.NONE),
    Option("--strict", Kind.KEPT, Takes.NONE),
    Option("--strict-config", Kind.KEPT, Takes.NONE),
    Option("--strict-markers", Kind.KEPT, Takes.NONE),
    Option("--runxfail", Kind.KEPT, Takes.NONE),
    Option("--noconftest", Kind.KEPT, Takes.NONE),
    Option("--keep-duplicates", Kind.KEPT, Takes.NONE),
    Option("--keepduplicates", Kind.KEPT, Takes.NONE),
    Option("--collect-in-virtualenv", Kind.KEPT, Takes.NONE),
    Option("--continue-on-collection-errors", Kind.KEPT, Takes.NONE),
    Option("--disable-plugin-autoload", Kind.KEPT, Takes.NONE),
    Option("--doctest-modules", Kind.KEPT, Takes.NONE),
    Option("--doctest-glob", Kind.KEPT, Takes.ONE),
    Option("--doctest-report", Kind.KEPT, Takes.ONE),
    Option("--doctest-ignore-import-errors", Kind.KEPT, Takes.NONE),
    Option("--doctest-continue-on-failure", Kind.KEPT, Takes.NONE),
    Option("--log-level", Kind.KEPT, Takes.ONE),
    Option("--log-disable", Kind.KEPT, Takes.ONE),
    Option("--hypothesis-profile", Kind.KEPT, Takes.ONE),
    Option("--asyncio-mode", Kind.KEPT, Takes.ONE),
    Option("--timeout", Kind.KEPT, Takes.ONE),
    Option("--timeout-method", Kind.KEPT, Takes.ONE),
    Option("--ds", Kind.KEPT, Takes.ONE),
    Option("--benchmark-disable", Kind.KEPT, Takes.NONE),
    Option("--benchmark-skip", Kind.KEPT, Takes.NONE),
    # pytest-xdist, pytest-forked, pytest-parallel.
    Option("-n", Kind.PARALLEL, Takes.ONE),
    Option("--numprocesses", Kind.PARALLEL, Takes.ONE),
    Option("--maxprocesses", Kind.PARALLEL, Takes.ONE),
    Option("--max-worker-restart", Kind.PARALLEL, Takes.ONE),
    Option("--maxschedchunk", Kind.PARALLEL, Takes.ONE),
    Option("--dist", Kind.PARALLEL, Takes.ONE),
    Option("-d", Kind.PARALLEL, Takes.NONE),
    Option("--tx", Kind.PARALLEL, Takes.ONE),
    Option("--px", Kind.PARALLEL, Takes.ONE),
    Option("--rsyncdir", Kind.PARALLEL, Takes.ONE),
    Option("--rsyncignore", Kind.PARALLEL, Takes.ONE),
    Option("--testrunuid", Kind.PARALLEL, Takes.ONE),
    Option("--loadscope-reorder", Kind.PARALLEL, Takes.NONE),
    Option("--no-loadscope-reorder", Kind.PARALLEL, Takes.NONE),
    Option("-f", Kind.PARALLEL, Takes.NONE),
    Option("--looponfail", Kind.PARALLEL, Takes.NONE),
    Option("--forked", Kind.PARALLEL, Takes.NONE),
    Option("--boxed", Kind.PARALLEL, Takes.NONE),
    Option("--workers", Kind.PARALLEL, Takes.ONE),
    Option("--tests-per-worker", Kind.PARALLEL, Takes.ONE),
    # pytest-cov.
    Option("--cov", Kind.COVERAGE, Takes.MAYBE),
    Option("--cov-append", Kind.COVERAGE, Takes.NONE),
    Option("--cov-branch", Kind.COVERAGE, Takes.NONE),
    Option("--cov-reset", Kind.COVERAGE, Takes.NONE),
    Option("--no-cov", Kind.COVERAGE, Takes.NONE),
    Option("--no-cov-on-fail", Kind.COVERAGE, Takes.NONE),
    Option("--cov-*", Kind.COVERAGE, Takes.ONE),
    # pytest-rerunfailures, flaky, pytest-retry, pytest-flakefinder, pytest-repeat.
    Option("--reruns", Kind.RERUN, Takes.ONE),
    Option("--reruns-delay", Kind.RERUN, Takes.ONE),
    Option("--only-rerun", Kind.RERUN, Takes.ONE),
    Option("--rerun-except", Kind.RERUN, Takes.ONE),
    Option("--rerun-show-tracebacks", Kind.RERUN, Takes.NONE),
    Option("--fail-on-flaky", Kind.RERUN, Takes.NONE),
    Option("--force-flaky", Kind.RERUN, Takes.NONE),
    Option("--no-force-flaky", Kind.RERUN, Takes.NONE),
    Option("--flaky-report", Kind.RERUN, Takes.NONE),
    Option("--no-flaky-report", Kind.RERUN, Takes.NONE),
    Option("--no-success-flaky-report", Kind.RERUN, Takes.NONE),
    Option("--max-runs", Kind.RERUN, Takes.ONE),
    Option("--min-passes", Kind.RERUN, Takes.ONE),
    Option("--retries", Kind.RERUN, Takes.ONE),
    Option("--retry-delay", Kind.RERUN, Takes.ONE),
    Option("--cumulative-timing", Kind.RERUN, Takes.MAYBE),
    Option("--flake-finder", Kind.RERUN, Takes.NONE),
    Option("--flake-max-minutes", Kind.RERUN, Takes.ONE),
    Option("--flake-runs", Kind.RERUN, Takes.ONE),
    Option("--flake-finder-*", Kind.RERUN, Takes.MAYBE),
    Option("--count", Kind.RERUN, Takes.ONE),
    Option("--repeat-scope", Kind.RERUN, Takes.ONE),
    # Our own plugin's: a ledger has no say in a judgement.
    Option("--freeze-ledger", Kind.OURS, Takes.ONE),
    # pytest-random-order, pytest-randomly, pytest-order, pytest-reverse; pytest's own.
    Option("--random-order", Kind.ORDER, Takes.NONE),
    Option("--random-order-*", Kind.ORDER, Takes.ONE),
    Option("--randomly-dont-*", Kind.ORDER, Takes.NONE),
    Option("--randomly-seed", Kind.ORDER, Takes.ONE),
    Option("--indulgent-ordering", Kind.ORDER, Takes.NONE),
    Option("--sparse-ordering", Kind.ORDER, Takes.NONE),
    Option("--order-dependencies", Kind.ORDER, Takes.NONE),
    Option("--order-marker-prefix", Kind.ORDER, Takes.ONE),
    Option("--order-group-scope", Kind.ORDER, Takes.ONE),
    Option("--order-scope*", Kind.ORDER, Takes.ONE),
    Option("--error-on-failed-ordering", Kind.ORDER, Takes.NONE),
    Option("--reverse", Kind.ORDER, Takes.NONE),
    Option("--ff", Kind.ORDER, Takes.NONE),
    Option("--failed-first", Kind.ORDER, Takes.NONE),
    Option("--nf", Kind.ORDER, Takes.NONE),
    Option("--new-first", Kind.ORDER, Takes.NONE),
    # Seeds are the schedule's.
    Option("--hypothesis-seed", Kind.SEED, Takes.ONE),
    # Runs that end before the last test.
    Option("-x", Kind.STOP, Takes.NONE),
    Option("--exitfirst", Kind.STOP, Takes.NONE),
    Option("--maxfail", Kind.STOP, Takes.ONE),
    Option("--max-warnings", Kind.STOP, Takes.ONE),
    Option("--sw", Kind.STOP, Takes.NONE),
    Option("--stepwise", Kind.STOP, Takes.NONE),
    Option("--sw-skip", Kind.STOP, Takes.NONE),
    Option("--stepwise-skip", Kind.STOP, Takes.NONE),
    Option("--sw-reset", Kind.STOP, Takes.NONE),
    Option("--stepwise-reset", Kind.STOP, Takes.NONE),
    # What an earlier run or the working folder decides.
    Option("--lf", Kind.PART, Takes.NONE),
    Option("--last-failed", Kind.PART, Takes.NONE),
    Option("--lfnf", Kind.PART, Takes.ONE),
    Option("--last-failed-no-failures", Kind.PART, Takes.ONE),
    Option("--cache-clear", Kind.PART, Takes.NONE),
    Option("--testmon", Kind.PART, Takes.NONE),
    Option("--testmon-*", Kind.PART, Takes.NONE),
    Option("--picked", Kind.PART, Takes.MAYBE),
    Option("--splits", Kind.PART, Takes.ONE),
    Option("--group", Kind.PART, Takes.ONE),
    Option("--num-shards", Kind.PART, Takes.ONE),
    Option("--shard-id", Kind.PART, Takes.ONE),
    # Reports.
    Option("--junitxml", Kind.REPORT, Takes.ONE),
    Option("--junit-xml", Kind.REPORT, Takes.ONE),
    Option("--junitprefix", Kind.REPORT, Takes.ONE),
    Option("--junit-prefix", Kind.REPORT, Takes.ONE),
    Option("--html", Kind.REPORT, Takes.ONE),
    Option("--self-contained-html", Kind.REPORT, Takes.NONE),
    Option("--css", Kind.REPORT, Takes.ONE),
    Option("--json", Kind.REPORT, Takes.ONE),
    Option("--json-report", Kind.REPORT, Takes.NONE),
    Option("--json-report-summary", Kind.REPORT, Takes.NONE),
    Option("--json-report-*", Kind.REPORT, Takes.MAYBE),
    Option("--report-log", Kind.REPORT, Takes.ONE),
    Option("--report-log-*", Kind.REPORT, Takes.NONE),
    Option("--alluredir", Kind.REPORT, Takes.ONE),
    Option("--clean-alluredir", Kind.REPORT, Takes.NONE),
    Option("--allure-*", Kind.REPORT, Takes.ONE),
    Option("--nunit-xml", Kind.REPORT, Takes.ONE),
    Option("--md-report", Kind.REPORT, Takes.NONE),
    Option("--md-report-*", Kind.REPORT, Takes.ONE),
    Option("--csv", Kind.REPORT, Takes.ONE),
    Option("--ctrf", Kind.REPORT, Takes.ONE),
    Option("--tap-*", Kind.REPORT, Takes.NONE),
    Option("--benchmark-json", Kind.REPORT, Takes.ONE),
    Option("--benchmark-save", Kind.REPORT, Takes.ONE),
    Option("--benchmark-autosave", Kind.REPORT, Takes.NONE),
    Option("--log-file*", Kind.REPORT, Takes.ONE),
    Option("--pastebin", Kind.REPORT, Takes.ONE),
    Option("--debug", Kind.REPORT, Takes.MAYBE),
    # What the terminal shows.
    Option("-v", Kind.OUTPUT, Takes.NONE),
    Option("--verbose", Kind.OUTPUT, Takes.NONE),
    Option("--verbosity", Kind.OUTPUT, Takes.ONE),
    Option("-q", Kind.OUTPUT, Takes.NONE),
    Option("--quiet", Kind.OUTPUT, Takes.NONE),
    Option("-r", Kind.OUTPUT, Takes.ONE),
    Option("--report-chars", Kind.OUTPUT, Takes.ONE),
    Option("-l", Kind.OUTPUT, Takes.NONE),
    Option("--showlocals", Kind.OUTPUT, Takes.NONE),
    Option("--no-showlocals", Kind.OUTPUT, Takes.NONE),
    Option("--tb", Kind.OUTPUT, Takes.ONE),
    Option("--xfail-tb", Kind.OUTPUT, Takes.NONE),
    Option("--full-trace", Kind.OUTPUT, Takes.NONE),
    Option("--fulltrace", Kind.OUTPUT, Takes.NONE),
    Option("--color", Kind.OUTPUT, Takes.ONE),
    Option("--code-highlight", Kind.OUTPUT, Takes.ONE),
    Option("--show-capture", Kind.OUTPUT, Takes.ONE),
    Option("--no-header", Kind.OUTPUT, Takes.NONE),
    Option("--no-summary", Kind.OUTPUT, Takes.NONE),
    Option("--no-fold-skipped", Kind.OUTPUT, Takes.NONE),
    Option("--force-short-summary", Kind.OUTPUT, Takes.NONE),
    Option("--disable-warnings", Kind.OUTPUT, Takes.NONE),
    Option("--disable-pytest-warnings", Kind.OUTPUT, Takes.NONE),
    Option("--durations", Kind.OUTPUT, Takes.ONE),
    Option("--durations-min", Kind.OUTPUT, Takes.ONE),
    Option("--setup-show", Kind.OUTPUT, Takes.NONE),
    Option("--setupshow", Kind.OUTPUT, Takes.NONE),
    Option("--trace-config", Kind.OUTPUT, Takes.NONE),
    Option("--traceconfig", Kind.OUTPUT, Takes.NONE),
    Option("--instafail", Kind.OUTPUT, Takes.NONE),
    Option("--hypothesis-show-statistics", Kind.OUTPUT, Takes.NONE),
    # Other work.
    Option("-h", Kind.INSTEAD, Takes.NONE),
    Option("--help", Kind.INSTEAD, Takes.NONE),
    Option("-V", Kind.INSTEAD, Takes.NONE),
    Option("--version", Kind.INSTEAD, Takes.NONE),
    Option("--co", Kind.INSTEAD, Takes.NONE),
    Option("--collect-only", Kind.INSTEAD, Takes.NONE),
    Option("--collectonly", Kind.INSTEAD, Takes.NONE),
    Option("--fixtures", Kind.INSTEAD, Takes.NONE),
    Option("--funcargs", Kind.INSTEAD, Takes.NONE),
    Option("--fixtures-per-test", Kind.INSTEAD, Takes.NONE),
    Option("--markers", Kind.INSTEAD, Takes.NONE),
    Option("--setup-only", Kind.INSTEAD, Takes.NONE),
    Option("--setuponly", Kind.INSTEAD, Takes.NONE),
    Option("--setup-plan", Kind.INSTEAD, Takes.NONE),
    Option("--setupplan", Kind.INSTEAD, Takes.NONE),
    Option("--cache-show", Kind.INSTEAD, Takes.MAYBE),
    Option("--pdb", Kind.INSTEAD, Takes.NONE),
    Option("--pdbcls", Kind.INSTEAD, Takes.ONE),
    Option("--trace", Kind.INSTEAD, Takes.NONE),
    # syrupy, pytest-regressions, inline-snapshot, snapshottest.
    Option("--snapshot-update", Kind.REWRITE, Takes.NONE),
    Option("--force-regen", Kind.REWRITE, Takes.NONE),
    Option("--regen-all", Kind.REWRITE, Takes.NONE),
    Option("--inline-snapshot", Kind.REWRITE, Takes.ONE),
    # Where the run happens.
    Option("-c", Kind.OURS, Takes.ONE),
    Option("--config-file", Kind.OURS, Takes.ONE),
    Option("--rootdir", Kind.OURS, Takes.ONE),
    Option("--confcutdir", Kind.OURS, Takes.ONE),
    Option("--basetemp", Kind.OURS, Takes.ONE),
)

_EXACT: Final = {row.spelling: row for row in OPTIONS if not row.spelling.endswith("*")}
_FAMILIES: Final = tuple(row for row in OPTIONS if row.spelling.endswith("*"))

#: Keys of the configuration that are left out whatever they say: places of files, the options
#: themselves, and what the plugins that are off would read. `required_plugins` goes because a
#: plugin that is off would be missed; the environment's plugins are named one by one.
KEYS_GONE: Final = KEYS_OFF | {"addopts", "cache_dir", "required_plugins"}
KEYS_GONE_PREFIXES: Final = ("junit_", "log_file")


def key_gone(key: str) -> bool:
    """Whether a key of pytest's configuration is left out of ours."""
    return key in KEYS_GONE or key.startswith(KEYS_GONE_PREFIXES)


class Sorted(NamedTuple):
    """Options that stay, options that went (each with its value), and the paths among them."""

    on: tuple[str, ...]
    off: tuple[str, ...]
    paths: tuple[str, ...]


def sort_options(words: Iterable[str]) -> Sorted:
    """Tell the options that stay from those that go, in all their spellings.

    A word behind an option that the table lacks may be its value, so it stays with it.
    """
    sorting = _Sorting(list(words))
    while sorting.words:
        sorting.step(sorting.words.pop(0))
    return Sorted(tuple(sorting.on), tuple(sorting.off), tuple(sorting.paths))


class _Sorting:
    """Words that are still to be sorted, and those that are."""

    def __init__(self, words: list[str]) -> None:
        self.words = words
        self.on: list[str] = []
        self.off: list[str] = []
        self.paths: list[str] = []
        self.owned = False  # the word before is an option of unknown arity

    def step(self, word: str) -> None:
        """Sort one word, and the value that it takes."""
        if not word.startswith("-") or word == "-":
            (self.on if self.owned else self.paths).append(word)
            return
        self.owned = False
        if word.startswith("--"):
            self._long(word)
        else:
            self._short(word[1:])

    def _long(self, word: str) -> None:
        name, equals, value = word.partition("=")
        row = _row(name)
        if row is None:
            self.on.append(word)
            self.owned = not equals
        elif equals or row.takes is Takes.NONE:
            self._put(row, (word,), value)
        else:
            rest = self._value(row)
            self._put(row, (name, *rest), "".join(rest))

    def _short(self, letters: str) -> None:
        """Sort a group such as `vxs` or `n4`; a letter that takes a value takes the rest."""
        while letters:
            name, letters = f"-{letters[0]}", letters[1:]
            row = _row(name)
            if row is None:
                self.on.append(f"{name}{letters}")
                self.owned = not letters
                return
            if row.takes is Takes.NONE:
                self._put(row, (name,), "")
                continue
            rest = () if letters else self._value(row)
            self._put(row, (f"{name}{letters}", *rest), letters or "".join(rest))
            return

    def _value(self, row: Option) -> tuple[str, ...]:
        """Take the next word when the option does."""
        ahead = self.words[:1]
        if not ahead or (row.takes is Takes.MAYBE and ahead[0].startswith("-")):
            return ()
        return (self.words.pop(0),)

    def _put(self, row: Option, words: tuple[str, ...], value: str) -> None:
        if row.kind is Kind.KEPT and not _undone(row.spelling, value.removeprefix("=")):
            self.on += words
        else:
            self.off.append(" ".join(words))


def _row(name: str) -> Option | None:
    """Find an option; pytest takes no abbreviations."""
    family = (row for row in _FAMILIES if name.startswith(row.spelling[:-1]))
    return _EXACT.get(name) or next(family, None)


def _undone(spelling: str, value: str) -> bool:
    """Whether a kept option would bring back what was taken out."""
    match spelling:
        case "-p":
            return not value.startswith("no:") and plugin_off(value, value) is not None
        case "-o" | "--override-ini":
            return key_gone(value.partition("=")[0].strip())
        case _:
            return False
