"""The buttons of a board card and what opens from them."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import discord

from bot import cards
from bot.cards import DANGER, SUCCESS
from bot.components.picker import open_picker
from bot.custom_ids import CustomId
from bot.items import Press, row
from bot.refusals import Refusal, Stale
from bot.reply import Reply, sentence_view
from bot.tables import SUSPENDED, Table
from rendering.describe import hand_in_words, status, text_board
from rules.game import Seat

if TYPE_CHECKING:
    from bot.client import Twotone

MOVES_SHOWN = 3500
"""Characters of a move list that one message can hold beside its heading."""


async def play(client: "Twotone", reply: Reply, at: CustomId, filled: Mapping[str, str]) -> None:
    """Open the picker; an old button opens it on the board as it stands now."""
    table = await client.tables.get(at.id)
    try:
        client.tables.to_move(table, reply.interaction.user.id)
    except Refusal as refusal:
        if table.row.version != at.version and table.seat_of(reply.interaction.user.id) is not None:
            await show_view(client, reply, table, f"{Stale()} {discord.utils.escape_markdown(str(refusal))}")
            return
        raise
    await open_picker(client, reply, table, note=str(Stale()) if table.row.version != at.version else None)


async def view(client: "Twotone", reply: Reply, at: CustomId, filled: Mapping[str, str]) -> None:
    """The board from this person's side."""
    table = await client.tables.get(at.id)
    await show_view(client, reply, table, str(Stale()) if table.row.version != at.version else None)


async def hand(client: "Twotone", reply: Reply, at: CustomId, filled: Mapping[str, str]) -> None:
    """The hidden hand, for its owner alone."""
    await show_hand(client, reply, await client.tables.get(at.id))


async def more(client: "Twotone", reply: Reply, at: CustomId, filled: Mapping[str, str]) -> None:
    """What else there is to do at this table."""
    table = await client.tables.get(at.id)
    version = table.row.version
    items = [
        Press.of(CustomId("moves", at.id, version), "Moves"),
        Press.of(CustomId("howto", 0, rest=table.game.key), "Rules"),
    ]
    if table.running and table.seat_of(reply.interaction.user.id) is not None:
        items += [
            Press.of(CustomId("offer", at.id, version), "Offer a draw"),
            Press.of(CustomId("resign", at.id, version), "Resign", DANGER),
        ]
    await reply.show(cards.framed(None, cards.text(f"### {table.game.title}"), row(*items)))


async def moves(client: "Twotone", reply: Reply, at: CustomId, filled: Mapping[str, str]) -> None:
    """The moves so far, as written."""
    table = await client.tables.get(at.id)
    plies = [f"{number}. {ply.text}" for number, ply in enumerate(table.match.plies, 1)]
    listed = "  ".join(plies)
    if len(listed) > MOVES_SHOWN:
        listed = "… " + listed[-MOVES_SHOWN:].partition("  ")[2]
    body = f"```\n{listed}\n```" if plies else "No move has been made yet."
    await reply.show(cards.framed(None, cards.text(f"### {table.game.title}: moves", body)))


async def offer(client: "Twotone", reply: Reply, at: CustomId, filled: Mapping[str, str]) -> None:
    """Offer a draw, or take the one on the table."""
    await offer_draw(client, reply, await client.tables.get(at.id))


async def draw_agreed(client: "Twotone", reply: Reply, at: CustomId, filled: Mapping[str, str]) -> None:
    """Accept the opponent's offer."""
    interaction = reply.interaction
    await client.tables.answer_draw(at.id, interaction.user.id, interaction.id, accept=True)
    await reply.update(sentence_view("The draw is agreed."))


async def draw_declined(client: "Twotone", reply: Reply, at: CustomId, filled: Mapping[str, str]) -> None:
    """Decline the opponent's offer."""
    interaction = reply.interaction
    await client.tables.answer_draw(at.id, interaction.user.id, interaction.id, accept=False)
    await reply.update(sentence_view("The draw offer was declined; the match goes on."))


