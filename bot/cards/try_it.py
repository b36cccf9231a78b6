"""A 3×3 Binar that one person plays against themselves; the whole game is in the custom_ids."""

from typing import Any, Final

import discord

from bot.cards.kit import BOARD_FILE, RUNNING, Card, Press, attached, framed, gallery, row, text
from bot.custom_ids import CustomId
from rendering.picture import draw
from rules.catalogue import GAMES
from rules.match import Match

OPTIONS: Final = {"size": 3}


def try_card(played: str) -> Card:
    """Return the board after the moves in `played`, two characters each; raise `RulesError` if one is illegal."""
    match = Match(GAMES["binar"], OPTIONS, b"")
    for first in range(0, len(played), 2):
        match.play(played[first : first + 2])
    picture = draw(match.view(None))
    outcome = match.outcome
    rows: list[discord.ui.ActionRow[Any]]
    if outcome:
        winner = "Draw" if outcome.winner is None else f"{match.sides[outcome.winner]} wins"
        words = f"**{winner}:** {outcome.text}. That was Binar on its smallest board; `/play` starts a real match."
        rows = [row(Press.of(CustomId("try-on", 0), "Again"))]
    else:
        turn = match.turn or 0
        words = (
            f"**{match.sides[turn]}** places a {turn}. A full row and column of your parity, crossing, win."
        )
        free = match.moves()
        rows = [
            row(*(Press.of(CustomId("try-on", 0, rest=played + name), name) for name in line))
            for rank in "321"
            if (line := [name for name in free if name[1] == rank])
        ]
    view = framed(
        RUNNING,
        text("### Try it: Binar 3×3", words),
        gallery((BOARD_FILE, picture.alt)),
        *rows,
    )
    return Card(view, [attached(picture, BOARD_FILE)])
