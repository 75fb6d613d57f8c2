"""The fixture pack: what the property lane runs on (spec 2, step 3; DESIGN.md section 6)."""

import re
import unicodedata
from typing import Final

import msgspec

from freezegate.model.ids import PropertyId, TestId, check_distinct, check_id
from freezegate.model.manifest import check_test_id, digits_of

#: The files and folders of a pack; it holds nothing else.
EXAMPLES: Final = "counterexamples.jsonl"
PINNED: Final = "pack.json"
DATA: Final = "data/"
LOGS: Final = "logs/"

#: What a generation id starts with, and how much of a sha256 follows: 128 bits, so that nobody
#: finds two packs of one id.
GENERATION_PREFIX: Final = "gen-"
GENERATION_DIGITS: Final = 32

_GENERATION: Final = re.compile(rf"{GENERATION_PREFIX}[0-9a-f]{{{GENERATION_DIGITS}}}\Z")
_BLOB: Final = re.compile(r"[A-Za-z0-9+/_=-]*\Z")
_LOG: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}\Z")


def check_generation(text: str) -> None:
    """Refuse what is no generation id as it is derived from a pack's content."""
    if not _GENERATION.match(text):
        message = (
            f"{text[:100]!a} is no generation id: {GENERATION_PREFIX} and {GENERATION_DIGITS} "
            "hexadecimal digits"
        )
        raise ValueError(message)


def check_path(path: str) -> None:
    """Refuse a path that is absolute, climbs, or means something else on another system."""
    check_id(path)
    if {"", ".", ".."}.intersection(path.split("/")) or "\\" in path or ":" in path:
        message = f"{path!a} is no path as data/prices.json: relative, with /, no ./ or ../"
        raise ValueError(message)


def check_label(name: str) -> None:
    """Refuse a label that could be taken for a generation id."""
    check_id(name)
    if _GENERATION.match(name):
        message = f"{name} has the form of a generation id, which no label may have"
        raise ValueError(message)


class Counterexample(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An input that broke a property; one line of `counterexamples.jsonl`.

    `generation` is the one that it was found on. `arguments` maps each argument to its JSON value,
    or to `{"repr": "..."}` where it has none. `blob` is Hypothesis's own form of the input, for
    `reproduce_failure` under that `hypothesis` version. `log` names the raw failure log of an input
    that does not replay. `test_id`, `assertion_hash`, `blob`, `hypothesis` and `witness` are empty
    where nobody told them.
    """

    property: PropertyId
    generation: str
    arguments: dict[str, object]
    test_id: str = ""
    assertion_hash: str = ""
    blob: str = ""
    hypothesis: str = ""
    witness: str = ""
    replays: bool = True
    log: str = ""

    def __post_init__(self) -> None:
        """Each text is of its own form, and a log is kept of what does not replay alone."""
        check_id(self.property)
        for text in filter(None, (self.generation, self.hypothesis, self.witness)):
            check_id(text)
        if self.test_id:
            check_test_id(self.test_id)
        if self.assertion_hash and not digits_of(self.assertion_hash):
            message = f"{self.assertion_hash[:100]!a} is no assertion hash (sha256)"
            raise ValueError(message)
        if not _BLOB.match(self.blob):
            message = f"{self.blob[:100]!a} is no blob of Hypothesis's reproduce_failure"
            raise ValueError(message)
        if self.log and (self.replays or not _LOG.match(self.log)):
            message = f"{self.log[:100]!a}: a log is a file in {LOGS}, of what does not replay"
            raise ValueError(message)

    def key(self) -> str:
        """Give one text for one input of one property, whatever else differs.

        `true` and `1`, `1` and `1.0`, `0.0` and `-0.0` are different inputs.
        """
        return ascii((self.property, _typed(self.arguments)))


def _typed(value: object) -> object:
    """Write a JSON value out so that equal text means the same value, of the same type."""
    match value:
        case dict():
            return ("object", sorted((name, _typed(it)) for name, it in value.items()))
        case list() | tuple():
            return ("array", [_typed(it) for it in value])
        case _:
            return value


class Pinned(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`pack.json`: the generation that was pinned, and labels, each an alias of a generation."""

    generation: str
    labels: dict[str, str] = {}
    pack_version: int = 1

    def __post_init__(self) -> None:
        """There is one version so far; ids are ids and labels are none."""
        if self.pack_version != 1:
            message = f"pack_version is {self.pack_version}; this freezegate reads version 1"
            raise ValueError(message)
        check_generation(self.generation)
        for name, generation in self.labels.items():
            check_label(name)
            check_generation(generation)


class FixturePack(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Counterexamples, declared data files by their path in the pack, and raw failure logs.

    `data` has paths as `data/prices.json`, `logs` the names of files in `logs/`. `pinned` is what
    `pack.json` says, which may be out of date; `None` where there is none.
    """

    counterexamples: tuple[Counterexample, ...] = ()
    data: dict[str, bytes] = {}
    logs: dict[str, bytes] = {}
    pinned: Pinned | None = None

    def __post_init__(self) -> None:
        """No input stands twice, every log is there, and paths are distinct on every system."""
        check_distinct("an input", tuple(each.key() for each in self.counterexamples))
        for each in self.counterexamples:
            if not each.replays and each.log not in self.logs:
                message = (
                    f"{each.property!a}: an input that does not replay keeps its raw log, and "
                    f"{LOGS}{each.log} is not there"
                )
                raise ValueError(message)
        for path in self.data:
            check_path(path)
            if not path.startswith(DATA):
                message = f"{path!a}: declared data stands below {DATA}"
                raise ValueError(message)
        for name in self.logs:
            if not _LOG.match(name):
                message = f"{name!a} is no name of a log: letters, digits, dots, - and _"
                raise ValueError(message)
        check_distinct("a file, letter case aside,", tuple(map(_folded, (*self.data, *self.logs))))

    @property
    def labels(self) -> dict[str, str]:
        """The labels of `pack.json`; a pack without one has none."""
        return self.pinned.labels if self.pinned else {}

    def meant(self, text: str) -> str:
        """Resolve a label; any other text means itself."""
        return self.labels.get(text, text)


class Assertion(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An assertion that failed in a job; `assertion_hash` may be empty where nobody told it."""

    property: PropertyId
    test_id: TestId
    assertion_hash: str = ""


class Closed(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An assertion that no freeze may cover, and the property of the input that closes it."""

    assertion: Assertion
    by: PropertyId
    why: str


def _folded(path: str) -> str:
    """Give the name under which a system without letter case, or with one Unicode form, has it."""
    return unicodedata.normalize("NFC", path).casefold()
