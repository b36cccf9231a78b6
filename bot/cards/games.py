"""The list of somebody's matches and challenges."""

from collections.abc import Sequence
from typing import Final

from bot.cards.kit import Card, framed, listed, plain, text
from bot.cards.lines import place_link
from club.matches import Table
from data.challenges import ChallengeRow
from rules.catalogue import GAMES
from words import Speaker

MATCHES_ROOM: Final = 2400
CHALLENGES_ROOM: Final = 1400
"""Characters for each part of the list; a card holds 4000."""


def games_card(
    say: Speaker,
    *,
    user_id: int,
    name: str,
    tables: Sequence[Table],
    waiting: Sequence[ChallengeRow],
    made: Sequence[ChallengeRow],
) -> Card:
    """Return a user's matches in progress, the challenges that wait for them, and those they made."""
    lines = listed(say, [_match_line(table, user_id, say) for table in tables], MATCHES_ROOM)
    parts = [text(say("card.games", name=plain(name)), *(lines or [say("card.games.none")]))]
    rows = [_challenge_line(row, say, mine=False) for row in waiting]
    rows += [_challenge_line(row, say, mine=True) for row in made]
    if rows:
        parts.append(text(say("card.games.challenges"), *listed(say, rows, CHALLENGES_ROOM)))
    return Card(framed(None, *parts))


def _match_line(table: Table, user_id: int, say: Speaker) -> str:
    seat = table.seat_of(user_id)
    assert seat is not None  # these are the user's own matches
    return say(
        "card.games.match.moves" if table.turn == seat else "card.games.match.waits",
        title=table.game.title,
        link=place_link(table.row),
        side=table.side(seat),
        name=plain(table.player(1 - seat).name),
        count=len(table.match.plies),
    )


def _challenge_line(row: ChallengeRow, say: Speaker, *, mine: bool) -> str:
    at = f"https://discord.com/channels/{row.guild_id}/{row.channel_id}"
    title, link = GAMES[row.game].title, f"{at}/{row.message_id}" if row.message_id else at
    if not mine:
        name = plain(row.challenger_name)
        return say("card.games.challenge.waits", title=title, link=link, name=name)
    if row.opponent_name is None:
        return say("card.games.challenge.own.anyone", title=title, link=link)
    return say("card.games.challenge.own", title=title, link=link, name=plain(row.opponent_name))
