"""The list of somebody's matches and challenges."""

from collections.abc import Sequence
from typing import Final

from bot.cards.kit import Card, framed, listed, plain, text
from bot.cards.lines import challenge_link, place_link
from club.lists import Listed
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
    matches: Sequence[Listed],
    waiting: Sequence[ChallengeRow],
    made: Sequence[ChallengeRow],
) -> Card:
    """Return a user's matches in progress, the challenges that wait for them, and those they made."""
    lines = listed(say, [_match_line(match, user_id, say) for match in matches], MATCHES_ROOM)
    parts = [text(say("card.games", name=plain(name)), *(lines or [say("card.games.none")]))]
    rows = [_challenge_line(row, say, mine=False) for row in waiting]
    rows += [_challenge_line(row, say, mine=True) for row in made]
    if rows:
        parts.append(text(say("card.games.challenges"), *listed(say, rows, CHALLENGES_ROOM)))
    return Card(framed(None, *parts))


def _match_line(match: Listed, user_id: int, say: Speaker) -> str:
    seat = match.seat_of(user_id)
    assert seat is not None  # these are the user's own matches
    return say(
        "card.games.match.moves" if match.turn == seat else "card.games.match.waits",
        title=match.title,
        link=place_link(match.row),
        side=match.side(seat),
        name=plain(match.row.names[1 - seat]),
        count=match.row.plies,
    )


def _challenge_line(row: ChallengeRow, say: Speaker, *, mine: bool) -> str:
    title, link = GAMES[row.game].title, challenge_link(row)
    if not mine:
        name = plain(row.challenger_name)
        return say("card.games.challenge.waits", title=title, link=link, name=name)
    if row.opponent_name is None:
        return say("card.games.challenge.own.anyone", title=title, link=link)
    return say("card.games.challenge.own", title=title, link=link, name=plain(row.opponent_name))
