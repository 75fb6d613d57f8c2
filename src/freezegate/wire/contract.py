"""The contract: read in any of its three spellings, and held to its own run hashes."""

from typing import Final, TypeVar

import msgspec

from freezegate.errors import ArtifactError
from freezegate.model.contract import Contract, Side
from freezegate.wire.canonical import digest, seal
from freezegate.wire.decode import decode
from freezegate.wire.yaml import decode_yaml

T = TypeVar("T")

_YAML_ENDINGS: Final = (".yaml", ".yml")


def read_contract(data: bytes, *, origin: str) -> tuple[Contract, bytes]:
    """Read a contract from canonical JSON, any JSON, or YAML; give it with its sealed bytes.

    What is hashed is always the sealed bytes. The run hashes are not yet checked.

    Raises:
        ArtifactError: it is no contract, strictly.
    """
    contract = decode_json_or_yaml(data, Contract, origin=origin)
    return contract, seal(contract)


def decode_json_or_yaml(data: bytes, as_: type[T], *, origin: str) -> T:
    """Decode YAML where the file's ending says so, or says nothing and no `{` comes first.

    Raises:
        ArtifactError: it is no such value, strictly.
    """
    ending = origin.lower()
    is_json = ending.endswith(".json") or data.lstrip().startswith(b"{")
    if ending.endswith(_YAML_ENDINGS) or not is_json:
        return decode_yaml(data, as_, origin=origin)
    return decode(data, as_, origin=origin)


def with_run_hashes(contract: Contract) -> Contract:
    """Fill both run hashes with the digests of the contract's own sealed run specs."""
    return msgspec.structs.replace(
        contract,
        parent_run=digest(seal(contract.run_spec(Side.PARENT))),
        patch_run=digest(seal(contract.run_spec(Side.PATCH))),
    )


def check_run_hashes(contract: Contract, origin: str) -> None:
    """Refuse a contract whose run hashes are not those of its own run specs.

    Raises:
        ArtifactError: the hash of a side is another.
    """
    meant = with_run_hashes(contract)
    for side in Side:
        if contract.run_hash(side) != meant.run_hash(side):
            message = (
                f"{origin}: {side}_run is {contract.run_hash(side)}, but the contract's own fields "
                f"give {meant.run_hash(side)} - at `$.{side}_run`; make the contract again, it is "
                "never edited"
            )
            raise ArtifactError(message)
