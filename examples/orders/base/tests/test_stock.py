import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from orders.stock import OutOfStock, pick

SHELVES = {"A": 40, "B": 25, "C": 2}


@pytest.mark.property(id="prop.picks_add_up", oracle="sum(picks) == wanted")
def test_picks_add_up():
    assert sum(pick(SHELVES, 5).values()) == 5


@pytest.mark.property(id="prop.no_shelf_overdrawn", oracle="picks[shelf] <= shelves[shelf]")
def test_no_shelf_is_overdrawn():
    for shelf, taken in pick(SHELVES, 5).items():
        assert taken <= SHELVES[shelf]


@settings(deadline=None)
@given(st.dictionaries(st.sampled_from("ABCDE"), st.integers(0, 50)), st.integers(1, 50))
def test_more_than_there_is_cannot_be_picked(shelves, excess):
    with pytest.raises(OutOfStock):
        pick(shelves, sum(shelves.values()) + excess)
