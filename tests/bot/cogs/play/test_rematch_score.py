"""A rematch says that it is one, and how the earlier matches ended.

Its challenge, its first board and its last board say so.
"""

from typing import Any

from tests.bot.matches_over import give_up
from tests.bot.server import Server, reply_text, texts


async def agree(room: Server, place: Any) -> None:
    """Both agree on a draw."""
    await room.ann.slash(place, "draw")
    await room.ben.slash(place, "draw")


async def again(room: Server, place: Any) -> tuple[Any, Any]:
    """Let Ben take Ann's rematch; return the words of the card and the new place."""
    asked = await room.ann.click(room.board(place), label="Rematch")
    assert "You asked Ben for a rematch" in reply_text(asked)
    card = room.channel.history()[-1]
    words = texts(card)
    await room.ben.click(card, label="Accept")
    return words, room.place


async def test_the_score_goes_on_from_rematch_to_rematch(room: Server) -> None:
    place = await room.begin("binar", side="Even")
    assert "So far" not in texts(room.board(place)), "a first match has no score"
    await give_up(room.ben, place)
    assert "So far" not in texts(room.board(place))
    said, place = await again(room, place)
    assert "**Rematch**, with sides swapped. So far: Ann 1, Ben 0." in said
    assert "So far: Ben 0, Ann 1." in texts(room.board(place)), "who moves first comes first"
    await give_up(room.ann, place)
    for shown in (place, room.channel):
        assert "So far: Ben 1, Ann 1." in texts(room.board(shown))
    said, place = await again(room, place)
    assert "So far: Ann 1, Ben 1." in said
    await agree(room, place)
    assert "So far: Ann 1, Ben 1, 1 draw." in texts(room.board(place))
    said, place = await again(room, place)
    assert "So far: Ann 1, Ben 1, 1 draw." in said
