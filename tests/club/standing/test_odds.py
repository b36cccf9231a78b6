"""A challenge suggests odds where two ratings are far apart and well known."""

from typing import Any

import pytest

from club.club import Club
from data.members.servers import NO_RATINGS
from data.standing import ratings
from data.standing.ratings import RatingRow
from tests.club.people import ANN, BEN, GUILD, make_challenge


async def stronger(club: Club, *points: float, **given: Any) -> int | None:
    """Who is called much stronger, where Ann and Ben have these ratings."""
    known = {"game": "russian", "deviation": 80.0, "opponents": 4} | given.pop("known", {})
    for who, number in zip((ANN, BEN), points, strict=True):
        row = RatingRow(
            GUILD, known["game"], who.id, "", number, known["deviation"], club.now(), 9, known["opponents"]
        )
        await club.store.write(lambda tx, row=row: ratings.put(tx, row))
    asked = await make_challenge(club, given.pop("game", "russian"), **given)
    return await club.standing.ratings.find_much_stronger_player(asked)


async def test_the_stronger_one_is_named_whoever_asks(club: Club) -> None:
    assert await stronger(club, 1800.0, 1500.0) == ANN.id
    assert await stronger(club, 1400.0, 1701.0, people=(BEN, ANN)) == BEN.id


@pytest.mark.parametrize(
    ("points", "given"),
    [
        ((1799.0, 1500.0), {}),
        ((1900.0, 1500.0), {"known": {"opponents": 3}}),
        ((1900.0, 1500.0), {"known": {"deviation": 120.0}}),
        ((1900.0, 1500.0), {"known": {"game": "italian"}}),
        ((1900.0, 1500.0), {"people": (ANN, None)}),
        ((1900.0, 1500.0), {"side": "giving a man"}),
        ((1900.0, 1500.0), {"side": "both"}),
        (
            (1900.0, 1500.0),
            {"known": {"game": "american"}, "game": "american", "options": {"opening": "lot"}},
        ),
    ],
)
async def test_nobody_is_where_too_little_is_known_or_odds_do_not_fit(
    club: Club, points: tuple[float, float], given: dict[str, Any]
) -> None:
    assert await stronger(club, *points, **given) is None


async def test_nobody_is_who_shows_no_rating_or_where_none_are_kept(club: Club) -> None:
    await club.members.preferences.change(BEN.id, profile_shown=False)
    assert await stronger(club, 1900.0, 1500.0) is None
    await club.members.preferences.change(BEN.id, profile_shown=True)
    await club.members.servers.change(GUILD, moderator_id=ANN.id, ratings=NO_RATINGS)
    assert await stronger(club, 1900.0, 1500.0, side="White") is None
