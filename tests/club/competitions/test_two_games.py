"""A league in which each pair plays two games, once on each side.

They count right in table, ranks and files.
"""

import json
from collections import Counter

from club.clocks.time_control import parse_control
from club.competitions.crosstable import Crosstable
from club.competitions.reckoning.table import build_table
from club.competitions.seasons import CONTROL, LENGTH
from club.competitions.table_files import to_json, to_trf
from club.members.people import Person
from data.competitions import competitions
from data.competitions.competitions import StageRow
from data.play import matches
from rules.catalogue import GAMES
from tests.club.competitions.reckoning.written_results import results
from tests.club.leagues import FOUR, MO
from tests.club.people import CHANNEL, GUILD, act
from tests.club.room import Room

DAY = 24 * 3600.0


async def start_two_games(room: Room, game: str = "binar", **options: object) -> StageRow:
    """Start a season of four in which each pair plays two games."""
    control = parse_control(CONTROL)
    assert control is not None
    league = await room.club.competitions.all.create(
        name="Autumn league",
        game=GAMES[game],
        options=options,
        control=control,
        hour=18,
        organiser=act(MO),
        place=(GUILD, CHANNEL),
        games=2,
    )
    stage = (await room.club.store.read(lambda tx: competitions.list_latest_stages(tx, league.id)))[0]
    for person in FOUR:
        await room.club.competitions.all.join(stage.id, person)
    room.time[0] = stage.starts_at
    await room.club.competitions.scheduler.take_due_steps()
    return stage


async def sheet(room: Room) -> Crosstable:
    return await room.club.competitions.all.load_crosstable(1)


async def test_everybody_meets_everybody_once_on_each_side(room: Room) -> None:
    await start_two_games(room, size=3)
    met = (await sheet(room)).pairings
    assert len(met) == 12
    assert set(Counter((each.first_id, each.second_id) for each in met).values()) == {1}
    assert [each.turned for each in met] == [False, True] * 6
    assert all(each.match_id is not None for each in met)  # six at once for everybody
    assert [(line.best, line.worst) for line in (await sheet(room)).lines] == [(1, 4)] * 4


async def test_the_next_season_has_two_games_again(room: Room) -> None:
    stage = await start_two_games(room, size=3)
    room.time[0] = stage.starts_at + (LENGTH // 2 + 1) * DAY
    await room.club.competitions.scheduler.take_due_steps()
    opened = (await room.club.store.read(lambda tx: competitions.list_latest_stages(tx, 1)))[0]
    assert (opened.number, opened.rounds) == (1, 2)


async def test_an_opening_that_chance_draws_is_the_same_in_both_games(room: Room) -> None:
    secrets = iter(bytes([number]) * 32 for number in range(250))
    room.club.competitions.scheduler._secret = lambda: next(secrets)
    await start_two_games(room, "russian", opening="lot")
    met = (await sheet(room)).pairings
    rows = {
        each.id: await room.club.store.read(lambda tx, each=each: matches.get(tx, each.match_id or 0))
        for each in met
    }
    tables = {number: await room.club.play.matches.load(row.id) for number, row in rows.items() if row}
    openings = [str(tables[each.id].match.settled_options["opening"]) for each in met]
    assert openings[::2] == openings[1::2] and len(set(openings)) > 1
    assert len({tables[each.id].match.secret for each in met}) == 12


async def test_points_ranks_and_files_count_both_games(room: Room) -> None:
    await start_two_games(room, size=3)
    for match_id in (1, 2):
        loser = (await room.row(match_id)).user_ids[0]
        await room.club.play.matches.resign(match_id, act(Person(loser, "")))
    shown = await sheet(room)
    first, second = shown.pairings[:2]
    by_id = {line.entrant.id: line for line in shown.lines}
    assert [by_id[each].row.points for each in (first.first_id, first.second_id)] == [2, 2]
    assert {first.effective_result, second.effective_result} == {"second"}
    lines = [line for line in to_trf(shown).splitlines() if line.startswith("001")]
    assert all(len(line) == 91 + 8 + 5 * 10 for line in lines)  # six columns: three rounds of two games
    assert len(json.loads(to_json(shown))["remaining"]) == 10


def test_who_withdraws_must_have_half_of_all_games() -> None:
    """Of six games three are enough; of three, two are."""
    played = results("d>a d>b a>c")
    assert build_table("abcd", played, withdrawn="d", games=2)[-1].points == 0
    assert build_table("abcd", results("d>a d>b d>c a>c"), withdrawn="d", games=2)[0].player == "d"
    assert build_table("abcd", played, withdrawn="d")[0].player == "d"
