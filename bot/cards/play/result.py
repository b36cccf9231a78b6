"""How a match ended or why it cannot go on, and the check of its deal."""

from bot.cards.kit.after import NOWHERE, WebAddresses, links_line
from bot.cards.kit.card_lines import (
    fairness_line,
    place_link,
    players_line,
    rating_lines,
    result_line,
    series_line,
)
from bot.cards.kit.kit import OVER, ActionButton, Card, framed_view, heading, link_button, row, text
from bot.cards.kit.names import mention, safe_reason
from bot.cards.kit.pictures import end_picture
from bot.cards.kit.unfolding import more_button
from bot.cards.play.board import end_buttons
from bot.custom_ids import CustomId
from club.play.after.phrases import match_caption
from club.play.match.matches import Table
from club.standing.ratings import MatchRatingChanges
from data.play.quarantine import QuarantineRow
from data.play.rematches import SeriesScore
from rules.match import Match
from words import Localizer


def result_card(
    table: Table,
    say: Localizer,
    changes: MatchRatingChanges,
    series: SeriesScore | None,
    addresses: WebAddresses = NOWHERE,
) -> Card:
    """Return the result of a match and its rating changes.

    It is for the parent channel of the match's thread. `series` is the score if the match is a rematch,
    and `addresses` are where the match is shown outside Discord.
    """
    card = framed_view(
        OVER,
        text(
            heading(say.text(table.game.title)),
            players_line(table, say),
            result_line(table, say),
            *rating_lines(table, changes, say),
            series_line(table, series, say),
            fairness_line(table, say),
            links_line(addresses, say, match=place_link(table.row)),
        ),
        end_picture(table.view(None), table.match, table.reason, say, caption=match_caption(table, say)),
        row(*end_buttons(table, say, more_button(table, say))),
    )
    return Card(card)


def void_card(table: Table, say: Localizer, *, void: bool, why: str) -> Card:
    """Return that a match counts for nothing, or again, and why."""
    names = [mention(seat.user_id) for seat in table.row.seats]
    words = say(
        "card.void.told" if void else "card.void.undone",
        name=names[0],
        opponent=names[1],
        text=safe_reason(why),
    )
    return Card(framed_view(None, text(words)))


def reopened_card(table: Table, say: Localizer, *, why: str) -> Card:
    """Return that a moderator has undone the end of a match, and why."""
    first, second = (mention(seat.user_id) for seat in table.row.seats)
    return Card(
        framed_view(None, text(say("card.reopened", name=first, opponent=second, text=safe_reason(why))))
    )


def unreadable_match_card(match: QuarantineRow, say: Localizer) -> Card:
    """Return why a match cannot go on, with a link to its last board.

    Its record cannot be read.
    """
    assert match.set_aside  # this is the code of why
    to_board = link_button(say("button.see_match"), place_link(match))
    return Card(framed_view(None, text(say(match.set_aside)), row(to_board)))


def deal_check_card(table: Table, say: Localizer) -> Card:
    """Return whether a deal was fair, or that it is sealed during the match.

    A button shows the figures behind it.
    """
    code = "card.deal.sealed.now"
    if table.is_over:
        code = "card.deal.fair" if _is_as_dealt(table) else "card.deal.unfair"
    details = ActionButton.create(CustomId("deal", table.row.id), say("button.deal"))
    return Card(
        framed_view(None, text(say("card.deal", title=table.game.title), say(code)), row(details)),
    )


def _is_as_dealt(table: Table) -> bool:
    """Whether the match began with the position that its seed produces."""
    match = table.match
    return bool(Match(match.game, match.options, match.secret).origin == match.origin)


def deal_details_card(table: Table, say: Localizer) -> Card:
    """Return the commitment to a deal and, after the end, the seed and the deal.

    Anyone can check by these figures that the cards were not changed.
    """
    if not table.is_over:
        promised = say("card.deal.promise", commitment=table.match.commitment)
        return Card(framed_view(None, text(say("card.deal", title=table.game.title), promised)))
    return Card(
        framed_view(
            None,
            text(
                say("card.deal", title=table.game.title),
                say("card.deal.seed", seed=table.match.secret.hex()),
                say("card.deal.commitment", commitment=table.match.commitment),
                *(
                    say.text(line)
                    for line in table.game.deal_in_words(table.match.options, table.match.secret)
                ),
            ),
        )
    )
