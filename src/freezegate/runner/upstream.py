"""HTTP calls recorded: the status code and the length of the body of each, or that it timed out.

`http.client` serves urllib, urllib3 and requests. httpx and aiohttp are wrapped when a property
begins, if they are loaded by then. What a test says of its own call by `record_property` counts as
well. Nothing is changed of what a caller sees.
"""

from __future__ import annotations

import contextlib
import functools
import http.client
import sys
import weakref
from typing import Any, Callable, Dict, Iterator, List, Optional, Tuple

from .instruments import Instrument

#: The last calls of a property tell it; all of its blips are kept as far as they go.
MAX_ANSWERS = 50
#: More calls than these are not followed, so that a flood fills no memory.
_MAX_SEEN = 1000
#: What a test records of its own call.
STATUS = "status_code"
LENGTH = "body_length"


class _Seen:
    """What is known of one call so far; the body's length grows as it is read."""

    def __init__(self) -> None:
        self.timed_out = False
        self.status: Optional[int] = None
        self.length: Optional[int] = None

    def add(self, length: int) -> None:
        self.length = (self.length or 0) + length

    def as_answer(self) -> Dict[str, Any]:
        return {
            "timed_out": self.timed_out,
            "status_code": self.status,
            "body_bytes": None if self.timed_out else self.length,
        }


class Upstream(Instrument):
    """Takes down the calls of the property that runs."""

    def __init__(self) -> None:
        """Wrap what the standard library has."""
        self._seen: List[_Seen] = []
        self._on = False
        self._item: Any = None
        self._last_error: Optional[BaseException] = None
        self._of_response: Any = weakref.WeakKeyDictionary()
        self._wrapped: Dict[Tuple[int, str], Any] = {}
        self._wrap_standard()

    def begin(self, item: Any) -> None:
        """Start with nothing, and wrap what has been loaded meanwhile."""
        self._wrap_loaded()
        self._item = item
        self._seen = []
        self._on = True

    def end(self) -> Dict[str, Any]:
        """Give the calls in their order, those that the test told last."""
        self._on = False
        self._last_error = None
        answers = [each.as_answer() for each in self._seen] + _told(self._item)
        self._item = None
        return {"answers": _capped(answers)}

    def _new(self) -> _Seen:
        seen = _Seen()
        if self._on and len(self._seen) < _MAX_SEEN:
            self._seen.append(seen)
        return seen

    def _wrap_standard(self) -> None:
        """Follow a connection's calls and what is read of their responses."""
        self._wrap(http.client.HTTPConnection, "connect", self._connected)
        self._wrap(http.client.HTTPConnection, "getresponse", self._answered)
        for name in ("read", "read1", "readline", "readinto", "readinto1"):
            if hasattr(http.client.HTTPResponse, name):
                self._wrap(http.client.HTTPResponse, name, self._read)

    def _wrap_loaded(self) -> None:
        """Follow libraries that have a connection of their own."""
        for name in ("HTTPConnection", "HTTPSConnection"):
            owner = getattr(sys.modules.get("urllib3.connection"), name, None)
            if owner is not None and "connect" in vars(owner):
                self._wrap(owner, "connect", self._connected)
        httpx = sys.modules.get("httpx")
        for name, wrapper in (("Client", self._sent), ("AsyncClient", self._sent_later)):
            if hasattr(getattr(httpx, name, None), "send"):
                self._wrap(getattr(httpx, name), "send", wrapper)
        aiohttp = sys.modules.get("aiohttp")
        if hasattr(getattr(aiohttp, "ClientSession", None), "_request"):
            self._wrap(aiohttp.ClientSession, "_request", self._requested)  # type: ignore[union-attr] # it is loaded
            self._wrap(aiohttp.ClientResponse, "read", self._body_read)  # type: ignore[union-attr] # it is loaded

    def _wrap(self, owner: Any, name: str, wrapper: Callable[[Any], Any]) -> None:
        """Put a wrapper around a method, once."""
        known = (id(owner), name)
        if known not in self._wrapped:
            original = self._wrapped[known] = getattr(owner, name)
            setattr(owner, name, functools.wraps(original)(wrapper(original)))

    def _connected(self, original: Any) -> Any:
        """Follow a connection being made: one that times out is a call without an answer."""

        def connect(connection: Any, *args: Any, **kwargs: Any) -> Any:
            try:
                return original(connection, *args, **kwargs)
            except BaseException as error:
                # The connection of a subclass makes that of its base.
                if _is_timeout(error) and error is not self._last_error:
                    self._last_error = error
                    self._new().timed_out = True
                raise

        return connect

    def _answered(self, original: Any) -> Any:
        """Follow a response's beginning."""

        def getresponse(connection: Any, *args: Any, **kwargs: Any) -> Any:
            seen = self._new()
            with _watched(seen):
                response = original(connection, *args, **kwargs)
            self._begun(seen, response, response.status, response.length)
            return response

        return getresponse

    def _read(self, original: Any) -> Any:
        """Follow what is read of a response; a method that uses another one counts once."""

        def read(response: Any, *args: Any, **kwargs: Any) -> Any:
            seen = self._of_response.pop(response, None)  # not there for what is called inside
            if seen is None:
                return original(response, *args, **kwargs)
            try:
                with _watched(seen):
                    found = original(response, *args, **kwargs)
                seen.add(found if isinstance(found, int) else len(found))
            finally:
                self._of_response[response] = seen
            return found

        return read

    def _sent(self, original: Any) -> Any:
        """Follow a call of httpx."""

        def send(client: Any, *args: Any, **kwargs: Any) -> Any:
            seen = self._new()
            with _watched(seen):
                response = original(client, *args, **kwargs)
            return _taken(seen, response)

        return send

    def _sent_later(self, original: Any) -> Any:
        """Follow a call of httpx's asynchronous client."""

        async def send(client: Any, *args: Any, **kwargs: Any) -> Any:
            seen = self._new()
            with _watched(seen):
                response = await original(client, *args, **kwargs)
            return _taken(seen, response)

        return send

    def _requested(self, original: Any) -> Any:
        """Follow a call of aiohttp up to its headers."""

        async def request(session: Any, *args: Any, **kwargs: Any) -> Any:
            seen = self._new()
            with _watched(seen):
                response = await original(session, *args, **kwargs)
            self._begun(seen, response, response.status, response.content_length)
            return response

        return request

    def _body_read(self, original: Any) -> Any:
        """Follow the body of aiohttp's response; it is kept, so later calls give the same."""

        async def read(response: Any, *args: Any, **kwargs: Any) -> Any:
            seen = self._of_response.get(response, _Seen())
            with _watched(seen):
                body = await original(response, *args, **kwargs)
            seen.length = len(body)
            return body

        return read

    def _begun(self, seen: _Seen, response: Any, status: int, length: Optional[int]) -> None:
        """Take down a response's head; its body is not read yet."""
        seen.status = status
        if length == 0:
            seen.length = 0
        self._of_response[response] = seen


