"""One table: what an edit does to a property's two hashes.

The suite below is edited in one place; the property is `tests/unit/test_orders.py::test_total`
unless the row names another.
"""

import pytest

from freezegate.model.claim import Item
from freezegate.source.closure import Hashes, Suite

SUITE = {
    "conftest.py": "import pytest\n\n@pytest.fixture\ndef root(): return 1\n",
    "tests/conftest.py": """\
import os
import pytest
from app.db import connect
from tests.fx import imported_fixture, _rates as rates

os.environ.setdefault("MODE", "fast")
LIMIT = 3

@pytest.fixture
def db(engine):
    return connect(make_url(LIMIT), engine)

def make_url(limit):
    return f"db:{limit}"

@pytest.fixture
def engine(): return "sqlite"

@pytest.fixture
def unrelated(): return 0

@pytest.fixture(autouse=True)
def clean(): yield

@pytest.fixture
def shadowed(): return "far"

@pytest.fixture
def stacked(): return 1

@pytest.fixture(name="named")
def _named(): return 1

@pytest.fixture
def lazy(): return 1

def pytest_configure(config): config.mode = 1
""",
    "tests/fx.py": """\
import pytest

@pytest.fixture
def imported_fixture(): return rate()

@pytest.fixture
def _rates(): return 2

@pytest.fixture
def never(): return 5

def rate(): return 1
""",
    "tests/helpers.py": """\
from app.orders import total
TOLERANCE = 2

def check(value):
    assert close(value)

def close(value):
    return value < TOLERANCE

def other(value):
    return value

class Base:
    LIMIT = 9
    SPARE = 9

    def setUp(self):
        self.url = self.build()

    def build(self):
        return "url"

    def unused(self):
        return 1

    def test_inherited(self):
        assert self.LIMIT

    def test_inherited_too(self):
        assert True
""",
    "tests/stars.py": "def starred(): return 1\n",
    "tests/unit/local.py": "def near(): return 1\n\ndef spare(): return 2\n",
    "tests/unit/conftest.py": """\
import pytest

@pytest.fixture
def shadowed(): return "near"

@pytest.fixture
def stacked(stacked): return stacked + 1
""",
    "tests/unit/test_orders.py": '''\
"""Orders."""
import pytest
from app.orders import total, discount
from tests.helpers import check, other
from tests import helpers as H
from . import local

BOUND = 10
SPARE = 11

def shape(value):
    return deep(value) < BOUND

def deep(value):
    return value

@pytest.mark.parametrize("n", [1, 2])
def test_total(db, n):
    """It totals."""
    check(total(n))
    assert shape(n), "shape"
    assert local.near() >= 0

def test_other(root):
    assert discount(SPARE) == other(1)

def test_named(named, shadowed, stacked, imported_fixture, rates):
    assert named

@pytest.mark.usefixtures("unrelated")
def test_by_string(request):
    assert request.getfixturevalue("lazy")

class TestOrders(H.Base):
    """Doc."""
    SIZES = [1]
    EXTRA = [2]

    @pytest.mark.parametrize("size", SIZES)
    def test_method(self, size):
        self.assertTrue(self.step(size))

    def step(self, size):
        return size

    def test_beside(self):
        assert True

    class TestInner:
        def test_nested(self):
            assert 1
''',
    "tests/unit/test_reads.py": """\
from pathlib import Path
HERE = Path(__file__).parent

def test_reads():
    text = (HERE / "golden" / "orders.json").read_text()
    assert text
""",
    "tests/unit/golden/orders.json": "{}",
    "tests/unit/golden/extra.txt": "extra",
    "tests/unit/unmentioned.csv": "a,b",
    "tests/unit/__snapshots__/test_reads.ambr": "# snapshot",
    "tests/unit/cases/deep.py": "x = 1",
    "declared/rates.csv": "1",
}

ORDERS = "tests/unit/test_orders.py"
CONFTEST = "tests/conftest.py"
HELPERS = "tests/helpers.py"


def item(
    name: str, *fixtures: str, path: str = ORDERS, source: str = "", qualname: str = ""
) -> Item:
    return Item(
        test_id=f"{path}::{name}",
        path=path,
        source_path=source or path,
        qualname=qualname or name.partition("[")[0].replace("::", "."),
        fixtures=fixtures,
    )


