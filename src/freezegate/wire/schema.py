"""JSON Schemas of the artifacts, made from the value types and published under `schema/`."""

from typing import Final

import msgspec

from freezegate.model.canary import CanaryReport
from freezegate.model.config import Config
from freezegate.model.contract import Contract
from freezegate.model.evidence import Packet
from freezegate.model.failure import Controls
from freezegate.model.lane import LaneReport
from freezegate.model.ledger import FreezeRecord
from freezegate.model.manifest import Manifest, PatchTests
from freezegate.model.row import ConfirmationRow, Row
from freezegate.model.run import Run
from freezegate.model.ticket import Ticket
from freezegate.model.verdict import Verdict
from freezegate.wire.canonical import seal

#: THE table of artifacts: the stem of the schema's file, and the type. Row files hold one `row`,
#: or one `confirmation`, a line; a ledger holds `freeze-record`s.
ARTIFACTS: Final[dict[str, type[msgspec.Struct]]] = {
    "contract": Contract,
    "row": Row,
    "confirmation": ConfirmationRow,
    "run": Run,
    "decision": Verdict,
    "packet": Packet,
    "ticket": Ticket,
    "config": Config,
    "manifest": Manifest,
    "patch-tests": PatchTests,
    "freeze-record": FreezeRecord,
    "canary": CanaryReport,
    "controls": Controls,
    "property-report": LaneReport,
}

_DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"


def schemas() -> dict[str, bytes]:
    """Make each schema's file: its name and its bytes, keys sorted, indented by two."""
    return {f"{stem}.schema.json": _schema(type_) for stem, type_ in ARTIFACTS.items()}


def _any(_: type) -> dict[str, object]:
    """Describe what may be any value: an argument of a property."""
    return {"description": "any JSON value"}


def _schema(type_: type[msgspec.Struct]) -> bytes:
    schema = {"$schema": _DIALECT, **msgspec.json.schema(type_, schema_hook=_any)}
    return msgspec.json.format(seal(schema), indent=2) + b"\n"
