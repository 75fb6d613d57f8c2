"""What tests do to the process that runs them, and how it is told (FIELD.md 8 to 13).

One repository holds all that may break; none of its properties may mask another or cost it its
row. In `ROUGH` and `STOPS` they break where `lib.BAD` is true, on the patch alone; in `SHARED`
at every odd seed, on both sides alike.
"""

import pytest

from tests.e2e.kit import Judged, Project

ROUGH = """
    import os
    import subprocess
    import sys
    import threading
    import time
    import lib
    import pytest
    from hypothesis import given, settings, strategies as st

    FLIP = []

    @pytest.mark.xfail
    def test_lax_xpass():
        pass

    @pytest.mark.xfail(raises=KeyError)
    def test_xfail_of_another_kind():
        assert not lib.BAD

    @pytest.fixture
    def skips():
        if lib.BAD:
            pytest.skip("the fixture says so")

    def test_skipped_in_setup(skips):
        pass

    @pytest.fixture
    def breaks():
        assert not lib.BAD

    def test_setup_breaks(breaks):
        pass

    def test_subtest_among_green_ones(subtests):
        for number in range(5):
            with subtests.test(number=number):
                assert number != 3 or not lib.BAD

    def test_sys_exit():
        if lib.BAD:
            sys.exit(0)

    def test_base_exception():
        if lib.BAD:
            raise BaseException("as it is")

    class Mute(Exception):
        def __str__(self):
            raise RuntimeError("no words")

    def test_error_without_words():
        if lib.BAD:
            raise Mute

    def test_recursion():
        def down(n):
            return down(n + 1)
        if lib.BAD:
            down(0)

    def test_leaves_a_process_and_a_thread():
        subprocess.Popen(["sleep", "300"])
        threading.Thread(target=time.sleep, args=(300,)).start()

    def test_closes_the_streams():
        sys.stdout = sys.stderr = None

    def test_goes_elsewhere(tmp_path):
        os.chdir(tmp_path)
        os.environ.clear()

    def test_prints_fifty_megabytes():
        for _ in range(25):
            print("y" * 1_000_000)
            print("z" * 1_000_000, file=sys.stderr)

    def test_writes_where_rows_are_expected():
        os.write(1, b'{"kind":"row"}' + b"\\n")

    @settings(deadline=None)
    @given(st.integers(0, 100))
    def test_hypothesis_flaky(x):
        FLIP.append(x)
        assert not lib.BAD or len(FLIP) % 2

    @settings(deadline=None, max_examples=300)
    @given(st.integers())
    def test_hypothesis_several_bugs(x):
        if lib.BAD and x > 5:
            raise KeyError(x)
        if lib.BAD and x < -5:
            raise ValueError(x)

    @pytest.fixture(scope="module")
    def breaks_at_the_end():
        yield
        assert not lib.BAD

    class TestShared:
        def test_first_of_two(self, breaks_at_the_end):
            pass

        def test_second_of_two(self, breaks_at_the_end):
            pass
    """

STOPS = """
    import os
    import signal
    import lib
    import pytest

    def test_stops_the_session():
        if lib.BAD:
            pytest.exit("enough", returncode=0)

    def test_interrupts():
        if lib.BAD:
            raise KeyboardInterrupt

    def test_kills_itself():
        if lib.BAD:
            os.kill(os.getpid(), signal.SIGKILL)

    def test_aborts():
        if lib.BAD:
            os.abort()
    """

