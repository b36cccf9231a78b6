"""The table of a section as other programs read it."""

import csv
import json

from club.competitions.crosstable import Crosstable
from club.competitions.lookup import Official
from club.competitions.table_files import to_csv, to_json, to_trf
from club.members.people import Person
from data.competitions.pairings import PairingResult
from tests.club.competitions.league_ends import stop_clocks
from tests.club.leagues import FOUR, MO, start_season
from tests.club.people import act
from tests.club.room import Room
from tests.rules.pipe import open_pipe


async def start_section(room: Room) -> Crosstable:
    """Start a section in which one match is won, one ruled a draw, and one void.

    Two entrants bear the same name.
    """
    people = [*FOUR[:3], Person(4, "Ann  "), Person(5, "Łucja\nof the very long and winding name")]
    await start_season(room.club, *people)
    for match_id in (1, 2, 3):
        await room.club.play.matches.resign(match_id, act(Person((await room.row(match_id)).user_ids[0], "")))
    await room.club.competitions.all.rule_on(2, PairingResult.DRAW, official=Official(MO.id), why="fair")
    return await room.club.competitions.all.rule_on(
        3, PairingResult.NONE, official=Official(MO.id), why="fair"
    )


HEAD = """\
012 Autumn league, 1, 1
042 2023/11/14
052 2023/12/12
062 5
092 Individual: Round-Robin
122 3d+1d
"""


def head(number: int, name: str) -> str:
    """What the line of an entrant says before their points."""
    return f"001 {number:4}      {name:<33}{' ' * 33}"


async def test_trf16_has_each_entrant_s_line_with_their_rounds_in_their_columns(room: Room) -> None:
    text = to_trf(await start_section(room))
    assert text == HEAD + "\n".join(
        (
            head(1, "Ann") + " 0.0    4  0000 - Z     3 b -     5 w       2 b       4 w  ",
            head(2, "Ben") + " 0.0    4     5 w 0  0000 - Z     4 b       1 w       3 b  ",
            head(3, "Cleo") + " 0.5    2     4 b D     1 w -  0000 - Z     5 b       2 w  ",
            head(4, "Ann (2)") + " 0.5    2     3 w D     5 b       2 w    0000 - Z     1 b  ",
            head(5, "Łucja of the very long and windin")
            + " 1.0    1     2 b 1     4 w       1 b       3 w    0000 - Z\n",
        )
    )
    assert text.splitlines()[-1].index(" 1.0") == 80  # its columns are 81 to 84, the first round's from 92 on
    assert text.splitlines()[-1].index("   2 b 1") == 91


async def test_there_who_withdraws_early_gave_nothing_to_anybody(room: Room) -> None:
    sheet = await start_section(room)
    best = sheet.lines[0].entrant.user_id
    lines = to_trf(await room.club.competitions.all.withdraw(1, best)).splitlines()
    assert lines[-1].endswith(" 0.0    5     2 b -     4 w -     1 b -     3 w -  0000 - Z")
    assert "     5 w -  0000 - Z" in lines[-4]


async def test_who_withdraws_late_keeps_what_they_have_played(room: Room) -> None:
    await start_season(room.club)
    for match_id in range(1, 7):
        if 2 in (await room.row(match_id)).user_ids:
            await room.club.play.matches.resign(match_id, act(Person(2, "")))
    lines = to_trf(await room.club.competitions.all.withdraw(1, 2)).splitlines()
    assert lines[-3] == head(2, "Ben") + " 0.0    4     3 w 0     4 b 0     1 b 0"
    assert "2 b 1" in lines[-2]


async def test_what_the_analysis_has_judged_is_marked(room: Room) -> None:
    stage = await start_season(room.club)
    await room.move(1)
    await stop_clocks(room)
    room.time[0] = stage.closes_at + 1
    await room.club.competitions.scheduler.take_due_steps()
    lines = to_trf(await room.club.competitions.all.load_crosstable(1)).splitlines()
    first, second = (await room.row(1)).user_ids
    assert lines[5 + first].count(" w W") == lines[5 + second].count(" b L") == 1
    assert sum(line.count(" -") for line in lines[-4:]) == 10


async def test_the_json_counts_to_the_same_table_and_promises_the_same_ranks(room: Room) -> None:
    sheet = await start_section(room)
    for user_id in (None, sheet.lines[0].entrant.user_id):
        if user_id is not None:
            sheet = await room.club.competitions.all.withdraw(1, user_id)
        given = json.loads(to_json(sheet))
        with open_pipe("club") as pipe:
            counted = pipe.ask(**given)["rows"]
            others = [player for player in given["players"] if player not in given["withdrawn"]]
            left = [each for each in given["results"] if {each["first"], each["second"]} <= {*others}]
            possible = pipe.ask("ranks", players=others, results=left, remaining=given["remaining"])
        shown = [{**row} for row in given["rows"]]
        best = {row["player"]: row.pop("best") for row in shown}
        worst = {row["player"]: row.pop("worst") for row in shown}
        assert counted == shown
        assert {player: best[player] for player in others} == possible["best"]
        assert {player: worst[player] for player in others} == possible["worst"]
    assert given["pairings"][1] == {
        "round": 1,
        "first": "Ann (2)",
        "second": "Cleo",
        "match": 2,
        "result": "second",
        "judged": False,
        "ruling": "draw",
    }
    assert (given["competition"], given["game"], given["options"]["size"]) == ("Autumn league", "binar", 3)
    assert given["closes"] == "2023-12-12T18:00:00Z"


async def test_the_csv_has_the_table_and_the_rounds_and_no_formula(room: Room) -> None:
    people = [Person(1, '=cmd("x")'), Person(2, "Ben, B."), *FOUR[2:]]
    await start_season(room.club, *people)
    await room.club.play.matches.resign(1, act(Person((await room.row(1)).user_ids[0], "")))
    text = to_csv(await room.club.competitions.all.load_crosstable(1))
    assert text.startswith("\ufeffrank,number,name,points,")
    rows = list(csv.DictReader(text.removeprefix("\ufeff").splitlines()))
    assert {row["name"] for row in rows} >= {'\'=cmd("x")', "Ben, B."}
    assert (rows[0]["rank"], rows[0]["points"], rows[0]["wins"]) == ("1", "2", "1")
    assert sum(row["round 1"].endswith(" 1") for row in rows) == 1
