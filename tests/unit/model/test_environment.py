import pytest
from msgspec.structs import replace

from freezegate.model.environment import Environment
from freezegate.model.ids import Digest


def test_its_digest_is_one(environment: Environment) -> None:
    assert replace(environment, python="3.13.1").python == "3.13.1"
    with pytest.raises(ValueError, match="'none' is not a digest"):
        replace(environment, distributions=Digest("none"))
