import pytest
from msgspec.structs import replace

from freezegate.model.ids import CommitSha, Digest, PropertyId
from freezegate.model.run import Measured, Run


def test_ids_and_digests_of_a_run_are_such(run: Run, digest: Digest) -> None:
    with pytest.raises(ValueError, match="'HEAD' is not a full commit id"):
        replace(run, commit=CommitSha("HEAD"))
    with pytest.raises(ValueError, match="'r' is not a digest"):
        replace(run, run=Digest("r"))
    with pytest.raises(ValueError, match="'t' is not a digest"):
        replace(run, tree=Digest("t"))
    nameless = Measured(id=PropertyId(""), spec_hash=digest, fixture_closure_hash=digest)
    with pytest.raises(ValueError, match="an id is empty"):
        replace(run, measured=(nameless,))
