"""The bot is nobody's outside help: what stands in a match of theirs between people, it helps them with afterwards."""

import json
import random
from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager
from typing import Any

import pytest

from club.club import Club
from club.members import limits
from club.members.people import Act, Person
from club.play import outside_help
from club.play.computer import TWOTONE
from club.play.matches import Table
from club.refusals import Refusal
from data.challenges import ChallengeRow
from rules.catalogue import GAMES
from rules.match import Match
from tests.club.people import ANN, BEN, CLEO, act, asked, begun, interactions
from tests.rules.playouts import random_match

GAME = "russian"
PLIES = 10


async def played(club: Club, people: tuple[Person, Person] = (ANN, BEN), game: str = GAME) -> Table:
    """A match in which some moves have been made."""
    table = await begun(club, game, people=people)
    chance = random.Random(5)
    for _ in range(PLIES):
        assert table.turn is not None
        table = await club.matches.move(
            table, Act(table.row.user_ids[table.turn], next(interactions)), chance.choice(table.match.moves())
        )
    return table


def refused() -> AbstractContextManager[Any]:
    return pytest.raises(Refusal, match="in a match that you are playing")


def stands(match: Match, plies: int) -> str:
    """A position of a match as somebody brings it along."""
    return json.dumps(match.game.dump(match.at(plies).position))


async def challenge(
    club: Club,
    who: Person,
    start: str,
    opponent: Person | None = None,
    *,
    side: str = "random",
) -> ChallengeRow:
    """A match that is to begin from a position."""
    return await asked(club, GAME, people=(who, opponent), side=side, start=start)


Asks = Callable[[Club, Person, Match, int], Awaitable[object]]


async def plays_on(club: Club, who: Person, match: Match, plies: int) -> object:
    return await challenge(club, who, stands(match, plies))


async def plays_the_computer(club: Club, who: Person, match: Match, plies: int) -> object:
    return await challenge(club, who, stands(match, plies), TWOTONE)


async def analyses(club: Club, who: Person, match: Match, plies: int) -> None:
    positions = [match.origin, *(ply.position for ply in match.plies[:plies])]
    await club.help.check(who.id, match.game, positions)


@pytest.mark.parametrize("asks", [plays_on, plays_the_computer, analyses])
async def test_no_position_of_one_s_own_match_is_helped_with_from_the_eighth_move_on(
    club: Club, asks: Asks
) -> None:
    match = (await played(club)).match
    for who in (ANN, BEN):
        await asks(club, who, match, 7)
        for plies in (8, PLIES):
            with refused():
                await asks(club, who, match, plies)
    await asks(club, CLEO, match, PLIES)


async def test_what_was_made_before_the_position_stood_is_not_begun_with_the_computer(club: Club) -> None:
    table = await begun(club, GAME)
    first = Match(GAMES[GAME], {}, bytes(32))
    chance = random.Random(5)
    for _ in range(8):
        first.play(chance.choice(first.moves()))
    made = await challenge(club, ANN, stands(first, 8), TWOTONE)
    for ply in first.plies:
        table = await club.matches.move(
            table, Act(table.row.user_ids[ply.seat], next(interactions)), ply.text
        )
    with refused():
        await club.challenges.play_computer(made.id, act(ANN), level=1)


async def test_hints_are_refused_where_the_same_stands_between_people(club: Club) -> None:
    probe = Match(GAMES[GAME], {}, bytes(32))
    chance = random.Random(5)
    for _ in range(PLIES):
        probe.play(chance.choice(probe.moves()))
    made = await challenge(club, ANN, stands(probe, PLIES), TWOTONE, side="White")
    against = await club.challenges.play_computer(made.id, act(ANN), level=1)
    assert against.turn == against.seat_of(ANN.id)
    await club.hints.of(against, user_id=ANN.id)
    await played(club)
    with refused():
        await club.hints.of(against, user_id=ANN.id)


@pytest.mark.parametrize("kind", ["brazilian", "pool", "german"])
async def test_another_kind_of_checkers_is_no_way_round_it(club: Club, kind: str) -> None:
    match = (await played(club)).match
    sides = [str(side) for side in Match(GAMES[kind], {}, bytes(32)).sides]
    turn = sides.index(str(match.sides[match.at(PLIES).turn or 0]))
    start = json.dumps({"cells": json.loads(stands(match, PLIES))["cells"], "turn": turn})
    with refused():
        await club.help.check_start(ANN.id, GAMES[kind], {}, start)


