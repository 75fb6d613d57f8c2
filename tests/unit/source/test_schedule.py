"""Seeds from a commit: fixed values, so that a change of the formula is seen."""

from freezegate.model.ids import MAX_SEED, CommitSha, Seed
from freezegate.source.schedule import derive_seeds, hash_seed

PARENT = CommitSha("0123456789abcdef0123456789abcdef01234567")


def test_the_seeds_of_a_commit_are_the_same_on_every_machine() -> None:
    assert derive_seeds(PARENT, 3) == (
        6665435002472535156,
        8950750449028932937,
        7802927738760199075,
    )


def test_a_later_start_goes_on_where_an_earlier_one_ended() -> None:
    assert derive_seeds(PARENT, 4)[2:] == derive_seeds(PARENT, 2, start=2)


def test_seeds_are_in_range_and_differ() -> None:
    seeds = derive_seeds(PARENT, 200)
    assert len(set(seeds)) == 200
    assert all(0 <= seed <= MAX_SEED for seed in seeds)


def test_another_commit_has_other_seeds() -> None:
    assert not set(derive_seeds(PARENT, 50)) & set(derive_seeds(CommitSha("f" * 40), 50))


def test_hash_seeds_follow_the_seed_and_fit_their_variable() -> None:
    assert hash_seed(Seed(11)) == hash_seed(Seed(11)) == 2193309473
    assert len({hash_seed(Seed(seed)) for seed in range(100)}) == 100
    assert all(0 <= hash_seed(Seed(seed)) < 2**32 for seed in range(100))
