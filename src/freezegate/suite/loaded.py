"""A ledger that is loaded: its records, and what a controller hands to its workers."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec
import pytest

from freezegate.model.ids import PropertyId, TestId
from freezegate.model.ledger import FreezeRecord, Ledger
from freezegate.suite.doors import Given
from freezegate.suite.start import Narrowed
from freezegate.wire.ledger import read_ledger

#: Where `--lf` and its like leave out parts of files.
_PARTS: Final = ("lf",)
_WHOLE: Final = ("ignore", "ignore_glob", "lf")


class Frozen(NamedTuple):
    """A collected test that a record names: the record, its line, the test's property id."""

    record: FreezeRecord
    line: int
    prop: PropertyId


class Loaded(NamedTuple):
    """A ledger and the file it came from, and how the run was narrowed."""

    ledger: Ledger
    given: Given
    narrowed: Narrowed

    @property
    def origin(self) -> str:
        """The file's name as a person wrote it."""
        return self.given.origin

    @property
    def names(self) -> frozenset[TestId]:
        """The ids that records name."""
        return frozenset(record.test_id for record in self.ledger.records)


def loaded(given: Given, narrowed: Narrowed) -> Loaded:
    """Read a ledger; lines that cannot be read stand in it as flaws."""
    return Loaded(read_ledger(given.data, origin=given.origin), given, narrowed)


def as_handed(each: Loaded) -> dict[str, Any]:
    """Give a ledger as plain values, for a worker: the very bytes that the controller has."""
    narrowed = msgspec.to_builtins(each.narrowed)
    return {"given": [*each.given], "narrowed": {**narrowed, "inside": [*narrowed["inside"]]}}


def from_handed(handed: dict[str, Any]) -> Loaded:
    """Take what a controller handed over."""
    return loaded(Given(*handed["given"]), msgspec.convert(handed["narrowed"], Narrowed))


def narrowed_by(config: pytest.Config) -> Narrowed:
    """Tell how a call of pytest was narrowed, by arguments, options, or the folder it was in."""
    source = config.args_source
    by_arguments = source is pytest.Config.ArgsSource.ARGS
    elsewhere = (
        source is pytest.Config.ArgsSource.INVOCATION_DIR
        and config.invocation_params.dir != config.rootpath
    )
    parts = [arg.partition("::")[0] for arg in config.args if "::" in arg]
    packages = bool(config.getoption("pyargs", default=False)) and bool(parts)
    return Narrowed(
        files=by_arguments or elsewhere or _any_of(config, _WHOLE),
        inside=frozenset(_below_root(config, parts)),
        everywhere=packages or _any_of(config, _PARTS),
    )


def _any_of(config: pytest.Config, options: Iterable[str]) -> bool:
    return any(config.getoption(option, default=None) for option in options)


def _below_root(config: pytest.Config, files: Iterable[str]) -> Iterator[str]:
    """Give paths as node ids begin with them."""
    for file in files:
        path = Path(config.invocation_params.dir, file).resolve()
        if path.is_relative_to(config.rootpath.resolve()):
            yield path.relative_to(config.rootpath.resolve()).as_posix()
