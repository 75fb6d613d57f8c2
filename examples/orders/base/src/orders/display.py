"""Amounts as customers see them."""

_currency = "EUR"


def choose_currency(code):
    """Show all amounts in this currency from now on."""
    global _currency
    _currency = code


def show(cents):
    """An amount with its currency, such as `12.34 EUR`."""
    return "{}.{:02d} {}".format(cents // 100, cents % 100, _currency)
