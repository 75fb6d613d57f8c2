import pytest

from freezegate.model.config import Config
from freezegate.model.contract import Vary


def test_the_defaults_are_those_of_the_design() -> None:
    config = Config()
    assert (config.seeds, config.extension, config.confirmations) == (12, 32, 8)
    assert config.vary == tuple(Vary)


def test_seeds_are_a_count_or_a_list() -> None:
    assert Config(seeds=1).seeds == 1
    assert Config(seeds=(3, 0)).seeds == (3, 0)


@pytest.mark.parametrize(
    ("seeds", "message"),
    [
        (0, "seeds is 0, not one or more"),
        ((), "seeds is an empty list"),
        ((1, 1), "a seed stands twice"),
        ((-1,), "seed -1 is outside"),
    ],
)
def test_a_schedule_that_is_none_is_refused(seeds: int | tuple[int, ...], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Config(seeds=seeds)


def test_zero_is_the_least_of_extension_and_confirmations_and_one_of_the_time_limit() -> None:
    config = Config(extension=0, confirmations=0, time_limit_s=1)
    assert (config.extension, config.confirmations, config.time_limit_s) == (0, 0, 1)


def test_a_number_below_is_refused() -> None:
    message = "extension and confirmations are zero or more, time-limit-s one or more"
    with pytest.raises(ValueError, match=message):
        Config(extension=-1)
    with pytest.raises(ValueError, match=message):
        Config(confirmations=-1)
    with pytest.raises(ValueError, match=message):
        Config(time_limit_s=0)


def test_a_window_has_a_longest_unless_told_and_no_incident_is_open() -> None:
    config = Config()
    assert (config.max_days, config.incident) == (14, False)
    assert (config.sensitive_paths, config.sensitive_symbols, config.inert) == ((), (), ())


def test_one_day_is_the_least_of_the_longest_window() -> None:
    assert Config(max_days=1).max_days == 1


@pytest.mark.parametrize("days", [0, -1])
def test_a_longest_window_of_no_day_is_refused(days: int) -> None:
    with pytest.raises(ValueError, match=f"max-days is {days}, not one or more"):
        Config(max_days=days)
