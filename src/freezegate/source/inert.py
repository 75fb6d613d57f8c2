"""Changed files that are neither code nor data: documentation, licences, a change log.

They touch nothing, so a lane is not held to them. Everything else that is no Python is.
"""

import posixpath
from collections.abc import Iterable
from fnmatch import fnmatchcase
from typing import Final

#: Globs of file names, anywhere in the tree. Stubs are read by type checkers alone.
NAMES: Final = (
    *("*.md", "*.rst", "*.adoc", "*.pyi"),
    *("LICENSE*", "LICENCE*", "COPYING*", "NOTICE*", "AUTHORS*", "CONTRIBUTORS*"),
    *("CHANGELOG*", "CHANGES*", "HISTORY*", "NEWS*", "README*", "CITATION.cff"),
    *(".gitignore", ".gitattributes", ".editorconfig", ".mailmap", ".git-blame-ignore-revs"),
)
#: Folders of which nothing runs with the tests.
FOLDERS: Final = ("docs", "doc", "changelog.d", "newsfragments", ".github", ".gitlab")


def is_inert(path: str, extra: Iterable[str] = ()) -> bool:
    """Tell a changed file that touches nothing; `extra` are the configuration's globs of paths.

    A folder of the table counts at the top of the tree alone: `src/docs/` may be a package.
    """
    name = posixpath.basename(path)
    if name.endswith((".py", ".pyc")):
        return any(fnmatchcase(path, glob) for glob in extra) or _in_folder(path)
    return (
        any(fnmatchcase(name, glob) for glob in NAMES)
        or _in_folder(path)
        or any(fnmatchcase(path, glob) for glob in extra)
    )


def _in_folder(path: str) -> bool:
    return path.partition("/")[0] in FOLDERS and "/" in path
