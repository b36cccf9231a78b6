"""The bot is no player's outside help.

If a position stands in a match of theirs between people, it helps them with it afterwards.
"""

import asyncio
import json
import random
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import Any

import pytest

from club.club import Club
from club.members import quotas
from club.members.people import Act, Person
from club.play.after.records import export_record
from club.play.course import outside_help
from club.play.course.computer import TWOTONE
from club.play.course.nearness import PastPositions, collect_past_positions
from club.play.match.matches import Table
from club.refusals import Refusal
from club.running.turns import FairThreadPool
from data.play.challenges import ChallengeRow
from data.play.matches import MatchStatus
from engines.puzzles.puzzle import Puzzle
from rules.catalogue import GAMES
from rules.likeness import HALF_ROUND, MIRRORED, Symmetry
from rules.match import Match
from tests.club.members.busy import busy_for
from tests.club.people import ANN, BEN, CLEO, act, interactions, make_challenge, start_match
from tests.rules.playouts import random_match
from tests.rules.symmetries import transform_cells
from tests.sets import leave_to_ci

GAME = "russian"
PLIES = 10


async def play_some(club: Club, people: tuple[Person, Person] = (ANN, BEN), game: str = GAME) -> Table:
    """Start a match and play some moves of it."""
    table = await start_match(club, game, people=people)
    chance = random.Random(5)
    for _ in range(PLIES):
        assert table.turn is not None
        table = await club.play.matches.make_move(
            table, Act(table.row.user_ids[table.turn], next(interactions)), chance.choice(table.match.moves())
        )
    return table


def expect_refusal() -> AbstractContextManager[Any]:
    """Context in which help must be refused because of the member's own match."""
    return pytest.raises(Refusal, match="in a match that you are playing")


def stands(match: Match, plies: int) -> str:
    """A position of a match as a member brings it along."""
    return json.dumps(match.game.dump(match.copy_at(plies).position))


async def challenge(
    club: Club,
    who: Person,
    start: str,
    opponent: Person | None = None,
    *,
    side: str = "random",
) -> ChallengeRow:
    """A match that is to begin from a position."""
    return await make_challenge(club, GAME, people=(who, opponent), side=side, start=start)


Asks = Callable[[Club, Person, Match, int], Awaitable[object]]


async def plays_on(club: Club, who: Person, match: Match, plies: int) -> object:
    return await challenge(club, who, stands(match, plies))


async def plays_the_computer(club: Club, who: Person, match: Match, plies: int) -> object:
    return await challenge(club, who, stands(match, plies), TWOTONE)


async def analyses(club: Club, who: Person, match: Match, plies: int) -> None:
    await club.play.outside_help.check_match(who.id, match.copy_at(plies), all_positions=True)


@pytest.mark.ci
@pytest.mark.parametrize("asks", [plays_on, plays_the_computer, analyses])
async def test_no_position_of_one_s_own_match_is_helped_with_from_the_eighth_move_on(
    club: Club, asks: Asks
) -> None:
    match = (await play_some(club)).match
    for who in (ANN, BEN):
        await asks(club, who, match, 7)
        for plies in (8, PLIES):
            with expect_refusal():
                await asks(club, who, match, plies)
    await asks(club, CLEO, match, PLIES)


async def test_what_was_made_before_the_position_stood_is_not_begun_with_the_computer(club: Club) -> None:
    table = await start_match(club, GAME)
    first = Match(GAMES[GAME], {}, bytes(32))
    chance = random.Random(5)
    for _ in range(8):
        first.play(chance.choice(first.moves()))
    made = await challenge(club, ANN, stands(first, 8), TWOTONE)
    for ply in first.plies:
        table = await club.play.matches.make_move(
            table, Act(table.row.user_ids[ply.seat], next(interactions)), ply.text
        )
    with expect_refusal():
        await club.play.challenges.play_computer(made.id, act(ANN), level=1)