ITEMS = {
    "total": item("test_total[1]", "db", "engine", "n", "clean", "request"),
    "other": item("test_other", "root", "clean"),
    "named": item("test_named", "named", "shadowed", "stacked", "imported_fixture", "rates"),
    "string": item("test_by_string", "request", "unrelated", "clean"),
    "method": item("TestOrders::test_method[1]", "size", "clean"),
    "nested": item("TestOrders::TestInner::test_nested", "clean"),
    "inherited": item("TestOrders::test_inherited", source=HELPERS, qualname="Base.test_inherited"),
    "reads": item("test_reads", path="tests/unit/test_reads.py"),
}


def measure(files: dict[str, str], which: str, *, config: bytes = b"") -> Hashes:
    suite = Suite(
        files={path: text.encode() for path, text in files.items()},
        test_folders=("tests",),
        served={"app": "src"},
        config=config,
        data=("declared/rates.csv", "declared/absent.csv"),
    )
    return suite.hashes(ITEMS[which])


def effect(before: Hashes, after: Hashes) -> str:
    spec = before.spec_hash != after.spec_hash
    closure = before.fixture_closure_hash != after.fixture_closure_hash
    return {(0, 0): "same", (1, 0): "spec", (0, 1): "closure", (1, 1): "both"}[spec, closure]


def edited(path: str, old: str, new: str) -> dict[str, str]:
    before = SUITE.get(path, "")
    assert old in before
    return SUITE | {path: before.replace(old, new, 1) if old else before + new}