async def test_stones_in_hand_are_no_way_round_it(club: Club) -> None:
    match = (await played(club, game="binary")).match
    position = json.loads(stands(match, PLIES))
    for hands in ([1, 1], [2, 3]):
        with refused():
            await club.help.check_start(ANN.id, match.game, {}, json.dumps({**position, "hands": hands}))


async def test_cards_that_nobody_sees_are_no_way_round_it(club: Club) -> None:
    """A player knows the board, and makes the hands and decks up."""
    match = (await played(club, game="one-zero-one")).match
    position = json.loads(stands(match, PLIES))
    made_up = Match(match.game, {}, bytes(32))
    made_up.set({name: value for name, value in position.items() if name not in ("decks", "hands")})
    assert match.game.dump(made_up.position) != position
    with refused():
        await club.help.check(ANN.id, match.game, [made_up.position])


def test_of_every_game_there_is_a_board_to_compare(key: str) -> None:
    game = GAMES[key]
    match = random_match(game, {}, seed=3, limit=12)
    assert len({outside_help.board_name(game, ply.position) for ply in match.plies}) == len(match.plies)


@pytest.mark.parametrize("changed", ["clock", "history"])
async def test_counters_are_no_way_round_it(club: Club, changed: str) -> None:
    match = (await played(club)).match
    position = json.loads(stands(match, PLIES))
    position.pop(changed, None)
    with refused():
        await challenge(club, ANN, json.dumps(position))


async def test_options_are_no_way_round_it(club: Club) -> None:
    match = (await played(club, game="gothic")).match
    for kings in ("short", "flying"):
        with refused():
            await club.help.check_start(ANN.id, match.game, {"kings": kings}, stands(match, PLIES))


async def test_the_other_side_to_move_is_another_position(club: Club) -> None:
    match = (await played(club)).match
    position = json.loads(stands(match, PLIES)) | {"turn": 1 - (match.at(PLIES).turn or 0)}
    del position["clock"], position["history"]
    await challenge(club, ANN, json.dumps(position))


async def test_once_the_match_is_over_it_may_be_looked_at(club: Club) -> None:
    table = await played(club)
    await club.matches.resign(table.row.id, act(BEN))
    for asks in (plays_on, analyses):
        await asks(club, ANN, table.match, PLIES)


async def test_matches_of_other_games_hinder_nobody(club: Club) -> None:
    match = (await played(club, game="incorrect-checkers")).match
    await club.help.check(ANN.id, GAMES["zong-heng"], [match.position])


async def test_a_suspended_match_is_guarded_and_one_that_cannot_be_read_stops_nobody(club: Club) -> None:
    table = await played(club)
    await club.places.suspend(table.row.id)
    with refused():
        await analyses(club, ANN, table.match, PLIES)
    await club.store.write(lambda tx: tx.run("UPDATE match SET record = '', version = version + 1"))
    await analyses(club, ANN, table.match, PLIES)


async def test_positions_of_so_many_matches_are_kept(club: Club) -> None:
    club.help.stood.most = 1
    tables = [await played(club), await played(club, people=(CLEO, ANN))]
    for _ in range(2):
        with refused():
            await analyses(club, ANN, tables[0].match, PLIES)
    assert len(club.help.stood) == 1


async def test_the_name_of_a_board_is_made_without_what_the_position_remembers(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = random_match(GAMES[GAME], {}, 3, limit=30)

    def dump(*_: object) -> None:
        raise AssertionError("all that a position remembers has been written")

    monkeypatch.setattr(type(match.game), "dump", dump)
    assert outside_help.board_name(match.game, match.position)


async def test_what_it_takes_to_look_counts_as_presses_of_who_asks(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = (await played(club)).match
    monkeypatch.setattr(
        limits, "WORTH", 1e-9
    )  # whatever is looked through is worth more than anybody may press
    with pytest.raises(Refusal) as refusal:  # after the positions of the record, before those of their match
        await analyses(club, ANN, match, 7)
    assert refusal.value.code == "limit.presses"
    await analyses(club, CLEO, match, 7)
