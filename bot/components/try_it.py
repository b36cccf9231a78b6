"""A 3×3 Binar that only its player sees, both sides his; the whole game is in the custom_ids."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import discord

from bot import cards
from bot.custom_ids import CustomId
from bot.items import Press, row
from bot.refusals import Refusal
from bot.reply import Reply
from rendering.picture import draw
from rules.catalogue import GAMES
from rules.game import RulesError
from rules.match import Match

if TYPE_CHECKING:
    from bot.client import Twotone

OPTIONS = {"size": 3}


async def begin(client: "Twotone", reply: Reply, at: CustomId, filled: Mapping[str, str]) -> None:
    """The empty board."""
    view, files = _card("")
    await reply.show(view, files)


async def go_on(client: "Twotone", reply: Reply, at: CustomId, filled: Mapping[str, str]) -> None:
    """The board after one more move."""
    view, files = _card(at.rest)
    await reply.update(view, files)


def _card(played: str) -> tuple[discord.ui.LayoutView, list[discord.File]]:
    match = Match(GAMES["binar"], OPTIONS, b"")
    try:
        for first in range(0, len(played), 2):
            match.play(played[first : first + 2])
    except RulesError:
        raise Refusal("This try-out is broken; /help starts another.") from None
    picture = draw(match.view(None))
    outcome = match.outcome
    if outcome:
        winner = "Draw" if outcome.winner is None else f"{match.sides[outcome.winner]} wins"
        words = f"**{winner}:** {outcome.text}. That was Binar on its smallest board; `/play` starts a real match."
    else:
        turn = match.turn or 0
        words = (
            f"**{match.sides[turn]}** places a {turn}. A full row and column of your parity, crossing, win."
        )
    rows: list[discord.ui.ActionRow[Any]] = []
    if outcome:
        rows.append(row(Press.of(CustomId("try-on", 0), "Again")))
    else:
        free = match.moves()
        rows += [
            row(*(Press.of(CustomId("try-on", 0, rest=played + name), name) for name in line))
            for rank in "321"
            if (line := [name for name in free if name[1] == rank])
        ]
    view = cards.framed(
        cards.RUNNING,
        cards.text("### Try it: Binar 3×3", words),
        cards.gallery((cards.BOARD_FILE, picture.alt)),
        *rows,
    )
    return view, [cards.attached(picture, cards.BOARD_FILE)]


HANDLERS = {"try": begin, "try-on": go_on}
