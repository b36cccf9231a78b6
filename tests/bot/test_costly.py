"""What costs much is refused before it is done, done beside the loop, and counts as several presses."""

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from bot.cogs import completion
from club.members.limits import COMPLETION, HINT, OWN_DATA, RECORD, REPLAY, REPORT, REQUEST, START, Limits
from club.play import imports
from club.play.replay_cache import Replays
from club.play.starts import REMEMBERED
from club.refusals import Refusal
from rules.catalogue import GAMES, load
from rules.choosing import _tree
from rules.match import Match
from tests.bot.cogs.test_silence import waited
from tests.bot.server import Server, buttons, press_play, served, told
from tests.bot.test_doors import UNKNOWN, secret_match
from tests.rules.checkers.test_notation import THOUSANDS
from tests.rules.playouts import random_match
from tests.wire.longest import LEGAL

FASTER = "That was a lot at once"
AT_ONCE = 40
"""Presses that somebody has here, and no more come back."""


@pytest.fixture
async def room(tmp_path: Path) -> AsyncIterator[Server]:
    limits = Limits(presses_at_once=AT_ONCE, presses_per_minute=0, challenges_per_minute=1000)
    async with served(tmp_path / "twotone.db", limits=limits) as met:
        yield met


def spent(room: Server, member: Any) -> float:
    """What somebody has taken of their pace."""
    return room.bot.club.presses._pace._spent_by(member.id)


async def brought(room: Server, data: bytes) -> Any:
    """The card of a record that Ann brings along."""
    return (await room.ann.slash(room.channel, "import", record=("record.txt", data))).response


async def test_records_and_matches_that_begin_from_them_count_as_several_presses(room: Server) -> None:
    card = await brought(room, LEGAL["a long memory in JSON"]())
    assert spent(room, room.ann) == 1 + RECORD
    await room.ann.click(card, label="Play on from here")
    assert spent(room, room.ann) == 2 + RECORD + START
    await room.ann.click(card, label="Play on from here")
    refused = await room.ann.click(card, label="Play on from here")
    assert FASTER in told(refused)
    assert spent(room, room.ben) == 0
    assert FASTER not in told(await room.ben.slash(room.channel, "help"))


