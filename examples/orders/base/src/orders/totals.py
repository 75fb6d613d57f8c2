"""What an order costs."""

from dataclasses import dataclass

from orders.discounts import discount


@dataclass(frozen=True)
class Line:
    """So many pieces of one article, at `unit_price` cents each."""

    unit_price: int
    quantity: int


def line_total(line):
    """Cents for one line, volume discount taken off."""
    price = line.unit_price * line.quantity
    return price - discount(price, line.quantity)


def order_total(lines, coupon=0):
    """Cents for the whole order; a coupon pays for at most all of it."""
    total = 0
    for line in lines:
        total += line_total(line)
    return max(0, total - coupon)
