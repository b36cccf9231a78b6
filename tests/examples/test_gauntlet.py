"""The example of docs/add-a-competition.md is a kind like any other.

All it needs is to be in the catalogues.
"""

import json
from pathlib import Path

import pytest

from club.clocks.time_control import TimeControl
from club.competitions.kinds.all_kinds import KINDS
from club.competitions.kinds.tournament import MOVES
from club.competitions.table_files import to_json, to_trf
from rules.catalogue import GAMES
from tests.bot.cogs.competitions.league_steps import later, posts
from tests.bot.competing import load_pairings, lose, people
from tests.bot.server import Server, buttons, reply_text, serve, texts
from tests.club.leagues import MO
from tests.club.people import act
from tests.examples.gauntlet import english
from tests.examples.gauntlet.kind import GauntletKind
from words.english import MESSAGES

SOON = 600.0


@pytest.fixture
def kind(monkeypatch: pytest.MonkeyPatch) -> GauntletKind:
    """The gauntlet, in the catalogues while the test runs."""
    kind = GauntletKind()
    monkeypatch.setitem(KINDS, kind.key, kind)
    for message in english.MESSAGES:
        monkeypatch.setitem(MESSAGES, message.code, message)
    return kind


async def start_gauntlet(room: Server, kind: GauntletKind, count: int) -> None:
    """Start a gauntlet that so many members have joined by its card."""
    store = room.bot.club.store
    # A kind of the product has a migration that lets its key be stored.
    await room.run(store.write(lambda tx: tx.all("PRAGMA ignore_check_constraints = ON")))
    await room.run(
        room.bot.club.competitions.tournaments.create(
            kind=kind, name="Friday", game=GAMES["binar"], options={"size": 3}, control=TimeControl(600, 5),
            starts_in=SOON, rounds=None, organiser=act(MO), place=(room.guild.id, room.channel.id),
        )
    )  # fmt: skip
    [card] = posts(room, "A gauntlet: the best by rating meets everybody else once.")
    for member in people(room, count):
        assert "You are in" in reply_text(await member.click(card, label="Join"))
    await later(room, SOON)


@pytest.mark.ci
async def test_one_meets_all_others_and_its_cards_and_files_tell_it(
    kind: GauntletKind, tmp_path: Path
) -> None:
    async with serve(tmp_path / "twotone.db") as room:
        await start_gauntlet(room, kind, 4)
        [table] = posts(room, "A win gives 2 points")
        assert {"I’m here", "Take back the round"}.isdisjoint(buttons(table))
        boards = [message for thread in room.channel.threads for message in thread.history()]
        assert any("Friday: one against all." in texts(board) for board in boards)
        pairings = await load_pairings(room)
        assert [(each.first_id, each.second_id) for each in pairings] == [(2, 1), (1, 3), (4, 1)]
        for pairing in pairings:
            [now] = [each for each in await load_pairings(room) if each.id == pairing.id]
            await lose(room, now.match_id or 0, seat=(now.first_id, now.second_id).index(1))
            await later(room, 1.0)
        sheet = await room.bot.club.competitions.all.load_crosstable(1)
        assert [line.row.points for line in sheet.lines] == [2, 2, 2, 0]
        assert "**Over.**" in texts(posts(room, "A win gives 2 points")[-1])
        assert "092 Individual: Round-Robin\n" in to_trf(sheet)
        assert json.loads(to_json(sheet))["kind"] == "gauntlet"


def test_its_time_is_that_of_all_matches_of_the_best(kind: GauntletKind) -> None:
    assert kind.round_duration(TimeControl(600, 5), 5) == 4 * 2 * (600 + MOVES * 5)
