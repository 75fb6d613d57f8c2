import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from orders.shipping import HEAVIEST, shipping_fee

weights = st.integers(1, HEAVIEST)


@pytest.mark.property(id="prop.heavier_never_ships_cheaper", oracle="fee(light) <= fee(heavy)")
@settings(deadline=None)
@given(weights, weights)
def test_heavier_parcel_never_ships_cheaper(one, other):
    light, heavy = sorted((one, other))
    assert shipping_fee(light) <= shipping_fee(heavy)


@settings(deadline=None)
@given(weights)
def test_nothing_ships_for_free(grams):
    assert shipping_fee(grams) > 0
