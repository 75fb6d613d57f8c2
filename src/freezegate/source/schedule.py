"""Seeds from a commit, and hash seeds from seeds: the same on every machine."""

import hashlib
from typing import Final

from freezegate.model.ids import CommitSha, Seed

#: `PYTHONHASHSEED` takes 32 bits.
_HASH_SEEDS: Final = 2**32


def derive_seeds(parent: CommitSha, count: int, *, start: int = 0) -> tuple[Seed, ...]:
    """Derive the schedule from the parent commit, which no patch chooses.

    Seed i is the first 63 bits of sha256 of `<commit>:<i>`.
    """
    return tuple(Seed(_number(f"{parent}:{place}") >> 1) for place in range(start, start + count))


def hash_seed(seed: Seed) -> int:
    """Derive `PYTHONHASHSEED` from a seed."""
    return _number(f"{seed}:hash") % _HASH_SEEDS


def _number(text: str) -> int:
    """Read the first eight bytes of the text's sha256 as a number."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")
