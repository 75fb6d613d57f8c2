"""What holds of every value of the layer alike."""

import inspect
from collections.abc import Iterator
from types import ModuleType

import msgspec
import pytest

from freezegate.model import (
    claim,
    config,
    contract,
    environment,
    evidence,
    plan,
    row,
    run,
    ticket,
    verdict,
)

MODULES: tuple[ModuleType, ...] = (
    claim,
    config,
    contract,
    environment,
    evidence,
    plan,
    row,
    run,
    ticket,
    verdict,
)


def _structs() -> Iterator[type[msgspec.Struct]]:
    for module in MODULES:
        for value in vars(module).values():
            own = inspect.isclass(value) and value.__module__ == module.__name__
            if own and issubclass(value, msgspec.Struct):
                yield value


@pytest.mark.parametrize("struct", list(_structs()), ids=lambda struct: struct.__name__)
def test_values_are_frozen_and_strict(struct: type[msgspec.Struct]) -> None:
    settings = struct.__struct_config__
    assert settings.frozen
    assert settings.forbid_unknown_fields
    assert not struct.__match_args__  # keyword only


def test_claims_are_told_apart_by_their_kind() -> None:
    kinds = {
        kind.__struct_config__.tag
        for kind in _structs()
        if kind.__struct_config__.tag_field == "kind"
    }
    assert kinds == {"hello", "item", "collect_error", "start", "row", "origin", "end"}
