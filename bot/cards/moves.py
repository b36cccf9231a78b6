"""The moves of a match as a list, and the way to see them again."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Final

from bot.cards.kit import Card, Press, framed, text
from bot.custom_ids import CustomId
from club.matches import Table
from rules.match import Ply, move_numbers
from words import Speaker

MOVES_SHOWN: Final = 3500
"""Characters of a move list that one message can hold beside its heading."""


def replay_button(table: Table, say: Speaker) -> list[Press]:
    """Return the button that shows the last moves again; none before the first move."""
    if not table.match.plies:
        return []
    return [Press.of(CustomId("replay", table.row.id, table.row.version), say("button.replay"))]


def moves_card(table: Table, say: Speaker) -> Card:
    """Return the moves so far, as written and numbered as players do: one number for a move of each."""
    listed = "\n".join(numbered(table.match.plies))
    if len(listed) > MOVES_SHOWN:
        listed = "…\n" + listed[-MOVES_SHOWN:].partition("\n")[2]
    body = f"```\n{listed}\n```" if listed else say("card.moves.none")
    return Card(framed(None, text(say("card.moves", title=table.game.title), body)))


def numbered(plies: Sequence[Ply]) -> Iterator[str]:
    """Yield one numbered line for a move of each player; where one of them was skipped, three dots stand for it.

    >>> list(numbered([Ply(0, "11-15", None, ""), Ply(1, "23-19", None, ""), Ply(1, "24-20", None, "")]))
    ['1. 11-15 23-19', '2. … 24-20']
    """
    for number, group in groupby(zip(move_numbers(plies), plies, strict=True), key=itemgetter(0)):
        made = [ply for _, ply in group]
        yield " ".join(
            (f"{number}.", *("…" for ply in made[:1] if ply.seat == 1), *(ply.text for ply in made))
        )
