"""What else there is to do in a match, as it applies to the person who asks."""

from typing import Any

import discord

from bot.cards.kit.board_remarks import waiting_buttons, waiting_lines
from bot.cards.kit.kit import DANGER, Card, Press, framed_view, heading, row, small, text
from bot.cards.kit.ways import guess_id
from bot.cards.play.conditional_moves import conditional_button
from bot.cards.play.moves import record_button, replay_button
from bot.cards.play.notes import notes_button
from bot.cards.play.private import open_button
from bot.cards.play.relocation import resume_button
from bot.custom_ids import CustomId
from club.learning.guesses import may_guess
from club.play.course.conditional_moves import may_prepare
from club.play.course.offers import OfferKind, may_offer
from club.play.match.matches import Table
from club.play.match.waiting import silence_of
from data.play.matches import MatchStatus
from rules.game import Seat
from words import Speaker

IN_A_ROW = 5
"""Buttons side by side (Discord)."""


def more_card(
    table: Table,
    seat: Seat | None,
    say: Speaker,
    *,
    now: float,
    opens: bool = False,
    cancels: bool = False,
) -> Card:
    """Return the further actions in a match.

    `seat` is that of the person who asks, if they play in it. `opens` says whether a private match can
    be made public there, `cancels` whether this one can be called off.
    """
    items = [
        Press.of(CustomId("moves", table.row.id, table.row.version), say("button.moves")),
        *replay_button(table, say),
        record_button(table, say),
        *notes_button(table, say),
        Press.of(CustomId("howto", table.row.id, rest=table.game.key), say("button.rules")),
    ]
    if table.game.hidden:
        items.append(Press.of(CustomId("verify", table.row.id, table.row.version), say("button.verify")))
    if table.running and seat is not None:
        items += _for_players(table, seat, say, now, cancels=cancels)
    if table.running and table.row.private and opens:
        items.append(open_button(table, say))
    if may_guess(table, seat):
        items.insert(0, Press.of(guess_id(table.row.id, table.row.version), say("button.guess")))
    if table.running and seat is None and table.row.thread_id is not None:
        items.append(follow_button("follow", table.row.id, say))
    if seat is not None and table.row.status is MatchStatus.SUSPENDED:
        items.append(resume_button(table.row.id, say("button.resume")))
    if table.over and seat is not None:
        items.append(Press.of(CustomId("rematch", table.row.id, table.row.version), say("button.rematch")))
    watched = table.running and seat is None and table.row.thread_id is None
    words = text(
        heading(say.text(table.game.title)),
        *waiting_lines(table, say),
        small(say("follow.channel")) if watched else None,
    )
    return Card(framed_view(None, words, *_rows(items)))


def follow_card(table: Table, say: Speaker, *, on: bool) -> Card:
    """Return whether the member follows a match now, with the button to toggle it."""
    thread = f"<#{table.row.thread_id}>"
    words = say("answer.follows" if on else "answer.unfollows", channel=thread)
    return Card(
        framed_view(None, text(words), row(follow_button("unfollow" if on else "follow", table.row.id, say)))
    )


def follow_button(action: str, match_id: int, say: Speaker) -> Press:
    """Return the button that has a spectator follow a match, or not any more."""
    return Press.of(CustomId(action, match_id), say(f"button.{action}"))


def _for_players(table: Table, seat: Seat, say: Speaker, now: float, *, cancels: bool) -> list[Press]:
    """Return what a player can do beside their moves."""

    def button(action: str, style: discord.ButtonStyle = discord.ButtonStyle.secondary) -> Press:
        return Press.of(CustomId(action, table.row.id, table.row.version), say(f"button.{action}"), style)

    items = [Press.of(CustomId("offer", table.row.id, table.row.version), say("button.offer_draw"))]
    if may_prepare(table, seat):
        items.insert(0, conditional_button(table, say))
    if cancels:
        items.append(button("call-off"))
    if may_offer(table, OfferKind.TAKEBACK, seat):
        items.append(button("takeback"))
    if table.row.computer is not None and table.turn == seat and not table.player(seat).team:
        items.append(button("hint"))
    return [*items, *_for_who_waits(table, seat, say, now), button("resign", DANGER)]


def _for_who_waits(table: Table, seat: Seat, say: Speaker, now: float) -> list[Press]:
    silence = silence_of(table.row)
    if table.turn == seat:
        return []
    return waiting_buttons(table, say, may_nudge=silence.may_nudge(now), may_claim=silence.may_claim(now))


def _rows(items: list[Press]) -> list[discord.ui.ActionRow[Any]]:
    """Return buttons in rows as wide as there may be."""
    return [row(*items[start : start + IN_A_ROW]) for start in range(0, len(items), IN_A_ROW)]
