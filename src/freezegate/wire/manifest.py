"""The manifest as a file: what is wrong with one is a finding of `check`, and a fault elsewhere."""

from freezegate.model.manifest import Manifest
from freezegate.wire.decode import read_value
from freezegate.wire.refusal import Refusal


def read_manifest(data: bytes, *, origin: str) -> Manifest | str:
    """Give the manifest, or in words, with file, line and path, why it is none."""
    try:
        return read_value(data, Manifest)
    except Refusal as refusal:
        return str(refusal.fault(origin))
