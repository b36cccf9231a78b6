"""Our cards are told apart by a message's components, however they are nested."""

from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.cards.kit.kit import ActionButton, framed_view, link_button, row, text
from bot.custom_ids import CustomId
from bot.delivery.wire import Wire
from tests.bot.server import Server
from tests.fake_wire import marks_of


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
