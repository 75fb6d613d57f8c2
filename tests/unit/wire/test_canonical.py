import hashlib

import msgspec
import pytest

from freezegate.errors import ArtifactError
from freezegate.model.claim import Started
from freezegate.model.contract import Contract
from freezegate.model.row import Row
from freezegate.wire.canonical import digest, seal, seal_lines, unseal
from freezegate.wire.decode import MAX_LINE_BYTES, decode_lines


def test_canonical_form_is_sorted_tight_utf_8_with_one_newline() -> None:
    value = {"b": ["é", 1.5], "a": {"d": None, "c": True}}
    assert seal(value) == '{"a":{"c":true,"d":null},"b":["é",1.5]}\n'.encode()


def test_keys_of_values_are_sorted_too(row: Row) -> None:
    assert seal(row) == (
        b'{"prop":"prop.total","run":"sha256:' + b"0f" * 32 + b'","seed":11,"status":"fail",'
        b'"witness":"AssertionError:total"}\n'
    )


def test_a_value_that_is_one_of_several_keeps_its_tag(row: Row) -> None:
    started = Started(test_id="tests/test_a.py::test_b")
    sealed = seal({"started": started, "row": row})
    assert (
        sealed == b'{"row":' + seal(row).strip() + b',"started":' + seal(started).strip() + b"}\n"
    )
    assert seal(started) == b'{"kind":"start","test_id":"tests/test_a.py::test_b"}\n'


def test_lines_are_sealed_values(row: Row) -> None:
    assert seal_lines((row, row)) == seal(row) * 2
    assert seal_lines(()) == b""


def test_no_line_is_written_that_could_not_be_read(row: Row) -> None:
    room = MAX_LINE_BYTES - len(seal(row)) + 1
    longest = msgspec.structs.replace(row, witness=row.witness + "x" * room)
    assert decode_lines(seal_lines((row, longest)), Row, origin="r") == (row, longest)
    longer = msgspec.structs.replace(longest, witness=longest.witness + "x")
    with pytest.raises(ArtifactError, match="line 2 of a row file would have 65538 bytes"):
        seal_lines((row, longer))


def test_a_digest_is_sha256_of_the_bytes_as_they_are_stored() -> None:
    assert digest(b"x\n") == f"sha256:{hashlib.sha256(b'x' + bytes([10])).hexdigest()}"


def test_a_sealed_file_gives_its_value_and_its_digest(contract: Contract) -> None:
    sealed = seal(contract)
    assert unseal(sealed, Contract, origin="contract.json") == (contract, digest(sealed))


@pytest.mark.parametrize(
    ("edit", "line"),
    [
        ((b'":', b'": '), 1),
        ((b"}\n", b"}"), 1),
        ((b"}\n", b"}\n\n"), 2),
        ((b'"seeds":[11,29]', b'"seeds":[11,\n29]'), 1),
        ((b'"prop.total"', b'"prop\\u002etotal"'), 1),
        ((b'"confirmations":0', b'"confirmations":-0'), 1),
    ],
)
def test_a_file_in_any_other_form_is_refused_with_the_next_step(
    contract: Contract, edit: tuple[bytes, bytes], line: int
) -> None:
    with pytest.raises(ArtifactError) as fault:
        unseal(seal(contract).replace(*edit), Contract, origin="contract.json")
    assert str(fault.value) == (
        f"contract.json:{line}: not in canonical form (sorted keys, no spaces, one final newline) "
        "- at `$`; take the file as freezegate wrote it; an edited one has to be made again"
    )


def test_equal_values_have_equal_bytes_whatever_was_written_out(row: Row) -> None:
    defaults = b'{"draws":"","duration_s":0.0,"effects":[],"origin":"tree","phase":null,"prop"'
    written = seal(row).replace(b'{"prop"', defaults)
    (read,) = decode_lines(written, Row, origin="r")
    assert read == row
    assert seal(read) == seal(row)


def test_a_default_that_is_written_out_is_not_canonical(row: Row) -> None:
    written = seal(row).replace(b'{"prop"', b'{"origin":"tree","prop"')
    with pytest.raises(ArtifactError, match="not in canonical form"):
        unseal(written, Row, origin="row.json")
