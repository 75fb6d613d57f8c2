"""The pytest configuration that runs: the parent's, less what would change which runs count.

Found by `find_config`, written anew by `our_config`: pytest is started with `-c` on a file of ours,
outside the tree, so a relative search path is made absolute.
"""

import posixpath
from collections.abc import Iterable
from typing import Final

import msgspec

from freezegate.errors import UsageError
from freezegate.source.pytest_found import Dialect, FoundConfig, Value, find_config
from freezegate.source.pytest_options import key_gone, sort_options
from freezegate.source.pytest_plugins import MARKERS_OFF, plugin_off

__all__ = ["Dialect", "FoundConfig", "OurConfig", "find_config", "our_config", "plugin_off"]

#: Under this name every pytest since 6.0 reads both dialects.
_NAME: Final = "pyproject.toml"
_SECTIONS: Final = {Dialect.INI: "tool.pytest.ini_options", Dialect.NATIVE: "tool.pytest"}
_IMPORT_MODE: Final = "--import-mode"


class OurConfig(msgspec.Struct, frozen=True, kw_only=True):
    """A configuration file of ours, and what became of the options in `addopts`.

    `options_on` stay, `options_off` were taken out, each with its value. `patterns` are the
    `python_files`; `testpaths` as configured, or the paths that stood in `addopts`; `importmode`
    is empty where the configuration says nothing.
    """

    name: str
    text: str
    options_on: tuple[str, ...]
    options_off: tuple[str, ...]
    patterns: tuple[str, ...]
    testpaths: tuple[str, ...]
    importmode: str


def our_config(found: FoundConfig, *, tree: str) -> OurConfig:
    """Write a configuration for the tree that stands at `tree`.

    `addopts` is filtered by the table of options. `pythonpath` is made absolute. Left out are
    `cache_dir`, `log_file*` and `junit_*` (places of files), `required_plugins` (plugins are named
    one by one) and the keys of plugins that are off; the markers of those are registered here.

    Raises:
        ArtifactError: quotes in a value do not match.
        UsageError: the tree's own path cannot be written into a file.
    """
    options = sort_options(found.words("addopts"))
    values = {key: value for key, value in found.values.items() if not key_gone(key)}
    values["addopts"] = list(options.on)
    values["markers"] = [*found.lines("markers"), *_markers(found.lines("markers"))]
    if "pythonpath" in values:
        base = posixpath.join(tree, found.root)
        values["pythonpath"] = [_absolute(base, each) for each in found.words("pythonpath")]
    if options.paths:
        values["testpaths"] = list(options.paths)
    return OurConfig(
        name=_NAME,
        text=_render(found.dialect, values),
        options_on=options.on,
        options_off=options.off,
        patterns=found.patterns,
        testpaths=options.paths or found.words("testpaths"),
        importmode=_import_mode(options.on),
    )


def _markers(known: Iterable[str]) -> list[str]:
    """Register what the plugins that are off would have registered."""
    names = {line.partition(":")[0].partition("(")[0].strip() for line in known}
    return [f"{name}: of a plugin that is off" for name in MARKERS_OFF if name not in names]


def _absolute(base: str, entry: str) -> str:
    return posixpath.normpath(posixpath.join(base, entry))


def _import_mode(options: tuple[str, ...]) -> str:
    """The last one wins."""
    mode = ""
    for place, word in enumerate(options):
        name, equals, value = word.partition("=")
        if name == _IMPORT_MODE:
            mode = value if equals else "".join(options[place + 1 : place + 2])
    return mode


def _render(dialect: Dialect, values: dict[str, Value]) -> str:
    lines = [f"{_quoted(key)} = {_toml(value)}" for key, value in sorted(values.items())]
    return "\n".join((f"[{_SECTIONS[dialect]}]", *lines, ""))


def _toml(value: Value) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case int() | float():
            return repr(value)
        case list():
            return f"[{', '.join(map(_toml, value))}]"
        case dict():
            inner = (f"{_quoted(key)} = {_toml(each)}" for key, each in value.items())
            return f"{{{', '.join(inner)}}}"
        case _:
            return _quoted(value)


def _quoted(text: str) -> str:
    """Write a basic string; TOML wants control characters, DEL among them, escaped.

    A lone surrogate stands for a byte of a file's name that is no text, and has no spelling.
    """
    if any("\ud800" <= letter <= "\udfff" for letter in text):
        message = f"{text!a} is no text; work in a folder whose path is (set TMPDIR)"
        raise UsageError(message)
    return f'"{"".join(map(_escaped, text))}"'


def _escaped(letter: str) -> str:
    if letter in '"\\':
        return f"\\{letter}"
    if letter < " " or letter == "\x7f":
        return f"\\u{ord(letter):04x}"
    return letter
