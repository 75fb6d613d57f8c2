"""The environment that the properties run in, as its fingerprint."""

import msgspec

from freezegate.model.ids import Digest, check_digest


class Environment(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the project's interpreter says of itself: versions, platform, installed distributions.

    `distributions` is the digest of the sorted `name==version` lines.
    """

    python: str
    platform: str
    pytest: str
    hypothesis: str
    distributions: Digest

    def __post_init__(self) -> None:
        """The digest is one."""
        check_digest(self.distributions)
