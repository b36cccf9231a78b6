"""The further actions in a match that are open to one person."""

from typing import Any

import discord

from bot.cards.kit.board_remarks import waiting_buttons, waiting_lines
from bot.cards.kit.kit import DANGER, ActionButton, Card, framed_view, heading, row, small_print, text
from bot.cards.kit.ways import guess_id
from bot.cards.play.conditional_moves import conditional_moves_button
from bot.cards.play.moves import record_button, replay_button
from bot.cards.play.notes import notes_button
from bot.cards.play.private import make_public_button
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

IN_A_ROW = 5
"""Buttons side by side (Discord)."""


def more_actions_card(
    table: Table,
    seat: Seat | None,
    say: Localizer,
    *,
    now: float,
    can_open: bool = False,
    can_cancel: bool = False,
) -> Card:
    """Return the further actions in a match for one person.

    `seat` is the person's seat, or `None` for a spectator. `can_open` says whether a private match can
    be made public in this place, `can_cancel` whether the match can be called off.
    """
    items = [
        ActionButton.create(CustomId("moves", table.row.id, table.row.version), say("button.moves")),
        *replay_button(table, say),
        record_button(table, say),
        *notes_button(table, say),
        ActionButton.create(CustomId("howto", table.row.id, rest=table.game.key), say("button.rules")),
    ]
    if table.game.hidden:
        items.append(
            ActionButton.create(CustomId("verify", table.row.id, table.row.version), say("button.verify"))
        )
    if table.is_running and seat is not None:
        items += _player_buttons(table, seat, say, now, can_cancel=can_cancel)
    if table.is_running and table.row.is_private and can_open:
        items.append(make_public_button(table, say))
    if may_guess(table, seat):
        items.insert(0, ActionButton.create(guess_id(table.row.id, table.row.version), say("button.guess")))
    if table.is_running and seat is None and table.row.thread_id is not None:
        items.append(follow_button("follow", table.row.id, say))
    if seat is not None and table.row.status is MatchStatus.SUSPENDED:
        items.append(resume_button(table.row.id, say("button.resume")))
    if table.is_over and seat is not None:
        items.append(
            ActionButton.create(CustomId("rematch", table.row.id, table.row.version), say("button.rematch"))
        )
    watched = table.is_running and seat is None and table.row.thread_id is None
    words = text(
        heading(say.text(table.game.title)),
        *waiting_lines(table, say),
        small_print(say("follow.channel")) if watched else None,
    )
    return Card(framed_view(None, words, *_rows(items)))


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


def _player_buttons(
    table: Table, seat: Seat, say: Localizer, now: float, *, can_cancel: bool
) -> list[ActionButton]:
    """Return the buttons of a player's actions other than moves."""

    def button(action: str, style: discord.ButtonStyle = discord.ButtonStyle.secondary) -> ActionButton:
        return ActionButton.create(
            CustomId(action, table.row.id, table.row.version), say(f"button.{action}"), style
        )

    items = [
        ActionButton.create(CustomId("offer", table.row.id, table.row.version), say("button.offer_draw"))
    ]
    if may_prepare_moves(table, seat):
        items.insert(0, conditional_moves_button(table, say))
    if can_cancel:
        items.append(button("call-off"))
    if may_offer(table, OfferKind.TAKEBACK, seat):
        items.append(button("takeback"))
    if table.row.computer is not None and table.turn == seat and not table.player(seat).team:
        items.append(button("hint"))
    return [*items, *_waiting_player_buttons(table, seat, say, now), button("resign", DANGER)]


def _waiting_player_buttons(table: Table, seat: Seat, say: Localizer, now: float) -> list[ActionButton]:
    silence = waiting_options(table.row)
    if table.turn == seat:
        return []
    return waiting_buttons(table, say, may_nudge=silence.may_nudge(now), may_claim=silence.may_claim(now))


def _rows(items: list[ActionButton]) -> list[discord.ui.ActionRow[Any]]:
    """Arrange buttons in rows as wide as Discord allows."""
    return [row(*items[start : start + IN_A_ROW]) for start in range(0, len(items), IN_A_ROW)]