@pytest.mark.ci
async def test_hints_are_refused_where_the_same_stands_between_people(club: Club) -> None:
    probe = Match(GAMES[GAME], {}, bytes(32))
    chance = random.Random(5)
    for _ in range(PLIES):
        probe.play(chance.choice(probe.moves()))
    made = await challenge(club, ANN, stands(probe, PLIES), TWOTONE, side="White")
    against = await club.play.challenges.play_computer(made.id, act(ANN), level=1)
    assert against.turn == against.seat_of(ANN.id)
    await club.play.hints.get_hint(against, user_id=ANN.id)
    await play_some(club)
    with expect_refusal():
        await club.play.hints.get_hint(against, user_id=ANN.id)


async def test_nor_is_the_other_side_to_move(club: Club) -> None:
    match = (await play_some(club)).match
    position = json.loads(stands(match, PLIES)) | {"turn": 1 - (match.copy_at(PLIES).turn or 0)}
    del position["clock"], position["history"]
    with expect_refusal():
        await challenge(club, ANN, json.dumps(position))


@pytest.mark.parametrize("kind", ["spanish", "italian"])
async def test_nor_is_a_kind_on_the_light_squares_of_a_mirrored_board(club: Club, kind: str) -> None:
    match = (await play_some(club)).match
    cells = transform_cells(json.loads(stands(match, PLIES))["cells"], 8, Symmetry(MIRRORED))
    with expect_refusal():
        await club.play.outside_help.check_start_position(
            ANN.id, GAMES[kind], {}, json.dumps({"cells": cells, "turn": 0})
        )


@pytest.mark.ci
@pytest.mark.parametrize("kind", ["brazilian", "pool", "german"])
async def test_another_kind_of_checkers_is_no_way_round_it(club: Club, kind: str) -> None:
    match = (await play_some(club)).match
    sides = [str(side) for side in Match(GAMES[kind], {}, bytes(32)).sides]
    turn = sides.index(str(match.sides[match.copy_at(PLIES).turn or 0]))
    start = json.dumps({"cells": json.loads(stands(match, PLIES))["cells"], "turn": turn})
    with expect_refusal():
        await club.play.outside_help.check_start_position(ANN.id, GAMES[kind], {}, start)


async def test_stones_in_hand_are_no_way_round_it(club: Club) -> None:
    match = (await play_some(club, game="binary")).match
    position = json.loads(stands(match, PLIES))
    for hands in ([1, 1], [2, 3]):
        with expect_refusal():
            await club.play.outside_help.check_start_position(
                ANN.id, match.game, {}, json.dumps({**position, "hands": hands})
            )


async def test_cards_that_nobody_sees_are_no_way_round_it(club: Club) -> None:
    """A player knows the board, and makes the hands and decks up."""
    match = (await play_some(club, game="one-zero-one")).match
    position = json.loads(stands(match, PLIES))
    made_up = Match(match.game, {}, bytes(32))
    made_up.set_position({name: value for name, value in position.items() if name not in ("decks", "hands")})
    assert match.game.dump(made_up.position) != position
    with expect_refusal():
        await club.play.outside_help.check_match(ANN.id, made_up)


@pytest.mark.ci
@pytest.mark.parametrize("changed", ["clock", "history"])
async def test_counters_are_no_way_round_it(club: Club, changed: str) -> None:
    match = (await play_some(club)).match
    position = json.loads(stands(match, PLIES))
    position.pop(changed, None)
    with expect_refusal():
        await challenge(club, ANN, json.dumps(position))


async def test_options_are_no_way_round_it(club: Club) -> None:
    match = (await play_some(club, game="gothic")).match
    for kings in ("short", "flying"):
        with expect_refusal():
            await club.play.outside_help.check_start_position(
                ANN.id, match.game, {"kings": kings}, stands(match, PLIES)
            )


async def test_once_the_match_is_over_it_may_be_looked_at(club: Club) -> None:
    table = await play_some(club)
    await club.play.matches.resign(table.row.id, act(BEN))
    for asks in (plays_on, analyses):
        await asks(club, ANN, table.match, PLIES)


async def test_matches_of_other_games_hinder_nobody(club: Club) -> None:
    match = (await play_some(club, game="incorrect-checkers")).match
    await club.play.outside_help.check_match(
        ANN.id, random_match(GAMES["zong-heng"], {}, 3, limit=20), all_positions=True
    )
    assert match.plies


