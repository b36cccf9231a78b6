"""The list of somebody's matches and challenges."""

from collections.abc import Sequence
from typing import Final

from bot.cards.kit import Card, framed, listed, plain, text
from bot.cards.lines import place_link
from club.matches import Table
from data.challenges import ChallengeRow
from rules.catalogue import GAMES

MATCHES_ROOM: Final = 2400
CHALLENGES_ROOM: Final = 1400
"""Characters for each part of the list; a card holds 4000."""


def games_card(
    *,
    user_id: int,
    name: str,
    tables: Sequence[Table],
    waiting: Sequence[ChallengeRow],
    made: Sequence[ChallengeRow],
) -> Card:
    """Return a user's matches in progress, the challenges that wait for them, and those they made."""
    lines = listed([_match_line(table, user_id) for table in tables], MATCHES_ROOM)
    parts = [text(f"### Matches of {plain(name)}", *(lines or ["None in progress."]))]
    rows = [_challenge_line(row, mine=False) for row in waiting]
    rows += [_challenge_line(row, mine=True) for row in made]
    if rows:
        parts.append(text("**Challenges**", *listed(rows, CHALLENGES_ROOM)))
    return Card(framed(None, *parts))


def _match_line(table: Table, user_id: int) -> str:
    seat = table.seat_of(user_id)
    assert seat is not None  # these are the user's own matches
    other = table.player(1 - seat)
    turn = "**to move**" if table.turn == seat else "waits"
    plies = len(table.match.plies)
    return (
        f"- [{table.game.title}]({place_link(table.row)}) as {table.side(seat)} "
        f"against {plain(other.name)}: {turn}, {plies} {'move' if plies == 1 else 'moves'} made"
    )


def _challenge_line(row: ChallengeRow, *, mine: bool) -> str:
    at = f"https://discord.com/channels/{row.guild_id}/{row.channel_id}"
    link = f"{at}/{row.message_id}" if row.message_id else at
    title = GAMES[row.game].title
    if mine:
        return f"- [{title}]({link}): yours, to {plain(row.opponent_name or 'anyone')}"
    return f"- [{title}]({link}): {plain(row.challenger_name)} waits for your answer"
