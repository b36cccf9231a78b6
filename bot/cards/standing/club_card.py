"""A server's club card, its settings, and a failure notice.

The club card is a message that shows what is going on, kept up to date.
"""

from collections.abc import Sequence
from typing import Any, Final

import discord

from bot.cards.kit.board_sheets import families_picture
from bot.cards.kit.card_lines import (
    challenge_link,
    listed_name,
    message_link,
    place_link,
    with_vacation,
)
from bot.cards.kit.kit import (
    OFFERED,
    OVER,
    PRIMARY,
    SUCCESS,
    ActionButton,
    Card,
    fit_lines,
    framed_view,
    link_button,
    row,
    small_print,
    text,
)
from bot.cards.kit.names import safe_name
from bot.cards.kit.pictures import board_picture
from bot.cards.kit.ways import ANYONE, games_id
from bot.cards.members.rest import HOURS, WEEK
from bot.cards.members.settings import SettingChoices, channel_menu, setting_menu
from bot.cards.play.challenge import seat_terms_lines
from bot.cards.play.games import take_seat_id
from bot.custom_ids import CustomId
from club.clocks.time_control import clock_phrase, parse_control
from club.clocks.zones import local_time_text, zone_label
from club.play.match.match_lists import ListedMatch, listed_title
from club.play.match.matches import Table
from club.puzzles.daily import puzzle_number
from club.standing.club_card import ServerActivity
from club.standing.rankings import RankedPlayer
from data.members.servers import ServerRow
from data.play.challenges import ChallengeRow
from data.puzzles.daily import PuzzlePost
from rendering.themes import DEFAULT_THEME
from rules.catalogue import title_of
from words import Localizer, Phrase, discord_timestamp, relative_timestamp

SETTING: Final = "server-card"
"""The action of what is chosen on the card of its setting."""
MATCHES_ROOM: Final = 1900
"""Characters for the matches; a card holds 4000."""
SEATS_SHOWN: Final = 4
"""Number of open seats with a line and a button; a phone shows no more at once."""


def club_card(activity: ServerActivity, card_number: int, say: Localizer) -> Card:
    """Return a server's club card: newest board, matches, seats, puzzle, best players.

    `card_number` distinguishes it from other cards of the server. It notifies no one, and it changes
    only when something happens, because times are given as fixed moments.
    """
    result = activity.last_result
    parts = (
        board_parts(activity.board, say) if activity.board else (families_picture(say, DEFAULT_THEME),),
        (matches_part(activity, say),),
        (text(say("card.club.result"), decided_line(result, say)),) if result else (),
        _seats(activity.open_challenges, say),
        (_puzzle(activity.puzzle, say),),
        (top_players_part(activity.top_players, say),),
        (club_actions_row(card_number, say),),
    )
    heading = "card.club" if activity.matches else "card.club.quiet"
    return Card(framed_view(OFFERED, text(say(heading)), *(part for each in parts for part in each)))


def club_marker_id(card_number: int) -> str:
    """Return the custom_id that identifies the card with a number."""
    return str(_own_matches(card_number))


def board_parts(table: Table, say: Localizer) -> tuple[discord.ui.Item[Any], ...]:
    """Return the board of a match as everyone may see it, below the players' names."""
    first, second = (safe_name(seat.name) for seat in table.row.seats)
    facts = {
        "title": listed_title(table.row),
        "link": place_link(table.row),
        "name": first,
        "opponent": second,
    }
    return text(say("card.club.board", **facts)), board_picture(table.view(None), say)


def matches_part(
    activity: ServerActivity, say: Localizer, room: int = MATCHES_ROOM
) -> discord.ui.TextDisplay[Any]:
    """Return the matches and whose turn it is, least time left first.

    If no one plays or waits for an opponent, invite the reader instead.
    """
    if activity.matches:
        lines = [_match_line(match, say) for match in activity.matches]
        return text(say("card.club.matches"), *fit_lines(say, lines, room))
    invites = not activity.open_challenges
    return text(
        say("card.club.matches.none"),
        say("card.club.invite", button=Phrase("button.home.anyone")) if invites else None,
    )


def decided_line(match: ListedMatch, say: Localizer) -> str:
    """Return who won a match, or that it was drawn, with a link to it."""
    winner = match.row.winner or 0
    return say(
        "card.digest.drawn" if match.row.winner is None else "card.digest.won",
        title=match.title,
        link=place_link(match.row),
        name=listed_name(match.row, winner),
        opponent=listed_name(match.row, 1 - winner),
    )


def _match_line(match: ListedMatch, say: Localizer) -> str:
    turn = match.turn or 0
    deadline = match.row.deadline_at
    code = "card.club.match" if deadline is None else "card.club.match.time"
    line = say(
        code,
        title=match.title,
        link=place_link(match.row),
        name=listed_name(match.row, turn),
        opponent=listed_name(match.row, 1 - turn),
        since=relative_timestamp(match.row.turn_at if deadline is None else deadline),
    )
    return with_vacation(line, match, say)


