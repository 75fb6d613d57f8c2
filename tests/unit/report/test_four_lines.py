import msgspec
import pytest

from freezegate.model.reason import Reason
from freezegate.report.four_lines import four_lines
from tests.unit.report.golden import SAMPLES, TOTAL
from tests.unit.report.samples import Drawn, digest, evidence


def test_four_lines_are_contract_decision_reasons_and_rows() -> None:
    assert four_lines(SAMPLES["worsened"].packet) == (
        f"contract: {digest('contract')}",
        "decision: reject",
        "reasons: worsened tests/test_cache.py::TestEviction::test_oldest_goes_first",
        "rows: parent 10 pass, 2 fail, 12 lines; patch 3 pass, 9 fail, 12 lines",
    )


@pytest.mark.parametrize(("count", "line"), [
    (2, "reasons: both_pass t0; both_pass t1"),
    (20, "reasons: " + "; ".join(f"both_pass t{at}" for at in range(20))),
    (21, "reasons: both_pass 21"),
])  # fmt: skip
def test_many_properties_are_counted_by_reason(count: int, line: str) -> None:
    drawn = tuple(Drawn(name=f"t{at}", parent=".", patch=".") for at in range(count))
    assert four_lines(evidence(drawn, count=1).packet)[2] == line


def test_the_strictest_reason_is_counted_first() -> None:
    drawn = tuple(Drawn(name=f"t{at}", parent=".", patch=".") for at in range(21))
    red = Drawn(name="red", parent=".", patch="A", reason=Reason.REGRESSION)
    assert four_lines(evidence((*drawn, red), count=1).packet)[2] == (
        "reasons: regression 1; both_pass 21"
    )


def test_no_reason_is_said_to_be_none() -> None:
    packet = msgspec.structs.replace(SAMPLES["worsened"].packet, reasons=())
    assert four_lines(packet)[2] == "reasons: none"


def test_each_is_one_line_whatever_the_id() -> None:
    drawn = Drawn(name=f"{TOTAL}\u2028\u200b", parent=".", patch=".")
    lines = four_lines(evidence((drawn,), count=1).packet)
    assert all(line.isprintable() for line in lines)
    assert lines[2].endswith("\\u2028\\u200b")
