"""Faults: what stopped the gate. A verdict is never raised, a fault is never returned.

Every message names the place, the value and the next step; the command line prints it as it is.
"""


class GateError(Exception):
    """What stopped the gate before it could give a verdict."""


class UsageError(GateError):
    """The command was asked for something it cannot mean; exit 64."""


class ArtifactError(GateError):
    """A file is not what it claims to be; the message names file, line and path. Exit 65."""


class GitError(GateError):
    """The repository cannot give what was asked of it; exit 65."""


class EngineError(GateError):
    """Nothing could run the properties: no interpreter, no pytest, no worker. Exit 69."""
