"""What a property reached. An audit hook stays for ever, so each case runs in the runner."""

from pathlib import Path

import pytest

from tests.unit.runner.start import Answer, start, tree_of

MODULE = """
    import contextlib
    import os
    import pathlib
    import socket
    import subprocess
    import sys
    import tempfile
    import pytest

    OUTSIDE = os.path.join(os.environ["OUTSIDE"], "")

    def quiet(call, *args, **kwargs):
        with contextlib.suppress(OSError):
            return call(*args, **kwargs)

    def connect(family, address):
        with socket.socket(family, socket.SOCK_STREAM) as peer:
            peer.settimeout(0.001)
            quiet(peer.connect, address)

    def test_peer():
        connect(socket.AF_INET, ("192.0.2.1", 443))

    def test_peer_twice_is_one():
        for _ in range(3):
            connect(socket.AF_INET, ("192.0.2.1", 443))

    def test_datagram():
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as peer:
            quiet(peer.sendto, b"x", ("192.0.2.2", 53))

    def test_name(monkeypatch):
        # The event comes before the look-up, which the numeric flag keeps off the network.
        quiet(socket.getaddrinfo, "example.invalid", 80, flags=socket.AI_NUMERICHOST)

    def test_looks_like_loopback():
        quiet(socket.getaddrinfo, "127.example.invalid", None, flags=socket.AI_NUMERICHOST)

    def test_loopback():
        with socket.create_server(("127.0.0.1", 0)) as server:
            port = server.getsockname()[1]
            socket.create_connection(("localhost", port), timeout=5).close()
            connect(socket.AF_INET, ("0.0.0.0", port))
        quiet(socket.getaddrinfo, "::1", 80, flags=socket.AI_NUMERICHOST)
        quiet(socket.getaddrinfo, b"localhost", 80)
        quiet(socket.getaddrinfo, None, 80)

    def test_local_socket(tmp_path):
        connect(socket.AF_UNIX, "/tmp/freezegate-no-such-socket")

    def test_child():
        subprocess.run([sys.executable, "-c", ""], check=True)

    def test_shell():
        os.system("true # words")
        subprocess.run("true", shell=True, check=True)

    def test_path_child():
        subprocess.run([pathlib.Path("/bin/echo")], stdout=subprocess.DEVNULL, check=True)

    def test_spawn():
        os.waitpid(os.posix_spawn("/bin/true", ["true"], {}), 0)

    def test_writes_outside():
        with open(OUTSIDE + "a", "w"): pass
        os.close(os.open(OUTSIDE + "b", os.O_WRONLY | os.O_CREAT))
        os.rename(OUTSIDE + "a", OUTSIDE + "c")
        os.mkdir(OUTSIDE + "d")
        pathlib.Path(OUTSIDE + "e").touch()

    def test_reads_outside():
        with open(OUTSIDE + "there") as file: file.read()
        os.close(os.open(OUTSIDE + "there", os.O_RDONLY))
        with contextlib.suppress(FileNotFoundError):
            open(OUTSIDE + "nowhere")

    def test_writes_to_its_own(tmp_path):
        (tmp_path / "a").write_text("x")
        with tempfile.NamedTemporaryFile("w"): pass
        pathlib.Path("in_the_tree").write_text("x")
        pathlib.Path("~/at_home").expanduser().write_text("x")
        with open(os.devnull, "w"): pass
        with open("/dev/stderr", "w") as file: file.write("")

    def test_writes_beyond_a_link(tmp_path):
        (tmp_path / "link").symlink_to(OUTSIDE)
        (tmp_path / "link" / "f").write_text("x")

    def test_many():
        for number in range(50):
            open(OUTSIDE + "m%02d" % number, "w").close()

    @pytest.fixture(scope="session")
    def reaching():
        connect(socket.AF_INET, ("192.0.2.9", 1))

    def test_session_first(reaching): pass
    def test_session_second(reaching): pass

    def test_nothing(): pass
"""


@pytest.fixture(scope="module")
def answer(tmp_path_factory: pytest.TempPathFactory) -> Answer:
    folder = tmp_path_factory.mktemp("effects")
    outside = folder / "outside"
    outside.mkdir()
    (outside / "there").write_text("x", encoding="utf-8")
    tree = tree_of(folder, {"tests/test_a.py": MODULE})
    return start(tree, vary=[], env={"OUTSIDE": str(outside)})


def outside(answer: Answer, name: str) -> list[str]:
    """Give the effects of a property with the outside folder left out of the paths."""
    return [
        "write:" + Path(effect).name if effect.startswith("write:") else effect
        for effect in answer.rows[name].effects
    ]


@pytest.mark.parametrize(
    ("name", "effects"),
    [
        ("test_peer", ["network:192.0.2.1:443"]),
        ("test_peer_twice_is_one", ["network:192.0.2.1:443"]),
        ("test_datagram", ["network:192.0.2.2:53"]),
        ("test_name", ["network:example.invalid:80"]),
        ("test_looks_like_loopback", ["network:127.example.invalid:"]),
        ("test_loopback", []),
        ("test_local_socket", []),
        ("test_shell", ["subprocess:sh", "subprocess:true"]),
        ("test_path_child", ["subprocess:echo"]),
        ("test_spawn", ["subprocess:true"]),
        ("test_writes_outside", [f"write:{letter}" for letter in "abcde"]),
        ("test_reads_outside", []),
        ("test_writes_to_its_own", []),
        ("test_writes_beyond_a_link", ["write:f"]),
        ("test_many", [f"write:m{number:02d}" for number in range(20)]),
        ("test_session_first", ["network:192.0.2.9:1"]),
        ("test_session_second", []),
        ("test_nothing", []),
    ],
)
def test_an_effect_is_named(answer: Answer, name: str, effects: list[str]) -> None:
    assert answer.rows[name].outcome == "passed", answer.rows[name].failure
    assert outside(answer, name) == effects


def test_a_child_is_named_by_its_program(answer: Answer) -> None:
    (effect,) = answer.rows["test_child"].effects

    assert effect.startswith("subprocess:python")
