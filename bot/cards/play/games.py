"""A member's matches and challenges, most urgent first, each with its action."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import discord

from bot.cards.kit.card_lines import challenge_link, place_link
from bot.cards.kit.kit import PRIMARY, SUCCESS, Card, Press, fit_lines, framed_view, row, text
from bot.cards.kit.names import plain
from bot.cards.kit.pictures import Drawing
from bot.cards.kit.user_install import board_button
from bot.cards.play.relocation import resume_button
from bot.custom_ids import CustomId, parse
from club.play.match.match_lists import ListedMatch
from club.play.match.waiting import silence_of
from data.play.challenges import ChallengeRow
from rules.catalogue import GAMES, title_of
from words import Speaker, ago, clip
from words.message import MessagePlace

MATCHES_ROOM: Final = 2400
CHALLENGES_ROOM: Final = 1400
"""Characters for each part of the list; a card holds 4000."""
BUTTONS_AT_MOST: Final = 4
"""Of each kind, side by side: a message holds 40 components."""
ANSWERS_AT_MOST: Final = 3
"""Challenges that can be answered from the list, each with a row of its own."""
WHICH_AT_MOST: Final = 10
"""Maximum number of matches offered as buttons, two side by side.

The option `match` of a command has them all.
"""
IN_ROW: Final = 2
IN_LIST: Final = "list"
"""Marks the buttons of a challenge that are not on its card."""


def take_seat(challenge_id: int) -> CustomId:
    """Return what a button stands for that takes the seat of a challenge from afar."""
    return CustomId("accept", challenge_id, rest=IN_LIST, challenge=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class OngoingGames:
    """A member's current matches and challenges.

    They are matches by urgency, matches without a place, challenges to the member, and challenges by
    the member.
    """

    user_id: int
    name: str
    matches: Sequence[ListedMatch]
    suspended: Sequence[ListedMatch] = ()
    waiting: Sequence[ChallengeRow] = ()
    made: Sequence[ChallengeRow] = ()


def games_card(
    going: OngoingGames,
    say: Speaker,
    *,
    now: float,
    board: Drawing | None = None,
    home: Sequence[discord.ui.ActionRow[Any]] | None = None,
) -> Card:
    """Return a member's current matches and challenges.

    For the member, `home` is the rows of buttons that everyone has, and `board` that of the first match
    that waits, or a picture of the games to play. Others see the list alone, and `home` is `None`.
    """
    lines = [match_line(match, going.user_id, say) for match in going.matches]
    lines += [_suspended_line(match, going.user_id, say) for match in going.suspended]
    shown = fit_lines(say, lines, MATCHES_ROOM) or [say("card.games.none")]
    parts: list[discord.ui.Item[Any] | None] = [
        text(say("card.games", name=plain(going.name)), *shown),
        board,
    ]
    rows = [_challenge_line(challenge, say, mine=False) for challenge in going.waiting]
    rows += [_challenge_line(challenge, say, mine=True) for challenge in going.made]
    if rows:
        parts.append(text(say("card.games.challenges"), *fit_lines(say, rows, CHALLENGES_ROOM)))
    if home is None:
        return Card(framed_view(None, *parts))
    return Card(framed_view(None, *parts, *_buttons(going, say, now), *home))


def play_buttons(waiting: Sequence[ListedMatch], user_id: int, say: Speaker) -> list[Press]:
    """Return a button for each match that waits for the player; it opens the picker."""
    return [
        _short(CustomId("play", match.row.id, match.row.version), _against(match, user_id, say), PRIMARY)
        for match in waiting
    ]


def which_card(waiting: Sequence[ListedMatch], move: str, user_id: int, say: Speaker) -> Card:
    """Return the question in which of the waiting matches to make a written move."""
    presses = []
    for match in waiting[:WHICH_AT_MOST]:
        played = CustomId("move-in", match.row.id, match.row.version, move)
        if parse(str(played)) != played:  # what no button can say is played step by step
            played = CustomId("play", match.row.id, match.row.version)
        presses.append(_short(played, _against(match, user_id, say), PRIMARY))
    rows = [row(*presses[start : start + IN_ROW]) for start in range(0, len(presses), IN_ROW)]
    return Card(framed_view(None, text(say("card.which", move=plain(clip(move)))), *rows))


def _against(match: ListedMatch, user_id: int, say: Speaker) -> str:
    name = match.row.names[1 - (match.seat_of(user_id) or 0)]
    return say("button.play.of", title=match.title, name=name)


def _buttons(going: OngoingGames, say: Speaker, now: float) -> list[discord.ui.ActionRow[Any]]:
    """Return the action buttons of the list.

    They lead to waiting matches, to actions after long waits, to other places, and to challenges.
    """
    turn = [match for match in going.matches if match.turn == match.seat_of(going.user_id)]
    plays = play_buttons(turn[:BUTTONS_AT_MOST], going.user_id, say)
    rows = [row(*plays)] if plays else []
    installed = [match for match in going.matches if match.row.is_user_install and match not in turn]
    boards = [_board_button(match, going.user_id, say) for match in installed[:BUTTONS_AT_MOST]]
    rows += [row(*boards)] if boards else []
    waits = [button for match in going.matches if (button := _wait_button(match, going.user_id, say, now))]
    if waits:
        rows.append(row(*waits[:BUTTONS_AT_MOST]))
    resumes = [_resume_button(match, going.user_id, say) for match in going.suspended[:BUTTONS_AT_MOST]]
    rows += [row(*resumes)] if resumes else []
    rows += [
        row(
            _challenge_button("accept", challenge, say, SUCCESS),
            _challenge_button("decline", challenge, say),
        )
        for challenge in _answerable(going.waiting)[:ANSWERS_AT_MOST]
    ]
    return rows


def _answerable(waiting: Sequence[ChallengeRow]) -> list[ChallengeRow]:
    """Return the challenges that can be answered from a list.

    These are challenges where the bot is a member, to games that it knows.
    """
    return [each for each in waiting if each.has_route and each.game in GAMES]


def _board_button(match: ListedMatch, user_id: int, say: Speaker) -> Press:
    name = match.row.names[1 - (match.seat_of(user_id) or 0)]
    return board_button(match.row.id, match.row.version, say("button.board.of", title=match.title, name=name))


def _wait_button(match: ListedMatch, user_id: int, say: Speaker, now: float) -> Press | None:
    """Return the button for a match whose opponent has not moved for long.

    Return `None` if there is no such action yet.
    """
    seat, silence = match.seat_of(user_id), silence_of(match.row)
    if seat is None or match.turn is None or match.turn == seat:
        return None
    name = match.row.names[1 - seat]
    if silence.may_claim(now):
        return _short(CustomId("claim", match.row.id, match.row.version), say("button.claim.of", name=name))
    if silence.may_nudge(now):
        return _short(CustomId("nudge", match.row.id, match.row.version), say("button.nudge.of", name=name))
    return None


def _resume_button(match: ListedMatch, user_id: int, say: Speaker) -> Press:
    name = match.row.names[1 - (match.seat_of(user_id) or 0)]
    return resume_button(match.row.id, say("button.resume.of", title=match.title, name=name))


def _challenge_button(
    action: str,
    challenge: ChallengeRow,
    say: Speaker,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
) -> Press:
    custom_id = CustomId(action, challenge.id, rest=IN_LIST, challenge=True)
    label = say(f"button.{action}.of", title=GAMES[challenge.game].title, name=challenge.challenger_name)
    return _short(custom_id, label, style)


def _short(
    custom_id: CustomId, label: str, style: discord.ButtonStyle = discord.ButtonStyle.secondary
) -> Press:
    return Press.of(custom_id, label[: MessagePlace.BUTTON.limit], style)


def match_line(match: ListedMatch, user_id: int, say: Speaker) -> str:
    """Return a line for a player's match: whose turn it is, and the time left."""
    seat = match.seat_of(user_id)
    assert seat is not None  # these are the user's own matches
    code = "card.games.match.yours" if match.turn == seat else "card.games.match.theirs"
    deadline = match.row.deadline_at
    if deadline is not None:
        code += ".time"
    elif match.row.private:
        code += ".private"
    return say(
        code,
        title=match.title,
        link=place_link(match.row),
        side=match.side(seat),
        name=plain(match.row.names[1 - seat]),
        since=ago(match.row.turn_at if deadline is None else deadline),
    )


def _suspended_line(match: ListedMatch, user_id: int, say: Speaker) -> str:
    name = match.row.names[1 - (match.seat_of(user_id) or 0)]
    return say("card.games.match.suspended", title=match.title, name=plain(name))


def _challenge_line(row: ChallengeRow, say: Speaker, *, mine: bool) -> str:
    title, address = title_of(row.game), challenge_link(row)
    if row.game not in GAMES:
        return say("card.games.challenge.unknown", title=plain(row.game), link=address)
    if not mine:
        name = plain(row.challenger_name)
        return say("card.games.challenge.waits", title=title, link=address, name=name)
    if row.opponent_name is None:
        return say("card.games.challenge.own.anyone", title=title, link=address)
    return say("card.games.challenge.own", title=title, link=address, name=plain(row.opponent_name))
