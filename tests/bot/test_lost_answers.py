"""Stored acts count, and no one is told to try again.

This holds whatever becomes of the answer.
"""

from collections.abc import Awaitable, Callable, Iterator, Mapping, MutableMapping
from contextlib import contextmanager
from functools import partial
from types import SimpleNamespace
from typing import Any, Final, cast

import discord
import pytest

from bot.answers.request import Request
from bot.cogs import HANDLERS
from club.club import Club
from data.database.errors import StoreError
from tests.bot.acts import ACTS
from tests.bot.cogs.competitions import tournament_steps
from tests.bot.cogs.competitions.ladder_steps import filled_ladder
from tests.bot.cogs.competitions.league_steps import four, later, league
from tests.bot.cogs.competitions.server_meeting import Meeting
from tests.bot.cogs.competitions.team_steps import fill_teams, start_teams
from tests.bot.cogs.competitions.tournament_steps import start_tournament as tournament
from tests.bot.reads import READS
from tests.bot.server import Server, button, buttons, texts
from tests.club.competitions.trf_texts import ONE_ROUND, trf

pytestmark = pytest.mark.usefixtures("pictures_undrawn")

RESPONSES = ("send_message", "edit_message", "send_modal", "defer")


class Breaking:
    """Breaks the first answer to an interaction, before Discord takes it or after."""

    def __init__(self, way: str) -> None:
        self.way = way
        self.broke = False

    async def __call__(self, through: Any, response: Any, *given: Any, **named: Any) -> Any:
        if self.broke:
            return await through(response, *given, **named)
        self.broke = True
        if self.way in ("reset after", "502 after", "garbage"):
            await through(response, *given, **named)
            # The library has not seen the answer, so it does not know that there was one.
            response._response_type = None
        status, _, code = self.way.partition("/")
        if status.isdigit():
            answer: Any = SimpleNamespace(status=int(status), reason="No")
            raise discord.HTTPException(answer, {"code": int(code), "message": "no"})
        if self.way == "502 after":
            answer = SimpleNamespace(status=502, reason="Bad Gateway")
            raise discord.DiscordServerError(answer, "<html>")
        raise TypeError("no JSON") if self.way == "garbage" else ConnectionResetError(104, "reset")


TELLING = ("reset before", "reset after")
WAYS = (*TELLING, "500/0", "502 after", "garbage", "404/10062", "400/40060")


@contextmanager
def break_answer(way: str) -> Iterator[Breaking]:
    """Break the next answer in this way."""
    breaking = Breaking(way)
    with pytest.MonkeyPatch.context() as patch:
        for name in RESPONSES:
            through = getattr(discord.InteractionResponse, name)

            async def answer(self: Any, *given: Any, through: Any = through, **named: Any) -> Any:
                return await breaking(through, self, *given, **named)

            patch.setattr(discord.InteractionResponse, name, answer)
        yield breaking


STORED: Final = (
    "SELECT match_id, kind, text FROM event ORDER BY match_id, version",
    "SELECT id, status FROM match ORDER BY id",
    "SELECT user_id, match_id FROM live_board ORDER BY key",
    "SELECT id, status, options FROM challenge ORDER BY id",
    "SELECT user_id, confirm, rest FROM preference WHERE confirm OR rest IS NOT NULL",
    "SELECT match_id, kind, text FROM clock_event ORDER BY match_id, number",
    "SELECT guild_id, threads, channels, zone, puzzle_hour, card_channel, clock FROM server"
    " WHERE NOT threads OR channels <> '[]' OR zone IS NOT NULL OR puzzle_hour <> 9"
    " OR card_channel IS NOT NULL OR clock IS NOT NULL",
    "SELECT user_id, match_id FROM shown",
    "SELECT user_id, guild_id FROM profile_page",
    "SELECT user_id, key, step, due_day FROM exercise ORDER BY user_id, key",
    "SELECT user_id, hour FROM learner WHERE hour IS NOT NULL",
    "SELECT user_id, looked FROM learner WHERE looked > 0",
    "SELECT user_id, kind, step, ended FROM puzzle_run ORDER BY user_id, kind",
    "SELECT user_id, game FROM fastest",
    "SELECT user_id, game, number FROM first_step",
    "SELECT match_id, level FROM seat WHERE level IS NOT NULL",
    "SELECT stopped, (SELECT COUNT(*) FROM section_log) AS jumps FROM competition",
    "SELECT first_id FROM pairing WHERE first_place IS NOT NULL ORDER BY id",
    "SELECT user_id, withdrawn, here, side, place FROM entrant ORDER BY id",
    "SELECT name, guild_id FROM team ORDER BY id",
    "SELECT user_id FROM preference WHERE dm_closed_at IS NOT NULL",
    "SELECT starts_at FROM stage ORDER BY id",
    "SELECT user_id, games, since, until, most FROM looking",
    "SELECT match_id, seat, lines FROM advance ORDER BY match_id, seat",
    "SELECT user_id, move, safe FROM vote ORDER BY user_id",
    "SELECT user_id, since, move FROM guess ORDER BY user_id",
    "SELECT user_id, ply, text FROM note ORDER BY user_id, ply",
    "SELECT user_id FROM note_consent ORDER BY user_id",
    "SELECT user_id, blocked_id FROM block ORDER BY user_id, blocked_id",
    "SELECT match_id, void, void_why FROM rated ORDER BY match_id",
)
"""What finds all that people's acts have stored."""


