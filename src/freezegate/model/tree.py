"""A file as a commit has it. A tree's listing maps paths, relative and with `/`, to entries."""

import msgspec


class Entry(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """One file: git's mode (`100644`, `100755`, `120000`) and the full id of its blob."""

    mode: str
    blob: str

    def __post_init__(self) -> None:
        """Neither is empty."""
        if not self.mode or not self.blob:
            message = "an entry has a mode and the id of a blob"
            raise ValueError(message)
