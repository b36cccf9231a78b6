"""The weekly digest of a server, and word that its channel takes none."""

from collections.abc import Sequence
from typing import Any, Final

import discord

from bot.cards.competitions.every_kind import cards_of
from bot.cards.kit.card_lines import (
    challenge_link,
    message_link,
    place_link,
    players_line,
    rating,
    result_line,
)
from bot.cards.kit.kit import OFFERED, OVER, Card, CardFile, fit_lines, framed_view, gallery, text
from bot.cards.kit.names import mention, plain
from bot.cards.play.replay import REPLAY_FILE
from bot.cards.standing.club_card import ways
from club.clocks.time_control import clock_words, read_control
from club.play.match.match_lists import ListedMatch
from club.play.match.matches import Table
from club.standing.digest import Digest, Riser, UpcomingStage
from data.competitions.competitions import StageStatus
from data.play.challenges import ChallengeRow
from rendering.replay import Replay
from rules.catalogue import title_of
from words import Speaker, when

RESULTS_ROOM: Final = 1200
"""Characters for the results; a card holds 4000."""
SEATS_SHOWN: Final = 3
COMING_SHOWN: Final = 3


def digest_card(digest: Digest, made: Replay | None, number: int, say: Speaker) -> Card:
    """Return the public digest, without a ping; `made` replays the closest match.

    `number` distinguishes it from the other cards of the server.
    """
    shown = framed_view(
        OFFERED,
        text(say("card.digest")),
        *(_best(digest.best, made, say) if digest.best and made else []),
        _part("card.digest.results", _results(digest.matches, say), say),
        _part("card.digest.risers", [_riser(riser, say) for riser in digest.risers], say),
        _part(
            "card.digest.solvers",
            [
                say("card.digest.solver", name=mention(each.user_id), count=each.count)
                for each in digest.solvers
            ],
            say,
        ),
        _part("card.club.seats", _seats(digest.seats, say), say),
        _part("card.digest.next", [_coming(each, say) for each in digest.coming[:COMING_SHOWN]], say),
        ways(number, say),
    )
    return Card(shown, [CardFile(made.gif, REPLAY_FILE, made.alt)] if made else [], silent=True)


def _part(code: str, lines: Sequence[str], say: Speaker) -> discord.ui.TextDisplay[Any] | None:
    """Return a part of the digest under its heading, or `None` if it is empty."""
    return text(say(code), *lines) if lines else None


def _best(table: Table, made: Replay, say: Speaker) -> list[discord.ui.Item[Any]]:
    """Return the match of the week: what it was, its replay, how it ended."""
    return [
        text(
            say("card.digest.best", title=table.game.title, link=place_link(table.row)),
            players_line(table, say),
        ),
        gallery(REPLAY_FILE, made.alt),
        text(result_line(table, say)),
    ]


def _results(matches: Sequence[ListedMatch], say: Speaker) -> list[str]:
    """Return how matches ended, the newest first."""
    return fit_lines(say, [_result(match, say) for match in matches], RESULTS_ROOM)


def _result(match: ListedMatch, say: Speaker) -> str:
    winner = match.row.winner or 0
    return say(
        "card.digest.drawn" if match.row.winner is None else "card.digest.won",
        title=match.title,
        link=place_link(match.row),
        name=plain(match.row.names[winner]),
        opponent=plain(match.row.names[1 - winner]),
    )


def _riser(riser: Riser, say: Speaker) -> str:
    line = riser.line
    return say(
        "card.digest.riser",
        name=plain(line.name),
        title=title_of(line.game),
        points=riser.points,
        became=rating(line.rating),
    )


def _seats(seats: Sequence[ChallengeRow], say: Speaker) -> list[str]:
    """Return the open seats.

    A seat is taken on its own card, because these lines get old.
    """
    lines = [
        say(
            "card.club.seat.rated" if seat.rated else "card.club.seat",
            title=title_of(seat.game),
            link=challenge_link(seat),
            name=plain(seat.challenger_name),
            clock=clock_words(read_control(seat.clock or "")),
        )
        for seat in seats[:SEATS_SHOWN]
    ]
    more = len(seats) - len(lines)
    return [*lines, say("card.more", count=more)] if more else lines


def _coming(coming: UpcomingStage, say: Speaker) -> str:
    stage, league = coming.stage, coming.competition
    starts = stage.status is StageStatus.OPEN
    return say(
        cards_of(league.kind).coming_code(stage),
        league=plain(league.name),
        link=message_link(league.guild_id, league.channel_id, stage.message_id),
        number=stage.number + 1,
        time=when(stage.starts_at if starts else stage.closes_at),
    )


def no_digest_card(channel_id: int, say: Speaker) -> Card:
    """Return the notice that the digest is no longer posted to a channel.

    It is for the person who chose the channel.
    """
    return Card(framed_view(OVER, text(say("card.digest.stopped", channel=f"<#{channel_id}>"))))
