"""Shipping fees, from the carrier's list in data/rates.json."""

import json
from pathlib import Path

_RATES = Path(__file__).parent / "data" / "rates.json"
_STEPS = json.loads(_RATES.read_text("utf-8"))["steps"]

HEAVIEST = _STEPS[-1]["up_to_grams"]


def shipping_fee(grams):
    """Cents for one parcel; the carrier takes none above `HEAVIEST`."""
    for step in _STEPS:
        if grams <= step["up_to_grams"]:
            return step["cents"]
    raise ValueError(f"{grams} g is more than the carrier takes ({HEAVIEST} g)")