def _seats(seats: Sequence[ChallengeRow], say: Localizer) -> list[discord.ui.Item[Any]]:
    """Return the open seats, each with a button that takes it.

    Where one would agree to more than a game and a clock, the button leads to the challenge instead.
    """
    if not seats:
        return []
    parts: list[discord.ui.Item[Any]] = [text(say("card.club.seats"))]
    for seat in seats[:SEATS_SHOWN]:
        line = say(
            "card.club.seat.rated" if seat.rated else "card.club.seat",
            title=listed_title(seat),
            link=challenge_link(seat),
            name=safe_name(seat.challenger_name),
            clock=clock_phrase(parse_control(seat.clock or "")),
        )
        press: discord.ui.Button[Any] = ActionButton.create(
            take_seat_id(seat.id), say("button.club.seat"), SUCCESS
        )
        if any(seat_terms_lines(seat, say, usual=False)):  # the line has no room for more to agree to
            press = link_button(say("button.look.card"), challenge_link(seat))
        parts.append(discord.ui.Section(line, accessory=press))
    if len(seats) > SEATS_SHOWN:
        parts.append(text(say("card.more", count=len(seats) - SEATS_SHOWN)))
    return parts


def _puzzle(post: PuzzlePost | None, say: Localizer) -> discord.ui.TextDisplay[Any] | None:
    """Return the link to today's puzzle, if its post is visible to everyone."""
    if post is None:
        return None
    link = message_link(post.guild_id, post.channel_id, post.message_id)
    return text(say("card.club.puzzle", number=puzzle_number(post.day), link=link))


def top_players_part(lines: Sequence[RankedPlayer], say: Localizer) -> discord.ui.TextDisplay[Any] | None:
    """Return the best players of the game in which most players are rated."""
    if not lines:
        return None
    best = [_top_player_line(line, say) for line in lines]
    return text(say("card.club.table", title=title_of(lines[0].game)), *best)


def _top_player_line(line: RankedPlayer, say: Localizer) -> str | None:
    name, points = safe_name(line.name), round(line.rating.points)
    if (missing := line.missing) is not None:
        return small_print(say("standings.line.provisional", name=name, count=points, item=missing))
    return say("card.club.top", number=line.rank, name=name, count=points, all=round(line.rating.deviation))


def club_actions_row(card_number: int, say: Localizer) -> discord.ui.ActionRow[Any]:
    """Return the row of buttons that are open to everyone.

    `card_number` distinguishes the buttons of this card from those of others.
    """
    return row(
        ActionButton.create(_own_matches(card_number), say("button.club.mine"), PRIMARY),
        ActionButton.create(games_id(ANYONE), say("button.home.anyone")),
        ActionButton.create(CustomId("today", 0), say("button.home.puzzle")),
    )


def _own_matches(number: int) -> CustomId:
    # The number of a card is not that of a match.
    return CustomId("club-mine", 0, rest=str(number))


def club_settings_card(
    server: ServerRow, next_digest_at: float | None, now: float, say: Localizer, note: str | None
) -> Card:
    """Return the settings for a server's club card and its weekly digest.

    `next_digest_at` is the time of the next digest, `None` if there is none.
    """
    days: SettingChoices = [(str(day), Phrase(f"weekday.{day}")) for day in range(WEEK)]
    hours: SettingChoices = [(str(hour), f"{hour:02}:00") for hour in range(HOURS)]
    zone = say(
        "card.settings.puzzle.zone", zone=zone_label(server.zone), hour=local_time_text(server.zone, now)
    )
    when_next: list[discord.ui.Item[Any]] = []
    if next_digest_at is not None:
        when_next = [
            text(
                zone,
                say(
                    "card.settings.digest.next",
                    time=discord_timestamp(next_digest_at),
                    since=relative_timestamp(next_digest_at),
                ),
            ),
            setting_menu(SETTING, "digest_day", days, str(server.digest_day), say),
            setting_menu(SETTING, "digest_hour", hours, str(server.digest_hour), say),
        ]
    return Card(
        framed_view(
            OFFERED,
            text(say("card.settings.club"), note, say("card.settings.club.about")),
            text(say("card.settings.club.channel")),
            row(_channel("card_channel", server.card_channel, say)),
            text(say("card.settings.digest"), say("card.settings.digest.about")),
            text(say("card.settings.digest.channel")),
            row(_channel("digest_channel", server.digest_channel, say)),
            *when_next,
            text(small_print(say("card.settings.club.private"))),
            row(ActionButton.create(CustomId("server-more", 0), say("button.server.more"))),
        )
    )


def _channel(name: str, chosen: int | None, say: Localizer) -> discord.ui.ChannelSelect[Any]:
    held = [] if chosen is None else [chosen]
    return channel_menu(CustomId(SETTING, 0, rest=name), held, say("menu.puzzle_channel"), limit=1)


def club_card_stopped_card(channel_id: int, say: Localizer) -> Card:
    """Return the notice that the club card is no longer shown in a channel.

    It is for the person who chose the channel.
    """
    return Card(framed_view(OVER, text(say("card.club.stopped", channel=f"<#{channel_id}>"))))
