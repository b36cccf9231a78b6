"""No one else learns which exercises are due to Ann, or whether Ben learns.

Two worlds differ only in that.
"""

import logging
from itertools import count
from pathlib import Path
from typing import Any, Final

import pytest

from club.members.people import Act
from club.puzzles.mining import AFTER
from data.learning import appraisals, learning
from data.learning.learning import ExerciseRow
from tests.bot.computer_matches import practised_here
from tests.bot.server import Server, serve
from tests.club.learner import blunder_match, store_exercise
from tests.leaks.evening import NEVER, SECRET, acquaint, differences
from tests.leaks.wire import Streams, listening

pytestmark = pytest.mark.ci

HOUR: Final = 3600.0
Due = tuple[str, ...] | None
"""The exercises that are due to Ann, who wants reminders of them.

`None` if she does not learn at all.
"""
DUE: Final[tuple[Due, ...]] = (None, (), ("0000000001", "0000000002"))


async def run_world(database: Path, due: Due, *, learns: bool = False) -> Streams:
    """Play a world with these exercises due to Ann and return what was told.

    With `learns`, Ben learns too. Everyone looks around in the end.
    """
    with pytest.MonkeyPatch.context() as patch, listening(patch) as wire:
        patch.setattr("bot.host.workers.Workers.practise", lambda _, practice: practised_here(practice))
        async with serve(database, secret=lambda: SECRET, patience=NEVER) as room:
            acquaint(wire, room)
            place = await room.begin("binar", side="Even")
            wire.names[place.id] = "thread"
            await play_lost_game(room)
            if due is not None:
                await room.run(start_learning(room, due))
            await room.env.advance_time(2 * AFTER)
            if learns:
                await room.run(room.bot.club.learning.exercises.enrol_and_load(room.ben.id))
            await room.env.advance_time(2 * HOUR)
            for who in (room.ann, room.ben, room.cleo):
                await look(room, place, who)
            return wire.streams()


async def play_lost_game(room: Server) -> None:
    """Play a game in which both players miss a win in the end."""
    numbers = count(1)
    for ply in blunder_match().plies:
        table = await room.run(room.bot.club.play.matches.load(1))
        assert table.turn is not None
        act = Act(table.player(table.turn).user_id, next(numbers))
        await room.run(room.bot.club.play.matches.play(1, act, ply.text))


async def start_learning(room: Server, due: tuple[str, ...]) -> None:
    """Start learning as Ann, with reminders.

    These exercises are due to her, and one is solved already.
    """
    club, ann = room.bot.club, room.ann.id
    await club.learning.exercises.enrol_and_load(ann)
    await club.learning.reminders.set_hour(ann, (room.env.now().hour + 1) % 24)
    for key in (*due, *(f"{key[:-1]}9" for key in due[:1])):
        await store_exercise(club, await club.play.matches.load(1), key, user_id=ann)
        if key not in due:
            await club.learning.exercises.record_answer(ann, key, solved=True)


async def look(room: Server, place: Any, who: Any) -> None:
    """Look as a member at everything that shows Ann, the match, or what either learns."""
    for command, given in (
        ("help", {}),
        ("games", {}),
        ("games", {"user": room.ann}),
        ("profile", {"member": room.ann}),
        ("history", {}),
        ("replay", {"match": "1"}),
        ("insight", {}),
        ("analyse", {"match": "1"}),
        ("privacy export", {}),
    ):
        await who.slash(place, command, **given)
    if who is not room.ben:
        await who.slash(place, "learn")


async def find_leaks(folder: Path, worlds: tuple[Due, ...]) -> list[str]:
    """Return where the worlds tell Ben, Cleo or everyone different things.

    The worlds differ in what is due to Ann.
    """
    made = [await run_world(folder / f"{number}.db", due) for number, due in enumerate(worlds)]
    assert made[0]["Ben", "answers to Ben"]
    return [line for other in made[1:] for line in differences(made[0], other, ("Ben", "Cleo"))]


@pytest.mark.parametrize("worlds", [DUE[::2], pytest.param(DUE, marks=pytest.mark.deep)], ids=len)
async def test_nobody_else_is_told_what_is_due_to_somebody(tmp_path: Path, worlds: tuple[Due, ...]) -> None:
    assert await find_leaks(tmp_path, worlds) == []


async def find_leaks_to_ann(folder: Path) -> list[str]:
    """Return where the worlds tell Ann, Cleo or everyone different things.

    The worlds differ in whether Ben learns.
    """
    one, other = [
        await run_world(folder / f"{learns}.db", DUE[-1], learns=learns) for learns in (False, True)
    ]
    assert one["Ann", "answers to Ann"]
    assert one["Ann", "DM of Ann"], "word of what is due"
    return differences(one, other, ("Ann", "Cleo"))


async def test_nobody_is_told_whether_somebody_else_learns(tmp_path: Path) -> None:
    assert await find_leaks_to_ann(tmp_path) == []


async def test_a_seeded_leak_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keep = learning.add

    async def leaky_keep(tx: Any, row: ExerciseRow) -> None:
        logging.getLogger("club").info("exercise kept", extra={"match": row.match_id})
        await keep(tx, row)

    monkeypatch.setattr(learning, "add", leaky_keep)
    assert any("everyone, logs" in line for line in await find_leaks(tmp_path, DUE[1:]))


@pytest.mark.deep
async def test_a_seeded_leak_of_who_learns_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def of_both(tx: Any, user_id: int) -> int:
        row = await tx.one(
            "SELECT COUNT(*) AS count FROM appraisal JOIN seat ON seat.match_id = appraisal.match_id"
            " WHERE seat.user_id = ?",
            user_id,
        )
        return int(row["count"]) - 1

    monkeypatch.setattr(appraisals, "count_waiting", of_both)
    assert any("answers to Ann" in line for line in await find_leaks_to_ann(tmp_path))
