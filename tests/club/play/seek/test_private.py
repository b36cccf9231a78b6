"""Private matches against the computer: which one begins, and which one goes on."""

import json

import pytest

from club.members.people import Person
from club.play.course.computer import TWOTONE
from club.play.match.matches import Table
from club.play.seek.private import GENTLE
from engines.choose import level_count
from rules.catalogue import GAMES, first_options
from rules.match import Match
from tests.club.people import ANN, BEN, act, interactions, start_match
from tests.club.refusing import refused_code
from tests.club.room import Room

GUIDED, UNGUIDED = "binar", "russian"


async def begin(room: Room, game: str = UNGUIDED, who: Person = ANN) -> tuple[Table, bool]:
    return await room.club.play.private.begin_or_resume(GAMES[game], who, interaction_id=next(interactions))


async def test_the_first_match_of_a_game_is_gentle_and_its_player_moves_first(room: Room) -> None:
    table, goes_on = await begin(room)
    assert (goes_on, table.row.is_private, table.row.level) == (False, True, GENTLE)
    assert [seat.user_id for seat in table.row.seats] == [ANN.id, TWOTONE.id]
    assert json.loads(table.row.options) == GAMES[UNGUIDED].read_options(first_options(GAMES[UNGUIDED]))


async def test_there_is_one_of_each_game_for_each_person(room: Room) -> None:
    first, _ = await begin(room)
    again, goes_on = await begin(room)
    assert (again.row.id, goes_on) == (first.row.id, True)
    others = [(await begin(room, GUIDED))[1], (await begin(room, who=BEN))[1]]
    assert others == [False, False]


async def test_a_match_between_people_is_not_gone_on_with(room: Room) -> None:
    await start_match(room.club, UNGUIDED)
    assert (await begin(room))[1] is False


async def test_the_next_match_is_as_the_last_one_that_has_ended(room: Room) -> None:
    table, _ = await begin(room)
    assert (await room.club.play.private.set_level(table.row.id, act(ANN), 3)).row.level == 3
    await room.move(table.row.id)
    await room.club.play.matches.resign(table.row.id, act(ANN))
    again, goes_on = await begin(room)
    assert (again.row.level, goes_on, again.row.id != table.row.id) == (3, False, True)
    other, _ = await begin(room, GUIDED)
    assert other.row.level != 3


async def test_a_rematch_is_from_the_other_side(room: Room) -> None:
    table, _ = await begin(room)
    rematch = room.club.play.private.begin_rematch
    assert await refused_code(rematch(table, ANN, interaction_id=next(interactions))) == "rematch.running"
    await room.move(table.row.id)
    await room.club.play.matches.resign(table.row.id, act(ANN))
    over = await room.club.play.matches.load(table.row.id)
    swapped, goes_on = await rematch(over, ANN, interaction_id=next(interactions))
    assert [seat.user_id for seat in swapped.row.seats] == [TWOTONE.id, ANN.id]
    assert (goes_on, swapped.row.level, swapped.row.options) == (False, GENTLE, table.row.options)
    again, goes_on = await rematch(over, ANN, interaction_id=next(interactions))
    assert (again.row.id, goes_on) == (swapped.row.id, True)


async def test_a_match_from_a_position_has_its_player_at_the_side_to_move(room: Room) -> None:
    game = GAMES[UNGUIDED]
    match = Match(game, game.read_options({}), bytes(32))
    match.play(match.moves()[0])
    start = await room.club.play.imports.dump_start_position(match, ANN.id)
    table, goes_on = await room.club.play.private.begin_from(
        match, start, ANN, interaction_id=next(interactions)
    )
    assert [seat.user_id for seat in table.row.seats] == [TWOTONE.id, ANN.id]
    assert (goes_on, table.row.start, table.row.level, table.turn) == (False, start, GENTLE, 1)
    await room.club.play.private.set_level(table.row.id, act(ANN), 2)
    await room.move(table.row.id)
    await room.club.play.matches.resign(table.row.id, act(ANN))
    over = await room.club.play.matches.load(table.row.id)
    rematch, _ = await room.club.play.private.begin_rematch(over, ANN, interaction_id=next(interactions))
    assert (rematch.row.start, rematch.row.level) == (start, 2)
    await room.club.play.matches.resign(rematch.row.id, act(ANN))
    third, _ = await room.club.play.private.begin_from(match, start, ANN, interaction_id=next(interactions))
    assert third.row.level == 2


@pytest.mark.parametrize("level", [0, 99, None])
async def test_there_are_so_many_levels_and_no_guide_in_other_games(room: Room, level: int | None) -> None:
    table, _ = await begin(room)
    setting = room.club.play.private.set_level(table.row.id, act(ANN), level)
    assert await refused_code(setting) == "computer.level"


async def test_another_level_keeps_the_seed_of_the_match(room: Room) -> None:
    table, _ = await begin(room)
    await room.club.store.write(lambda tx: tx.run("UPDATE seat SET seed = 5 WHERE user_id = ?", TWOTONE.id))
    for level in (1, 2, level_count(GAMES[UNGUIDED])):
        after = await room.club.play.private.set_level(table.row.id, act(ANN), level)
        assert after.row.level == level
        assert after.player(1).seed == 5


async def test_what_goes_on_costs_nothing(room: Room) -> None:
    for _ in range(3):
        await begin(room)
    assert room.club.play.challenges.pace.spent_by(ANN.id) == 1


async def test_the_level_is_set_before_the_first_move_by_its_player(room: Room) -> None:
    table, _ = await begin(room)
    level = room.club.play.private.set_level
    assert await refused_code(level(table.row.id, act(BEN), 2)) != "computer.level"
    assert (await level(table.row.id, act(ANN), 2)).row.level == 2
    await room.move(table.row.id)
    await room.club.store.write(lambda tx: tx.run("UPDATE match SET turn = 0"))
    plain = (await start_match(room.club, UNGUIDED)).row
    assert await refused_code(level(plain.id, act(ANN), 2)) == "computer.level"


async def test_who_begins_too_many_is_told_so_but_not_when_one_goes_on(room: Room) -> None:
    await begin(room)
    for _ in range(9):
        room.club.play.challenges.count_request(ANN.id)
    await begin(room)
    await begin(room)
    assert await refused_code(begin(room, GUIDED)) == "limit.challenges"