#: property, file, text that is replaced (none: appended), its replacement, what changes.
TABLE = [
    # The function itself.
    ("total", ORDERS, '"shape"', '"form"', "spec"),
    ("total", ORDERS, "local.near() >= 0", "local.near() > 0", "spec"),
    ("total", ORDERS, "[1, 2]", "[1, 2, 3]", "spec"),
    (
        "total",
        ORDERS,
        '@pytest.mark.parametrize("n"',
        '@pytest.mark.slow\n@pytest.mark.parametrize("n"',
        "spec",
    ),
    ("total", ORDERS, "def test_total(db, n)", "def test_total(db, n, engine)", "spec"),
    ("total", ORDERS, "def test_total(db, n)", "def test_total(db, n, root)", "both"),
    # What says the same.
    ("total", ORDERS, "It totals.", "It sums up.", "same"),
    ("total", ORDERS, '"""Orders."""', '"""Other orders."""', "same"),
    ("total", ORDERS, "BOUND = 10", "BOUND  =  10  # ten", "same"),
    ("total", ORDERS, '"""Orders."""', '# -*- coding: utf-8 -*-\n"""Orders."""', "same"),
    ("total", CONFTEST, "import os\n", "import os\n\n\n# said\n", "same"),
    # Its neighbours.
    ("total", ORDERS, "== other(1)", "!= other(1)", "same"),
    ("total", ORDERS, "SPARE = 11", "SPARE = 12", "same"),
    ("total", ORDERS, "", "\ndef test_new(): assert True\n", "same"),
    (
        "total",
        ORDERS,
        "def test_other(root):\n    assert discount(SPARE) == other(1)\n\n",
        "",
        "same",
    ),
    ("total", ORDERS, "import total, discount", "import total, discount, refund", "same"),
    ("total", HELPERS, "    return value\n\nclass", "    return -value\n\nclass", "same"),
    ("other", ORDERS, '"shape"', '"form"', "same"),
    # What it reaches by name.
    ("total", ORDERS, "deep(value) <", "deep(value) <=", "spec"),
    ("total", ORDERS, "    return value\n\n@", "    return -value\n\n@", "spec"),
    ("total", ORDERS, "BOUND = 10", "BOUND = 11", "spec"),
    ("total", HELPERS, "assert close(value)", "assert not close(value)", "spec"),
    ("total", HELPERS, "value < TOLERANCE", "value <= TOLERANCE", "spec"),
    ("total", HELPERS, "TOLERANCE = 2", "TOLERANCE = 3", "spec"),
    ("total", "tests/unit/local.py", "near(): return 1", "near(): return 2", "spec"),
    ("total", "tests/unit/local.py", "return 2", "return 3", "same"),
    ("total", ORDERS, "from app.orders import total,", "from app.sums import total,", "spec"),
    ("total", ORDERS, "import total, discount", "import add as total, discount", "spec"),
    # Rebinding that leaves the text of the function as it was.
    ("total", ORDERS, "", "\ntest_total = test_other\n", "spec"),
    ("total", ORDERS, "", "\nBOUND += 1\n", "both"),
    ("total", ORDERS, "", "\nshape.limit = 3\n", "both"),
    ("total", ORDERS, "", "\nSPARE = BOUND\n", "same"),
    ("total", ORDERS, "", "\nsetattr(shape, '__code__', deep.__code__)\n", "both"),
    ("total", ORDERS, "", "\nH.check.__defaults__ = (1,)\n", "closure"),
    ("total", ORDERS, "", "\nif True:\n    def deep(value): return 0\n", "spec"),
    ("total", ORDERS, "", "\nfor BOUND in (1, 2): pass\n", "spec"),
    ("total", ORDERS, "", "\nglobals()['test_total'] = test_other\n", "both"),
    ("total", ORDERS, "", "\ndel deep\n", "both"),
    # Marks of the module.
    ("total", ORDERS, "BOUND = 10", "pytestmark = pytest.mark.skip('x')\nBOUND = 10", "spec"),
    # What cannot be followed is taken whole.
    ("total", ORDERS, "", "\nfrom tests.stars import *\n", "spec"),
    ("total", ORDERS, "", "\nexec('x = 1')\n", "both"),
    ("total", ORDERS, "", "\ndef test_(: pass\n", "both"),
    ("total", HELPERS, "", "\ndef (\n", "both"),
    # Fixtures.
    (
        "total",
        CONFTEST,
        "return connect(make_url(LIMIT), engine)",
        "return connect(engine)",
        "closure",
    ),
    ("total", CONFTEST, 'f"db:{limit}"', 'f"sql:{limit}"', "closure"),
    ("total", CONFTEST, "LIMIT = 3", "LIMIT = 4", "closure"),
    ("total", CONFTEST, 'return "sqlite"', 'return "postgres"', "closure"),
    ("total", CONFTEST, "from app.db import", "from app.sql import", "closure"),
    ("total", CONFTEST, "unrelated(): return 0", "unrelated(): return 1", "same"),
    ("total", CONFTEST, "", "\n@pytest.fixture\ndef fresh(): return 1\n", "same"),
    ("total", CONFTEST, "def clean(): yield", "def clean(): return None", "closure"),
    ("total", CONFTEST, "", "\n@pytest.fixture(autouse=True)\ndef fresh(): return 1\n", "closure"),
    ("total", CONFTEST, "", "\n@pytest.fixture(autouse=ON)\ndef fresh(): return 1\n", "closure"),
    ("total", "tests/unit/conftest.py", "", "\n@pytest.fixture\ndef db(): return 1\n", "closure"),
    ("total", "conftest.py", "return 1", "return 2", "same"),
    ("other", "conftest.py", "return 1", "return 2", "closure"),
    ("named", CONFTEST, "_named(): return 1", "_named(): return 2", "closure"),
    ("named", CONFTEST, 'shadowed(): return "far"', 'shadowed(): return "further"', "same"),
    ("named", "tests/unit/conftest.py", 'return "near"', 'return "nearer"', "closure"),
    ("named", CONFTEST, "stacked(): return 1", "stacked(): return 2", "closure"),
    ("named", "tests/fx.py", "return rate()", "return -rate()", "closure"),
    ("named", "tests/fx.py", "rate(): return 1", "rate(): return 2", "closure"),
    ("named", "tests/fx.py", "_rates(): return 2", "_rates(): return 3", "closure"),
    ("named", "tests/fx.py", "never(): return 5", "never(): return 6", "same"),
    ("string", CONFTEST, "unrelated(): return 0", "unrelated(): return 1", "closure"),
    ("string", CONFTEST, "lazy(): return 1", "lazy(): return 2", "closure"),
    ("string", CONFTEST, "engine(): return", "engine(): pass;", "same"),
    # Hooks, effects, plugins, configuration.
    ("total", CONFTEST, "config.mode = 1", "config.mode = 2", "closure"),
    ("total", CONFTEST, '"fast"', '"slow"', "closure"),
    ("total", "tests/unit/conftest.py", "", "\ndef pytest_runtest_setup(item): pass\n", "closure"),
    ("total", CONFTEST, "", "\nwhile False: pass\n", "closure"),
    ("total", CONFTEST, "", "\n@register\ndef plain(): pass\n", "closure"),
    ("total", CONFTEST, "", "\ndef plain(): pass\n", "same"),
    ("total", CONFTEST, "", "\nclass Plain: pass\n", "same"),
    ("total", CONFTEST, "", "\ncollect_ignore = ['x']\n", "closure"),
    ("total", CONFTEST, "", "\ndef (\n", "closure"),
    ("total", "tests/fx.py", "", "\nimport os\nos.environ['X'] = '1'\n", "closure"),
    ("total", ORDERS, "", "\ndef pytest_generate_tests(metafunc): pass\n", "closure"),
    ("total", ORDERS, "", "\ndef setup_module(): pass\n", "closure"),
    ("total", ORDERS, "", "\nwarm = total(1)\n", "closure"),
    ("total", "tests/__init__.py", "", "import os\nos.umask(0)\n", "closure"),
    ("total", "other/conftest.py", "", "print()\n", "same"),
    # Methods.
    ("method", ORDERS, "self.assertTrue", "self.assertFalse", "spec"),
    ("method", ORDERS, "return size", "return -size", "spec"),
    ("method", ORDERS, "SIZES = [1]", "SIZES = [1, 2]", "spec"),
    ("method", ORDERS, "EXTRA = [2]", "EXTRA = [3]", "same"),
    ("method", ORDERS, '"""Doc."""', '"""Said."""', "same"),
    (
        "method",
        ORDERS,
        "def test_beside(self):\n        assert True",
        "def test_beside(self):\n        pass",
        "same",
    ),
    ("method", ORDERS, "class TestOrders(H.Base)", "class TestOrders(H.Base, Mixin)", "spec"),
    ("method", ORDERS, "class TestOrders(H.Base)", "@final\nclass TestOrders(H.Base)", "spec"),
    ("method", ORDERS, "    EXTRA = [2]", "    pytestmark = pytest.mark.slow", "spec"),
    ("method", ORDERS, "    EXTRA = [2]", "    print(1)", "spec"),
    ("method", ORDERS, "    EXTRA = [2]", "    exec('x = 1')", "both"),
    (
        "method",
        ORDERS,
        "    EXTRA = [2]",
        "    @pytest.fixture(autouse=True)\n    def fx(self): pass",
        "closure",
    ),
    ("method", ORDERS, "    EXTRA = [2]", "    @pytest.fixture\n    def fx(self): pass", "same"),
    (
        "method",
        ORDERS,
        "    EXTRA = [2]",
        "    @pytest.fixture\n    def size(self): pass",
        "closure",
    ),
    ("method", ORDERS, "    EXTRA = [2]", "    def setup_method(self): pass", "closure"),
    ("method", HELPERS, "self.url = self.build()", "self.uri = self.build()", "closure"),
    ("method", HELPERS, 'return "url"', 'return "uri"', "closure"),
    (
        "method",
        HELPERS,
        "def unused(self):\n        return 1",
        "def unused(self):\n        return 2",
        "same",
    ),
    ("method", HELPERS, "assert self.LIMIT", "assert not self.LIMIT", "same"),
    ("nested", ORDERS, "assert 1", "assert 2", "spec"),
    ("nested", ORDERS, "class TestInner:", "class TestInner(object):", "spec"),
    ("nested", ORDERS, "class TestOrders(H.Base)", "class TestOrders", "both"),
    ("nested", ORDERS, "self.assertTrue", "self.assertFalse", "same"),
    ("inherited", HELPERS, "assert self.LIMIT", "assert not self.LIMIT", "spec"),
    ("inherited", HELPERS, "    LIMIT = 9", "    LIMIT = 8", "spec"),
    ("inherited", HELPERS, "    SPARE = 9", "    SPARE = 8", "same"),
    ("inherited", HELPERS, "class Base:", "class Base(object):", "spec"),
    ("inherited", ORDERS, "self.assertTrue", "self.assertFalse", "same"),
    # Files that are read.
    ("total", "declared/rates.csv", "1", "2", "closure"),
    ("total", "declared/absent.csv", "", "new", "closure"),
    ("reads", "tests/unit/golden/orders.json", "{}", "[]", "closure"),
    ("reads", "tests/unit/golden/extra.txt", "extra", "more", "closure"),
    ("reads", "tests/unit/unmentioned.csv", "a,b", "a;b", "same"),
    ("reads", "tests/unit/__snapshots__/test_reads.ambr", "# snapshot", "# other", "closure"),
    ("total", "tests/unit/golden/orders.json", "{}", "[]", "same"),
    ("total", "tests/unit/__snapshots__/test_reads.ambr", "# snapshot", "# other", "same"),
]