async def test_whoever_may_not_play_here_costs_nothing(room: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    def never(match: Match) -> str:
        raise AssertionError(match)

    monkeypatch.setattr(imports, "start_at", never)
    shown = await room.ann.user.slash("import", record=("record.txt", LEGAL["a long memory in JSON"]()))
    before = spent(room, room.ann)
    refused = await room.ann.user.click(shown.response, label="Play on from here")
    assert "server" in told(refused)
    assert spent(room, room.ann) == before + 1


async def crowded(room: Server) -> Any:
    """A match in which Ann is to move and has 20,000 moves; nothing of it is at hand."""
    place = await room.begin("gothic", side="White", options="kings=flying")
    match = Match(GAMES["gothic"], {"kings": "flying"}, bytes(32))
    match.set(THOUSANDS)
    await room.bot.club.store.write(lambda tx: tx.run("UPDATE match SET record = ?", match.save()))
    room.bot.club.matches._replays = Replays()
    _tree.cache_clear()
    return place


async def look(room: Server, place: Any) -> None:
    await room.ann.click(room.board(place), label="My view")


async def pick(room: Server, place: Any) -> None:
    await press_play(room.ann, room.board(place))


async def mistake(room: Server, place: Any) -> None:
    await room.ann.slash(place, "move", move="h2-h3")


async def complete(room: Server, place: Any) -> None:
    assert await room.ann.autocomplete(place, "move", "move", "a2x")


@pytest.mark.parametrize("act", [look, pick, mistake, complete])
async def test_what_lists_thousands_of_moves_counts_as_the_presses_it_is_worth(
    room: Server, act: Callable[[Server, Any], Awaitable[None]]
) -> None:
    place = await crowded(room)
    before = spent(room, room.ann)
    await act(room, place)
    assert spent(room, room.ann) > before + 3


async def test_who_had_more_than_they_may_is_refused_before_thousands_of_moves_are_listed(
    room: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = await crowded(room)
    room.bot.club.presses._pace.charge(room.ann.id, AT_ONCE - 1 - spent(room, room.ann))
    await look(room, place)
    assert spent(room, room.ann) > AT_ONCE
    table = await room.bot.club.matches.get(1)

    def never() -> None:
        raise AssertionError

    with pytest.raises(Refusal, match=FASTER):
        await room.bot.club.crowded.beside(room.ann.id, table.match, never)
    assert await room.bot.club.crowded.beside(room.ben.id, table.match, lambda: 7) == 7


def asked(room: Server, since: int) -> list[str]:
    """What Discord was asked about people and channels."""
    return [each.path for each in room.env.http_requests[since:] if each.method == "GET"]


async def test_what_discord_is_asked_for_counts_as_several_presses_and_beyond_them_nothing_is_known(
    room: Server,
) -> None:
    _, dora = await secret_match(room, "private thread")
    assert UNKNOWN not in told(await dora.slash(room.channel, "board", match="1"))
    assert spent(room, dora) == 1 + REQUEST
    for command, option in (("board", {"match": "1"}), ("games", {"user": room.ann})):
        room.bot.club.presses._pace.charge(dora.id, AT_ONCE - REQUEST - spent(room, dora))
        since = len(room.env.http_requests)
        answer = told(await dora.slash(room.channel, command, **option))
        assert ("Ben" in answer, asked(room, since)) == (False, [])
        room.bot.club.presses._pace.give_back(dora.id, AT_ONCE)


async def test_to_look_for_somebody_who_keeps_one_waiting_counts_too(room: Server) -> None:
    place = await waited(room, 2)
    before = spent(room, room.ann)
    await room.ann.click(room.board(place), label="More")
    assert spent(room, room.ann) == before + 1 + REQUEST
    room.bot.club.presses._pace.charge(room.ann.id, AT_ONCE - REQUEST - spent(room, room.ann))
    since = len(room.env.http_requests)
    assert "Nudge" not in told(await room.ann.click(room.board(place), label="More"))
    assert asked(room, since) == []


async def test_to_follow_a_match_counts_too(room: Server) -> None:
    place = await room.begin("binar", side="Even")
    more = await room.cleo.click(room.board(place), label="More")
    before = spent(room, room.cleo)
    await room.cleo.click(more.response, label="Follow")
    assert spent(room, room.cleo) == before + 1 + REQUEST


async def test_a_hint_and_all_that_is_kept_about_somebody_count_as_several_presses(room: Server) -> None:
    await room.ben.slash(room.channel, "privacy export")
    assert spent(room, room.ben) == 1 + OWN_DATA
    shown = await room.ann.slash(
        room.channel, "play", game="binar", opponent=room.twotone, options="3", side="Even"
    )
    await room.ann.click(shown.response, label=next(iter(buttons(shown.response))))
    before = spent(room, room.ann)
    for _ in range(2):
        await room.ann.slash(room.place, "hint")
    assert spent(room, room.ann) == before + 2 + HINT, "the second one is at hand"


async def test_an_animation_and_an_analysis_count_as_several_presses(room: Server) -> None:
    match = random_match(GAMES["binar"], {}, seed=1)
    card = await brought(room, match.save().encode())
    before = spent(room, room.ann)
    assert before + 1 + REPORT > AT_ONCE
    assert FASTER in told(await room.ann.click(card, label="Analyse"))
    place = await room.begin("binar", side="Even")
    await room.ann.slash(place, "move", move="c3")
    before = spent(room, room.ben)
    await room.ben.slash(place, "replay")
    assert spent(room, room.ben) == before + 1 + REPLAY


async def test_a_completion_counts_as_half_a_press_and_then_completes_nothing(room: Server) -> None:
    for _ in range(int(AT_ONCE / COMPLETION)):
        assert await room.ann.autocomplete(room.channel, "play", "game", "rus")
    assert await room.ann.autocomplete(room.channel, "play", "game", "rus") == []
    assert await room.ben.autocomplete(room.channel, "play", "game", "rus")


@pytest.mark.parametrize(
    ("command", "option", "given"),
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
)
async def test_what_no_choice_can_hold_completes_to_nothing(
    room: Server, command: str, option: str, given: dict[str, Any]
) -> None:
    place = await room.begin("binar", side="Even")
    await room.ann.slash(place, "move", move="c3")
    member = room.ben
    assert await member.autocomplete(place, command, option, "", **given)
    before = spent(room, member)
    await member.autocomplete(place, command, option, "x" * completion.LONGEST, **given)
    assert spent(room, member) == before + COMPLETION
    before = spent(room, member)
    assert await member.autocomplete(place, command, option, " " * (completion.LONGEST + 1), **given) == []
    assert spent(room, member) == before, "nothing was looked for"


async def test_a_match_remembers_what_may_come_again_and_not_all_that_a_record_tells(room: Server) -> None:
    data = LEGAL["a long memory in JSON"]()
    whole = load(data.decode())
    card = await brought(room, data)
    challenge = await room.ann.click(card, label="Play on from here")
    await room.ben.click(challenge.response, label="Accept")
    begun = await room.match()
    assert begun.position.board == whole.position.board
    assert begun.position.tallies == whole.position.tallies
    assert begun.position.keys == whole.position.keys[-REMEMBERED - 1 :]
    stored = (await room.bot.club.matches.get(1)).row.start
    assert stored is not None
    assert len(stored) < 16_000
    assert len(json.loads(stored)["history"]) == REMEMBERED


def test_what_a_match_began_from_is_written_once_and_anew_where_it_is_set_again() -> None:
    match = Match(GAMES["russian"], {}, bytes(32))
    match.set("W:Wa1:Bh8")
    once = match.save()
    assert "a1" in once
    assert match.copy().save() == once
    match.set("W:Wc1:Bh8")
    assert '"c1"' in match.save()
    assert '"a1"' not in match.save()
