import pytest

from freezegate.model.ids import (
    MAX_ID_CHARS,
    MAX_SEED,
    Seed,
    check_commit,
    check_digest,
    check_distinct,
    check_id,
    check_schedule,
)


@pytest.mark.parametrize("text", ["0a" * 20, "0a" * 32])
def test_a_full_commit_id_is_taken(text: str) -> None:
    check_commit(text)


@pytest.mark.parametrize(
    "text", ["", "0a" * 19, "0A" * 20, "0a" * 21, "0a" * 20 + "\n", "HEAD", " " + "0a" * 20]
)
def test_anything_else_is_no_commit_id(text: str) -> None:
    with pytest.raises(ValueError, match="is not a full commit id"):
        check_commit(text)


def test_a_digest_is_taken() -> None:
    check_digest(f"sha256:{'0f' * 32}")


@pytest.mark.parametrize(
    "text",
    ["", "0f" * 32, f"sha256:{'0F' * 32}", f"sha256:{'0f' * 32}\n", f"md5:{'0f' * 32}", "sha256:"],
)
def test_anything_else_is_no_digest(text: str) -> None:
    with pytest.raises(ValueError, match="is not a digest of the form sha256:"):
        check_digest(text)


@pytest.mark.parametrize(
    "text", ["prop.total", "tests/test_a.py::test_b[x y]", "été", "a\u200db", "i" * MAX_ID_CHARS]
)
def test_an_id_of_the_field_is_taken(text: str) -> None:
    check_id(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "an id is empty"),
        ("i" * (MAX_ID_CHARS + 1), "an id has 8193 characters, more than 8192"),
        ("a\nb", r"the id 'a\\nb' holds the character '\\n'"),
        ("a\x00b", r"holds the character '\\x00'"),
        ("a\x85b", r"holds the character '\\x85'"),
        ("a\u202eb", r"holds the character '\\u202e'"),
        ("a\ud800b", r"holds the character '\\ud800'"),
    ],
)
def test_an_id_that_hides_something_is_refused(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        check_id(text)


def test_a_schedule_keeps_its_order_and_its_range() -> None:
    check_schedule(())
    check_schedule((Seed(47), Seed(0), Seed(MAX_SEED)))


@pytest.mark.parametrize("seed", [-1, MAX_SEED + 1])
def test_a_seed_out_of_range_is_refused(seed: int) -> None:
    with pytest.raises(ValueError, match=f"seed {seed} is outside 0 to"):
        check_schedule((Seed(seed),))


def test_a_seed_that_stands_twice_is_named() -> None:
    with pytest.raises(ValueError, match=r"a seed stands twice in the schedule: 2, 5$"):
        check_schedule(tuple(Seed(seed) for seed in (5, 2, 1, 5, 2)))


def test_a_name_that_stands_twice_is_named() -> None:
    check_distinct("a property", ("a", "b"))
    with pytest.raises(ValueError, match=r"a property stands twice: 'a', 'c'$"):
        check_distinct("a property", ("c", "a", "b", "a", "c"))
