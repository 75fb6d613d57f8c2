"""The zone of the tests' clock."""

from datetime import UTC
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from freezegate.shell.zone import zone_of_tests

BERLIN = ZoneInfo("Europe/Berlin")


@pytest.mark.parametrize(
    ("named", "zone"),
    [
        ("Europe/Berlin", BERLIN),
        (":Europe/Berlin", BERLIN),
        ("EST5EDT,M3.2.0,M11.1.0", UTC),
        ("../../etc/passwd", UTC),
        ("", UTC),
    ],
)
def test_the_variable_goes_before_all(named: str, zone: object, tmp_path: Path) -> None:
    assert zone_of_tests(named, tmp_path / "none") == zone


def test_without_it_the_machine_s_own_is_taken(tmp_path: Path) -> None:
    link = tmp_path / "localtime"
    link.symlink_to("/usr/share/zoneinfo/Europe/Berlin")
    assert zone_of_tests("", link) == BERLIN


def test_what_the_tests_are_given_is_read(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TZ", "Europe/Berlin")
    assert zone_of_tests() == BERLIN
    monkeypatch.delenv("TZ")
    assert zone_of_tests(link=tmp_path / "none") == UTC
