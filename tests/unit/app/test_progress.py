import pytest

from freezegate.app.progress import Progress, Quiet
from freezegate.model.contract import Side


def test_quiet_progress_tells_nobody(capfd: pytest.CaptureFixture[str]) -> None:
    quiet: Progress = Quiet()
    quiet.phase("collecting")
    quiet.expect(Side.PATCH, 3)
    quiet.advance(Side.PATCH)
    assert capfd.readouterr() == ("", "")
