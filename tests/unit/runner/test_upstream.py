"""HTTP calls recorded, of a server on this machine, by the libraries that are there."""

from pathlib import Path

import pytest

from freezegate.model.claim import Answer as Call
from freezegate.model.claim import Notes, Outcome
from freezegate.model.plan import Instruments
from tests.unit.runner.start import Answer, start, tree_of

#: Answers by path: `/9` with nine bytes, `/0` with none, `/slow` not at all, `/500` with an error.
SERVER = """
    import http.server
    import threading

    import pytest

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            if self.path == "/slow":
                self.server.release.wait(30)
                return
            size = {"/0": 0, "/500": 4, "/chunked": 9, "/204": 0}.get(self.path, 9)
            self.send_response({"/500": 500, "/204": 204}.get(self.path, 200))
            if self.path != "/chunked":
                self.send_header("Content-Length", str(size))
            self.end_headers()
            self.wfile.write(b"x" * size)

        def log_message(self, *_):
            pass

    @pytest.fixture(scope="session")
    def url():
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        server.release = threading.Event()
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield "http://127.0.0.1:%d" % server.server_port
        server.release.set()
        server.shutdown()
        thread.join()
        server.server_close()
    """
STANDARD = """
    import http.client
    import urllib.error
    import urllib.request
    import pytest

    def get(url, timeout=30):
        with urllib.request.urlopen(url, timeout=timeout) as response:
            return response.read()

    def test_whole(url):
        assert get(url + "/9") == b"x" * 9

    def test_in_pieces(url):
        with urllib.request.urlopen(url + "/chunked") as response:
            assert response.read(4) + response.readline() == b"x" * 9
            assert response.read() == b""

    def test_into_a_buffer(url):
        with urllib.request.urlopen(url + "/9") as response:
            assert response.readinto(bytearray(20)) == 9

    def test_empty(url):
        assert get(url + "/0") == b""

    def test_unread(url):
        urllib.request.urlopen(url + "/9").close()

    def test_error(url):
        with pytest.raises(urllib.error.HTTPError):
            get(url + "/500")

    def test_slow(url):
        with pytest.raises(OSError):
            get(url + "/slow", timeout=0.05)

    def test_several(url):
        for path in ("/9", "/0", "/204"):
            get(url + path)

    def test_none():
        assert not hasattr(http.client.HTTPResponse.read, "nothing")

    def test_told(record_property, url):
        record_property("status_code", 503)
        record_property("body_length", 0)
        record_property("status_code", True)
        record_property("other", 1)
        get(url + "/9")

    def test_flood(url, record_property):
        record_property("body_length", 0)
        for _ in range(60):
            record_property("status_code", 200)
    """


def answers(answer: Answer) -> dict[str, tuple[Call, ...]]:
    rows = answer.rows
    assert {row.outcome for row in rows.values()} == {Outcome.PASSED}, rows
    assert all(isinstance(row.notes, Notes) for row in rows.values())
    return {name: row.notes.answers for name, row in rows.items() if row.notes is not None}


@pytest.fixture(scope="module")
def standard(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Call, ...]]:
    files = {"tests/conftest.py": SERVER, "tests/test_it.py": STANDARD}
    tree = tree_of(tmp_path_factory.mktemp("upstream"), files)
    return answers(start(tree, instruments=Instruments(upstream=True)))


def call(status: int | None, length: int | None) -> Call:
    return Call(status_code=status, body_bytes=length)


SLOW = Call(timed_out=True)


@pytest.mark.parametrize(
    ("name", "calls"),
    [
        ("test_whole", (call(200, 9),)),
        ("test_in_pieces", (call(200, 9),)),
        ("test_into_a_buffer", (call(200, 9),)),
        ("test_empty", (call(200, 0),)),
        ("test_unread", (call(200, None),)),
        ("test_error", (call(500, None),)),
        ("test_slow", (SLOW,)),
        ("test_several", (call(200, 9), call(200, 0), call(204, 0))),
        ("test_none", ()),
        ("test_told", (call(200, 9), call(503, 0), call(None, None))),
    ],
)
def test_the_standard_library_s_calls(
    standard: dict[str, tuple[Call, ...]], name: str, calls: tuple[Call, ...]
) -> None:
    assert standard[name] == calls


