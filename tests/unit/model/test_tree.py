import msgspec
import pytest

from freezegate.model.tree import Entry


def test_an_entry_is_a_mode_and_a_blob() -> None:
    entry = Entry(mode="100644", blob="a" * 40)
    assert msgspec.to_builtins(entry) == {"mode": "100644", "blob": "a" * 40}


@pytest.mark.parametrize(("mode", "blob"), [("", "a"), ("100644", "")])
def test_neither_is_empty(mode: str, blob: str) -> None:
    with pytest.raises(ValueError, match="an entry has a mode and the id of a blob"):
        Entry(mode=mode, blob=blob)
