"""Volume discounts."""

# (pieces from which the step holds, percent off)
STEPS = ((10, 5), (50, 10), (100, 15))


def volume_percent(quantity):
    """Percent off one line of an order, by its number of pieces."""
    percent = 0
    for pieces, off in STEPS:
        if quantity >= pieces:
            percent = off
    return percent


def discount(price, quantity):
    """Cents off a line that costs `price` cents before the discount; rounded down."""
    return price * volume_percent(quantity) // 100