BREAKING = {
    "test_lax_xpass": "both_pass",
    "test_xfail_of_another_kind": "regression",
    "test_skipped_in_setup": "muted_on_patch",
    "test_setup_breaks": "regression",
    "test_subtest_among_green_ones": "regression",
    "test_sys_exit": "regression",
    "test_base_exception": "regression",
    "test_error_without_words": "regression",
    "test_recursion": "regression",
    "test_leaves_a_process_and_a_thread": "both_pass",
    "test_closes_the_streams": "both_pass",
    "test_goes_elsewhere": "both_pass",
    "test_prints_fifty_megabytes": "both_pass",
    "test_writes_where_rows_are_expected": "both_pass",
    "test_hypothesis_flaky": "regression",
    "test_hypothesis_several_bugs": "regression",
    "test_stops_the_session": "missing_seed",
    "test_interrupts": "missing_seed",
    "test_kills_itself": "missing_seed",
    "test_aborts": "regression",
}

SHARED = """
    import os
    import socket
    import time
    import uuid
    import pytest
    from hypothesis import assume, given, settings, strategies as st

    ODD = int(os.environ.get("FREEZEGATE_SEED", 0)) % 2

    def test_plain():
        assert not ODD

    def test_address_time_folder_process(tmp_path):
        if ODD:
            raise ValueError(
                f"{object()!r} at {time.time()} in {tmp_path}, {uuid.uuid4()}, {os.getpid()}"
            )

    def test_order_of_a_set():
        if ODD:
            raise ValueError(f"{ {'a', 'b', 'c', 'd', 'e'} }")

    def test_assertion_with_values():
        assert {"a", "b", str(uuid.uuid4())} == {ODD}, time.time()

    def test_took():
        if ODD:
            raise TimeoutError(f"took {time.perf_counter()} s of 0:00:0{os.getpid() % 10}")

    @settings(deadline=None)
    @given(st.integers())
    def test_drawn_value(x):
        if ODD:
            raise ValueError(f"got {x}")

    @settings(deadline=80)
    @given(st.integers())
    def test_deadline(x):
        time.sleep(0.3 * ODD)

    @settings(deadline=None)
    @given(st.integers())
    def test_health_check(x):
        assume(not ODD)

    @pytest.fixture
    def by_seed():
        assert not ODD

    def test_setup_by_seed(by_seed):
        pass

    def test_resolves_a_name():
        try:
            socket.getaddrinfo("freezegate.invalid", None, flags=socket.AI_NUMERICHOST)
        except OSError:
            pass
        assert not ODD

    def test_opens_a_datagram_socket():
        peer = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        try:
            peer.connect(("192.0.2.1", 9))
        except OSError:
            pass
        assert not ODD

    def test_loopback():
        server = socket.create_server(("127.0.0.1", 0))
        socket.create_connection(server.getsockname()).close()
        assert not ODD

    def test_writes_outside():
        try:
            open("/proc/freezegate-is-not-here", "w")
        except OSError:
            pass
        assert not ODD

    def test_writes_its_own(tmp_path):
        (tmp_path / "x").write_text("x")
        open("here.txt", "w").close()
        assert not ODD
    """

ALIKE = {
    "test_plain": "shared_variant_fail",
    "test_address_time_folder_process": "shared_variant_fail",
    "test_order_of_a_set": "shared_variant_fail",
    "test_assertion_with_values": "uniform_fail",
    "test_took": "shared_variant_fail",
    "test_drawn_value": "shared_variant_fail",
    "test_deadline": "shared_variant_fail",
    "test_health_check": "shared_variant_fail",
    "test_setup_by_seed": "shared_variant_fail",
    "test_resolves_a_name": "not_hermetic",
    "test_opens_a_datagram_socket": "not_hermetic",
    "test_loopback": "shared_variant_fail",
    "test_writes_outside": "not_hermetic",
    "test_writes_its_own": "shared_variant_fail",
}


@pytest.fixture(scope="module")
def judged(tmp_path_factory: pytest.TempPathFactory) -> Judged:
    project = Project(tmp_path_factory.mktemp("outcomes") / "project")
    project.commit(
        {
            "pyproject.toml": "[tool.freezegate]\ntime-limit-s = 20\n",
            "lib.py": "BAD = False\n",
            "tests/test_rough.py": ROUGH,
            "tests/test_stops.py": STOPS,
            "tests/test_shared.py": SHARED,
        }
    )
    project.commit({"lib.py": "BAD = True\n"})
    # Named, so that so many failures are no outage. Two green seeds: a red one may end at the
    # simplest example, which every seed draws first.
    return project.gate("tests", seeds="3,4,6")


