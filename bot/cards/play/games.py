"""A member's matches and challenges, most urgent first, with their actions."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Any, Final

import discord

from bot.cards.kit.card_lines import (
    challenge_link,
    listed_name,
    own_link,
    place_link,
    tell_apart,
    with_vacation,
)
from bot.cards.kit.kit import (
    COMPONENTS_LIMIT,
    PRIMARY,
    SUCCESS,
    ActionButton,
    Card,
    fit_lines,
    framed_view,
    row,
    text,
)
from bot.cards.kit.names import safe_name
from bot.cards.kit.pictures import Drawing
from bot.cards.kit.user_install import board_button
from bot.cards.play.relocation import resume_button
from bot.custom_ids import CustomId, parse_custom_id
from club.play.match.match_lists import ListedMatch, listed_title
from club.play.match.waiting import waiting_options
from data.play.challenges import ChallengeRow
from rules.catalogue import GAMES
from words import Localizer, clip, relative_timestamp
from words.message import MessagePlace

MATCHES_ROOM: Final = 2400
CHALLENGES_ROOM: Final = 1400
"""Characters for each part of the list; a card holds 4000."""
BUTTONS_AT_MOST: Final = 4
"""Of each kind, side by side."""
ANSWERS_AT_MOST: Final = 3
"""Challenges that can be answered from the list, each with a row of its own."""
WHICH_AT_MOST: Final = 10
"""Maximum number of matches offered as buttons, two side by side.

