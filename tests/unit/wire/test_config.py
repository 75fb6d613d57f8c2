import pytest

from freezegate.errors import ArtifactError
from freezegate.model.config import Config
from freezegate.model.contract import NotJudged, OnReview, Vary
from freezegate.model.ids import TestId
from freezegate.wire.config import MAX_PYPROJECT_BYTES, read_config


def read(text: str) -> Config:
    return read_config(text.encode(), origin="pyproject.toml")


def refusal(text: str | bytes) -> str:
    data = text.encode() if isinstance(text, str) else text
    with pytest.raises(ArtifactError) as fault:
        read_config(data, origin="pyproject.toml")
    return str(fault.value)


@pytest.mark.parametrize(
    "text", ["", "[project]\nname = 'orders'\n", "[tool.other]\nx = 1\n", "tool = 3\n"]
)
def test_without_a_section_the_defaults_hold(text: str) -> None:
    assert read(text) == Config()


def test_the_whole_section_is_read() -> None:
    text = """\
[tool.freezegate]
seeds = [3, 1]
extension = 0
confirmations = 2
time-limit-s = 5
vary = ["hash"]
prepare = "make build"
prepare-limit-s = 60
root = "backend"
test-folders = ["tests"]
data = ["tests/data/*.json"]
environment = ["DATABASE_URL"]
on-review = "stop"
sensitive-paths = ["src/billing/*"]
sensitive-symbols = ["charge", "Cart.*"]
inert = ["tools/*"]
incident = true
max-days = 7
[tool.freezegate.packages]
orders = "src"
[[tool.freezegate.not-judged]]
test_id = "tests/test_a.py::test_b"
reason = "needs a locale"
until = "2026-12-07T00:00:00+01:00"
"""
    assert read(text) == Config(
        seeds=(3, 1),
        extension=0,
        confirmations=2,
        time_limit_s=5,
        vary=(Vary.HASH,),
        prepare="make build",
        prepare_limit_s=60,
        root="backend",
        test_folders=("tests",),
        data=("tests/data/*.json",),
        packages={"orders": "src"},
        environment=("DATABASE_URL",),
        not_judged=(
            NotJudged(
                test_id=TestId("tests/test_a.py::test_b"),
                reason="needs a locale",
                until="2026-12-07T00:00:00+01:00",
            ),
        ),
        on_review=OnReview.STOP,
        sensitive_paths=("src/billing/*",),
        sensitive_symbols=("charge", "Cart.*"),
        inert=("tools/*",),
        incident=True,
        max_days=7,
    )