async def tournament_of_file(room: Server) -> tuple[Any, ...]:
    """The organiser of a tournament that goes on from a file."""
    organiser, _ = await tournament_steps.tournament(room, table=("friday.trf", trf(*ONE_ROUND)))
    await later(room, 1.0)
    return (organiser,)


async def invite_team(room: Server) -> tuple[Any, ...]:
    """A member whose team waits for another server."""
    return ((await Meeting.after_invitation(room)).mo,)


COMPETING: Final[Mapping[str, Callable[[Server], Awaitable[Any]]]] = {
    "season-end": league,
    "withdraw": four,
    "rule": four,
    "rule-pair": four,
    "rule-set": four,
    "table-games": four,
    "table-record": four,
    "table-whole": partial(tournament, count=4),
    "round-back": partial(tournament, count=4),
    "team-line": partial(fill_teams, count=2),
    "team-pick": partial(fill_teams, count=2),
    "team-more": partial(fill_teams, count=2),
    "team-code": invite_team,
    "team-board": partial(start_teams, count=2),
    "climb": filled_ladder,
    "places": tournament_of_file,
}
"""Functions that begin a competition in the channel where its buttons are.

Its organiser comes first in the result.
"""
MEMBERS: Final = ("withdraw", "climb", "places")
"""What a member of a competition presses, such as Ann, and not who organises it."""


async def load_rows(room: Server) -> list[dict[str, Any]]:
    """Return everything that people's acts have stored."""

    async def job(tx: Any) -> list[dict[str, Any]]:
        return [row for statement in STORED for row in await tx.all(statement)]

    rows: list[dict[str, Any]] = await room.bot.club.store.read(job)
    return [
        *rows,
        *({"member": member} for thread in room.channel.threads for member in members(room, thread)),
    ]


def members(room: Server, thread: Any) -> list[int]:
    """Who is in a thread."""
    return sorted(room.env.backend.get_channel(thread.id).thread_members)


def reply_text(result: Any) -> str:
    """All texts that answered an act."""
    shown = [result.response, *result.followups]
    return "\n".join(texts(each) for each in shown if each is not None)


def test_every_component_is_known_here() -> None:
    stores = {kind.action for kind in ACTS.values() if kind.action}
    assert sorted([*stores, *READS]) == sorted(HANDLERS)


@contextmanager
def note_calls(action: str | None) -> Iterator[list[str]]:
    """Note each call of the handler of an action."""
    asked: list[str] = []
    with pytest.MonkeyPatch.context() as patch:
        if action:
            handler = HANDLERS[action]

            async def handle(club: Club, request: Request) -> None:
                asked.append(action)
                await handler(club, request)

            patch.setitem(cast(MutableMapping[str, Any], HANDLERS), action, handle)
        yield asked


def some_ways() -> Iterator[Any]:
    """Yield every way for a move by command and by button, as for any answer to these.

    Every second of the other acts takes turns with the two ways that differ most; the rest is done
    once (`test_once.py`). The deep run has all acts and both ways.
    """
    number = 0
    for at, name in enumerate(ACTS):
        every_way = name in ("move by command", "move by button", "challenge", "accept")
        first = at // 2 % 2
        for way in WAYS if every_way else (TELLING[first], TELLING[1 - first]):
            turn = way == TELLING[first]
            cis = name.startswith("move by") if every_way else turn and at % 2 == 1
            everybodys = number % 12 == 0 and (turn or every_way)
            number += 1
            marks = () if everybodys else pytest.mark.ci if cis else pytest.mark.deep
            yield pytest.param(name, way, marks=marks)


