"""What every row of `FORMATS` must keep to."""

import json

import msgspec
import pytest

from freezegate.model.contract import Notice, Side
from freezegate.model.evidence import Evidence
from freezegate.model.reason import Reason
from freezegate.model.run import Site
from freezegate.report import FORMATS, Reporter
from tests.unit.report.golden import SAMPLES
from tests.unit.report.samples import Drawn, Extra, evidence, witness

EACH = pytest.mark.parametrize("reporter", FORMATS.values(), ids=FORMATS)

#: What a terminal, GitHub, Azure or TeamCity would obey; `check_id` lets the last of them pass.
HOSTILE = "\x1b[2J\r::error::x\n::set-output name=a::b\u202e\x9b##[error]\u200b"
HOSTILE_ID = "::error file=a.py::forged ##[error] \u200b<script>"


def hostile() -> Evidence:
    """Hostile text wherever the patch can put some."""
    drawn = Drawn(name=HOSTILE_ID, parent=".", patch="A", reason=Reason.REGRESSION, note=HOSTILE)
    site = Site(witness=witness(HOSTILE_ID, "A"), place=HOSTILE, statement=HOSTILE, message=HOSTILE)
    extra = Extra(
        sites={Side.PATCH: (site,)},
        notices=(Notice(text=HOSTILE),),
        collection_errors=(HOSTILE,),
    )
    return evidence((drawn,), extra, count=1)


@EACH
@pytest.mark.parametrize("sample", SAMPLES.values(), ids=SAMPLES)
def test_equal_evidence_gives_equal_text(reporter: Reporter, sample: Evidence) -> None:
    again = msgspec.json.decode(msgspec.json.encode(sample), type=Evidence)
    assert reporter.render(sample) == reporter.render(again)


@EACH
@pytest.mark.parametrize("sample", [*SAMPLES.values(), hostile()], ids=[*SAMPLES, "hostile"])
def test_a_report_ends_with_one_newline_and_names_the_decision(
    reporter: Reporter, sample: Evidence
) -> None:
    text = reporter.render(sample)
    assert text.endswith("\n")
    assert not text.endswith("\n\n")
    words = {"accept": ("PASSED", "WARNED"), "propose_freeze": ("WARNED",), "reject": ("FAILED",)}
    decision = sample.verdict.decision
    assert decision in text or any(word in text for word in words[decision])


@EACH
@pytest.mark.parametrize("sample", SAMPLES.values(), ids=SAMPLES)
def test_a_report_names_the_contract(reporter: Reporter, sample: Evidence) -> None:
    assert sample.packet.contract.removeprefix("sha256:") in reporter.render(sample)


@EACH
def test_hostile_text_cannot_act(reporter: Reporter) -> None:
    text = reporter.render(hostile())
    for line in text.split("\n"):
        assert line.isprintable()
        assert not line.lstrip().startswith("::")
        assert "##[" not in line
    assert text.encode()


@EACH
def test_every_look_is_taken(reporter: Reporter) -> None:
    text = reporter.render(
        SAMPLES["regression"], colour=False, width=60, verbose=True, next_steps={}
    )
    assert text.endswith("\n")


@EACH
def test_a_row_says_what_the_format_is(reporter: Reporter) -> None:
    assert reporter.about.strip() == reporter.about
    assert reporter.about.isprintable()
    assert reporter.media.count("/") == 1


@pytest.mark.parametrize(
    "reporter",
    [reporter for reporter in FORMATS.values() if reporter.media.endswith("json")],
    ids=lambda reporter: str(reporter.media),
)
def test_what_calls_itself_json_is_json(reporter: Reporter) -> None:
    for sample in (*SAMPLES.values(), hostile()):
        assert isinstance(json.loads(reporter.render(sample)), dict)
