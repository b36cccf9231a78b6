"""A 3×3 Binar that one person plays against themselves; the whole game is in the custom_ids."""

from typing import Any, Final

import discord

from bot.cards.kit import BOARD_FILE, RUNNING, Card, Press, attached, framed, gallery, row, text
from bot.custom_ids import CustomId
from rendering.picture import draw
from rules.catalogue import GAMES
from rules.match import Match
from words import Said, Speaker

OPTIONS: Final = {"size": 3}


def try_card(played: str, say: Speaker) -> Card:
    """Return the board after the moves in `played`, two characters each; raise `RulesError` if one is illegal."""
    match = Match(GAMES["binar"], OPTIONS, b"")
    for first in range(0, len(played), 2):
        match.play(played[first : first + 2])
    picture = draw(match.view(None), language=say.language)
    outcome = match.outcome
    rows: list[discord.ui.ActionRow[Any]]
    if outcome:
        reason = Said(outcome.reason, **outcome.facts)
        if outcome.winner is None:
            words = say("card.try.draw", reason=reason)
        else:
            words = say("card.try.won", side=match.sides[outcome.winner], reason=reason)
        rows = [row(Press.of(CustomId("try-on", 0), say("button.again")))]
    else:
        turn = match.turn or 0
        words = say("card.try.turn", side=match.sides[turn], digit=turn)
        free = match.moves()
        rows = [
            row(*(Press.of(CustomId("try-on", 0, rest=played + name), name) for name in line))
            for rank in "321"
            if (line := [name for name in free if name[1] == rank])
        ]
    view = framed(
        RUNNING,
        text(say("card.try"), words),
        gallery((BOARD_FILE, picture.alt)),
        *rows,
    )
    return Card(view, [attached(picture, BOARD_FILE)])
