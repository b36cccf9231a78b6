"""A match shared by both players: the question to one, and the picture."""

from dataclasses import replace

from bot.cards.kit.card_lines import player_names, players_line, rating_lines, result_line
from bot.cards.kit.kit import (
    OFFERED,
    OVER,
    PRIMARY,
    SECONDARY,
    ActionButton,
    Card,
    framed_view,
    heading,
    row,
    text,
)
from bot.cards.kit.names import mention
from bot.cards.kit.pictures import end_picture
from bot.cards.play.moves import analyse_button, replay_button
from bot.custom_ids import CustomId
from club.play.after.phrases import match_caption
from club.play.match.matches import Table
from club.standing.counted_matches import RatingUpdate
from club.standing.ratings import MatchRatingChanges
from rendering.caption import RatingChange
from rules.game import Seat
from words import Localizer, Words


def share_question_card(table: Table, asking_seat: Seat, say: Localizer) -> Card:
    """Return the question to the other player whether to share the match.

    `asking_seat` is the seat of the player who asks.
    """
    row_, asked = table.row, table.player(1 - asking_seat)
    answers = [
        ActionButton.create(
            CustomId(f"share-{way}", row_.id, row_.version, str(asking_seat)),
            say(f"button.share.{way}"),
            style,
        )
        for way, style in (("yes", PRIMARY), ("no", SECONDARY))
    ]
    name, opponent = player_names(table)[asking_seat], mention(asked.user_id)
    words = say("card.share.ask", name=name, opponent=opponent)
    title = heading(say.text(table.game.title))
    return Card(framed_view(OFFERED, text(title, words), row(*answers)), pings=(asked.user_id,))


def shared_match_card(
    table: Table, changes: MatchRatingChanges, turning_move: Words | None, say: Localizer
) -> Card:
    """Return a match that both players have agreed to share.

    `turning_move` is the move that decided it, if one is known.
    """
    first, second = player_names(table)
    ratings = _round_change(changes.seats[0]), _round_change(changes.seats[1])
    caption = replace(match_caption(table, say), ratings=ratings, turning_move=turning_move)
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
            end_picture(table.view(None), table.match, table.reason, say, caption=caption, wide=True),
            row(*ways) if ways else None,
        )
    )


def _round_change(change: RatingUpdate | None) -> RatingChange | None:
    """Return the rating before and after a match, in whole points."""
    return RatingChange(*map(round, (*change.before, *change.after))) if change else None
