"""ENGINES: THE table of execution engines."""

from collections.abc import Mapping
from typing import Final

from freezegate.shell.engine.base import Engine
from freezegate.shell.engine.local import LocalEngine

ENGINES: Final[Mapping[str, type[Engine]]] = {
    "local": LocalEngine,
}
