"""Costly requests are refused before the work is done.

The work is done beside the loop, and counts as several presses.
"""

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from bot.cogs.naming import completion
from club.members import quotas as numbers
from club.members.quotas import REQUEST, Limits
from club.play.after import imports
from club.play.match.match_starts import REMEMBERED
from club.play.match.replay_cache import ReplayCache
from club.refusals import Refusal
from rules.catalogue import GAMES, load_match
from rules.choosing import build_tree
from rules.match import Match
from tests.bot.closed_places import secret_match
from tests.bot.every_door import UNKNOWN
from tests.bot.server import Server, press_play, reply_text, serve
from tests.rules.checkers.crowded import THOUSANDS
from tests.sets import leave_to_ci
from tests.wire.longest import LEGAL

FASTER = "That was a lot at once"
AT_ONCE = 40
"""Presses that a member has here; no more come back."""


FREE = 1e9
"""Seconds of CPU a press with which nothing that is measured counts."""
DEAR = 1e-5
"""Seconds of CPU a press with which whatever is measured counts."""


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Server]:
    limits = Limits(presses_at_once=AT_ONCE, presses_per_minute=0, challenges_per_minute=1000)
    async with serve(tmp_path / "twotone.db", limits=limits) as met:
        yield met


def presses_spent(room: Server, member: Any) -> float:
    """The presses that a member has used of their pace."""
    return room.bot.club.members.presses.pace.spent_by(member.id)


async def import_record(room: Server, data: bytes) -> Any:
    """Import a record as Ann, and return its card."""
    return (await room.ann.slash(room.channel, "import", record=("record.txt", data))).response


async def read_record(room: Server, place: Any) -> None:
    await import_record(room, LEGAL["a long memory in JSON"]())


async def export(room: Server, place: Any) -> None:
    await room.ann.slash(place, "privacy export")


async def animate(room: Server, place: Any) -> None:
    await room.ann.slash(place, "replay")


async def type_game(room: Server, place: Any) -> None:
    assert await room.ann.autocomplete(room.channel, "play", "game", "rus")


@pytest.mark.ci
@pytest.mark.parametrize("act", leave_to_ci([read_record, export, animate, type_game], after=2))
async def test_whatever_somebody_has_done_counts_as_the_presses_it_was_worth(
    room: Server, monkeypatch: pytest.MonkeyPatch, act: Callable[[Server, Any], Awaitable[None]]
) -> None:
    monkeypatch.setattr(numbers, "PRESS_CPU_SECONDS", FREE)
    place = await room.begin("binar", side="Even")
    await room.ann.slash(place, "move", move="c3")
    before = presses_spent(room, room.ann)
    await act(room, place)
    alone = round(presses_spent(room, room.ann) - before, 3)
    assert alone == (act is not type_game), "a press by itself is one, and to type is none"
    monkeypatch.setattr(numbers, "PRESS_CPU_SECONDS", DEAR)
    await act(room, place)
    assert presses_spent(room, room.ann) - before > 2 * alone + 1
    assert presses_spent(room, room.ben) == 1


@pytest.mark.ci
async def test_whoever_has_had_too_much_is_told_so_before_more_is_done(room: Server) -> None:
    card = await import_record(room, LEGAL["a long memory in JSON"]())
    overcharge(room, room.ann)
    assert FASTER in reply_text(await room.ann.click(card, label="Play on from here"))
    assert await room.ann.autocomplete(room.channel, "play", "game", "rus") == []
    assert FASTER not in reply_text(await room.ben.slash(room.channel, "help"))


def overcharge(room: Server, member: Any, left: float = 0) -> None:
    """Leave a member so many presses."""
    pace = room.bot.club.members.presses.pace
    pace.give_back(member.id, 10**6)
    pace.charge(member.id, AT_ONCE - left + (0.5 if not left else 0))


