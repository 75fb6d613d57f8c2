import pytest

from freezegate.source.waivers import Muting, Waiver, added

HEAD = (
    "import pytest, unittest, flaky, tenacity, retrying, stamina, backoff\n"
    "import pytest as pt\n"
    "from pytest import mark, skip\n"
    "from flaky import flaky as again\n"
    "from unittest import SkipTest, skipIf\n"
)
LINES = HEAD.count("\n")


def of(source: str, qualname: str = "test_a") -> list[tuple[str, bool]]:
    found = Muting((HEAD + source).encode()).of(qualname)
    return [(waiver.kind.name, waiver.always) for waiver in found]


@pytest.mark.parametrize(
    ("decorator", "kind", "always"),
    [
        ("pytest.mark.skip", "SKIP", True),
        ("pytest.mark.skip(reason='later')", "SKIP", True),
        ("pt.mark.skip", "SKIP", True),
        ("mark.skip", "SKIP", True),
        ("pytest.mark.skipif(sys.platform == 'win32', reason='')", "SKIP", False),
        ("pytest.mark.skipif(True, reason='')", "SKIP", True),
        ("pytest.mark.skipif", "SKIP", False),
        ("pytest.mark.xfail", "XFAIL", True),
        ("pytest.mark.xfail(strict=False)", "XFAIL", True),
        ("pytest.mark.xfail(True, reason='')", "XFAIL", True),
        ("pytest.mark.xfail(X, reason='')", "XFAIL", False),
        ("pytest.mark.xfail(condition=X)", "XFAIL", False),
        ("pytest.mark.xfail(raises=OSError)", "XFAIL", False),
        ("pytest.mark.flaky", "RERUN", True),
        ("pytest.mark.flaky(reruns=3)", "RERUN", True),
        ("pytest.mark.rerun", "RERUN", True),
        ("pytest.mark.retry(2)", "RERUN", True),
        ("pytest.mark.quarantine", "QUARANTINE", True),
        ("pytest.mark.quarantined", "QUARANTINE", True),
        ("unittest.skip('later')", "SKIP", True),
        ("unittest.skipIf(True, '')", "SKIP", True),
        ("skipIf(X, '')", "SKIP", False),
        ("unittest.skipUnless(False, '')", "SKIP", True),
        ("unittest.skipUnless(True, '')", "SKIP", False),
        ("unittest.expectedFailure", "XFAIL", True),
        ("again", "RERUN", True),
        ("flaky.flaky(max_runs=3)", "RERUN", True),
        ("tenacity.retry(stop=1)", "RERUN", True),
        ("retrying.retry", "RERUN", True),
        ("stamina.retry(on=OSError)", "RERUN", True),
        ("backoff.on_exception(backoff.expo, OSError)", "RERUN", True),
        ("backoff.on_predicate(backoff.expo)", "RERUN", True),
        (
            "pytest.mark.parametrize('x', [1, pytest.param(2, marks=pytest.mark.xfail)])",
            "XFAIL",
            False,
        ),
        ("NAMED", "SKIP", True),
        ("pytest.mark.parametrize('x', CASES)", "SKIP", False),
    ],
)
def test_decorators(decorator: str, kind: str, always: bool) -> None:  # noqa: FBT001 - a column
    named = "NAMED = pytest.mark.skip\nCASES = [pytest.param(1, marks=[pytest.mark.skip])]\n"
    assert of(f"{named}@{decorator}\ndef test_a(): pass\n") == [(kind, always)]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("pytest.skip('later')", [("SKIP", True)]),
        ("skip()", [("SKIP", True)]),
        ("pytest.xfail('known')", [("XFAIL", True)]),
        ("pytest.importorskip('numpy')", [("SKIP", False)]),
        ("np = pytest.importorskip('numpy')", [("SKIP", False)]),
        ("if x: pytest.skip('')", [("SKIP", False)]),
        ("self.skipTest('')", [("SKIP", True)]),
        ("raise unittest.SkipTest('')", [("SKIP", True)]),
        ("raise SkipTest", [("SKIP", True)]),
        ("raise pytest.skip.Exception('')", [("SKIP", True)]),
        ("try: pass\n except E: raise", []),
        ("request.node.add_marker(pytest.mark.xfail(reason=''))", [("XFAIL", False)]),
        ("request.applymarker(mark.skip)", [("SKIP", False)]),
        ("other.skip(); skips()[0]()", []),
        ("assert 1", []),
    ],
)
def test_bodies(body: str, expected: list[tuple[str, bool]]) -> None:
    assert of(f"def test_a():\n {body}\n") == expected
    assert of(f"async def test_a():\n {body}\n") == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("pytestmark = pytest.mark.skip", [("SKIP", True)]),
        ("pytestmark = [mark.slow, mark.xfail]", [("XFAIL", True)]),
        ("pytestmark: list = [mark.xfail]", [("XFAIL", True)]),
        ("pytestmark += [mark.xfail]", [("XFAIL", True)]),
        ("pytestmark: list", []),
        ("if X:\n pytestmark = mark.skip", [("SKIP", False)]),
        (
            "try: import x\nexcept ImportError: pytest.skip('', allow_module_level=True)",
            [("SKIP", False)],
        ),
        ("try: pass\nfinally:\n pytestmark = mark.skip", [("SKIP", False)]),
        ("match x:\n case 1: pytestmark = mark.skip", [("SKIP", False)]),
        ("pytest.skip('', allow_module_level=True)", [("SKIP", True)]),
        ("np = pytest.importorskip('numpy')", [("SKIP", False)]),
        ("def setup_module(): pytest.skip()", [("SKIP", True)]),
        ("other = mark.skip", []),
        ("def helper(): pytest.skip()", []),
        ("pytestmark = loop\nloop = loop", []),
        ("x = y = pytest.mark.skip\nx.z = 1", []),
    ],
)
def test_the_module_mutes_its_functions(source: str, expected: list[tuple[str, bool]]) -> None:
    assert of(f"{source}\ndef test_a(): pass\n") == expected