async def resign(client: "Twotone", reply: Reply, at: CustomId, filled: Mapping[str, str]) -> None:
    """Ask once before giving up."""
    await ask_to_resign(client, reply, await client.tables.get(at.id))


async def resign_yes(client: "Twotone", reply: Reply, at: CustomId, filled: Mapping[str, str]) -> None:
    """Give the match up."""
    await client.tables.resign(at.id, reply.interaction.user.id, reply.interaction.id)
    await reply.update(sentence_view("You resigned. Thanks for the game."))


async def resign_no(client: "Twotone", reply: Reply, at: CustomId, filled: Mapping[str, str]) -> None:
    """Play on."""
    await reply.update(sentence_view("The match goes on."))


async def show_view(
    client: "Twotone", reply: Reply, table: Table, note: str | None = None, *, as_text: bool = False
) -> None:
    """The board as this person sees it: his side at the bottom, in his theme; or in text."""
    user_id = reply.interaction.user.id
    seat = table.seat_of(user_id)
    seen = table.view(seat)
    lines = [f"### {table.game.title}", note, cards.last_move_line(table, seen)]
    turn = table.turn
    whose = (
        None if turn is None else f"{cards.plain(table.player(turn).name)} ({table.side(turn)}) is to move."
    )
    ended = None if table.running else f"**{cards.result_line(table) if table.over else SUSPENDED}**"
    tail = [status(seen), whose, ended]
    if as_text:
        words = cards.text(*lines, f"```\n{text_board(seen)}\n```", *tail)
        await reply.show(cards.framed(None, words))
        return
    board, files = cards.drawn(seen, await client.theme_of(user_id))
    view = cards.framed(None, cards.text(*lines), board, cards.text(*tail), _play_button(table, seat))
    await reply.show(view, files)


async def show_hand(client: "Twotone", reply: Reply, table: Table) -> None:
    """The hidden hand of this person, who must be at the table."""
    user_id = reply.interaction.user.id
    if not table.game.hidden:
        raise Refusal(f"{table.game.title} has no hidden hand: everything is on the board.")
    seat = client.tables.seated(table, user_id)
    seen = cards.hand_view(table, seat)
    picture, files = cards.drawn_hand(seen, await client.theme_of(user_id))
    title = f"### Your hand against {cards.plain(table.player(1 - seat).name)}"
    view = cards.framed(
        None,
        cards.text(title),
        picture,
        cards.text(hand_in_words(seen)),
        _play_button(table, seat),
    )
    await reply.show(view, files)


async def offer_draw(client: "Twotone", reply: Reply, table: Table) -> None:
    """Offer a draw, or take the one on the table; the answer says which it was."""
    interaction = reply.interaction
    after = await client.tables.offer_draw(table.row.id, interaction.user.id, interaction.id)
    await reply.say("Your draw offer is on the table." if after.running else "The draw is agreed.")


async def ask_to_resign(client: "Twotone", reply: Reply, table: Table) -> None:
    """Ask whether a player really means it."""
    seat = client.tables.seated(table, reply.interaction.user.id)
    other = cards.plain(table.player(1 - seat).name)
    buttons = row(
        Press.of(CustomId("resign-yes", table.row.id, table.row.version), "Resign", DANGER),
        Press.of(CustomId("resign-no", table.row.id, table.row.version), "Keep playing", SUCCESS),
    )
    question = f"Resign your match of {table.game.title} against {other}?"
    await reply.show(cards.framed(discord.Colour.red(), cards.text(question), buttons))


def _play_button(table: Table, seat: Seat | None) -> discord.ui.ActionRow[Any] | None:
    """The way on to the picker, for whose turn it is."""
    if seat is None or table.turn != seat:
        return None
    return row(Press.of(CustomId("play", table.row.id, table.row.version), "Play", cards.PRIMARY))


HANDLERS = {
    "play": play,
    "view": view,
    "hand": hand,
    "more": more,
    "moves": moves,
    "offer": offer,
    "draw": draw_agreed,
    "nodraw": draw_declined,
    "resign": resign,
    "resign-yes": resign_yes,
    "resign-no": resign_no,
}