@pytest.mark.ci
async def test_whoever_may_not_play_here_costs_nothing(room: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(match: Match) -> str:
        raise AssertionError(match)

    monkeypatch.setattr(imports, "dump_start_position", never)
    shown = await room.ann.user.slash("import", record=("record.txt", LEGAL["a long memory in JSON"]()))
    before = presses_spent(room, room.ann)
    refused = await room.ann.user.click(shown.response, label="Play on from here")
    assert "server" in reply_text(refused)
    assert presses_spent(room, room.ann) == before + 1


async def begin_crowded(room: Server) -> Any:
    """Begin a match in which Ann is to move and has 20,000 moves.

    Nothing of it is cached.
    """
    place = await room.begin("gothic", side="White", options="kings=flying")
    match = Match(GAMES["gothic"], {"kings": "flying"}, bytes(32))
    match.set_position(THOUSANDS)
    await room.bot.club.store.write(lambda tx: tx.run("UPDATE match SET record = ?", match.save()))
    room.bot.club.play.matches.replays = ReplayCache()
    build_tree.cache_clear()
    return place


async def look(room: Server, place: Any) -> None:
    await room.ann.click(room.board(place), label="My view")


async def pick(room: Server, place: Any) -> None:
    await press_play(room.ann, room.board(place))


async def mistake(room: Server, place: Any) -> None:
    await room.ann.slash(place, "move", move="h2-h3")


async def complete(room: Server, place: Any) -> None:
    assert await room.ann.autocomplete(place, "move", "move", "a2x")


@pytest.mark.ci
@pytest.mark.parametrize("act", leave_to_ci([look, pick, mistake, complete], after=1))
async def test_what_lists_thousands_of_moves_counts_as_the_presses_it_is_worth(
    room: Server, act: Callable[[Server, Any], Awaitable[None]]
) -> None:
    place = await begin_crowded(room)
    before = presses_spent(room, room.ann)
    await act(room, place)
    assert presses_spent(room, room.ann) > before + 3


@pytest.mark.ci
async def test_who_had_more_than_they_may_is_refused_before_thousands_of_moves_are_listed(
    room: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = await begin_crowded(room)
    room.bot.club.members.presses.pace.charge(room.ann.id, AT_ONCE - 1 - presses_spent(room, room.ann))
    await look(room, place)
    assert presses_spent(room, room.ann) > AT_ONCE
    table = await room.bot.club.play.matches.load(1)

    def never() -> None:
        raise AssertionError

    with pytest.raises(Refusal, match=FASTER):
        await room.bot.club.play.crowded_positions.run_on_thread(room.ann.id, table.match, never)
    assert await room.bot.club.play.crowded_positions.run_on_thread(room.ben.id, table.match, lambda: 7) == 7


def paths_read(room: Server, since: int) -> list[str]:
    """The paths of the reads about people and channels that Discord got."""
    return [each.path for each in room.env.http_requests[since:] if each.method == "GET"]


async def test_what_discord_is_asked_for_counts_as_several_presses_and_beyond_them_nothing_is_known(
    room: Server,
) -> None:
    _, dora = await secret_match(room, "private thread")
    assert UNKNOWN not in reply_text(await dora.slash(room.channel, "board", match="1"))
    assert presses_spent(room, dora) == 1 + REQUEST
    for command, option in (("board", {"match": "1"}), ("games", {"user": room.ann})):
        room.bot.club.members.presses.pace.charge(dora.id, AT_ONCE - REQUEST - presses_spent(room, dora))
        since = len(room.env.http_requests)
        answer = reply_text(await dora.slash(room.channel, command, **option))
        assert ("Ben" in answer, paths_read(room, since)) == (False, [])
        room.bot.club.members.presses.pace.give_back(dora.id, AT_ONCE)


@pytest.mark.parametrize(
    ("command", "option", "given"),
    leave_to_ci(
        [
            ("play", "game", {}),
            ("play", "options", {"game": "binar"}),
            ("play", "clock", {"game": "binar"}),
            ("play", "side", {"game": "binar"}),
            ("move", "move", {}),
            ("board", "match", {}),
            ("history", "match", {}),
            ("replay", "from", {}),
            ("puzzle", "game", {}),
        ],
        after=2,
    ),
)
async def test_what_no_choice_can_hold_completes_to_nothing(
    room: Server, command: str, option: str, given: dict[str, Any]
) -> None:
    place = await room.begin("binar", side="Even")
    await room.ann.slash(place, "move", move="c3")
    member = room.ben
    assert await member.autocomplete(place, command, option, "", **given)
    before = presses_spent(room, member)
    await member.autocomplete(place, command, option, "x" * completion.LONGEST, **given)
    assert presses_spent(room, member) > before
    before = presses_spent(room, member)
    assert await member.autocomplete(place, command, option, " " * (completion.LONGEST + 1), **given) == []
    assert presses_spent(room, member) < before + 0.5, "nothing was looked for"


@pytest.mark.ci
async def test_a_match_remembers_what_may_come_again_and_not_all_that_a_record_tells(room: Server) -> None:
    data = LEGAL["a long memory in JSON"]()
    whole = load_match(data.decode())
    card = await import_record(room, data)
    challenge = await room.ann.click(card, label="Play on from here")
    await room.ben.click(challenge.response, label="Accept")
    begun = await room.match()
    assert begun.position.board == whole.position.board
    assert begun.position.tallies == whole.position.tallies
    assert begun.position.keys == whole.position.keys[-REMEMBERED - 1 :]
    stored = (await room.bot.club.play.matches.load(1)).row.start
    assert stored is not None
    assert len(stored) < 16_000
    assert len(json.loads(stored)["history"]) == REMEMBERED


def test_what_a_match_began_from_is_written_once_and_anew_where_it_is_set_again() -> None:
    match = Match(GAMES["russian"], {}, bytes(32))
    match.set_position("W:Wa1:Bh8")
    once = match.save()
    assert "a1" in once
    assert match.copy().save() == once
    match.set_position("W:Wc1:Bh8")
    assert '"c1"' in match.save()
    assert '"a1"' not in match.save()
