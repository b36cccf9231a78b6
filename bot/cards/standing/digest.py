"""The weekly digest of a server, and the notice that it cannot be posted."""

from collections.abc import Sequence
from typing import Any, Final

import discord

from bot.cards.competitions.every_kind import cards_for_kind
from bot.cards.kit.card_lines import (
    challenge_link,
    message_link,
    place_link,
    players_line,
    rating_phrase,
    result_line,
)
from bot.cards.kit.kit import (
    OFFERED,
    OVER,
    TEXT_LIMIT,
    Card,
    CardFile,
    fit_lines,
    framed_view,
    gallery,
    text,
)
from bot.cards.kit.names import mention, safe_name
from bot.cards.kit.pictures import Drawing, end_picture
from bot.cards.play.replay import REPLAY_FILE
from bot.cards.standing.club_card import (
    board_parts,
    club_actions_row,
    decided_line,
    matches_part,
    top_players_part,
)
from club.clocks.time_control import clock_phrase, parse_control
from club.competitions.decided import DecidedSection
from club.play.after.phrases import match_caption
from club.play.match.match_lists import listed_title
from club.play.match.matches import Table
from club.standing.digest import Digest, Riser, UpcomingStage
from data.competitions.competitions import StageStatus
from data.play.challenges import ChallengeRow
from rendering.replay import Replay
from rules.catalogue import title_of
from words import Localizer, discord_timestamp

WINNERS_ROOM: Final = 1000
RESULTS_ROOM: Final = 1200
WAITING_ROOM: Final = 600
SEATS_ROOM: Final = 800
COMING_ROOM: Final = 800
"""Maximum numbers of characters for the lines of long parts.

All parts share those of a message.
"""
SEATS_SHOWN: Final = 3
COMING_SHOWN: Final = 3


def digest_card(
    digest: Digest,
    replay: Replay | None,
    card_number: int,
    say: Localizer,
    decided: Sequence[DecidedSection] = (),
    final: Table | None = None,
) -> Card:
    """Return the public digest, which notifies no one.

    `decided` are the sections that are over, and `final` is a winner's last match, whose end is shown.
    `replay` animates the closest match, if there is one; without both, the newest board is shown.
    `card_number` distinguishes the digest from other cards of the server.
    """
    activity = digest.activity
    shown_match: Sequence[discord.ui.Item[Any]] = ()
    if digest.closest_match and replay:
        shown_match = _best(digest.closest_match, replay, say)
    elif activity.board and final is None:
        shown_match = board_parts(activity.board, say)
    title = text(say("card.digest"))
    standing = top_players_part(activity.top_players, say)
    risers = _part("card.digest.risers", [_riser(riser, say) for riser in digest.risers], say)
    solvers = _part(
        "card.digest.solvers",
        [say("card.digest.solver", name=mention(each.user_id), count=each.count) for each in digest.solvers],
        say,
    )
    waiting = matches_part(activity, say, WAITING_ROOM) if activity.matches else None
    won, results, seats, coming = _fit_parts(
        [
            ("card.digest.won.heading", _winners(decided, say), WINNERS_ROOM),
            ("card.digest.results", [decided_line(match, say) for match in digest.matches], RESULTS_ROOM),
            ("card.club.seats", _seats(activity.open_challenges, say), SEATS_ROOM),
            (
                "card.digest.next",
                [_coming(each, say) for each in digest.upcoming_stages[:COMING_SHOWN]],
                COMING_ROOM,
            ),
        ],
        [title, *shown_match, standing, risers, solvers, waiting],
        say,
    )
    shown = framed_view(
        OFFERED,
        title,
        won,
        _end(final, say) if final else None,
        *shown_match,
        results,
        standing,
        risers,
        solvers,
        waiting,
        seats,
        coming,
        club_actions_row(card_number, say),
    )
    return Card(shown, [CardFile(replay.gif, REPLAY_FILE, replay.alt)] if replay else [], silent=True)


def _part(code: str, lines: Sequence[str], say: Localizer) -> discord.ui.TextDisplay[Any] | None:
    """Return a part of the digest under its heading, or `None` if it is empty."""
    return text(say(code), *lines) if lines else None


def _fit_parts(
    parts: Sequence[tuple[str, Sequence[str], int]],
    others: Sequence[discord.ui.Item[Any] | None],
    say: Localizer,
) -> list[discord.ui.TextDisplay[Any] | None]:
    """Return parts as far as they fit a message beside its `others`.

    The first ones have precedence. Each has the code of its heading, its lines, and the most characters
    that these may have.
    """
    left = TEXT_LIMIT - sum(len(each.content) for each in others if isinstance(each, discord.ui.TextDisplay))
    found = []
    for code, lines, most in parts:
        kept = fit_lines(say, lines, min(most, left - len(say(code)) - 1))
        part = _part(code, kept, say)
        left -= len(part.content) if part else 0
        found.append(part)
    return found


def _best(table: Table, replay: Replay, say: Localizer) -> list[discord.ui.Item[Any]]:
    """Return the match of the week: its players, its replay and its result."""
    return [
        text(
            say(
                "card.digest.best",
                title=listed_title(table.row),
                link=place_link(table.row),
            ),
            players_line(table, say),
        ),
        gallery(REPLAY_FILE, replay.alt),
        text(result_line(table, say)),
    ]


def _winners(decided: Sequence[DecidedSection], say: Localizer) -> list[str]:
    """Return who is first in the sections that are over."""
    return [cards_for_kind(each.sheet.competition.kind).decided_line(each, say) for each in decided]


def _end(table: Table, say: Localizer) -> Drawing:
    """Draw how a match ended."""
    caption = match_caption(table, say)
    return end_picture(table.view(None), table.match, table.reason, say, caption=caption, wide=True)


def _riser(riser: Riser, say: Localizer) -> str:
    line = riser.player
    return say(
        "card.digest.riser",
        name=safe_name(line.name),
        title=title_of(line.game),
        points=riser.points,
        became=rating_phrase(line.rating),
    )


def _seats(seats: Sequence[ChallengeRow], say: Localizer) -> list[str]:
    """Return the open seats.

    Seats are taken on their own cards, because these lines are not updated.
    """
    lines = [
        say(
            "card.club.seat.rated" if seat.rated else "card.club.seat",
            title=listed_title(seat),
            link=challenge_link(seat),
            name=safe_name(seat.challenger_name),
            clock=clock_phrase(parse_control(seat.clock or "")),
        )
        for seat in seats[:SEATS_SHOWN]
    ]
    more = len(seats) - len(lines)
    return [*lines, say("card.more", count=more)] if more else lines


def _coming(coming: UpcomingStage, say: Localizer) -> str:
    stage, league = coming.stage, coming.competition
    starts = stage.status is StageStatus.OPEN
    return say(
        cards_for_kind(league.kind).upcoming_line_code(stage),
        league=safe_name(league.name),
        link=message_link(league.guild_id, league.channel_id, stage.message_id),
        number=stage.number + 1,
        time=discord_timestamp(stage.starts_at if starts else stage.closes_at),
    )


def digest_stopped_card(channel_id: int, say: Localizer) -> Card:
    """Return the notice that the digest is no longer posted to a channel.

    It is for the person who chose the channel.
    """
    return Card(framed_view(OVER, text(say("card.digest.stopped", channel=f"<#{channel_id}>"))))
