from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from orders.references import reference, references


@pytest.mark.property(id="prop.references_distinct", oracle="no reference occurs twice in a batch")
def test_references_of_a_batch_are_distinct():
    batch = references(date(2025, 3, 14), 30)
    assert len(set(batch)) == len(batch)


@pytest.mark.property(id="prop.reference_names_its_day", oracle="reference starts with the day")
@settings(deadline=None)
@given(st.dates(min_value=date(2000, 1, 1), max_value=date(2099, 12, 31)))
def test_reference_names_its_day(day):
    assert reference(day).startswith(day.isoformat().replace("-", ""))
