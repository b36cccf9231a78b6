"""A check of all matches names some of those that are broken, and how many more there are."""

import pytest

from data.database.errors import StoreError
from data.play.replay_check import NAMED, raise_if_broken
from words import Phrase


@pytest.mark.parametrize(
    ("count", "named", "more"), [(1, 1, False), (NAMED, NAMED, False), (NAMED + 1, NAMED, True)]
)
def test_so_many_are_named_and_the_others_counted(count: int, named: int, more: bool) -> None:
    broken = [Phrase("check.foreign_key", name=f"table_{number}") for number in range(count)]
    with pytest.raises(StoreError) as refused:
        raise_if_broken("club.db", broken)
    said = str(refused.value.sentence)
    assert "club.db" in said
    assert [number for number in range(count) if f"table_{number} " in said] == [*range(named)]
    assert (str(Phrase("check.more", count=1)) in said) == more


def test_nothing_broken_is_no_error() -> None:
    raise_if_broken("club.db", [])
