import hashlib

import pytest

from freezegate.errors import ArtifactError
from freezegate.model.contract import Contract, Side
from freezegate.model.row import Status
from freezegate.wire.contract import check_run_hashes
from freezegate.wire.text_files import read_text_contract, read_text_rows

YAML = b"""\
contract_version: 1
parent_sha: "abc123"
patch_sha: "def456"
spec_hash: "spec-9f2c"
fixture_closure_hash: "fix-44ab"
seeds: [11, 29, 47]
properties:
  - id: prop.rounding_is_stable
    oracle: "round(x) == round(round(x))"
  - id: prop.total
"""


def sha256(label: str) -> str:
    return hashlib.sha256(label.encode()).hexdigest()


def read(data: bytes, *properties: str, origin: str = "contract.json") -> Contract:
    return read_text_contract(data, origin=origin, properties=properties)


def test_the_texts_contract_is_read_with_its_labels_as_ids() -> None:
    contract = read(YAML, "ignored.as.the.file.names.its.own", origin="contract.yaml")
    assert contract.parent_sha == sha256("abc123")
    assert contract.patch_sha == sha256("def456")
    assert contract.spec_hash == f"sha256:{sha256('spec-9f2c')}"
    assert contract.fixture_closure_hash == f"sha256:{sha256('fix-44ab')}"
    assert contract.seeds == (11, 29, 47)
    assert [(prop.id, prop.oracle) for prop in contract.properties] == [
        ("prop.rounding_is_stable", "round(x) == round(round(x))"),
        ("prop.total", ""),
    ]
    check_run_hashes(contract, origin="contract.yaml")


def test_the_text_knows_no_extension_and_no_confirmations() -> None:
    contract = read(b'{"seeds": [11]}', "prop.total")
    assert (contract.extension, contract.confirmations) == ((), 0)
    assert contract.named
    assert [prop.id for prop in contract.properties] == ["prop.total"]
    assert contract.parent_sha != contract.patch_sha
    assert contract.parent_run != contract.patch_run


def test_ids_and_digests_that_are_such_stay_as_they_are() -> None:
    commit, digest = "0a" * 20, f"sha256:{'0f' * 32}"
    text = f'{{"seeds": [1], "parent_sha": "{commit}", "spec_hash": "{digest}"}}'
    contract = read(text.encode(), "p")
    assert (contract.parent_sha, contract.spec_hash) == (commit, digest)


@pytest.mark.parametrize("data", [b'{"seeds": [11]}', b'{"seeds": [11], "properties": []}'])
def test_somebody_has_to_name_the_properties(data: bytes) -> None:
    with pytest.raises(ArtifactError) as fault:
        read(data)
    assert str(fault.value) == (
        "contract.json:1: no properties - at `$.properties`; list them there, each with `id` and "
        "`oracle`, or name each with --property"
    )


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"{}", r"^contract\.json:1: Object missing required field `seeds`"),
        (b'{"seeds": [1, 1]}', r"^contract\.json:1: a seed stands twice in the schedule: 1"),
        (b'{"seeds": [1],\n"seed": 1}', r"^contract\.json:2: Object contains unknown field `seed`"),
        (b'{"seeds": [1], "contract_version": 2}', r"json:1: Invalid enum value 2"),
        (
            b'{"seeds": [1], "properties": [\n{"id": "p"},\n{"id": "p\\n"}]}',
            r"json:3: the id 'p\\n' holds the character '\\n' - at `\$\.properties\[1\]`",
        ),
        (
            b'{"seeds": [1], "properties": [{"id": "p"}, {"id": "p"}]}',
            r"json:1: a property stands twice: 'p'",
        ),
    ],
)
def test_what_the_text_does_not_say_is_refused(data: bytes, message: str) -> None:
    with pytest.raises(ArtifactError, match=message):
        read(data, "p")


def test_names_on_the_command_line_are_ids_each_once() -> None:
    with pytest.raises(ArtifactError, match=r"^--property: an id is empty"):
        read(b'{"seeds": [1]}', "")
    with pytest.raises(ArtifactError, match=r"^--property: a property stands twice: 'p'"):
        read(b'{"seeds": [1]}', "p", "p")


def test_the_texts_rows_become_rows_of_their_side() -> None:
    contract = read(b'{"seeds": [11, 29]}', "prop.total")
    data = (
        b'{"prop":"prop.total","seed":11,"status":"fail","witness":"AssertionError:total"}\n'
        b'{"prop":"prop.total","seed":29,"status":"pass","witness":""}\n'
        b'{"prop":"prop.total","seed":29,"status":"pass"}\n'
    )
    rows = read_text_rows(data, origin="patch.jsonl", contract=contract, side=Side.PATCH)
    assert {row.run for row in rows} == {contract.patch_run}
    assert [(row.seed, row.status, row.witness) for row in rows] == [
        (11, Status.FAIL, "AssertionError:total"),
        (29, Status.PASS, ""),
        (29, Status.PASS, ""),
    ]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (
            b'{"prop":"p","seed":1,"status":"fail","witness":""}',
            r"^r:2: a fail carries a witness class and a pass carries none - at `\$`$",
        ),
        (b'{"prop":"p","seed":1,"status":"pass","witness":"x"}', r"^r:2: a fail carries"),
        (b'{"prop":"p","seed":"1","status":"pass"}', r"^r:2: Expected `int`, got `str`"),
        (b'{"prop":"","seed":1,"status":"pass"}', r"^r:2: an id is empty"),
        (b'{"prop":"p","seed":1,"status":"pass","run":"x"}', r"^r:2: .* unknown field `run`"),
        (b'{"prop":"p","seed":1,"status":"error"}', r"^r:2: Invalid enum value 'error'"),
    ],
)
def test_a_row_that_is_none_is_refused_with_its_line(line: bytes, message: str) -> None:
    contract = read(b'{"seeds": [1]}', "p")
    data = b'{"prop":"p","seed":1,"status":"pass"}\n' + line + b"\n"
    with pytest.raises(ArtifactError, match=message):
        read_text_rows(data, origin="r", contract=contract, side=Side.PARENT)