@contextlib.contextmanager
def _watched(seen: _Seen) -> Iterator[None]:
    """Take down whether what is done inside times out."""
    try:
        yield
    except BaseException as error:
        seen.timed_out = seen.timed_out or _is_timeout(error)
        raise


def _taken(seen: _Seen, response: Any) -> Any:
    """Take down a response of httpx; the length of one that is streamed is not known."""
    seen.status = response.status_code
    content = getattr(response, "_content", None)
    if isinstance(content, bytes):
        seen.length = len(content)
    return response


def _is_timeout(error: BaseException) -> bool:
    """Tell a time-out: Python's own, or any library's by its name."""
    if isinstance(error, TimeoutError):
        return True
    return any("timeout" in each.__name__.lower() for each in type(error).__mro__)


def _told(item: Any) -> List[Dict[str, Any]]:
    """Read what the test recorded of its own calls, the n-th code with the n-th length."""
    given: Dict[str, List[Optional[int]]] = {STATUS: [], LENGTH: []}
    for name, value in getattr(item, "user_properties", ()):
        if name in given:
            plain = isinstance(value, int) and not isinstance(value, bool) and value >= 0
            given[name].append(value if plain else None)
    calls = max(len(given[STATUS]), len(given[LENGTH]))
    for column in given.values():
        column.extend([None] * (calls - len(column)))
    return [
        {"timed_out": False, "status_code": code, "body_bytes": length}
        for code, length in zip(given[STATUS], given[LENGTH])  # noqa: B905 - Python 3.9 has no strict
    ]


def _capped(answers: List[Dict[str, Any]]) -> List[Dict[str, Any]]:
    """Keep time-outs and empty bodies before all others, and the last before the first."""

    def weight(place: int) -> Tuple[bool, int]:
        answer = answers[place]
        return answer["timed_out"] or answer["body_bytes"] == 0, place

    kept = sorted(range(len(answers)), key=weight)[-MAX_ANSWERS:]
    return [answers[place] for place in sorted(kept)]
