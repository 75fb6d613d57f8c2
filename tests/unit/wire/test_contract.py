import msgspec
import pytest

from freezegate.errors import ArtifactError
from freezegate.model.contract import Contract, Side
from freezegate.model.ids import Digest, Seed
from freezegate.wire.canonical import digest, seal
from freezegate.wire.contract import check_run_hashes, read_contract, with_run_hashes


def yaml_of(sealed: bytes) -> bytes:
    """Write the outermost level in the block style, one key a line."""
    fields = msgspec.json.decode(sealed, type=dict[str, msgspec.Raw])
    return b"# by hand\n" + b"".join(
        b"%s: %s\n" % (key.encode(), bytes(value)) for key, value in fields.items()
    )


@pytest.mark.parametrize("origin", ["contract.json", "contract", "-"])
def test_a_contract_is_read_from_canonical_and_any_other_json(
    contract: Contract, origin: str
) -> None:
    sealed = seal(contract)
    assert read_contract(sealed, origin=origin) == (contract, sealed)
    spread = b"\n " + msgspec.json.format(sealed, indent=4) + b"\n\n"
    assert read_contract(spread, origin=origin) == (contract, sealed)


@pytest.mark.parametrize("origin", ["contract.yaml", "Contract.YML", "contract", "-"])
def test_a_contract_is_read_from_yaml(contract: Contract, origin: str) -> None:
    sealed = seal(contract)
    assert read_contract(yaml_of(sealed), origin=origin) == (contract, sealed)


def test_yaml_in_braces_is_yaml_where_the_ending_says_so(contract: Contract) -> None:
    data = b"{# a comment\n" + seal(contract).strip()[1:]
    assert read_contract(data, origin="contract.yaml")[0] == contract
    with pytest.raises(ArtifactError, match=r"^contract\.json:1: '#' starts no whole JSON value"):
        read_contract(data, origin="contract.json")


def test_a_fault_has_its_line_in_both(contract: Contract) -> None:
    sealed = seal(msgspec.structs.replace(contract, confirmations=3))
    edited = sealed.replace(b'"confirmations":3', b'"confirmations":3.5')
    expected = r"Expected `int`, got `float` - at `\$\.confirmations`$"
    with pytest.raises(ArtifactError, match=rf"^c\.json:1: {expected}"):
        read_contract(edited, origin="c.json")
    lines = yaml_of(edited).splitlines()
    number = next(n for n, line in enumerate(lines, 1) if line.startswith(b"confirmations"))
    with pytest.raises(ArtifactError, match=rf"^c\.yaml:{number}: {expected}"):
        read_contract(yaml_of(edited), origin="c.yaml")


def test_run_hashes_are_digests_of_the_sealed_run_specs(contract: Contract) -> None:
    made = with_run_hashes(contract)
    assert made.parent_run == digest(seal(contract.run_spec(Side.PARENT)))
    assert made.patch_run == digest(seal(contract.run_spec(Side.PATCH)))
    assert with_run_hashes(made) == made
    check_run_hashes(made, origin="contract.json")


@pytest.mark.parametrize("side", list(Side))
def test_a_run_hash_of_other_facts_is_refused(contract: Contract, side: Side) -> None:
    other = Digest(f"sha256:{'0f' * 32}")
    edited = msgspec.structs.replace(contract, **{f"{side}_run": other})
    message = (
        rf"^c: {side}_run is sha256:0f0f.*give {contract.run_hash(side)} - at `\$\.{side}_run`"
    )
    with pytest.raises(ArtifactError, match=message):
        check_run_hashes(edited, origin="c")


def test_an_edited_schedule_is_noticed(contract: Contract) -> None:
    edited = msgspec.structs.replace(contract, seeds=(Seed(11), Seed(30)))
    with pytest.raises(ArtifactError, match="make the contract again, it is never edited"):
        check_run_hashes(edited, origin="c")
