"""What the ends of a match are worth, as the organiser has chosen it."""

from typing import Any

import pytest

from club.competitions.lookup import Official
from club.members.people import Act
from club.play.course.offers import OfferKind
from club.refusals import Refusal
from data.competitions.pairings import PairingResult
from rules.catalogue import GAMES
from rules.checkers.plus_draws import find_seat_ahead
from rules.match import Match
from tests.club.competitions.league_ends import to_close
from tests.club.leagues import MO, start_season
from tests.club.people import interactions
from tests.club.room import Room
from tests.club.tournaments import PEOPLE, Evening, tournament
from tests.rules.playouts import random_match

RUSSIAN: dict[str, Any] = {"game": GAMES["russian"], "options": {}}
AHEAD = (PairingResult.FIRST_AHEAD, PairingResult.SECOND_AHEAD)


def uneven_moves() -> tuple[list[str], int]:
    """Return moves of Russian checkers after which a seat is ahead by a plus draw."""
    for seed in range(100):
        played = Match(GAMES["russian"], {}, bytes(32))
        for ply in random_match(GAMES["russian"], {}, seed, limit=60).plies:
            played.play(ply.text)
            seat = None if played.turn is None else find_seat_ahead(played.position)
            if seat is not None:
                return [each.text for each in played.plies], seat
    raise AssertionError


async def draw(room: Room, match_id: int, moves: list[str]) -> None:
    """Play moves of a match, then let both agree to a draw."""
    table = await room.club.play.matches.load(match_id)
    for move in moves:
        assert table.turn is not None
        mover = table.player(table.turn).user_id
        table = await room.club.play.matches.play(match_id, Act(mover, next(interactions)), move)
    first, second = table.row.user_ids
    await room.club.play.offers.offer(match_id, Act(first, next(interactions)), OfferKind.DRAW)
    await room.club.play.offers.accept(match_id, Act(second, next(interactions)), OfferKind.DRAW)
    await room.club.competitions.scheduler.take_due_steps()


@pytest.mark.ci
@pytest.mark.parametrize(("scoring", "points"), [("delft", (3, 1)), ("plus", (1, 1)), ("usual", (1, 1))])
async def test_a_draw_that_one_has_ended_three_men_ahead_counts_as_the_scoring_says(
    room: Room, scoring: str, points: tuple[int, int]
) -> None:
    evening = await Evening.start(room, PEOPLE[:3], "robin", clock="3d", scoring=scoring, **RUSSIAN)
    moves, seat = uneven_moves()
    match_id = (await evening.sheet()).pairings[0].match_id
    assert match_id is not None
    await draw(room, match_id, moves)
    sheet = await evening.sheet()
    pairing = sheet.pairings[0]
    assert pairing.result == (PairingResult.DRAW if scoring == "usual" else AHEAD[seat])
    got = {line.entrant.id: line.row for line in sheet.lines}
    ahead, behind = (pairing.first_id, pairing.second_id)[:: 1 if seat == 0 else -1]
    assert (got[ahead].points, got[behind].points) == points
    assert got[ahead].plus_draws == (scoring != "usual")
    assert got[ahead].rank == 1
    assert got[behind].rank == (1 if scoring == "usual" else 2)
    assert [line.best for line in sheet.lines] == [1, 1, 1], "what is left decides"
    await room.club.competitions.all.rule_on(
        pairing.id, AHEAD[1 - seat], official=Official(MO.id), why="fair"
    )
    got = {line.entrant.id: line.row for line in (await evening.sheet()).lines}
    assert (got[behind].points, got[ahead].points) == points


async def test_a_bye_counts_as_a_win_by_any_scoring(room: Room) -> None:
    evening = await Evening.start(room, PEOPLE[:3], scoring="delft", **RUSSIAN)
    await evening.here()
    await evening.play()
    assert sorted(line.row.points for line in (await evening.sheet()).lines) == [0, 4, 4]


async def test_the_next_season_of_a_league_is_scored_alike(room: Room) -> None:
    first = await start_season(room.club, game="russian", scoring="delft")
    assert first.scoring == "delft"
    await to_close(room)
    second = await room.club.competitions.all.load_stage_view(first.id + 1)
    assert second.stage.scoring == "delft"


async def test_what_cannot_be_scored_so_is_refused_in_a_sentence(room: Room) -> None:
    with pytest.raises(Refusal, match="Plus draws are told by the men"):
        await tournament(room.club, scoring="delft")
    with pytest.raises(Refusal, match="Plus draws are told by the men"):
        await tournament(room.club, scoring="plus", game=GAMES["russian"], options={"aim": "lose"})
    with pytest.raises(Refusal, match="no points are counted"):
        await tournament(room.club, "knockout", scoring="halves")
    with pytest.raises(Refusal, match="no such scoring"):
        await tournament(room.club, scoring="3-1-0")