@pytest.mark.parametrize(("which", "path", "old", "new", "expected"), TABLE)
def test_an_edit_changes_what_it_bears_on(
    which: str, path: str, old: str, new: str, expected: str
) -> None:
    after = edited(path, old, new)
    assert effect(measure(SUITE, which), measure(after, which)) == expected


def small(before: dict[str, str], after: dict[str, str], which: Item) -> str:
    """Return what changes in a suite of a few files; `before` is completed to `after`."""
    hashes = [
        Suite(
            files={path: text.encode() for path, text in files.items()},
            test_folders=("tests",),
            served={"app": "src"},
        ).hashes(which)
        for files in (before, before | after)
    ]
    return effect(*hashes)


ONE = item("test_one", path="tests/test_one.py")
IN_CLASS = item("TestIt::test_one", path="tests/test_one.py")

#: the test module, another file, that file after the edit, what changes.
REACHED = [
    # Ways to import a test-side module.
    ("import helpers\ndef test_one(): helpers.f()", "tests/helpers.py", "spec"),
    ("import helpers\ndef test_one(): helpers.g()", "tests/helpers.py", "same"),
    ("import helpers as h\ndef test_one(): h.f()", "tests/helpers.py", "spec"),
    ("import helpers as h\ndef test_one(): use(h)", "tests/helpers.py", "spec"),
    ("import helpers as h\ndef test_one(): h.absent()", "tests/helpers.py", "spec"),
    ("import tests.helpers\ndef test_one(): tests.helpers.f()", "tests/helpers.py", "spec"),
    ("import tests.helpers\ndef test_one(): tests.helpers.g()", "tests/helpers.py", "same"),
    ("from tests import helpers\ndef test_one(): helpers.f()", "tests/helpers.py", "spec"),
    ("from helpers import f as k\ndef test_one(): k()", "tests/helpers.py", "spec"),
    ("from .helpers import f\ndef test_one(): f()", "tests/helpers.py", "spec"),
    ("from .a.b import f\ndef test_one(): f()", "tests/a/b.py", "spec"),
    ("from . import a\ndef test_one(): a.f()", "tests/a/__init__.py", "spec"),
    ("from .... import a\ndef test_one(): a.f()", "tests/a/__init__.py", "same"),
    ("from odd import f\ndef test_one(): f()", "tests/lib/odd.py", "spec"),
    ("from app.testing import f\ndef test_one(): f()", "src/app/testing.py", "spec"),
    ("def test_one():\n from helpers import f\n f()", "tests/helpers.py", "spec"),
    ("def test_one():\n import helpers\n helpers.f()", "tests/helpers.py", "spec"),
    (
        "try:\n from helpers import f\nexcept ImportError: f = 1\ndef test_one(): f()",
        "tests/helpers.py",
        "spec",
    ),
    ("from helpers import *\ndef test_one(): pass", "tests/helpers.py", "spec"),
    ("from json import *\ndef test_one(): pass", "tests/helpers.py", "same"),
    # Ways to reach what no name says.
    ("import helpers\ndef test_one(): getattr(helpers, 'f')()", "tests/helpers.py", "spec"),
    (
        "import importlib\ndef test_one(): importlib.import_module('tests.helpers')",
        "tests/helpers.py",
        "spec",
    ),
    (
        "import importlib.metadata\ndef test_one(): importlib.metadata.version('tests.helpers')",
        "tests/helpers.py",
        "same",
    ),
    ("import helpers\ndef test_one(helpers): helpers.f()", "tests/helpers.py", "same"),
    (
        "import helpers\ndef test_one(): return [helpers for helpers in ()]",
        "tests/helpers.py",
        "same",
    ),
    (
        "import helpers\ndef test_one(): return lambda helpers=helpers: helpers.f",
        "tests/helpers.py",
        "spec",
    ),
    # Tests that are made elsewhere.
    ("from helpers import f\ntest_one = f()", "tests/helpers.py", "both"),
    ("from helpers import f as test_one", "tests/helpers.py", "spec"),
]


