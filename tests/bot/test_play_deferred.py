"""A press on Play is deferred.

So its own token takes the buttons off that very board.
"""

from typing import Any, Final

from tests.bot.server import Server, buttons, press_play, texts

MESSAGE, PROMISE, UPDATE = 4, 6, 7
"""Discord's answers to an interaction.

A new message, an update that is still to come, and an update that is here.
"""
EPHEMERAL: Final = 1 << 6


class Asked:
    """The requests that the bot has made since."""

    def __init__(self, room: Server) -> None:
        self._room = room
        self._since = len(room.env.http_requests)

    @property
    def all(self) -> list[Any]:
        return self._room.env.http_requests[self._since :]  # pyrefly: ignore[no-any-return-explicit]  # SimCord's Any

    @property
    def counted_paths(self) -> list[str]:
        """The paths of the requests that Discord counts for the whole bot."""
        return [each.path for each in self.all if not each.path.startswith(("/interactions", "/webhooks"))]

    @property
    def answers(self) -> list[int]:
        return [each.json["type"] for each in self.all if each.path.endswith("/callback")]


async def test_the_promise_comes_first_then_the_picker_beside_the_board(room: Server) -> None:
    place = await room.begin("binar", side="Even")
    board = room.board(place)
    asked = Asked(room)
    opened = await press_play(room.ann, board)
    assert asked.answers == [PROMISE]
    (beside,) = asked.all[1:]
    assert (beside.method, beside.path.split("/")[1]) == ("POST", "webhooks")
    assert beside.json["flags"] & EPHEMERAL
    assert "c3" in buttons(opened.response)
    assert "Play" in buttons(room.board(place))
    assert room.board(place).id == board.id


async def test_that_press_s_token_strips_the_board_once_the_move_is_made(room: Server) -> None:
    place = await room.begin("binar", side="Even")
    board = room.board(place)
    asked = Asked(room)
    opened = await press_play(room.ann, board)
    promised = asked.all[0].path.split("/")[3]
    await room.ann.click(opened.response, label="c3")
    assert asked.all[-1].path.endswith(f"/{promised}/messages/@original")
    assert asked.counted_paths == []
    former = next(message for message in place.history() if message.id == board.id)
    assert buttons(former) == {}
    assert "Play" in buttons(room.board(place))


async def test_who_is_not_to_move_is_told_so_and_nothing_is_promised(room: Server) -> None:
    place = await room.begin("binar", side="Even")
    asked = Asked(room)
    refused = await press_play(room.ben, room.board(place))
    assert asked.answers == [MESSAGE]
    assert refused.ephemeral
    assert "not your turn" in texts(refused.response)


async def test_a_message_for_one_person_alone_becomes_the_picker(room: Server) -> None:
    place = await room.begin("binar", side="Even")
    own = await room.ann.click(room.board(place), label="My view")
    asked = Asked(room)
    picked = await room.ann.click(own.response, label="Play")
    assert asked.answers == [UPDATE]
    assert len(asked.all) == 1
    assert picked.response.message.id == own.response.message.id and "c3" in buttons(picked.response)