@pytest.mark.parametrize(("name", "way"), list(some_ways()))
async def test_what_is_stored_is_never_to_be_tried_again(room: Server, name: str, way: str) -> None:
    kind = ACTS[name]
    act = await kind.prepare(room)
    before = await load_rows(room)
    with break_answer(way) as breaking, note_calls(kind.action) as asked:
        result = await act()
    assert breaking.broke
    assert asked == [kind.action] * len(asked) and bool(asked) == (kind.action is not None)
    assert await load_rows(room) != before
    assert "try again" not in reply_text(result)
    assert "went wrong" not in reply_text(result)
    if way in ("reset before", "500/0"):
        assert "That counts" in reply_text(result)
    assert room.errors.records == []


@pytest.mark.ci
@pytest.mark.parametrize("begin", [None, *dict.fromkeys(COMPETING.values())])
async def test_what_only_shows_something_stores_nothing_and_may_be_tried_again(
    room: Server, begin: Callable[[Server], Awaitable[Any]] | None
) -> None:
    if begin:
        organiser, *_ = await begin(room)
        place = room.channel
    else:
        organiser, place = room.ann, await room.begin("binar", side="Even")
    for action in [each for each in READS if COMPETING.get(each) is begin]:
        pressed = room.plant(place, [button(READS[action])])
        before = await load_rows(room)
        with break_answer("reset before") as breaking, note_calls(action) as asked:
            result = await (room.ann if action in MEMBERS else organiser).click(pressed, label="forged")
        assert breaking.broke, action
        assert asked, action
        assert await load_rows(room) == before, action
        assert "That counts" not in reply_text(result), action
        assert room.errors.records == [], action


async def test_a_match_played_on_lost_answers_has_each_move_once(room: Server) -> None:
    place = await room.begin("binar", side="Even")
    for number, (who, move) in enumerate([(room.ann, "c3"), (room.ben, "a1"), (room.ann, "b2")]):
        with break_answer(WAYS[number]):
            await who.slash(place, "move", move=move)
    assert [ply.text for ply in (await room.match()).plies] == ["c3", "a1", "b2"]


@pytest.mark.parametrize("way", ["reset before", "500/0"])
async def test_where_nothing_was_stored_they_may_try_again(room: Server, way: str) -> None:
    place = await room.begin("binar", side="Even")
    with break_answer(way):
        result = await room.ann.slash(place, "board")
    assert "Nothing has changed; please try again" in reply_text(result)
    assert room.errors.records == []


async def test_a_refusal_whose_answer_was_lost_ends_quietly(room: Server) -> None:
    place = await room.begin("binar", side="Even")
    with break_answer("404/10062"):
        await room.ben.slash(place, "move", move="c3")
    assert room.errors.records == []


@pytest.mark.parametrize("answered", [False, True])
async def test_a_mistake_of_ours_after_it_is_stored_does_not_call_it_undone(
    room: Server, monkeypatch: pytest.MonkeyPatch, answered: bool
) -> None:
    place = await room.begin("binar", side="Even")

    async def fails(club: Club, request: Request, *_: object, **__: object) -> None:
        request.reply.mark_stored()
        if answered:
            await request.reply.say("answer.goes_on")
            raise StoreError("store.busy")
        raise KeyError

    monkeypatch.setattr("bot.cogs.play.match.show_board", fails)
    result = await room.ann.slash(place, "board")
    assert reply_text(result) == ("The match goes on." if answered else reply_text(result))
    assert ("That counts" in reply_text(result)) is not answered
    assert len(room.errors.records) == (0 if answered else 1)
    room.errors.records.clear()


async def test_a_deferral_that_is_lost_costs_no_answer(room: Server) -> None:
    place = await room.begin("binar", side="Even")
    room.bot.patience = 0
    with break_answer("reset before"):
        result = await room.ann.slash(place, "board")
    assert "try again" not in reply_text(result) or buttons(result.response) == {}
    assert room.errors.records == []