@pytest.mark.parametrize(("module", "other", "expected"), REACHED)
def test_a_name_is_followed(module: str, other: str, expected: str) -> None:
    before = {"tests/test_one.py": module, other: "def f(): return 1\ndef g(): return 1\n"}
    after = {other: "def f(): return 2\ndef g(): return 1\n"}
    assert small(before, after, ONE) == expected


#: the test module before, after, what changes for `test_one`.
WITHIN = [
    (
        "def test_one(o, n): getattr(o, n)()\nX = 1",
        "def test_one(o, n): getattr(o, n)()\nX = 2",
        "spec",
    ),
    ("def test_one(o): o.x = X\nX = 1", "def test_one(o): o.x = X\nX = 2", "spec"),
    (
        "def test_one():\n global X\n X = 2\nX = 1",
        "def test_one():\n global X\n X = 2\nX = 3",
        "spec",
    ),
    (
        "def test_one():\n X = 2\n return X\nX = 1",
        "def test_one():\n X = 2\n return X\nX = 3",
        "same",
    ),
    (
        "def test_one():\n X = 2\n def f():\n  nonlocal X\n  X = 3\nX = 1",
        "def test_one():\n X = 2\n def f():\n  nonlocal X\n  X = 3\nX = 4",
        "same",
    ),
    (
        "def test_one(): return [X for x in y]\nX = 1",
        "def test_one(): return [X for x in y]\nX = 2",
        "spec",
    ),
    (
        "def test_one():\n return [X for X in y], X\nX = 1",
        "def test_one():\n return [X for X in y], X\nX = 2",
        "spec",
    ),
    (
        "def test_one():\n return [(X := x) for x in y], X\nX = 1",
        "def test_one():\n return [(X := x) for x in y], X\nX = 2",
        "same",
    ),
    (
        "def test_one():\n class A:\n  X = X\nX = 1",
        "def test_one():\n class A:\n  X = X\nX = 2",
        "spec",
    ),
    (
        "def test_one():\n try: pass\n except E as X: X\nX = 1",
        "def test_one():\n try: pass\n except E as X: X\nX = 2",
        "same",
    ),
    (
        "def test_one():\n match 1:\n  case [X, *Y]: X\n  case {**Y}: Y\nX = 1",
        "def test_one():\n match 1:\n  case [X, *Y]: X\n  case {**Y}: Y\nX = 2",
        "same",
    ),
    ("X = 1\ndef test_one(): X", "X = 1\nX.y[0] = 2\ndef test_one(): X", "both"),
    ("X = 1\ndef test_one(): X", "X = 1\nf(X)\ndef test_one(): X", "both"),
    ("X = 1\ndef test_one(): X", "X = 1\n(lambda: 0)(X)\ndef test_one(): X", "both"),
    (
        "import pytest\ndef test_one(request, n): request.getfixturevalue(n)",
        (
            "import pytest\ndef test_one(request, n): request.getfixturevalue(n)\n"
            "@pytest.fixture\ndef far(): return 1"
        ),
        "closure",
    ),
    (
        "import pytest\n@pytest.fixture\ndef fx(): return 1\ndef test_one(fx): pass",
        "import pytest\n@pytest.fixture\ndef fx(): return 2\ndef test_one(fx): pass",
        "closure",
    ),
    (
        "import pytest\nfx = pytest.fixture(f)\ndef test_one(fx): pass",
        "import pytest\nfx = pytest.fixture(g)\ndef test_one(fx): pass",
        "closure",
    ),
    (
        "import pytest\n@pytest.fixture(name=N)\ndef fx(): return 1\ndef test_one(k): pass",
        "import pytest\n@pytest.fixture(name=N)\ndef fx(): return 2\ndef test_one(k): pass",
        "closure",
    ),
    (
        "pytest_plugins = ['helpers']\ndef test_one(fx): pass",
        "pytest_plugins = ['helpers', 'more']\ndef test_one(fx): pass",
        "closure",
    ),
]


