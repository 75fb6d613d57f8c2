"""The network refused. An audit hook stays for ever, so each case runs in the runner."""

from pathlib import Path

import pytest

from freezegate.model.claim import Outcome
from freezegate.model.plan import Instruments
from tests.unit.runner.start import Answer, start, tree_of

MODULE = """
    import socket
    import urllib.error
    import urllib.request

    import pytest

    def test_peer():
        with pytest.raises(ConnectionRefusedError, match="freezegate refuses the network"):
            socket.create_connection(("192.0.2.1", 443), timeout=1)

    def test_name():
        with pytest.raises(urllib.error.URLError, match="refuses the network"):
            urllib.request.urlopen("http://a.invalid/")

    def test_datagrams():
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as peer:
            for number in range(30):
                with pytest.raises(ConnectionRefusedError):
                    peer.sendto(b"x", ("192.0.2.2", 1000 + number))

    def test_here():
        with socket.create_server(("127.0.0.1", 0)) as server:
            with socket.create_connection(server.getsockname(), timeout=5):
                pass

    def test_fails():
        socket.create_connection(("192.0.2.1", 443), timeout=1)
    """


@pytest.fixture(scope="module")
def answer(tmp_path_factory: pytest.TempPathFactory) -> Answer:
    tree = tree_of(tmp_path_factory.mktemp("refusal"), {"tests/test_it.py": MODULE})
    return start(tree, instruments=Instruments(refuse_network=True))


def refused(answer: Answer, name: str) -> tuple[str, ...]:
    notes = answer.rows[name].notes
    assert notes is not None
    return notes.refused


def test_peers_and_names_beyond_this_machine_are_refused_and_named(answer: Answer) -> None:
    outcomes = {name: row.outcome for name, row in answer.rows.items() if name != "test_fails"}
    assert set(outcomes.values()) == {Outcome.PASSED}, outcomes
    assert refused(answer, "test_peer") == ("192.0.2.1:443",)
    assert refused(answer, "test_name") == ("a.invalid:80",)
    assert refused(answer, "test_here") == ()


def test_a_flood_of_them_is_capped(answer: Answer) -> None:
    assert len(refused(answer, "test_datagrams")) == 20


def test_what_needs_the_network_fails_as_behind_a_closed_port(answer: Answer) -> None:
    failure = answer.rows["test_fails"].failure
    assert failure is not None
    assert failure.leaves[0].type == "builtins.ConnectionRefusedError"
    assert answer.rows["test_fails"].effects == ("network:192.0.2.1:443",)


def test_without_it_nothing_is_refused(tmp_path: Path) -> None:
    answer = start(
        tree_of(tmp_path, {"tests/test_it.py": MODULE}), select=["tests/test_it.py::test_here"]
    )
    assert answer.rows["test_here"].notes is None
