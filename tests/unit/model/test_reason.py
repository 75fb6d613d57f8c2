import msgspec

from freezegate.model.reason import Reason


def test_a_reason_is_its_code() -> None:
    assert msgspec.convert("regression", Reason) is Reason.REGRESSION
    assert str(Reason.REGRESSION) == "regression"


def test_strictness_is_the_place_in_the_table() -> None:
    assert [reason.strictness for reason in Reason] == list(range(len(Reason)))
