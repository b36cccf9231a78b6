"""Moderators' acts on matches: the form that asks why, and the way back."""

from typing import Any, Final

import discord

from bot.cards.kit.forms import form, labelled_field
from bot.cards.kit.kit import ActionButton, Card, framed_view, row, text
from bot.cards.kit.names import REASON_LIMIT, safe_name
from bot.custom_ids import CustomId
from data.play.matches import MatchRow
from rules.catalogue import title_of
from words import Localizer

UNDO: Final = "undo"
"""Of a form and a button that let a match count again, or go on."""


def reason_form(action: str, match: MatchRow, say: Localizer, *, undo: bool = False) -> discord.ui.Modal:
    """Return the form that asks a moderator whether and why, and names the match.

    `action` is "end" or "void".
    """
    way = UNDO if undo else ""
    first, second = (say.text(safe_name(seat.name)) for seat in match.seats)
    named = f"{say.text(title_of(match.game))}, {first} – {second}"
    why: discord.ui.TextInput[Any] = discord.ui.TextInput(
        custom_id="why", min_length=1, max_length=REASON_LIMIT
    )
    return form(
        say(f"form.{action}.{way}" if way else f"form.{action}"),
        CustomId(f"{action}-yes", match.id, match.version, way),
        labelled_field(say("form.why"), why, say("form.why.how", text=named)),
    )


def ended_card(match: MatchRow, say: Localizer, *, undone: bool) -> Card:
    """Return that a match has ended, or goes on, with the button back."""
    return _done_card("end", match, say, say("answer.reopened" if undone else "answer.ended"), undone=undone)


def voided_card(match: MatchRow, say: Localizer, *, undone: bool) -> Card:
    """Return that a match counts for nothing, or again, with the button back."""
    words = say("answer.counted" if undone else "answer.void", match=match.id)
    return _done_card("void", match, say, words, undone=undone)


def _done_card(action: str, match: MatchRow, say: Localizer, words: str, *, undone: bool) -> Card:
    """Return what a moderator's action did, with the button that undoes it."""
    way = "" if undone else UNDO
    label = say(f"button.{action}.{way}" if way else f"button.{action}")
    back = ActionButton.create(CustomId(action, match.id, match.version, way), label)
    return Card(framed_view(None, text(words), row(back)))