@pytest.mark.parametrize(("name", "reason"), BREAKING.items())
def test_facts_8_and_9_only_rows_count_and_each_outcome_has_its_reason(
    judged: Judged, name: str, reason: str
) -> None:
    assert judged.reasons[name] == reason


def test_fact_8_a_broken_end_of_a_shared_fixture_is_somebodys_red(judged: Judged) -> None:
    two = {judged.reasons[f"TestShared::test_{name}_of_two"] for name in ("first", "second")}
    assert "regression" in two


def test_every_other_property_has_one_row_a_seed(judged: Judged) -> None:
    lost = {name for name, reason in BREAKING.items() if reason == "missing_seed"}
    muted = {"test_skipped_in_setup"}
    for side in ("parent", "patch"):
        without = lost | muted if side == "patch" else set()
        for seed in judged.contract["seeds"]:
            rows = [row for row in judged.rows(f"{side}.jsonl") if row["seed"] == seed]
            names = [row["prop"].split("::")[-1] for row in rows]
            assert len(names) == len(set(names))
            assert (BREAKING.keys() | ALIKE.keys()) - set(names) == without


def test_fact_9_each_cause_of_a_lost_row_is_named(judged: Judged) -> None:
    notes = {
        result["prop"].split("::")[-1]: result.get("note", "")
        for result in judged.decision["results"]
    }
    assert "SIGKILL" in notes["test_kills_itself"]
    assert "the session: _pytest.outcomes.Exit: enough" in notes["test_stops_the_session"]
    assert "the session: KeyboardInterrupt" in notes["test_interrupts"]
    assert "enough" not in notes["test_interrupts"]


@pytest.mark.parametrize(("name", "reason"), ALIKE.items())
def test_facts_11_and_12_what_is_volatile_in_a_failure_makes_it_no_other(
    judged: Judged, name: str, reason: str
) -> None:
    assert judged.reasons[name] == reason
    rows = [*judged.rows("parent.jsonl"), *judged.rows("patch.jsonl")]
    failed = [row for row in rows if row["prop"].endswith(f"::{name}") and row["status"] == "fail"]
    assert len({row["witness"] for row in failed}) == 1


def test_a_patch_that_is_rejected_for_anything_brings_no_ticket(judged: Judged) -> None:
    assert judged.exit == 1
    assert "shared_variant_fail" in judged.reasons.values()
    assert not (judged.folder / "tickets").exists()


def test_a_child_that_runs_on_says_nothing_and_a_closed_pipe_loses_rows_by_name(
    project: Project,
) -> None:
    project.commit(
        {
            "lib.py": "BAD = False\n",
            "tests/test_it.py": """
                import os
                import lib

                HERE = os.getpid()

                def test_child_runs_on_as_if_it_were_the_session():
                    pid = os.fork()
                    if pid:
                        os.waitpid(pid, 0)

                def test_child_fails_alone():
                    pid = os.fork()
                    if not pid:
                        assert not lib.BAD
                    else:
                        os.waitpid(pid, 0)

                def test_closes_every_descriptor():
                    if lib.BAD and os.getpid() == HERE:
                        os.closerange(3, 256)

                def test_plain():
                    assert not lib.BAD or os.getpid() != HERE
                """,
        }
    )
    project.commit({"lib.py": "BAD = True\n"})
    judged = project.gate("--select", "all", seeds="3")
    assert judged.reasons == {
        "test_child_runs_on_as_if_it_were_the_session": "both_pass",
        "test_child_fails_alone": "both_pass",
        "test_closes_every_descriptor": "missing_seed",
        "test_plain": "regression",
    }
    assert "before its end" in judged.notes
