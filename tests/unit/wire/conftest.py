"""One valid contract and one row, as bytes and as values."""

import pytest

from freezegate.model.contract import Contract
from freezegate.model.ids import Digest, PropertyId, Seed
from freezegate.model.row import Row, Status
from freezegate.wire.text_files import read_text_contract


@pytest.fixture
def contract() -> Contract:
    text = b'{"seeds": [11, 29], "properties": [{"id": "prop.total", "oracle": "total >= 0"}]}'
    return read_text_contract(text, origin="text.json", properties=())


@pytest.fixture
def row() -> Row:
    return Row(
        run=Digest(f"sha256:{'0f' * 32}"),
        prop=PropertyId("prop.total"),
        seed=Seed(11),
        status=Status.FAIL,
        witness="AssertionError:total",
    )
