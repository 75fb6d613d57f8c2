"""The network refused: a property reaches no peer beyond this machine, and no name of one."""

from __future__ import annotations

import errno
import sys
from typing import Any, Dict, List, Tuple

from .effects import PEER_EVENTS, peer_of
from .instruments import Instrument

#: More peers than these tell nothing.
MAX_PEERS = 20


class Refusal(Instrument):
    """Refuses by an audit hook, which stays for ever and is quiet between properties."""

    def __init__(self) -> None:
        """Listen from now on."""
        self._on = False
        self._refused: Dict[str, None] = {}
        sys.addaudithook(self._audit)

    def begin(self, item: Any) -> None:
        """Refuse from here on."""
        del item  # each is refused the same
        self._refused = {}
        self._on = True

    def end(self) -> Dict[str, Any]:
        """Refuse no longer; name the peers that were refused."""
        self._on = False
        named: List[str] = list(self._refused)
        return {"refused": named[:MAX_PEERS]}

    def _audit(self, event: str, args: Tuple[Any, ...]) -> None:
        """Raise what a closed port would raise."""
        if not self._on or event not in PEER_EVENTS:
            return
        peer = peer_of(event, args)
        if peer:
            self._refused[peer] = None
            raise ConnectionRefusedError(
                errno.ECONNREFUSED, "freezegate refuses the network in this rerun: " + peer
            )