def test_classes_mute_their_methods() -> None:
    source = (
        "@mark.skip\nclass A:\n"
        " pytestmark = mark.xfail\n"
        " def setUp(self): self.skipTest('')\n"
        " class B:\n"
        "  @mark.flaky\n  def test_a(self): pass\n"
        " def test_b(self): pytest.skip()\n"
        "if X:\n @mark.skip\n def test_c(): pass\n"
    )
    assert of(source, "A.B.test_a") == [
        ("SKIP", True),
        ("XFAIL", True),
        ("SKIP", True),
        ("RERUN", True),
    ]
    assert [kind for kind, _ in of(source, "A.test_b")] == ["SKIP", "XFAIL", "SKIP", "SKIP"]
    assert of(source, "test_c") == [("SKIP", True)]
    assert of(source, "test_d") == []


def test_a_file_that_does_not_parse_shows_nothing() -> None:
    assert Muting(b"@pytest.mark.skip\ndef").waivers == ()


def test_deep_expressions_are_walked() -> None:
    deep = " + ".join(["x"] * 500)
    assert of(f"@f({deep}, mark.skip)\ndef test_a(): pass\n") == [("SKIP", False)]


def test_waivers_say_what_they_are() -> None:
    source = (
        HEAD + "@pytest.mark.skip(\n  reason='x')\ndef test_a(): pass\npytest.importorskip('y')\n"
    )
    skip, lacks = Muting(source.encode()).waivers
    assert (skip.line, skip.scope, skip.mutes) == (LINES + 1, "test_a", True)
    assert skip.sentence == "`pytest.mark.skip( reason='x')` skips test_a"
    assert (lacks.scope, lacks.mutes) == ("", False)
    assert lacks.sentence == "`pytest.importorskip('y')` skips the module, under a condition"


@pytest.mark.parametrize(
    ("kind", "mutes"), [("skip", True), ("xfail", True), ("flaky", False), ("quarantine", False)]
)
def test_only_skips_and_expected_failures_mute_here_and_now(
    kind: str,
    mutes: bool,  # noqa: FBT001 - a column
) -> None:
    (waiver,) = Muting(f"{HEAD}@mark.{kind}\ndef test_a(): pass".encode()).waivers
    assert waiver.mutes is mutes


def waivers(source: str) -> tuple[Waiver, ...]:
    return Muting((HEAD + source).encode()).waivers


SKIPPED = "@mark.skip\ndef test_a(): pass\n"


@pytest.mark.parametrize(
    ("parent", "patch", "scopes"),
    [
        ("", SKIPPED, ["test_a"]),
        (SKIPPED, SKIPPED, []),
        (SKIPPED, f"# moved\n\n{SKIPPED}", []),
        (SKIPPED, "", []),
        (SKIPPED, SKIPPED.replace("test_a", "test_b"), ["test_b"]),
        (SKIPPED, SKIPPED.replace("skip", "skip(reason='')"), ["test_a"]),
        (SKIPPED, f"@mark.skip\n{SKIPPED}", ["test_a"]),
    ],
)
def test_what_the_patch_adds(parent: str, patch: str, scopes: list[str]) -> None:
    assert [waiver.scope for waiver in added(waivers(parent), waivers(patch))] == scopes
