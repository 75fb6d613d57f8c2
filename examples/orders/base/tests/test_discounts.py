import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from orders.discounts import discount, volume_percent

quantities = st.integers(1, 500)


@pytest.mark.property(id="prop.discount_within_price", oracle="0 <= off <= price")
@settings(deadline=None)
@given(st.integers(0, 1_000_000), quantities)
def test_discount_stays_within_the_price(price, quantity):
    off = discount(price, quantity)
    assert 0 <= off <= price


@settings(deadline=None)
@given(quantities, quantities)
def test_percent_grows(one, other):
    fewer, more = sorted((one, other))
    assert volume_percent(fewer) <= volume_percent(more)
