"""Matches that a competition ends: who has won, and when no one has."""

from typing import Any

import pytest

from club.clocks.time_control import DAY, HOUR
from club.competitions.competition_step import JUDGED_WITHIN
from club.competitions.judge import SURE, TIME_UP, UNJUDGED, UNMOVED, WHOLE, MatchJudge
from club.refusals import Refusal
from data.competitions import competitions, entrants, pairings
from data.competitions.pairings import PairingResult, PairingRow
from data.database import presence
from data.database.transaction import Transaction
from tests.club.competitions.league_ends import counts, stop_clocks, to_close
from tests.club.leagues import create_league, newest, start_season
from tests.club.people import ANN, BEN, act
from tests.club.room import Room

FIRST, SECOND, DRAW, NONE = (
    PairingResult.FIRST,
    PairingResult.SECOND,
    PairingResult.DRAW,
    PairingResult.NONE,
)


class Estimate:
    """An analysis that says this of any match, or nothing."""

    def __init__(self, chance: int | None) -> None:
        self._chance = chance

    async def estimate_chance(self, match: object) -> int:
        if self._chance is None:
            raise Refusal("analysis.none")
        return self._chance


def judge(room: Room, chance: int | None = None) -> MatchJudge:
    return MatchJudge(room.club.play.matches, Estimate(chance))  # pyrefly: ignore[bad-argument-type]  # as it is used


async def pair(room: Room, plies: int = 0, **given: Any) -> None:
    """A match of Ann and Ben after some moves, which is pairing 1 of a league."""
    await room.begin(**given)
    for _ in range(plies):
        await room.move()
    stage = await newest(room.club, await create_league(room.club))

    async def job(tx: Transaction) -> None:
        section = await competitions.add_section(tx, stage.id, 0)
        ids = []
        for seed, person in enumerate((ANN, BEN)):
            await entrants.join(tx, stage.id, person.id, person.name, at=room.time[0])
            entrant = await entrants.find_entrant(tx, stage.id, person.id)
            assert entrant is not None
            await entrants.assign_section(tx, entrant.id, section.id, seed)
            ids.append(entrant.id)
        await pairings.add(tx, section.id, 0, (ids[0], ids[1]), turned=False)
        await pairings.set_match(tx, 1, 1)

    await room.club.store.write(job)


async def pairing(room: Room) -> PairingRow:
    row = await room.club.store.read(lambda tx: pairings.get(tx, 1))
    assert row is not None
    return row


@pytest.mark.parametrize(
    ("plies", "chance", "expired", "result", "reason"),
    [
        (0, SURE, False, NONE, UNJUDGED),
        (1, SURE, False, FIRST, UNMOVED),
        (1, SURE, True, NONE, UNJUDGED),
        (2, SURE, False, FIRST, "ended.judged"),
        (2, SURE - 1, False, DRAW, "ended.judged"),
        (2, WHOLE - SURE + 1, False, DRAW, "ended.judged"),
        (2, WHOLE - SURE, False, SECOND, "ended.judged"),
        (2, None, False, NONE, UNJUDGED),
        (2, SURE, True, NONE, UNJUDGED),
    ],
)
async def test_at_the_close_an_unfinished_match_is_judged(
    room: Room, plies: int, chance: int | None, expired: bool, result: PairingResult, reason: str
) -> None:
    await pair(room, plies)
    await judge(room, chance).end(1, 1, expired=expired)
    row = await pairing(room)
    assert (row.result, row.judged, (await room.row()).reason) == (result, True, reason)


@pytest.mark.parametrize(("left", "result"), [(0, SECOND), (-1, SECOND), (1, NONE)])
@pytest.mark.parametrize("expired", [False, True])
async def test_whose_time_is_up_loses_moved_or_not(
    room: Room, left: int, result: PairingResult, expired: bool
) -> None:
    await pair(room)
    room.time[0] = ((await room.row()).deadline_at or 0.0) - left
    await judge(room).end(1, 1, expired=expired)
    assert (await pairing(room)).result is result
    assert (await room.row()).reason == (TIME_UP if result is SECOND else UNJUDGED)