ENTRY = '[[tool.freezegate.not-judged]]\ntest_id = "a"\nreason = "b"\nuntil = %s\n'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "[tool.freezegate]\n\nsees = 3\n",
            (
                "pyproject.toml:3: Object contains unknown field `sees` - at `$.tool.freezegate`; "
                "known keys: confirmations, data, environment, extension, incident, inert, ledger, "
                "max-days, not-judged, on-review, pack, packages, prepare, prepare-limit-s, root, "
                "seeds, sensitive-paths, sensitive-symbols, test-folders, time-limit-s, vary"
            ),
        ),
        (
            "[tool.freezegate]\ntime_limit_s = 3\n",
            "pyproject.toml:2: Object contains unknown field `time_limit_s`",
        ),
        (
            "[tool.freezegate]\nnot-judged = [{test-id = 'a', reason = 'b', until = 'c'}]\n",
            (
                "pyproject.toml:2: Object contains unknown field `test-id` - at "
                "`$.tool.freezegate.not-judged[0]`; known keys: reason, test_id, until"
            ),
        ),
        (
            "[tool.freezegate]\nseeds = true\n",
            "pyproject.toml:2: Expected `int | array`, got `bool` - at `$.tool.freezegate.seeds`",
        ),
        (
            "x = 1\n[tool]\nfreezegate.extension = 1.0\n",
            "pyproject.toml:3: Expected `int`, got `float` - at `$.tool.freezegate.extension`",
        ),
        (
            "extension = 1\n[tool.freezegate]\n# extension\nextension = '1'\n",
            "pyproject.toml:4: Expected `int`, got `str` - at `$.tool.freezegate.extension`",
        ),
        (
            "[tool.freezegate]\nvary = ['hash', 'dice']\n",
            "pyproject.toml:2: Invalid enum value 'dice' - at `$.tool.freezegate.vary[1]`",
        ),
        (
            "[tool.freezegate.packages]\na = 'x'\nb = 3\n",
            "pyproject.toml:1: Expected `str`, got `int` - at `$.tool.freezegate.packages[...]`",
        ),
        (
            "[tool]\nfreezegate = 3\n",
            "pyproject.toml:2: Expected `object`, got `int` - at `$.tool.freezegate`",
        ),
        (
            "[tool.freezegate]\nseeds = []\n",
            "pyproject.toml:1: seeds is an empty list; give one seed or more, or a count - at",
        ),
        (
            '[tool.freezegate]\n"on\\u002dreview" = "x"\n',
            "pyproject.toml:1: Invalid enum value 'x' - at `$.tool.freezegate.on-review`",
        ),
        (
            "[tool.freezegate]\n\nincident = 1\n",
            "pyproject.toml:3: Expected `bool`, got `int` - at `$.tool.freezegate.incident`",
        ),
        (
            "[tool.freezegate]\nincident = 'false'\n",
            "pyproject.toml:2: Expected `bool`, got `str` - at `$.tool.freezegate.incident`",
        ),
        (
            "[tool.freezegate]\nsensitive-paths = 'src/*'\n",
            (
                "pyproject.toml:2: Expected `array`, got `str` - at "
                "`$.tool.freezegate.sensitive-paths`"
            ),
        ),
        (
            "[tool.freezegate]\nmax-days = true\n",
            "pyproject.toml:2: Expected `int`, got `bool` - at `$.tool.freezegate.max-days`",
        ),
        (
            "[tool.freezegate]\nmax-days = 0\n",
            "pyproject.toml:1: max-days is 0, not one or more - at `$.tool.freezegate`",
        ),
        # times
        (
            ENTRY % '"2026-12-07T00:00:00Z"' + ENTRY % '"2026-12-07"',
            (
                "pyproject.toml:5: '2026-12-07' is not a time as 2026-01-31T00:00:00Z: RFC 3339 "
                "with an offset, years 2000 to 2100 - at `$.tool.freezegate.not-judged[1].until`"
            ),
        ),
        (
            ENTRY % '"2026-02-30T00:00:00Z"',
            "pyproject.toml:1: '2026-02-30T00:00:00Z' is no day of the calendar - at",
        ),
        (
            ENTRY % "2026-12-07T00:00:00Z",
            (
                "pyproject.toml:1: Expected `str`, got `datetime` - at "
                "`$.tool.freezegate.not-judged[0].until`; put the time in quotes"
            ),
        ),
        # what TOML lets pass
        (
            "[tool.freezegate]\nseeds = 9223372036854775808\n",
            "pyproject.toml:2: 9223372036854775808 is outside the integers of 64 bits - at `$.tool",
        ),
        (
            "[tool.freezegate]\ndata = ['x', \"\\u0000\"]\n",
            "pyproject.toml:2: the text holds '\\x00', which no file of ours may hold - at",
        ),
        (
            '[tool.freezegate.packages]\n"\\u0000" = "x"\n',
            "pyproject.toml:1: the text holds '\\x00', which no file of ours may hold - at",
        ),
        (
            "[tool.freezegate]\ndata = " + "[" * 40 + "]" * 40 + "\n",
            "pyproject.toml:2: nested deeper than 32 - at `$.tool.freezegate.data[0][0]",
        ),
        # no TOML
        ("x = " + "[" * 100_000, "pyproject.toml:1: nested too deep - at `$`"),
        ("x = 1\ny = ]\n", "pyproject.toml:2: no TOML: Invalid value - at `$`"),
        ("x = 1\n\nx = [\n", "pyproject.toml:4: no TOML: Invalid value - at `$`"),
        ("x = " + "9" * 5000, "pyproject.toml:1: no TOML: Exceeds the limit (4300 digits)"),
        (b"x = '\xff'", "pyproject.toml:1: byte 0xff is not UTF-8"),
        (b"\xef\xbb\xbfx = 1", "pyproject.toml:1: a byte order mark stands before the text"),
        ("#" * (MAX_PYPROJECT_BYTES + 1), "more than the 4194304 that are read"),
    ],
)
def test_what_is_refused_and_how(text: str | bytes, message: str) -> None:
    assert message in refusal(text)
