"""The one place that touches pytest's JUnit writer: a frozen failure is no `pytest.skip`."""

from collections.abc import Collection
from typing import Any

import pytest

from freezegate.suite.marks import FROZEN_TYPE


def retype(config: pytest.Config, messages: Collection[str]) -> None:
    """Give the skips with these messages a type of their own, before the file is written.

    The writer is private to pytest. Where it is not as it was in pytest 8 and 9, the type stays
    `pytest.skip`; the message and the properties say what it is.
    """
    try:
        from _pytest.junitxml import xml_key  # noqa: PLC0415 - private, and may go

        reporters: list[Any] = config.stash[xml_key].node_reporters_ordered
        cases = [reporter.to_xml() for reporter in reporters]
    except (ImportError, AttributeError, KeyError):
        return
    for case in cases:
        for skipped in case.iter("skipped"):
            if skipped.get("message") in messages:
                skipped.set("type", FROZEN_TYPE)