The option `match` of a command has them all.
"""
IN_ROW: Final = 2
IN_LIST: Final = "list"
"""Marks the buttons of a challenge that are not on its card."""


def take_seat_id(challenge_id: int) -> CustomId:
    """Return the custom_id that accepts a challenge from another card."""
    return CustomId("accept", challenge_id, rest=IN_LIST, is_challenge=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class OngoingGames:
    """A member's current matches and challenges.

    `matches` are sorted by urgency, and `suspended_matches` have lost their channel. The challenges are
    those to the member, and those by the member.
    """

    user_id: int
    name: str
    matches: Sequence[ListedMatch]
    suspended_matches: Sequence[ListedMatch] = ()
    received_challenges: Sequence[ChallengeRow] = ()
    own_challenges: Sequence[ChallengeRow] = ()


def games_card(
    games: OngoingGames,
    say: Localizer,
    *,
    now: float,
    board: Drawing | None = None,
    home_rows: Sequence[discord.ui.ActionRow[Any]] | None = None,
) -> Card:
    """Return a member's current matches and challenges.

    On the member's own card, `home_rows` are the buttons that everyone has, and `board` shows the first
    waiting match, or games to play. For other readers, who see only the list, `home_rows` is `None`.
    """
    lines = [match_line(match, games.user_id, say, own=home_rows is not None) for match in games.matches]
    lines += [_suspended_line(match, games.user_id, say) for match in games.suspended_matches]
    shown = fit_lines(say, lines, MATCHES_ROOM) or [say("card.games.none")]
    parts: list[discord.ui.Item[Any] | None] = [
        text(say("card.games", name=safe_name(games.name)), *shown),
        board,
    ]
    rows = [_challenge_line(challenge, say, mine=False) for challenge in games.received_challenges]
    rows += [_challenge_line(challenge, say, mine=True) for challenge in games.own_challenges]
    if rows:
        parts.append(text(say("card.games.challenges"), *fit_lines(say, rows, CHALLENGES_ROOM)))
    if home_rows is None:
        return Card(framed_view(None, *parts))
    room = COMPONENTS_LIMIT - 1 - len(parts) - sum(1 + len(each.children) for each in home_rows)
    return Card(framed_view(None, *parts, *_fit_rows(_buttons(games, say, now), room), *home_rows))


def _fit_rows(rows: Sequence[discord.ui.ActionRow[Any]], room: int) -> list[discord.ui.ActionRow[Any]]:
    """Return the rows that fit so many components; the last ones are left out."""
    ends = accumulate(1 + len(each.children) for each in rows)
    return [each for each, end in zip(rows, ends, strict=True) if end <= room]


def play_buttons(matches: Sequence[ListedMatch], user_id: int, say: Localizer) -> list[ActionButton]:
    """Return a button for each match that waits for the player.

    It opens the picker, with which a move is chosen.
    """
    return [
        _button(CustomId("play", match.row.id, match.row.version), name, PRIMARY)
        for match, name in zip(matches, _button_names(matches, user_id, say), strict=True)
    ]


def match_choice_card(matches: Sequence[ListedMatch], move: str, user_id: int, say: Localizer) -> Card:
    """Return the question in which of several matches to play a typed move."""
    presses = []
    offered = matches[:WHICH_AT_MOST]
    for match, name in zip(offered, _button_names(offered, user_id, say), strict=True):
        played = CustomId("move-in", match.row.id, match.row.version, move)
        if parse_custom_id(str(played)) != played:  # what no button can say is played step by step
            played = CustomId("play", match.row.id, match.row.version)
        presses.append(_button(played, name, PRIMARY))
    rows = [row(*presses[start : start + IN_ROW]) for start in range(0, len(presses), IN_ROW)]
    return Card(framed_view(None, text(say("card.which", move=safe_name(clip(move)))), *rows))


def _button_names(matches: Sequence[ListedMatch], user_id: int, say: Localizer) -> list[str]:
    """Return what the buttons of matches say, of one name each with the player's side.

    Two games with sides swapped have the same game and the same opponent. If the side is the same too, the
    time of the last move is added.
    """
    names = [_against(match, user_id, say) for match in matches]
    count = Counter(names)
    named = [
        name if count[name] == 1 else _add_side(name, say.text(match.side(match.seat_of(user_id) or 0)))
        for match, name in zip(matches, names, strict=True)
    ]
    rows = [match.row for match in matches]
    return tell_apart(list(zip(named, rows, strict=True)), MessagePlace.BUTTON.limit)


def _add_side(name: str, side: str) -> str:
    suffix = f" · {side}"
    return name[: MessagePlace.BUTTON.limit - len(suffix)] + suffix


def _against(match: ListedMatch, user_id: int, say: Localizer) -> str:
    name = match.row.names[1 - (match.seat_of(user_id) or 0)]
    return say("button.play.of", title=match.title, name=name)


def _buttons(games: OngoingGames, say: Localizer, now: float) -> list[discord.ui.ActionRow[Any]]:
    """Return the action buttons of the list.

    They are for waiting matches, boards of user installs, long waits, suspended matches and challenges.
    """
    turn = [match for match in games.matches if match.waits_for(games.user_id)]
    plays = play_buttons(turn[:BUTTONS_AT_MOST], games.user_id, say)
    rows = [row(*plays)] if plays else []
    installed = [match for match in games.matches if match.row.is_user_install and match not in turn]
    boards = [_board_button(match, games.user_id, say) for match in installed[:BUTTONS_AT_MOST]]
    rows += [row(*boards)] if boards else []
    waits = [button for match in games.matches if (button := _wait_button(match, games.user_id, say, now))]
    if waits:
        rows.append(row(*waits[:BUTTONS_AT_MOST]))
    resumes = [
        _resume_button(match, games.user_id, say) for match in games.suspended_matches[:BUTTONS_AT_MOST]
    ]
    rows += [row(*resumes)] if resumes else []
    rows += [
        row(
            _challenge_button("accept", challenge, say, SUCCESS),
            _challenge_button("decline", challenge, say),
        )
        for challenge in _answerable(games.received_challenges)[:ANSWERS_AT_MOST]
    ]
    return rows


def _answerable(challenges: Sequence[ChallengeRow]) -> list[ChallengeRow]:
    """Return the challenges that can be answered from a list.

    The bot must be a member of their server and know their game.
    """
    return [each for each in challenges if each.has_route and each.game in GAMES]


def _board_button(match: ListedMatch, user_id: int, say: Localizer) -> ActionButton:
    name = match.row.names[1 - (match.seat_of(user_id) or 0)]
    return board_button(match.row.id, match.row.version, say("button.board.of", title=match.title, name=name))


def _wait_button(match: ListedMatch, user_id: int, say: Localizer, now: float) -> ActionButton | None:
    """Return the button for a match whose opponent has not moved for long.

    Return `None` if nothing can be done yet.
    """
    seat, silence = match.seat_of(user_id), waiting_options(match.row)
    if seat is None or match.turn is None or match.turn == seat:
        return None
    name = match.row.names[1 - seat]
    if silence.may_claim(now):
        return _button(CustomId("claim", match.row.id, match.row.version), say("button.claim.of", name=name))
    if silence.may_nudge(now):
        return _button(CustomId("nudge", match.row.id, match.row.version), say("button.nudge.of", name=name))
    return None


def _resume_button(match: ListedMatch, user_id: int, say: Localizer) -> ActionButton:
    name = match.row.names[1 - (match.seat_of(user_id) or 0)]
    return resume_button(match.row.id, say("button.resume.of", title=match.title, name=name))


def _challenge_button(
    action: str,
    challenge: ChallengeRow,
    say: Localizer,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
) -> ActionButton:
    custom_id = CustomId(action, challenge.id, rest=IN_LIST, is_challenge=True)
    label = say(f"button.{action}.of", title=listed_title(challenge), name=challenge.challenger_name)
    return _button(custom_id, label, style)


def _button(
    custom_id: CustomId, label: str, style: discord.ButtonStyle = discord.ButtonStyle.secondary
) -> ActionButton:
    return ActionButton.create(custom_id, label[: MessagePlace.BUTTON.limit], style)


def match_line(match: ListedMatch, user_id: int, say: Localizer, *, own: bool = True) -> str:
    """Return a line about a player's match: whose turn it is, and the time left.

    Only the player's `own` list says "your turn".
    """
    seat = match.seat_of(user_id)
    assert seat is not None  # these are the user's own matches
    mover = seat if match.turn == seat else 1 - seat
    is_yours = own and match.waits_for(user_id)
    code = "card.games.match.yours" if is_yours else "card.games.match.theirs"
    deadline = match.row.deadline_at
    if deadline is not None:
        code += ".time"
    elif match.row.is_private:
        code += ".private"
    line = say(
        code,
        title=match.title,
        link=own_link(match.row, seat) if own else place_link(match.row),
        side=match.side(seat),
        name=listed_name(match.row, 1 - seat),
        mover=listed_name(match.row, mover),
        since=relative_timestamp(match.row.turn_at if deadline is None else deadline),
    )
    return line if is_yours else with_vacation(line, match, say)


def _suspended_line(match: ListedMatch, user_id: int, say: Localizer) -> str:
    name = listed_name(match.row, 1 - (match.seat_of(user_id) or 0))
    return say("card.games.match.suspended", title=match.title, name=name)


def _challenge_line(row: ChallengeRow, say: Localizer, *, mine: bool) -> str:
    title, address = listed_title(row), challenge_link(row)
    if row.game not in GAMES:
        return say("card.games.challenge.unknown", title=safe_name(row.game), link=address)
    if not mine:
        name = safe_name(row.challenger_name)
        return say("card.games.challenge.waits", title=title, link=address, name=name)
    if row.opponent_name is None:
        return say("card.games.challenge.own.anyone", title=title, link=address)
    return say("card.games.challenge.own", title=title, link=address, name=safe_name(row.opponent_name))