def test_a_flood_is_capped_and_its_blip_kept(standard: dict[str, tuple[Call, ...]]) -> None:
    flood = standard["test_flood"]
    assert len(flood) == 50
    assert flood[0] == call(200, 0)


#: Libraries that look to the recorder as theirs do: no other package is needed for the tests.
LIBRARIES = {
    "urllib3/__init__.py": "",
    "urllib3/connection.py": """
        import http.client

        class ConnectTimeoutError(Exception):
            pass

        class HTTPConnection(http.client.HTTPConnection):
            def connect(self):
                raise ConnectTimeoutError

        class HTTPSConnection(HTTPConnection):
            pass
        """,
    "httpx.py": """
        class ReadTimeout(Exception):
            pass

        class Response:
            def __init__(self, status_code, content):
                self.status_code = status_code
                if content is not None:
                    self._content = content

        def answered(status, content):
            if status == 0:
                raise ReadTimeout
            return Response(status, content)

        class Client:
            def send(self, status, content=None):
                return answered(status, content)

        class AsyncClient:
            async def send(self, status, content=None):
                return answered(status, content)
        """,
    "aiohttp.py": """
        import asyncio

        class ClientResponse:
            def __init__(self, status, body):
                self.status, self.body, self.content_length = status, body, len(body) or None

            async def read(self):
                if self.body == b"slow":
                    raise asyncio.TimeoutError
                return self.body

        class ClientSession:
            async def _request(self, status, body):
                if status == 0:
                    raise asyncio.TimeoutError
                if not body:
                    response = ClientResponse(status, body)
                    response.content_length = 0
                    return response
                return ClientResponse(status, body)
        """,
    "tests/test_it.py": """
        import asyncio
        import aiohttp
        import httpx
        import pytest
        import urllib3.connection as urllib3

        def test_urllib3():
            with pytest.raises(urllib3.ConnectTimeoutError):
                urllib3.HTTPSConnection("a.invalid").request("GET", "/")

        def test_httpx():
            client = httpx.Client()
            client.send(200, b"nine")
            client.send(200, b"")
            client.send(404)
            with pytest.raises(httpx.ReadTimeout):
                client.send(0)

        def test_httpx_later():
            client = httpx.AsyncClient()
            asyncio.run(client.send(200, b"nine"))
            with pytest.raises(httpx.ReadTimeout):
                asyncio.run(client.send(0))

        def test_aiohttp():
            async def calls():
                session = aiohttp.ClientSession()
                assert await (await session._request(200, b"nine")).read() == b"nine"
                await session._request(204, b"")
                await session._request(200, b"unread")
                with pytest.raises(asyncio.TimeoutError):
                    await (await session._request(200, b"slow")).read()
                with pytest.raises(asyncio.TimeoutError):
                    await session._request(0, b"")
                assert await aiohttp.ClientResponse(200, b"made").read() == b"made"

            asyncio.run(calls())
        """,
}


@pytest.fixture(scope="module")
def others(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[Call, ...]]:
    tree = tree_of(tmp_path_factory.mktemp("libraries"), LIBRARIES)
    served = dict.fromkeys(("urllib3", "httpx", "aiohttp"), "")
    return answers(start(tree, served=served, instruments=Instruments(upstream=True)))


@pytest.mark.parametrize(
    ("name", "calls"),
    [
        ("test_urllib3", (SLOW,)),
        ("test_httpx", (call(200, 4), call(200, 0), call(404, None), SLOW)),
        ("test_httpx_later", (call(200, 4), SLOW)),
        (
            "test_aiohttp",
            (
                call(200, 4),
                call(204, 0),
                call(200, None),
                Call(timed_out=True, status_code=200),
                SLOW,
            ),
        ),
    ],
)
def test_calls_of_libraries_that_are_loaded(
    others: dict[str, tuple[Call, ...]], name: str, calls: tuple[Call, ...]
) -> None:
    assert others[name] == calls


def test_where_it_is_not_asked_for_nothing_is_wrapped(tmp_path: Path) -> None:
    text = """
        import http.client

        def test_plain():
            assert http.client.HTTPResponse.read.__module__ == "http.client"
            assert "upstream" not in http.client.HTTPResponse.read.__code__.co_filename
        """
    answer = start(tree_of(tmp_path, {"tests/test_it.py": text}))
    assert answer.rows["test_plain"].outcome is Outcome.PASSED
    assert answer.rows["test_plain"].notes is None
