"""The further actions in a match that are open to one person."""

from collections.abc import Sequence

import discord

from bot.cards.kit.board_remarks import waiting_buttons, waiting_lines
from bot.cards.kit.kit import (
    DANGER,
    IN_SIGHT,
    ActionButton,
    Card,
    framed_view,
    heading,
    row,
    small_print,
    text,
)
from bot.cards.kit.unfolding import ALL, OWN, MoreRows, more_button
from bot.cards.kit.ways import TWOTONE, games_id, guess_id
from bot.cards.play.conditional_moves import conditional_moves_button
from bot.cards.play.live_board import live_board_button
from bot.cards.play.moves import analyse_button, record_button, replay_button
from bot.cards.play.notes import notes_button
from bot.cards.play.relocation import resume_button
from bot.custom_ids import CustomId
from club.learning.guesses import may_guess
from club.play.course.conditional_moves import may_prepare_moves
from club.play.course.offers import OfferKind, may_offer
from club.play.match.matches import Table
from club.play.match.waiting import waiting_options
from data.play.matches import MatchStatus
from rules.game import Seat
from words import Localizer


def words_button(table: Table, say: Localizer) -> ActionButton:
    """Return the button that shows the board as text."""
    return ActionButton.create(CustomId("words", table.row.id, table.row.version), say("button.words"))


def more_rows(
    table: Table,
    seat: Seat | None,
    say: Localizer,
    *,
    now: float,
    can_open: bool = False,
    can_cancel: bool = False,
    has_board: bool = False,
    marks: Sequence[str] = (),
) -> MoreRows:
    """Return the further actions in a match for one person, as rows of buttons.

    `seat` is the person's seat, or `None` for a spectator. `can_open` says whether a private match can
    be made public in this place, `can_cancel` whether the match can be called off, `has_board` whether
    it can be opened on a page. `marks` are those of
    the More that was pressed: a first one unfolds the nearest actions and a second More.
    """
    nearest = _nearest_buttons(table, seat, say, now, can_open=can_open, can_cancel=can_cancel)
    if has_board and not table.is_over:
        nearest.insert(0, live_board_button(table, seat, say))
    items = [*nearest, *_further_buttons(table, seat, say)]
    if ALL not in marks:
        own = [OWN] if OWN in marks else []
        items = [*nearest[:IN_SIGHT], more_button(table, say, *own, ALL)]
    return [row(*items[start : start + IN_SIGHT]) for start in range(0, len(items), IN_SIGHT)]


def more_actions_card(table: Table, seat: Seat | None, say: Localizer, rows: MoreRows) -> Card:
    """Return the further actions in a match as a card of its own, for one person."""
    watched = table.is_running and seat is None and table.row.thread_id is None
    words = text(
        heading(say.text(table.game.title)),
        *waiting_lines(table, say, to_mover=seat == table.turn),
        small_print(say("follow.channel")) if watched else None,
    )
    return Card(framed_view(None, words, *rows))


def follow_card(table: Table, say: Localizer, *, is_following: bool) -> Card:
    """Return whether the member now follows a match, with a button to toggle it."""
    thread = f"<#{table.row.thread_id}>"
    words = say("answer.follows" if is_following else "answer.unfollows", channel=thread)
    return Card(
        framed_view(
            None, text(words), row(follow_button("unfollow" if is_following else "follow", table.row.id, say))
        )
    )


def follow_button(action: str, match_id: int, say: Localizer) -> ActionButton:
    """Return the button with which a spectator follows or unfollows a match."""
    return ActionButton.create(CustomId(action, match_id), say(f"button.{action}"))


def _nearest_buttons(
    table: Table, seat: Seat | None, say: Localizer, now: float, *, can_open: bool, can_cancel: bool
) -> list[ActionButton]:
    """Return the actions that a first More unfolds, the likeliest first.

    If there are more than five, the last ones go to the second More.
    """
    match_id, version = table.row.id, table.row.version
    items = []
    if table.is_over:
        on = CustomId("next", match_id, version), say("button.next")
        if table.row.is_private:
            on = games_id(TWOTONE, table.game.family), say("button.games")
            items += analyse_button(table, say)
        items += [ActionButton.create(*on), words_button(table, say)]
    elif seat is None and table.is_running:
        if may_guess(table, seat):
            items.append(ActionButton.create(guess_id(match_id, version), say("button.guess")))
        if table.row.thread_id is not None:
            items.append(follow_button("follow", match_id, say))
    elif seat is not None and table.row.status is MatchStatus.SUSPENDED:
        items.append(resume_button(match_id, say("button.resume")))
    elif seat is not None:
        if table.row.computer is not None and table.turn == seat and not table.player(seat).team:
            items.append(_button(table, "hint", say))
        if may_prepare_moves(table, seat):
            items.append(conditional_moves_button(table, say))
        items += _waiting_player_buttons(table, seat, say, now)
        if can_cancel:
            items.append(_button(table, "call-off", say))
        if can_open and table.row.is_private:
            items.append(make_public_button(table, say))
        items.append(_button(table, "resign", say, DANGER))
    return [
        *items,
        *([] if table.is_over else replay_button(table, say)),  # the final card has it
        ActionButton.create(CustomId("moves", match_id, version), say("button.moves")),
    ]


def make_public_button(table: Table, say: Localizer) -> ActionButton:
    """Return the button that makes a private match public, where it is pressed."""
    return ActionButton.create(CustomId("open", table.row.id, table.row.version), say("button.open"))


def _further_buttons(table: Table, seat: Seat | None, say: Localizer) -> list[ActionButton]:
    """Return the actions that only a second More unfolds."""
    items = []
    if table.is_running and seat is not None:
        offer = CustomId("offer", table.row.id, table.row.version)
        items.append(ActionButton.create(offer, say("button.offer_draw")))
        if may_offer(table, OfferKind.TAKEBACK, seat):
            items.append(_button(table, "takeback", say))
    items += [
        *notes_button(table, say),
        record_button(table, say),
        ActionButton.create(CustomId("howto", table.row.id, rest=table.game.key), say("button.rules")),
    ]
    if table.game.hidden:
        items.append(_button(table, "verify", say))
    return items


def _button(
    table: Table, action: str, say: Localizer, style: discord.ButtonStyle = discord.ButtonStyle.secondary
) -> ActionButton:
    return ActionButton.create(
        CustomId(action, table.row.id, table.row.version), say(f"button.{action}"), style
    )


def _waiting_player_buttons(table: Table, seat: Seat, say: Localizer, now: float) -> list[ActionButton]:
    silence = waiting_options(table.row)
    if table.turn == seat:
        return []
    return waiting_buttons(table, say, may_nudge=silence.may_nudge(now), may_claim=silence.may_claim(now))