async def test_nobody_s_time_is_up_because_the_bot_was_away(room: Room) -> None:
    await pair(room, 2)
    await room.club.play.clocks.store_heartbeats({0: room.time[0]}, 1)
    room.time[0] += 2 * DAY
    await judge(room, SURE).end(1, 1, expired=False)
    assert (await room.row()).reason == "ended.judged"
    assert (await pairing(room)).result is FIRST


@pytest.mark.parametrize("away_from", [-HOUR, HOUR])
async def test_a_season_that_closes_while_the_bot_is_away_or_just_before_is_judged_on_its_return(
    room: Room, monkeypatch: pytest.MonkeyPatch, away_from: float
) -> None:
    monkeypatch.setattr(room.club.play.analyses, "estimate_chance", Estimate(SURE).estimate_chance)
    await start_season(room.club)
    for _ in range(2):
        await room.move(1)
    await stop_clocks(room)
    closes_at = (await room.club.competitions.all.load_stage_view(1)).stage.closes_at
    await room.club.store.write(lambda tx: presence.reset_beats(tx, 1, closes_at + away_from))
    await to_close(room, after=2 * JUDGED_WITHIN)
    assert await counts(room, 1) == (FIRST, True)


async def test_the_time_for_judging_begins_with_the_return(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room.club.play.analyses, "estimate_chance", Estimate(SURE).estimate_chance)
    await start_season(room.club)
    for _ in range(2):
        await room.move(1)
    await stop_clocks(room)
    closes_at = (await room.club.competitions.all.load_stage_view(1)).stage.closes_at
    last = presence.Beat(shard=0, shards=1, at=closes_at - HOUR)
    await room.club.store.write(lambda tx: presence.add_absence(tx, last, closes_at + 2 * HOUR))
    await to_close(room, after=JUDGED_WITHIN + HOUR)
    assert await counts(room, 1) == (FIRST, True)


async def test_what_is_over_or_unreadable_is_left_as_it_is(room: Room) -> None:
    await pair(room)
    await judge(room).end(1, 99, expired=False)
    await room.club.play.matches.resign(1, act(ANN))
    before = await room.row()
    judging = judge(room, SURE)
    await judging.end(1, 1, expired=False)
    await judging.end_replaced(1, 1)
    await judging.end_taken_back(1)
    await judging.settle(1, NONE)
    await judging.forfeit_unanswered(1, 1, 0)
    assert await room.row() == before
    row = await pairing(room)
    assert (row.result, row.match_id) == (SECOND, 1)


async def test_the_match_of_who_was_replaced_is_played_anew(room: Room) -> None:
    await pair(room, 1)
    await judge(room).end_replaced(1, 1)
    assert ((await pairing(room)).match_id, (await room.row()).reason) == (None, "ended.replaced")


async def test_a_round_that_is_taken_back_ends_its_match_alone(room: Room) -> None:
    await pair(room, 1)
    await judge(room).end_taken_back(1)
    assert ((await pairing(room)).match_id, (await room.row()).reason) == (1, "ended.taken_back")


@pytest.mark.parametrize(("result", "reason"), [(NONE, "ended.ruled"), (FIRST, "ended.forfeited")])
async def test_a_settled_match_says_why_it_ends(room: Room, result: PairingResult, reason: str) -> None:
    await pair(room)
    await judge(room).settle(1, result)
    assert (await room.row()).reason == reason


@pytest.mark.parametrize(
    ("plies", "seat", "result"), [(0, 0, SECOND), (0, 1, None), (1, 1, FIRST), (1, 0, None), (2, 0, None)]
)
async def test_only_who_has_never_moved_leaves_a_challenge_unanswered(
    room: Room, plies: int, seat: int, result: PairingResult | None
) -> None:
    await pair(room, plies)
    await judge(room).forfeit_unanswered(1, 1, seat)
    assert (await pairing(room)).result is result
    assert (await room.row()).reason == ("ended.unanswered" if result else None)
