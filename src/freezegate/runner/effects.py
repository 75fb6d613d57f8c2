"""What a property reached: peers beyond this machine, processes, files outside its folders.

An audit hook is a witness, not a wall: what it saw tightens a decision, what it did not see proves
nothing (TRUST.md section 3).
"""

from __future__ import annotations

import ipaddress
import os
import sys
from typing import Any, Iterable, List, Set, Tuple

#: More effects than this say nothing that the first did not.
MAX_EFFECTS = 20
#: How many are collected before they are sorted and capped: a flood is no reason to fill memory.
_MAX_SEEN = 1000

_PROCESSES = frozenset({"subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.spawn"})
_PEERS = frozenset({"socket.connect", "socket.sendto", "socket.sendmsg"})
_NAMES = frozenset({"socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr"})
#: Events that name a peer.
PEER_EVENTS = _PEERS | _NAMES
#: Event -> which arguments are paths that it changes.
_WRITES = {
    "os.rename": (0, 1),
    "os.remove": (0,),
    "os.mkdir": (0,),
    "os.rmdir": (0,),
    "os.link": (1,),
    "os.symlink": (1,),
    "os.truncate": (0,),
    "os.chmod": (0,),
    "os.chown": (0,),
    "os.utime": (0,),
    "shutil.rmtree": (0,),
}
_WATCHED = _PROCESSES | PEER_EVENTS | frozenset(_WRITES) | {"open"}
#: Devices, terminals and a process's own descriptors keep nothing.
_DEVICES = ("/dev/", "/proc/self/", "/proc/{}/".format(os.getpid()))
_DEVICE_NAMES = frozenset({os.devnull, "NUL", "CON"})
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


class Effects:
    """Collects the effects of the property that runs."""

    def __init__(self, own_folders: Iterable[str]) -> None:
        """Take note from now on; `own_folders` are the tree and what is the property's to write."""
        self._own = [os.path.realpath(each) for each in own_folders]
        self._found: Set[str] = set()
        self._on = False
        sys.addaudithook(self._audit)

    def begin(self) -> None:
        """Start with nothing."""
        self._found = set()
        self._on = True

    def end(self) -> List[str]:
        """Stop, and give what was seen, sorted."""
        self._on = False
        return sorted(self._found)[:MAX_EFFECTS]

    def _audit(self, event: str, args: Tuple[Any, ...]) -> None:
        """Read one event. Must never raise: that would change what the test does."""
        if not self._on or event not in _WATCHED:
            return
        try:
            effects = self._effects(event, args)
            if len(self._found) < _MAX_SEEN:
                self._found.update(each for each in effects if each)
        except Exception:  # noqa: BLE001 - a witness does not disturb
            return

    def _effects(self, event: str, args: Tuple[Any, ...]) -> List[str]:
        """Name the effects of an event; an empty one does not count."""
        if event == "open":
            return [self._opened(args)]
        if event in PEER_EVENTS:
            return ["network:" + peer for peer in [peer_of(event, args)] if peer]
        if event in _PROCESSES:
            return ["subprocess:" + os.path.basename(_text(_program(args)))]
        return [self._written(args[place]) for place in _WRITES[event]]

    def _opened(self, args: Tuple[Any, ...]) -> str:
        """Name the effect of opening a file; one that is only read has none."""
        path, mode, flags = args[0], args[1], args[2]
        if isinstance(mode, str):
            writes = any(each in mode for each in "wax+")
        else:
            writes = isinstance(flags, int) and bool(flags & _WRITING)
        return self._written(path) if writes else ""

    def _written(self, path: Any) -> str:
        """Name a written path that lies outside the property's own folders."""
        if not isinstance(path, (str, bytes, os.PathLike)):
            return ""
        text = os.path.realpath(os.fsdecode(path))
        if text.startswith(_DEVICES) or os.path.basename(text) in _DEVICE_NAMES:
            return ""
        if any(text == own or text.startswith(own + os.sep) for own in self._own):
            return ""
        return "write:" + text


def _program(args: Tuple[Any, ...]) -> Any:
    """Give the program of an event that starts one; of a shell's line its first word."""
    first = args[0]
    if not isinstance(first, (str, bytes, os.PathLike)) and len(args) > 1:
        first = args[1]
    if isinstance(first, (list, tuple)):
        return first[0] if first else ""
    words = _text(first).split(" ")
    return first if isinstance(first, os.PathLike) or os.path.exists(_text(first)) else words[0]


def peer_of(event: str, args: Tuple[Any, ...]) -> str:
    """Name the peer beyond this machine that an event reaches for, as `host:port`; else nothing."""
    if event in _NAMES:
        port = args[1] if event == "socket.getaddrinfo" else None
        return _peer((args[0] or "localhost", port))
    return _peer(args[1] if len(args) > 1 else None)


def _peer(address: Any) -> str:
    """Name a peer beyond this machine; a path of a local socket is none."""
    if not isinstance(address, tuple) or not address:
        return ""
    host = _text(address[0])
    if _is_here(host):
        return ""
    port = address[1] if len(address) > 1 else None
    return "{}:{}".format(host, "" if port is None else _text(port))


def _is_here(host: str) -> bool:
    """Tell a name or an address of this machine."""
    name = host.lower().rstrip(".").partition("%")[0]
    if name in {"", "localhost", "ip6-localhost"} or name.endswith(".localhost"):
        return True
    try:
        address = ipaddress.ip_address(name)
    except ValueError:
        return False
    mapped = getattr(address, "ipv4_mapped", None) or address
    return bool(mapped.is_loopback or mapped.is_unspecified)


def _text(value: Any) -> str:
    """Read a name or a path as text."""
    if isinstance(value, bytes):
        return value.decode("utf-8", "replace")
    if isinstance(value, os.PathLike):
        return _text(os.fspath(value))
    return str(value)