@pytest.mark.parametrize(("before", "after", "expected"), WITHIN)
def test_a_module_is_read_by_pythons_scopes(before: str, after: str, expected: str) -> None:
    path = "tests/test_one.py"
    assert small({path: before}, {path: after}, ONE) == expected


#: the test module before, after, what changes for `TestIt::test_one`.
CLASSES = [
    (
        "class TestIt:\n x = 1\n def test_one(self): getattr(self, 'x')",
        "class TestIt:\n x = 2\n def test_one(self): getattr(self, 'x')",
        "spec",
    ),
    (
        "class TestIt:\n x = 1\n def test_one(self): getattr(self, f())",
        "class TestIt:\n x = 2\n def test_one(self): getattr(self, f())",
        "spec",
    ),
    (
        (
            "class TestIt:\n def test_one(self): self.x\n"
            " def setUp(self): self.x = self.y()\n def y(self): 1"
        ),
        (
            "class TestIt:\n def test_one(self): self.x\n"
            " def setUp(self): self.x = self.y()\n def y(self): 2"
        ),
        "closure",
    ),
    (
        "class A:\n x = 1\nclass TestIt(A):\n def test_one(self): self.x",
        "class A:\n x = 2\nclass TestIt(A):\n def test_one(self): self.x",
        "spec",
    ),
    (
        "class TestIt(make(1)):\n def test_one(self): pass\ndef make(n): return A",
        "class TestIt(make(1)):\n def test_one(self): pass\ndef make(n): return B",
        "spec",
    ),
    ("TestIt = make(1)\ndef make(n): return A", "TestIt = make(1)\ndef make(n): return B", "both"),
    (
        "if X:\n class TestIt:\n  def test_one(self): pass",
        "if X:\n class TestIt:\n  def test_one(self): 1",
        "spec",
    ),
    (
        "class TestIt:\n def test_one(self): pass\nTestIt = f(TestIt)",
        "class TestIt:\n def test_one(self): pass\nTestIt = g(TestIt)",
        "both",
    ),
    (
        "class TestIt:\n import json\n def test_one(self): self.json",
        "class TestIt:\n import yaml as json\n def test_one(self): self.json",
        "spec",
    ),
    (
        (
            "import pytest\nclass TestIt:\n @pytest.fixture\n def fx(self, fx): return fx\n"
            " def test_one(self, fx): pass\n@pytest.fixture\ndef fx(): return 1"
        ),
        (
            "import pytest\nclass TestIt:\n @pytest.fixture\n def fx(self, fx): return fx\n"
            " def test_one(self, fx): pass\n@pytest.fixture\ndef fx(): return 2"
        ),
        "closure",
    ),
    (
        "class TestIt(TestIt):\n def test_one(self): pass",
        "class TestIt(TestIt):\n def test_one(self): 1",
        "spec",
    ),
]


