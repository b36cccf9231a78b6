"""Tournament tables as other programs read them.

They hold rounds, byes, and ties that were played again.
"""

import json

from club.competitions.crosstable import Crosstable
from club.competitions.table_files import to_json, to_trf
from tests.club.room import Room
from tests.club.tournaments import PEOPLE, Evening

POINTS, CELLS = slice(80, 84), 91


def cells(text: str) -> list[list[str]]:
    """Return the cells of each entrant's line, by seed.

    There is one cell a round, of ten characters including the space before it.
    """
    lines = [line for line in text.splitlines() if line.startswith("001")]
    return [[line[at : at + 8] for at in range(CELLS, len(line), 10)] for line in lines]


def points(text: str) -> list[float]:
    return [float(line[POINTS]) for line in text.splitlines() if line.startswith("001")]


async def swiss(room: Room) -> Crosstable:
    """Five have played two rounds; one of them has left after the first."""
    evening = await Evening.start(room, PEOPLE[:5], rounds=2)
    await evening.here()
    await evening.play()
    await evening.club.competitions.all.withdraw(1, PEOPLE[0].id)
    await evening.here(*PEOPLE[1:5])
    await evening.play()
    return await evening.sheet()


async def test_a_swiss_has_a_column_a_round_its_byes_and_a_point_for_each(room: Room) -> None:
    sheet = await swiss(room)
    text = to_trf(sheet)
    assert "012 Friday\n" in text and "092 Individual: Swiss-System\n" in text and "XXR 2\n" in text
    table = cells(text)
    assert all(len(line) == 2 for line in table)
    bye = [number for number, line in enumerate(table) if line[0] == "0000 - U"]
    assert bye == [4] and table[0][1] == "0000 - Z"  # the last of equals had the bye, and the first has left
    assert points(text) == [sum({"1": 1.0, "U": 1.0}.get(cell[-1], 0.0) for cell in line) for line in table]
    assert sum(points(text)) == 5.0  # four matches and a bye


async def test_its_json_says_who_had_a_bye_and_who_has_left(room: Room) -> None:
    told = json.loads(to_json(await swiss(room)))
    assert told["kind"] == "swiss" and told["withdrawn"] == [] and told["remaining"] == []
    assert told["left"] == ["Member 0"] and told["byes"] == {"Member 4": 1}
    won = dict.fromkeys(told["players"], 0)
    for result in told["results"]:
        won[result["winner"]] += 2
    for name in told["byes"]:
        won[name] += 2
    assert {row["player"]: row["points"] for row in told["rows"]} == won


async def test_a_tie_that_was_played_again_has_a_column_for_each_match(room: Room) -> None:
    evening = await Evening.start(room, PEOPLE[:3], "knockout", clock="1d")
    [first] = await evening.pairings()
    await evening.draw(first)
    again = (await evening.pairings())[-1]
    await evening.lose(again, again.second_id)
    await evening.play()
    text = to_trf(await evening.sheet())
    assert "092 Individual: Knock-Out\n" in text and "XXR" not in text
    table = cells(text)
    assert [len(line) for line in table] == [3, 3, 3]
    assert table[0][:2] == ["0000 - Z"] * 2 and table[0][2] != "0000 - Z"
    assert {line[0][-1] for line in table[1:]} == {"D"}  # ruled
    assert {line[0][5] for line in table[1:]} == {line[1][5] for line in table[1:]} == {"w", "b"}
    assert table[1][0][5] != table[1][1][5]  # sides are swapped


async def test_a_round_robin_that_runs_leaves_open_what_is_not_played(room: Room) -> None:
    evening = await Evening.start(room, PEOPLE[:4], "robin", clock="1d")
    sheet = await evening.sheet()
    assert "092 Individual: Round-Robin\n" in to_trf(sheet)
    assert all(cell.endswith("  ") for line in cells(to_trf(sheet) + "") for cell in line if len(cell) == 8)
    assert len(json.loads(to_json(sheet))["remaining"]) == 6
