"""Our cards are told apart by a message's components, however they are nested."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest

from bot.cards.kit.kit import ActionButton, framed_view, link_button, row, text
from bot.codes import NoAnswer
from bot.custom_ids import CustomId
from bot.delivery.wire import PAUSE_AT_MOST, NoRetrySession, Wire, ask_discord
from tests.bot.server import Server
from tests.fake_wire import marks_of, refusal


def test_a_message_is_known_by_what_its_buttons_stand_for() -> None:
    play, there = (
        ActionButton.create(CustomId("play", 7, 3), "Play"),
        link_button("There", "https://example.org/there"),
    )
    assert marks_of(framed_view(None, text("A board"), row(play, there))) == {str(CustomId("play", 7, 3))}


def test_a_message_with_links_alone_is_known_by_where_they_lead() -> None:
    view = framed_view(None, row(link_button("There", "https://example.org/there")))
    assert marks_of(view) == {"https://example.org/there"}


def test_the_marks_of_a_button_beside_a_text_count() -> None:
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(discord.ui.Section("A text", accessory=ActionButton.create(CustomId("play", 7, 3), "Play")))
    assert marks_of(view) == {str(CustomId("play", 7, 3))}


BEGAN = 1_700_000_000.0
ME, OTHER = 1, 2


class Channel:
    """So many messages, one a second, in the order in which Discord lists them.

    The newest comes first; after a given message, the next to it does.
    """

    def __init__(self, messages: int, own: set[int]) -> None:
        self.asked = 0
        self._ids = {number: discord.utils.time_snowflake(at(number)) for number in range(messages)}
        self._own = own

    async def logs_from(
        self, channel_id: int, limit: int, before: int | None = None, after: int | None = None
    ) -> list[dict[str, Any]]:
        self.asked += 1
        found = [n for n, each in self._ids.items() if (after or 0) < each < (before or 2**63)]
        page = found[:limit] if after else found[-limit:]
        return [
            {
                "id": str(self._ids[number]),
                "channel_id": str(channel_id),
                "author": {"id": str(ME if number in self._own else OTHER)},
                "attachments": [],
                "type": discord.MessageType.reply.value,  # it refers to no thread
                "message_reference": {"channel_id": "7"},
            }
            for number in reversed(page)
        ]


def at(second: float) -> datetime:
    return datetime.fromtimestamp(BEGAN + second, UTC)


@pytest.mark.parametrize(
    ("messages", "own", "since", "found", "asked"),
    [
        (30, {3, 20}, 10, [20, 3], 1),
        (250, {3, 240}, 10_000, [240], 1),  # the clock was ahead
        (250, {3, 240}, 245, [240], 1),
        (250, {3, 100, 240}, 160, [240, 100], 2),
        (250, {3, 100, 240}, 60, [240, 100, 3], 3),
        (1_100, {3, 250, 1_090}, 300, [1_090, 250], 9),
        (2_000, {3, 560, 700, 1_990}, 600, [1_990, 560], 11),  # of the middle nothing
        (5_000, {3, 945, 2_000, 4_990}, 1_000, [4_990, 945], 11),
    ],
)
async def test_the_bots_own_cards_are_found_though_much_has_been_said_since(
    messages: int, own: set[int], since: float, found: list[int], asked: int
) -> None:
    channel = Channel(messages, own)
    client: Any = SimpleNamespace(user=SimpleNamespace(id=ME), http=channel)
    servers: Any = None  # no one is spoken to
    seen = await Wire(client, servers, {}).fetch_own_messages(7, BEGAN + since)
    assert [round(sent.posted_at - BEGAN) for sent in seen] == found
    assert channel.asked == asked


@pytest.mark.ci
async def test_the_alt_text_of_a_picture_that_stays_is_said_anew(room: Server) -> None:
    """What an older version has worded wrongly is corrected by any edit."""
    place = await room.begin("binar", side="Even")
    board = room.board(place)
    [picture] = room.env.backend.get_message(place.id, board.id).attachments
    await room.ann.slash(place, "move", move="c3")
    await room.env.settle()
    bodies = [
        request.json or {}
        for request in room.env.http_requests
        if request.method == "PATCH" and str(board.id) in request.path
    ]
    kept = [
        each for body in bodies for each in body.get("attachments", ()) if each["id"] == int(picture["id"])
    ]
    assert kept == [
        {"id": kept[0]["id"], "filename": picture["filename"], "description": picture["description"]}
    ]


def wire_of(client: Any) -> Wire:
    """A wire of a client that is asked for no more than what it has."""
    nothing: Any = None
    return Wire(client, nothing, {})


class Threads:
    """A client that has one thread, or a channel, and notes what is asked of it."""

    def __init__(self, thread: Any) -> None:
        self.thread = thread
        self.asked: list[dict[str, Any]] = []
        self.http = SimpleNamespace(edit_channel=self.edit_channel)

    async def fetch_channel(self, channel_id: int) -> Any:
        return self.thread

    async def edit_channel(self, channel_id: int, **changes: Any) -> None:
        self.asked.append(changes)


def thread(*, archived: bool = False, locked: bool = False, name: str = "Ann – Ben") -> discord.Thread:
    made = discord.Thread.__new__(discord.Thread)
    made.archived, made.locked, made.name = archived, locked, name
    return made


async def renamed(there: Any) -> tuple[bool, list[dict[str, Any]]]:
    client = Threads(there)
    wire = wire_of(client)
    return await wire.rename_thread(5, "Ann – ?"), client.asked


async def test_a_thread_is_renamed_and_stays_as_it_was() -> None:
    name = {"name": "Ann – ?", "archived": False}
    assert await renamed(thread()) == (True, [name])
    assert await renamed(thread(archived=True)) == (False, [name, {"archived": True}])
    assert await renamed(thread(locked=True)) == (False, [])
    assert await renamed(thread(name="Ann – ?")) == (True, [])
    assert await renamed(thread(name="Ann – ?", archived=True)) == (False, [])
    assert await renamed(object()) == (False, [])


async def test_a_silent_thread_is_kept_awake_unless_it_is_locked() -> None:
    async def kept(there: Any) -> tuple[bool, list[list[str]]]:
        client = Threads(there)
        wire = wire_of(client)
        return await wire.keep_awake(5), [list(each) for each in client.asked]

    assert await kept(object()) == (True, [])
    assert await kept(thread(locked=True)) == (False, [])
    assert await kept(thread(archived=True)) == (True, [["archived"]])
    assert await kept(thread()) == (True, [["auto_archive_duration"]] * 2)


async def test_what_discord_may_have_taken_has_no_answer() -> None:
    async def fails(fault: Exception) -> None:
        raise fault

    for fault in (refusal(400), discord.RateLimited(60.0)):
        with pytest.raises(type(fault)):
            await ask_discord(fails(fault))
    with pytest.raises(NoAnswer, match="OSError"):
        await ask_discord(fails(OSError()))


class Session:
    """Answers each request with one status, or fails."""

    def __init__(self, status: int = 200, fault: Exception | None = None, **headers: str) -> None:
        self.response = SimpleNamespace(status=status, headers=headers)
        self.fault = fault

    @asynccontextmanager
    async def request(self, method: str, url: str, **options: Any) -> AsyncIterator[Any]:
        if self.fault:
            raise self.fault
        yield self.response


async def status_of(session: Any) -> int:
    async with NoRetrySession(session).request("POST", "https://example.org") as response:
        return response.status


async def test_a_follow_up_is_never_sent_twice() -> None:
    assert [await status_of(Session(status)) for status in (200, 404, 499)] == [200, 404, 499]
    for session in (
        Session(500),
        Session(503),
        Session(fault=OSError()),
        Session(fault=aiohttp.ClientError()),
    ):
        with pytest.raises(NoAnswer):
            await status_of(session)


async def test_a_long_limit_of_follow_ups_is_not_waited_for() -> None:
    most = {"Retry-After": str(int(PAUSE_AT_MOST))}
    assert await status_of(Session(429, **most)) == 429
    assert await status_of(Session(429, **{"Retry-After": "soon"})) == 429
    longer = {"Retry-After": str(int(PAUSE_AT_MOST) + 1)}
    assert await status_of(Session(200, **longer)) == 200
    with pytest.raises(discord.RateLimited):
        await status_of(Session(429, **longer))


def test_of_a_server_that_is_not_served_nothing_is_known() -> None:
    owned = SimpleNamespace(owner_id=9, unavailable=False)
    servers = {1: owned}
    wire = wire_of(SimpleNamespace(get_guild=servers.get))
    assert (wire.owner_of(1), wire.owner_of(2)) == (9, None)
    assert wire.may_make_events(2) is None and wire.place_filter(2, 20) is None
    assert wire.may_pin(2, 20) is False
    owned.unavailable = True
    assert wire.may_make_events(1) is None and wire.place_filter(1, 20) is None


def test_the_bot_pins_where_it_may_look_and_pin() -> None:
    def may(view: bool, pin: bool) -> bool:
        given = SimpleNamespace(view_channel=view, pin_messages=pin)
        channel = SimpleNamespace(permissions_for=lambda member: given)
        guild = SimpleNamespace(get_channel={20: channel}.get, me=None)
        wire = wire_of(SimpleNamespace(get_guild={1: guild}.get))
        assert wire.may_pin(1, 21) is False
        return wire.may_pin(1, 20)

    assert [may(*each) for each in ((True, True), (True, False), (False, True))] == [True, False, False]
