"""A server's club card, the card that sets its channel, and a failure notice."""

from collections.abc import Sequence
from typing import Any, Final

import discord

from bot.cards.kit.card_lines import challenge_link, message_link, place_link
from bot.cards.kit.kit import (
    OFFERED,
    OVER,
    PRIMARY,
    SUCCESS,
    Card,
    Press,
    fit_lines,
    framed_view,
    row,
    small,
    text,
)
from bot.cards.kit.names import plain
from bot.cards.kit.ways import ANYONE, games_id
from bot.cards.members.rest import HOURS, WEEK
from bot.cards.members.settings import SettingChoices, channel_menu, setting_menu
from bot.cards.play.games import take_seat
from bot.custom_ids import CustomId
from club.clocks.time_control import clock_words, read_control
from club.clocks.zones import time_there, zone_named
from club.play.match.match_lists import ListedMatch
from club.puzzles.daily import number_of
from club.standing.club_card import ServerActivity
from club.standing.rankings import RankedPlayer
from data.members.servers import ServerRow
from data.play.challenges import ChallengeRow
from data.puzzles.daily import PuzzlePost
from rules.catalogue import title_of
from words import Phrase, Speaker, ago, when

SETTING: Final = "server-card"
"""The action of what is chosen on the card of its setting."""
MATCHES_ROOM: Final = 1900
"""Characters for the matches; a card holds 4000."""
SEATS_SHOWN: Final = 4
"""Number of open seats with a line and a button; a phone shows no more at once."""


def club_card(going: ServerActivity, number: int, say: Speaker) -> Card:
    """Return what everybody sees; `number` tells it from any other card of the server.

    Nothing on it is a ping, and what it says changes only with what happens: times are told as moments.
    """
    parts = (
        (_matches(going.matches, say),),
        _seats(going.seats, say),
        (_puzzle(going.puzzle, say),),
        (_table(going.table, say),),
        (ways(number, say),),
    )
    return Card(framed_view(OFFERED, text(say("card.club")), *(part for each in parts for part in each)))


def club_mark(number: int) -> str:
    """Return by which component a card is known."""
    return str(_own_matches(number))


def _matches(matches: Sequence[ListedMatch], say: Speaker) -> discord.ui.TextDisplay[Any]:
    """Return the matches and whose turn it is, least time left first."""
    if not matches:
        return text(say("card.club.matches"), say("card.club.matches.none"))
    lines = [_match_line(match, say) for match in matches]
    return text(say("card.club.matches"), *fit_lines(say, lines, MATCHES_ROOM))


def _match_line(match: ListedMatch, say: Speaker) -> str:
    turn = match.turn or 0
    deadline = match.row.deadline_at
    code = "card.club.match" if deadline is None else "card.club.match.time"
    return say(
        code,
        title=match.title,
        link=place_link(match.row),
        name=plain(match.row.names[turn]),
        opponent=plain(match.row.names[1 - turn]),
        since=ago(match.row.turn_at if deadline is None else deadline),
    )


def _seats(seats: Sequence[ChallengeRow], say: Speaker) -> list[discord.ui.Item[Any]]:
    """Return the open seats, each with the button that takes it."""
    if not seats:
        return []
    parts: list[discord.ui.Item[Any]] = [text(say("card.club.seats"))]
    for seat in seats[:SEATS_SHOWN]:
        line = say(
            "card.club.seat.rated" if seat.rated else "card.club.seat",
            title=title_of(seat.game),
            link=challenge_link(seat),
            name=plain(seat.challenger_name),
            clock=clock_words(read_control(seat.clock or "")),
        )
        press = Press.of(take_seat(seat.id), say("button.club.seat"), SUCCESS)
        parts.append(discord.ui.Section(line, accessory=press))
    if len(seats) > SEATS_SHOWN:
        parts.append(text(say("card.more", count=len(seats) - SEATS_SHOWN)))
    return parts


def _puzzle(post: PuzzlePost | None, say: Speaker) -> discord.ui.TextDisplay[Any] | None:
    """Return the link to today's puzzle, if it has a post that everyone here sees."""
    if post is None:
        return None
    link = message_link(post.guild_id, post.channel_id, post.message_id)
    return text(say("card.club.puzzle", number=number_of(post.day), link=link))


def _table(lines: Sequence[RankedPlayer], say: Speaker) -> discord.ui.TextDisplay[Any] | None:
    """Return the best in the game that most are rated in."""
    if not lines:
        return None
    best = [
        say(
            "card.club.top",
            number=line.rank or 0,
            name=plain(line.name),
            count=round(line.rating.points),
            all=round(line.rating.deviation),
        )
        for line in lines
    ]
    return text(say("card.club.table", title=title_of(lines[0].game)), *best)


def ways(number: int, say: Speaker) -> discord.ui.ActionRow[Any]:
    """Return the actions that are open to everyone.

    `number` distinguishes the buttons of this card from those of others.
    """
    return row(
        Press.of(_own_matches(number), say("button.club.mine"), PRIMARY),
        Press.of(games_id(ANYONE), say("button.home.anyone")),
        Press.of(CustomId("today", 0), say("button.home.puzzle")),
    )


def _own_matches(number: int) -> CustomId:
    # The number of a card is not that of a match.
    return CustomId("club-mine", 0, rest=str(number))


def server_club_card(
    server: ServerRow, comes: float | None, now: float, say: Speaker, note: str | None
) -> Card:
    """Return the settings for a server's club card and its digest.

    The next digest `comes` then; `None` means never.
    """
    days: SettingChoices = [(str(day), Phrase(f"weekday.{day}")) for day in range(WEEK)]
    hours: SettingChoices = [(str(hour), f"{hour:02}:00") for hour in range(HOURS)]
    zone = say("card.settings.puzzle.zone", zone=zone_named(server.zone), hour=time_there(server.zone, now))
    when_next: list[discord.ui.Item[Any]] = []
    if comes is not None:
        when_next = [
            text(zone, say("card.settings.digest.next", time=when(comes), since=ago(comes))),
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
            text(small(say("card.settings.club.private"))),
            row(Press.of(CustomId("server-more", 0), say("button.server.more"))),
        )
    )


def _channel(name: str, chosen: int | None, say: Speaker) -> discord.ui.ChannelSelect[Any]:
    held = [] if chosen is None else [chosen]
    return channel_menu(CustomId(SETTING, 0, rest=name), held, say("menu.puzzle_channel"), most=1)


def no_club_card(channel_id: int, say: Speaker) -> Card:
    """Return the notice that the server's card is no longer in a channel.

    It is for the person who chose the channel.
    """
    return Card(framed_view(OVER, text(say("card.club.stopped", channel=f"<#{channel_id}>"))))