@pytest.mark.parametrize(("before", "after", "expected"), CLASSES)
def test_a_class_is_read_member_by_member(before: str, after: str, expected: str) -> None:
    path = "tests/test_one.py"
    assert small({path: before}, {path: after}, IN_CLASS) == expected


def test_an_imported_test_class_is_followed_to_its_home() -> None:
    before = {
        "tests/test_one.py": "from tests.base import TestIt",
        "tests/base.py": "class TestIt:\n def test_one(self): pass\n def test_two(self): pass",
    }
    for body, expected in (("pass", "same"), ("1", "spec")):
        text = f"class TestIt:\n def test_one(self): {body}\n def test_two(self): 2"
        assert small(before, {"tests/base.py": text}, IN_CLASS) == expected


def test_a_function_from_a_factory_is_found_where_it_is_written() -> None:
    made = Item(
        test_id="tests/test_one.py::test_one",
        path="tests/test_one.py",
        source_path="tests/make.py",
        qualname="make.<locals>.inner",
    )
    before = {"tests/test_one.py": "", "tests/make.py": "def make():\n def inner(): 1"}
    assert small(before, {"tests/make.py": "def make():\n def inner(): 2"}, made) == "spec"


def test_a_test_that_cannot_be_found_takes_its_file_whole() -> None:
    lost = Item(
        test_id="elsewhere::test_one",
        path="tests/test_one.py",
        source_path="product.py",
        qualname="Lost.test_one",
    )
    assert small({"tests/test_one.py": "X = 1"}, {"tests/test_one.py": "X = 2"}, lost) == "spec"


