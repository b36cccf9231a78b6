"""A match that both players share: the question to the other one, and the picture."""

from dataclasses import replace

from bot.cards.kit.card_lines import names_of, players_line, rating_lines, result_line
from bot.cards.kit.kit import (
    OFFERED,
    OVER,
    PRIMARY,
    SECONDARY,
    Card,
    Press,
    framed_view,
    heading,
    row,
    text,
)
from bot.cards.kit.names import mention
from bot.cards.kit.pictures import caption_of, end_picture
from bot.cards.play.moves import analyse_button, replay_button
from bot.custom_ids import CustomId
from club.play.match.matches import Table
from club.standing.counted_matches import RatingUpdate
from club.standing.ratings import MatchRatingChanges
from rendering.caption import RatingChange
from rules.game import Seat
from words import Speaker, Words


def share_question_card(table: Table, by: Seat, say: Speaker) -> Card:
    """Return the question to the other player whether to share the match.

    `by` is the seat of the player who asks.
    """
    row_, asked = table.row, table.player(1 - by)
    answers = [
        Press.of(CustomId(f"share-{way}", row_.id, row_.version, str(by)), say(f"button.share.{way}"), style)
        for way, style in (("yes", PRIMARY), ("no", SECONDARY))
    ]
    name, opponent = names_of(table)[by], mention(asked.user_id)
    words = say("card.share.ask", name=name, opponent=opponent)
    title = heading(say.text(table.game.title))
    return Card(framed_view(OFFERED, text(title, words), row(*answers)), pings=(asked.user_id,))


def shared_match_card(table: Table, changes: MatchRatingChanges, turned: Words | None, say: Speaker) -> Card:
    """Return a match that both players share.

    `turned` is the move that turned it, if one is known.
    """
    first, second = names_of(table)
    ratings = _in_points(changes.seats[0]), _in_points(changes.seats[1])
    caption = replace(caption_of(table, say), ratings=ratings, turned=turned)
    ways = [*replay_button(table, say), *analyse_button(table, say)]
    return Card(
        framed_view(
            OVER,
            text(
                say("card.shared.both", name=first, opponent=second),
                heading(say.text(table.game.title)),
                players_line(table, say),
                result_line(table, say),
                *rating_lines(table, changes, say),
            ),
            end_picture(table.view(None), table.match, table.reason, say, caption=caption),
            row(*ways) if ways else None,
        )
    )


def _in_points(change: RatingUpdate | None) -> RatingChange | None:
    """Return what a match has changed of a rating, in whole points."""
    return RatingChange(*map(round, (*change.before, *change.after))) if change else None
