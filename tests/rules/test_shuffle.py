"""Verifiable chance: fair, and the same for everyone who knows the secret."""

import hashlib
import hmac
from collections import Counter
from itertools import permutations

import pytest

from rules.match import secret_of
from rules.shuffle import WORD, Shuffle

SECRET = secret_of("fairness")


def chi_square(counts: list[int], expected: float) -> float:
    return sum((count - expected) ** 2 / expected for count in counts)


def test_the_same_secret_gives_the_same_order() -> None:
    first, second = Shuffle(SECRET), Shuffle(SECRET)
    assert [first.permute(range(20)) for _ in range(5)] == [second.permute(range(20)) for _ in range(5)]


def test_another_secret_gives_another_order() -> None:
    orders = {tuple(Shuffle(secret_of(str(seed))).permute(range(20))) for seed in range(200)}
    assert len(orders) == 200


def test_a_seed_stands_for_its_sha_256() -> None:
    assert secret_of("é") == hashlib.sha256("é".encode()).digest()


def test_numbers_are_those_that_the_docstring_tells() -> None:
    """HMAC-SHA256 of a counter of eight bytes, eight bytes a number, both big-endian."""
    shuffle = Shuffle(SECRET)
    blocks = b"".join(hmac.digest(SECRET, n.to_bytes(8, "big"), "sha256") for n in range(3))
    told = [int.from_bytes(blocks[i : i + 8], "big") for i in range(0, len(blocks), 8)]
    assert [shuffle.below(WORD) for _ in range(12)] == told


def test_orders_never_change_between_versions() -> None:
    """Matches in play depend on it."""
    assert Shuffle(secret_of("twotone")).permute("abcdefgh") == list("egfcahdb")


def test_shuffling_keeps_every_item_and_leaves_the_list_alone() -> None:
    items = ["a", "a", "b", "c"]
    assert sorted(Shuffle(SECRET).permute(items)) == items
    assert items == ["a", "a", "b", "c"]
    assert Shuffle(SECRET).permute([]) == []


@pytest.mark.parametrize(
    ("limit", "critical"), [(2, 10.83), (3, 13.82), (7, 22.46), (16, 37.70), (100, 148.23)]
)
def test_draws_are_even(limit: int, critical: float) -> None:
    """Chi-square below its 99.9 % point, for this fixed secret."""
    shuffle, draws = Shuffle(SECRET), 20_000
    counts = Counter(shuffle.below(limit) for _ in range(draws))
    assert set(counts) == set(range(limit))
    assert chi_square([counts[n] for n in range(limit)], draws / limit) < critical


def test_every_order_of_four_is_equally_likely() -> None:
    """24 orders, 23 degrees of freedom: 49.73 at 99.9 %."""
    shuffle, draws = Shuffle(SECRET), 24_000
    counts = Counter(tuple(shuffle.permute(range(4))) for _ in range(draws))
    assert chi_square([counts[order] for order in permutations(range(4))], draws / 24) < 49.73


def test_first_shuffles_of_many_secrets_are_even_in_every_place() -> None:
    """The first shuffles are even, as matches use them.

    16 cards, one shuffle per secret, 15 degrees of freedom per place.
    """
    secrets = 3_200
    places = [Counter[int]() for _ in range(16)]
    for seed in range(secrets):
        for place, card in enumerate(Shuffle(secret_of(f"match {seed}")).permute(range(16))):
            places[place][card] += 1
    for counts in places:
        assert chi_square([counts[card] for card in range(16)], secrets / 16) < 37.70


def test_words_past_the_last_whole_multiple_are_thrown_away() -> None:
    """A limit just above half of all words would favour small numbers otherwise."""
    limit = WORD // 2 + WORD // 4
    shuffle = Shuffle(SECRET)
    draws = [shuffle.below(limit) for _ in range(4_000)]
    low = sum(draw < limit // 2 for draw in draws)
    assert max(draws) < limit
    assert chi_square([low, len(draws) - low], len(draws) / 2) < 10.83
