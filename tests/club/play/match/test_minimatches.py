"""Mini-matches: two games from one beginning, with the sides swapped."""

from collections.abc import Callable
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

from club.club import Club
from club.members.quotas import Limits
from club.play.course.offers import OfferKind
from club.play.match.matches import Table
from club.play.match.waiting import NUDGE_AFTER
from data.standing.rated_rows import OFTEN, RATED
from data.store_opening import open_store
from rules.catalogue import GAMES
from tests.ample import AMPLE
from tests.club.people import ANN, BEN, CHANNEL, CLEO, act, start_match

NOW = 1_700_000_000.0
Options = dict[str, str]


async def begin_both(club: Club, game: str = "binar", **given: object) -> Table:
    """Begin a mini-match of Ann and Ben."""
    return await start_match(club, game, side="both", **given)  # pyrefly: ignore[bad-argument-type]  # fields of a proposal


async def both_games(club: Club) -> tuple[Table, Table]:
    """Both games of the first mini-match."""
    return await club.play.matches.load(1), await club.play.matches.load(2)


async def test_a_draw_is_followed_by_the_second_game_and_no_result_is_not(club: Club) -> None:
    await begin_both(club)
    for person in (ANN, BEN):
        await club.play.offers.offer(1, act(person), OfferKind.DRAW)
    first, second = await both_games(club)
    assert first.is_over and second.is_running
    assert second.row.user_ids == first.row.user_ids[::-1]
    await begin_both(club)
    await club.play.beginnings.cancel(3, act(ANN), channel_id=None)
    assert len(await club.play.lists.list_running(ANN.id)) == 1


@pytest.mark.parametrize(("rated", "stored"), [(True, RATED), (False, None)])
async def test_both_games_are_rated_or_not_and_have_the_same_clock(
    club: Club, rated: bool, stored: str | None
) -> None:
    await begin_both(club, rated=rated, clock="3 days")
    await club.play.matches.resign(1, act(ANN))
    first, second = await both_games(club)
    assert first.row.rated == second.row.rated == stored
    assert first.row.control == second.row.control == "3d"
    assert second.row.deadline_at == NOW + 3 * 86400
    assert (first.row.due_at, second.row.due_at) == (None, None), "where a clock goes nobody is nudged"


async def test_without_a_clock_whoever_waits_may_nudge_in_both(club: Club) -> None:
    await begin_both(club)
    await club.play.matches.resign(1, act(ANN))
    assert (await both_games(club))[1].row.due_at == NOW + NUDGE_AFTER


async def opened(path: Path, limits: Limits = AMPLE) -> Club:
    """A club in which each match has a secret of its own."""
    store, secrets = await open_store(path, now=lambda: NOW), count(1)
    secret: Callable[[], bytes] = lambda: bytes([next(secrets)] * 32)  # noqa: E731
    return Club(store, now=lambda: NOW, chance=lambda below: 0, secret=secret, limits=limits)


async def test_what_a_week_allows_never_parts_both_games(tmp_path: Path) -> None:
    club = await opened(tmp_path / "few.db", replace(AMPLE, rated_per_pair=1))
    await begin_both(club, rated=True)
    await club.play.matches.resign(1, act(ANN))
    assert (await both_games(club))[1].row.rated == RATED
    third = await start_match(club, rated=True)
    assert third.row.rated == OFTEN
    await club.store.close()


@pytest.mark.ci
@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("american", {"opening": "lot"}),
        ("malaysian", {"first": "lot"}),
        ("one-zero-one", {"hands": "open"}),
    ],
)
async def test_what_chance_decided_of_the_beginning_holds_for_both(
    tmp_path: Path, game: str, options: Options
) -> None:
    club = await opened(tmp_path / "both.db")
    await begin_both(club, game, options=GAMES[game].read_options(options))
    await club.play.matches.resign(1, act(ANN))
    first, second = [each.match for each in await both_games(club)]
    assert first.secret != second.secret
    fixed = {name: first.settled_options[name] for name in first.options}
    assert {name: second.settled_options[name] for name in second.options} == fixed
    assert "lot" not in second.options.values()
    assert second.origin == first.origin or game == "one-zero-one"
    await club.store.close()


async def test_the_second_game_is_where_the_first_was_moved(club: Club) -> None:
    await begin_both(club)
    await club.play.mover.move(1, act(CLEO), channel_id=CHANNEL + 1)
    await club.play.matches.resign(1, act(ANN))
    assert (await both_games(club))[1].row.place_id == CHANNEL + 1


async def test_who_is_forgotten_begins_no_second_game(club: Club) -> None:
    await begin_both(club)
    await club.privacy.deletion.begin_deletion(BEN.id)
    await club.privacy.deletion.work()
    assert (await club.play.matches.load(1)).is_over
    assert await club.play.lists.list_running(ANN.id) == []


async def test_an_open_challenge_is_a_mini_match_with_whoever_takes_it(club: Club) -> None:
    await begin_both(club, opponent=None)
    await club.play.matches.resign(1, act(BEN))
    assert {*(await both_games(club))[1].row.user_ids} == {ANN.id, BEN.id}