def test_plugins_that_a_conftest_names_count_as_it_does() -> None:
    before = {
        "tests/conftest.py": "pytest_plugins = ['tests.plug', 'json', 'tests.plug']",
        "tests/test_one.py": "def test_one(fx): pass",
        "tests/plug.py": "import pytest\n@pytest.fixture\ndef fx(): 1\n",
    }
    for text, expected in (
        ("import pytest\n@pytest.fixture\ndef fx(): 2\n", "closure"),
        ("import pytest\n@pytest.fixture\ndef fx(): 1\ndef pytest_configure(): pass", "closure"),
        ("import pytest\n@pytest.fixture\ndef fx(): 1\ndef other(): pass", "same"),
    ):
        assert small(before, {"tests/plug.py": text}, ONE) == expected


def test_fixtures_come_through_imports_and_stars() -> None:
    before = {
        "tests/conftest.py": "from tests.all import *\nimport tests.fx as unused",
        "tests/all.py": "from tests.fx import fx",
        "tests/fx.py": "import pytest\n@pytest.fixture\ndef fx(): 1\n",
        "tests/test_one.py": "def test_one(fx): pass",
    }
    after = {"tests/fx.py": "import pytest\n@pytest.fixture\ndef fx(): 2\n"}
    assert small(before, after, ONE) == "closure"


def test_configuration_enters_every_fixture_closure() -> None:
    before, after = (measure(SUITE, "total", config=config) for config in (b"a", b"b"))
    assert effect(before, after) == "closure"


def test_a_test_whose_file_is_missing_is_refused() -> None:
    with pytest.raises(
        ValueError, match=r"tests/unit/test_orders\.py is not among .* test-folders"
    ):
        measure({}, "total")


def test_the_oracle_is_the_markers_else_the_assertions() -> None:
    assert measure(SUITE, "total").oracle == 'assert shape(n), "shape"; assert local.near() >= 0'
    assert measure(SUITE, "method").oracle == "self.assertTrue(self.step(size))"
    assert measure(SUITE, "inherited").oracle == "assert self.LIMIT"
    marked = Item(
        test_id=ORDERS + "::test_total",
        path=ORDERS,
        source_path=ORDERS,
        qualname="test_total",
        oracle="total >= 0",
    )
    suite = Suite(files={ORDERS: SUITE[ORDERS].encode()})
    assert suite.hashes(marked).oracle == "total >= 0"


def test_equal_suites_hash_alike_whatever_the_order_of_files() -> None:
    backwards = dict(reversed(SUITE.items()))
    for which in ITEMS:
        assert measure(SUITE, which) == measure(backwards, which)


def test_one_suite_answers_for_all_its_tests() -> None:
    suite = Suite(
        files={path: text.encode() for path, text in SUITE.items()},
        test_folders=("tests",),
        served={"app": "src"},
        data=("declared/rates.csv", "declared/absent.csv"),
    )
    together = {which: suite.hashes(each) for which, each in ITEMS.items()}
    assert together == {which: measure(SUITE, which) for which in ITEMS}
    assert len({each.spec_hash for each in together.values()}) == len(ITEMS)


def test_a_test_inherited_from_another_package_takes_the_file_whole() -> None:
    inherited = Item(
        test_id="tests/test_one.py::TestIt::test_far",
        path="tests/test_one.py",
        source_path="product/testing.py",
        qualname="Far.test_far",
    )
    text = "from product.testing import Far\nclass TestIt(Far): pass\nX = "
    path = "tests/test_one.py"
    assert small({path: text + "1"}, {path: text + "2"}, inherited) == "spec"


def test_a_method_that_a_decorator_multiplies_is_found_by_its_own_name() -> None:
    made = Item(
        test_id="tests/test_one.py::TestIt::test_it_0_a",
        path="tests/test_one.py",
        source_path="parameterized.py",
        qualname="TestIt.test_it",
    )
    path = "tests/test_one.py"
    text = "class TestIt:\n @expand(['a'])\n def test_it(self, n): assert n\nX = "
    assert small({path: text + "1"}, {path: text + "2"}, made) == "same"
    assert small({path: text + "1"}, {path: text.replace("'a'", "'b'") + "1"}, made) == "spec"


def test_imports_in_a_circle_come_to_an_end() -> None:
    before = {
        "tests/a.py": "from tests.b import f\nX = 1",
        "tests/b.py": "from tests.a import f",
        "tests/test_one.py": "from tests.a import f\ndef test_one(): f()",
    }
    assert small(before, {"tests/b.py": "from tests.c import f"}, ONE) == "spec"
    assert small(before, {"tests/a.py": "from tests.b import f\nX = 2"}, ONE) == "same"
