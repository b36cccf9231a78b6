"""A challenge shows the board on which the match would begin.

It shows nothing that chance has yet to decide.
"""

from typing import Any

import pytest

from bot.cards.play import challenge as cards
from rendering.describe import describe
from rules.catalogue import GAMES
from rules.one_zero_one.view import ProgramView
from tests.bot.alt_texts import alts
from tests.bot.server import Server, press_behind


async def challenge_card(room: Server, game: str, **options: Any) -> Any:
    """Challenge Ben as Ann, and return the card."""
    return (await room.ann.slash(room.channel, "play", game=game, opponent=room.ben, **options)).response


@pytest.mark.ci
async def test_a_challenge_shows_the_opening_board_of_its_game(room: Server, key: str) -> None:
    card = await challenge_card(room, key)
    opening = GAMES[key].opening(GAMES[key].read_options({}))
    assert alts(card) == [describe(opening)]
    assert len(card.attachments) == 1


async def test_the_board_is_that_of_the_options_and_follows_them(room: Server) -> None:
    card = await challenge_card(room, "zong-heng", options="size=6")
    [alt] = alts(card)
    assert "f6" in alt and "g7" not in alt
    before = card.attachments[0].id
    form = await press_behind(room.ann, card, "Options")
    await room.ann.submit_modal(form, {"size": "8"})
    changed = room.channel.history()[-1]
    [alt] = alts(changed)
    assert "g7" in alt
    assert [file.id for file in changed.attachments] != [before]


@pytest.mark.ci
@pytest.mark.parametrize("answer", ["Accept", "Decline"])
async def test_a_challenge_that_is_answered_has_no_board_any_more(room: Server, answer: str) -> None:
    card = await challenge_card(room, "russian")
    await room.ben.click(card, label=answer)
    closed = next(message for message in room.channel.history() if message.id == card.id)
    assert alts(closed) == [] and closed.attachments == []


async def test_the_same_opening_is_drawn_once(room: Server) -> None:
    cards._opening("russian", "{}", None, None, "en")  # with new parts it is tried on two threads
    cards._opening.cache_clear()
    await challenge_card(room, "russian")
    await room.cleo.slash(room.channel, "play", game="russian", opponent=room.ben)
    kept = cards._opening.cache_info()
    assert (kept.misses, kept.hits) == (1, 1)


def test_what_chance_decides_is_not_on_the_opening_board() -> None:
    """The board shows neither the cards on the decks nor the player who begins.

    Both are drawn when the match starts.
    """
    game = GAMES["one-zero-one"]
    view = game.opening(game.read_options({}))
    assert isinstance(view, ProgramView)
    assert view.turn is None and [deck.top for deck in view.decks] == [None, None]
    assert view.hands == (None, None) and view.placements == ()
    alt = describe(view)
    assert alt.startswith("Who begins is drawn when the match starts.")
    assert "0's deck: 13 cards." in alt and "1's deck: 13 cards." in alt


@pytest.mark.parametrize(("options", "begins"), [({}, None), ({"first": "white"}, 0)])
def test_where_a_lot_decides_who_begins_nobody_is_to_move(
    options: dict[str, str], begins: int | None
) -> None:
    game = GAMES["malaysian"]
    view = game.opening(game.read_options(options))
    assert view.turn == begins and view.lot is (begins is None)
