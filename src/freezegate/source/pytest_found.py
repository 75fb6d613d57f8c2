"""The configuration that pytest would pick in a folder, read without pytest."""

import configparser
import posixpath
import re
import shlex
import tomllib
from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Final

import msgspec

from freezegate.errors import ArtifactError

Value = str | int | float | bool | list["Value"] | dict[str, "Value"]

Read = Callable[[str], bytes | None]

#: From this version on pytest reads `pytest.toml` and `[tool.pytest]`, with types of TOML's own.
_NATIVE_SINCE: Final = 9
DEFAULT_PATTERNS: Final = ("test_*.py", "*_test.py")
_LINE: Final = re.compile(r"\bline:? +([0-9]+)")


class Dialect(StrEnum):
    """How values are written: `INI` knows text and lists of text, `NATIVE` has types."""

    INI = "ini"
    NATIVE = "native"


class FoundConfig(msgspec.Struct, frozen=True, kw_only=True):
    """What was found: the file (empty: none), its dialect, and its values as they stand.

    `root` is pytest's rootdir relative to the tree.
    """

    path: str = ""
    root: str = ""
    dialect: Dialect = Dialect.INI
    values: dict[str, Value] = {}

    def words(self, key: str) -> tuple[str, ...]:
        """Return a value of pytest's types `args` and `paths` as its words.

        Raises:
            ArtifactError: the value's quotes do not match.
        """
        value = self.values.get(key, "")
        if isinstance(value, list):
            return tuple(str(each) for each in value)
        try:
            return tuple(shlex.split(str(value)))
        except ValueError as error:
            message = f"{self.path}: {key} is {value!r}: {error}; close the quotes"
            raise ArtifactError(message) from error

    def lines(self, key: str) -> tuple[str, ...]:
        """Return a value of pytest's type `linelist` as its lines."""
        value = self.values.get(key, "")
        if isinstance(value, list):
            return tuple(str(each) for each in value)
        return tuple(line.strip() for line in str(value).split("\n") if line.strip())

    @property
    def patterns(self) -> tuple[str, ...]:
        """The `python_files` patterns."""
        return self.words("python_files") if "python_files" in self.values else DEFAULT_PATTERNS


def find_config(read: Read, root: str, *, pytest_major: int) -> FoundConfig:
    """Return what pytest would pick in `root`; without any file, a configuration without values.

    Args:
        read: gives a file of the tree by its path, `None` where there is none.
        root: pytest's rootdir relative to the tree, empty for the tree itself.
        pytest_major: decides which files count.

    Raises:
        ArtifactError: a file that pytest would read is broken.
    """
    for name, load, native in _FILES:
        if native and pytest_major < _NATIVE_SINCE:
            continue
        path = posixpath.join(root, name)
        content = read(path)
        found = None if content is None else load(path, _text(path, content), pytest_major)
        if found is not None:
            dialect, values = found
            return FoundConfig(path=path, root=root, dialect=dialect, values=values)
    return FoundConfig(root=root)


_Loaded = tuple[Dialect, dict[str, Value]] | None


def _text(path: str, content: bytes) -> str:
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        message = f"{path}: {error}; save it as UTF-8"
        raise ArtifactError(message) from error


def read_ini(path: str, text: str) -> dict[str, dict[str, str]]:
    """Read the sections of an INI file as pytest does: no interpolation, case kept.

    Raises:
        ArtifactError: the file is broken, at a line.
    """
    parser = configparser.ConfigParser(interpolation=None, default_section="\0")
    parser.optionxform = str  # type: ignore[method-assign, assignment] # the documented way to keep case
    try:
        parser.read_string(text, path)
    except configparser.Error as error:
        raise _broken(path, error) from error
    return {
        section: {key: _without_blank_lines(value) for key, value in parser[section].items()}
        for section in parser.sections()
    }


def read_toml(path: str, text: str) -> dict[str, object]:
    """Read a TOML file.

    Raises:
        ArtifactError: the file is broken, at a line.
    """
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise _broken(path, error) from error


def _broken(path: str, error: Exception) -> ArtifactError:
    told = " ".join(str(error).split())
    line = _LINE.search(told)
    place = f"{path}:{line[1]}" if line else path
    return ArtifactError(f"{place}: {told}; mend the file: pytest would refuse it as well")


def _without_blank_lines(value: str) -> str:
    return "\n".join(line for line in value.split("\n") if line.strip()).strip()


def _own_ini(path: str, text: str, _: int) -> _Loaded:
    """`pytest.ini` counts even when it says nothing."""
    return Dialect.INI, {**read_ini(path, text).get("pytest", {})}


def _shared_ini(path: str, text: str, _: int) -> _Loaded:
    section = read_ini(path, text).get("pytest")
    return None if section is None else (Dialect.INI, {**section})


def _setup_cfg(path: str, text: str, _: int) -> _Loaded:
    section = read_ini(path, text).get("tool:pytest")
    return None if section is None else (Dialect.INI, {**section})


def _own_toml(path: str, text: str, _: int) -> _Loaded:
    """`pytest.toml` counts even when it says nothing."""
    return Dialect.NATIVE, _typed(read_toml(path, text).get("pytest"))


def _pyproject(path: str, text: str, pytest_major: int) -> _Loaded:
    section = table(read_toml(path, text), "tool", "pytest")
    ini = section.get("ini_options")
    native = {key: value for key, value in section.items() if key != "ini_options"}
    if native and pytest_major >= _NATIVE_SINCE:
        if ini:
            message = f"{path}: both [tool.pytest] and [tool.pytest.ini_options]; keep one of them"
            raise ArtifactError(message)
        return Dialect.NATIVE, _typed(native)
    if not isinstance(ini, dict):
        return None
    return Dialect.INI, {key: _as_text(value) for key, value in ini.items()}


def table(document: Mapping[str, object], *names: str) -> dict[str, object]:
    """Return a table of a document by the names that lead to it; empty where there is none."""
    found: object = document
    for name in names:
        found = found.get(name) if isinstance(found, Mapping) else None
    return {str(key): value for key, value in found.items()} if isinstance(found, Mapping) else {}


def _as_text(value: object) -> Value:
    """Pytest's INI values are text and lists; it makes text of everything else."""
    return [str(each) for each in value] if isinstance(value, list) else str(value)


def _typed(values: object) -> dict[str, Value]:
    typed = _value(values)
    return typed if isinstance(typed, dict) else {}


def _value(value: object) -> Value:
    """Keep TOML's types; dates, which no option takes, become text."""
    match value:
        case dict():
            return {str(key): _value(each) for key, each in value.items()}
        case list():
            return [_value(each) for each in value]
        case bool() | int() | float():
            return value
        case _:
            return str(value)


_FILES: Final[tuple[tuple[str, Callable[[str, str, int], _Loaded], bool], ...]] = (
    ("pytest.toml", _own_toml, True),
    (".pytest.toml", _own_toml, True),
    ("pytest.ini", _own_ini, False),
    (".pytest.ini", _own_ini, False),
    ("pyproject.toml", _pyproject, False),
    ("tox.ini", _shared_ini, False),
    ("setup.cfg", _setup_cfg, False),
)
