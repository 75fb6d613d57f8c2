import pytest

from orders.display import choose_currency, show


@pytest.mark.property(id="prop.shown_in_euros", oracle="EUR is shown where nothing was chosen")
def test_amounts_are_shown_in_euros_unless_told_otherwise():
    assert show(1234) == "12.34 EUR"


@pytest.mark.property(id="prop.shown_in_chosen_currency", oracle="the chosen code is shown")
def test_amounts_are_shown_in_the_chosen_currency():
    choose_currency("SEK")
    assert show(1234) == "12.34 SEK"
