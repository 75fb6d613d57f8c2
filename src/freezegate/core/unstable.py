"""Comparisons of images and snapshots, recognised: their failures have no stable witness.

The table is open at its end: what it does not know is judged like any other failure.
"""

from collections.abc import Iterable
from typing import Final

#: Modules whose exceptions say that an image or a snapshot differs.
MODULES: Final = (
    "inline_snapshot.",
    "matplotlib.testing.",
    "pytest_image_diff.",
    "pytest_image_snapshot.",
    "pytest_mpl.",
    "pytest_regressions.",
    "pytest_snapshot.",
    "snapshottest.",
    "syrupy.",
)
#: Exceptions of that kind, whatever module defines or re-exports them.
TYPES: Final = frozenset({"ImageComparisonFailure", "ImageMismatchError", "SnapshotMismatchError"})
#: How such failures begin where they come as a plain failure of pytest (pytest-mpl's do).
MESSAGES: Final = ("Error: Image files did not match", "Image files did not match")
#: Fixtures against which a test's own statement compares; the failure is a plain assertion.
FIXTURES: Final = (
    "data_regression",
    "dataframe_regression",
    "file_regression",
    "image_diff",
    "image_regression",
    "image_snapshot",
    "ndarrays_regression",
    "num_regression",
    "snapshot",
    "snapshot_json",
)
#: Functions that compare, whether imported by themselves or reached through their module.
FUNCTIONS: Final = ("assertMatchSnapshot", "assert_images_equal", "assert_match", "compare_images")


def _spelled(field: bytes, name: str) -> bytes:
    """Write a name as it stands in the canonical form of a statement."""
    return b".%s s%d:%s" % (field, len(name), name.encode("ascii"))


_SPELLINGS: Final = (
    *(_spelled(b"id", name) for name in (*FIXTURES, *FUNCTIONS)),
    *(_spelled(b"attr", name) for name in FUNCTIONS),
)


def is_unstable(type_: str, message: str, statements: Iterable[bytes]) -> bool:
    """Tell whether a failure is a comparison of images or snapshots.

    Args:
        type_: the exception's module and qualified name.
        message: what it says.
        statements: the canonical statements of its test frames.
    """
    return (
        type_.startswith(MODULES)
        or type_.rpartition(".")[2] in TYPES
        or message.startswith(MESSAGES)
        or any(spelling in text for text in statements for spelling in _SPELLINGS)
    )
