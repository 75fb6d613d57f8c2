from datetime import timedelta

from freezegate.shell.clock import monotonic_s, now


def test_the_time_carries_its_offset() -> None:
    assert now().utcoffset() == timedelta(0)


def test_the_clock_for_limits_never_goes_back() -> None:
    read = [monotonic_s() for _ in range(1000)]
    assert read == sorted(read)
    assert read[-1] > read[0]