async def test_a_suspended_match_is_guarded_and_one_that_cannot_be_read_stops_nobody(club: Club) -> None:
    table = await play_some(club)
    await club.play.places.suspend_match(table.row.id)
    with expect_refusal():
        await analyses(club, ANN, table.match, PLIES)
    await club.store.write(lambda tx: tx.run("UPDATE match SET record = '', version = version + 1"))
    await analyses(club, ANN, table.match, PLIES)


async def test_positions_of_so_many_matches_are_kept(club: Club) -> None:
    club.play.outside_help.stood.most = PLIES + 1
    tables = [await play_some(club), await play_some(club, people=(CLEO, ANN))]
    for _ in range(2):
        with expect_refusal():
            await analyses(club, ANN, tables[0].match, PLIES)
    assert len(club.play.outside_help.stood) == 1


@pytest.mark.ci
async def test_what_it_takes_to_look_counts_as_presses_of_who_asks(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    asyncio.get_running_loop().set_default_executor(FairThreadPool())
    match = (await play_some(club)).match

    def look_long(*_: Any) -> None:
        busy_for(0.2)  # of CPU: more than two bursts of presses are worth, and all around it is less

    def press(who: Person) -> Awaitable[None]:
        return club.members.presses.serve(who.id, lambda: analyses(club, who, match, 7))

    monkeypatch.setattr(quotas, "PRESS_CPU_SECONDS", 0.004)
    monkeypatch.setattr(outside_help, "is_near", look_long)
    for _ in range(2):  # one alone never refuses the next
        await press(ANN)
    with pytest.raises(Refusal, match="a lot at once"):
        await press(ANN)
    await press(CLEO)


def line(plies: int = PLIES, seed: int = 5) -> Match:
    """The moves that `play_some` makes, and more of them."""
    match, chance = Match(GAMES[GAME], {}, bytes(32)), random.Random(seed)
    for _ in range(plies):
        match.play(chance.choice(match.moves()))
    return match


def after(*moves: int) -> Match:
    """What may follow on what `play_some` comes to."""
    match = line()
    for number in moves:
        match.play(match.moves()[number])
    return match


def half_turn_match() -> Match:
    """The match of `play_some`, turned half round with the colours exchanged."""
    match = line()
    cells = transform_cells(json.loads(stands(match, PLIES))["cells"], 8, Symmetry(HALF_ROUND, swaps=True))
    return match_on(cells, 1 - (match.turn or 0))


def match_on(cells: Mapping[str, str], turn: int | None) -> Match:
    """A match on a board that a member has set up."""
    match = Match(GAMES[GAME], {}, bytes(32))
    match.set_position({"cells": cells, "turn": turn})
    return match


def usual() -> Match:
    """The usual start as a record has it."""
    return match_on(json.loads(stands(line(), 0))["cells"], 0)


def by_heart() -> Match:
    """What stood after seven moves, set up anew."""
    match = line(7)
    return match_on(json.loads(stands(match, 7))["cells"], match.turn)


HELPED: Mapping[str, Callable[[], Match]] = {
    "the same": line,
    "after one's move": lambda: after(0),
    "after another": lambda: after(-1),
    "after the answer": lambda: after(1, 0),
    "with the colours exchanged": half_turn_match,
}
NOT_HELPED: Mapping[str, Callable[[], Match]] = {
    "four moves on": lambda: after(0, 0, 0, 0),
    "another match": lambda: line(16, seed=8),
    "the usual start": usual,
    "known by heart": by_heart,
}

Ready = Callable[[], Awaitable[object]]
Door = Callable[[Club, Match], Awaitable[Ready]]
"""Prepares a use of a position by a member who then plays a match.

The use raises `Refusal`, or helps.
"""


async def by_challenge(club: Club, match: Match) -> Ready:
    return lambda: challenge(club, ANN, json.dumps(GAMES[GAME].dump(match.position)))


async def by_computer(club: Club, match: Match) -> Ready:
    made = await challenge(club, ANN, json.dumps(GAMES[GAME].dump(match.position)), TWOTONE)
    return lambda: club.play.challenges.play_computer(made.id, act(ANN), level=1)


async def by_hint(club: Club, match: Match) -> Ready:
    side = str(match.sides[match.turn or 0])
    start = json.dumps(GAMES[GAME].dump(match.position))
    made = await challenge(club, ANN, start, TWOTONE, side=side)
    against = await club.play.challenges.play_computer(made.id, act(ANN), level=1)
    return lambda: club.play.hints.get_hint(against, user_id=ANN.id)


async def by_report(club: Club, match: Match) -> Ready:
    """Prepare a made-up record that begins at the position."""
    record = match_on(json.loads(stands(match, len(match.plies)))["cells"], match.turn)
    record.play(record.moves()[0])
    return lambda: club.play.outside_help.check_match(ANN.id, record.copy_at(0), all_positions=True)


async def by_lab(club: Club, match: Match) -> Ready:
    """Prepare the link below a match that ended there.

    The other of its players sees it too.
    """
    club.pages.lab.base = "https://lab.example"
    over = match.copy()
    over.resign(0)
    table = replace(await start_match(club, GAME, people=(CLEO, ANN)), match=over)
    return lambda: leads(club.pages.lab.link_to_match(table))


async def by_puzzle(club: Club, match: Match) -> Ready:
    """The link of a puzzle that is solved."""
    club.pages.lab.base = "https://lab.example"
    at = GAMES[GAME].dump(match.position)
    puzzle = Puzzle(GAME, {}, at, (match.moves()[0],), given=0, stars=1, match=0)
    return lambda: leads(club.pages.lab.link_to_puzzle(puzzle, None, user_id=ANN.id))


async def by_address(club: Club, match: Match) -> Ready:
    """The address of an analysis board that an export has."""

    async def ask() -> None:
        if not await club.play.outside_help.may_link_to_engine(ANN.id, match):
            raise Refusal("help.own")

    return ask


async def leads(address: Awaitable[str | None]) -> str:
    """Where a link leads; no link is a refusal."""
    if (found := await address) is None:
        raise Refusal("help.own")
    return found


DOORS: tuple[Door, ...] = (
    by_challenge,
    by_computer,
    by_hint,
    by_report,
    by_lab,
    by_puzzle,
    by_address,
)


@pytest.mark.ci
@pytest.mark.parametrize("stood", HELPED)
@pytest.mark.parametrize("door", leave_to_ci(DOORS, every=3))
async def test_what_is_near_is_refused_at_every_door_until_the_match_is_over(
    club: Club, door: Door, stood: str
) -> None:
    ask = await door(club, HELPED[stood]())
    table = await play_some(club)
    with expect_refusal():
        await ask()
    await club.play.matches.resign(table.row.id, act(BEN))
    await ask()


@pytest.mark.ci
@pytest.mark.parametrize("stood", NOT_HELPED)
@pytest.mark.parametrize("door", leave_to_ci(DOORS, every=3))
async def test_what_is_far_or_known_by_heart_is_refused_at_none(club: Club, door: Door, stood: str) -> None:
    ask = await door(club, NOT_HELPED[stood]())
    await play_some(club)
    await ask()


async def test_an_export_s_addresses_are_left_out_where_they_would_help(club: Club) -> None:
    table = await play_some(club)
    finished = replace(table, match=after(0), row=replace(table.row, status=MatchStatus.OVER))
    for who in (ANN, CLEO):
        may_lead = await club.play.outside_help.may_link_to_engine(who.id, finished.match, all_positions=True)
        given = export_record(finished, who.id, may_link=may_lead)
        assert (given.position_url is None) is (given.game_url is None) is (who is ANN)


async def test_what_was_looked_through_is_kept_for_each_version_of_a_match(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[int] = []
    look = collect_past_positions

    def note_look(match: Match) -> PastPositions:
        """Note the number of moves, then look as usual."""
        looked.append(len(match.plies))
        return look(match)

    monkeypatch.setattr(outside_help, "collect_past_positions", note_look)
    table = await play_some(club)
    for _ in range(2):
        with expect_refusal():
            await analyses(club, ANN, table.match, PLIES)
    assert table.turn is not None
    by = Act(table.row.user_ids[table.turn], next(interactions))
    table = await club.play.matches.make_move(table, by, table.match.moves()[0])
    with expect_refusal():
        await analyses(club, ANN, table.match, PLIES + 1)
    assert looked == [PLIES, PLIES + 1]
