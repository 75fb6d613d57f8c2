import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from orders.totals import Line, order_total

lines = st.lists(
    st.builds(Line, unit_price=st.integers(0, 20_000), quantity=st.integers(1, 200)),
    max_size=5,
)
coupons = st.integers(0, 50_000)


@pytest.mark.property(id="prop.order_total_non_negative", oracle="total >= 0")
@settings(deadline=None)
@given(lines, coupons)
def test_order_total_is_never_negative(lines, coupon):
    total = order_total(lines, coupon)
    assert total >= 0


@settings(deadline=None)
@given(lines, coupons)
def test_coupon_never_raises_the_total(lines, coupon):
    assert order_total(lines, coupon) <= order_total(lines)


@settings(deadline=None)
@given(lines)
def test_total_does_not_depend_on_the_order_of_lines(lines):
    assert order_total(lines[::-1]) == order_total(lines)
