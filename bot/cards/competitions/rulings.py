"""An organiser's ruling: the form for its reason, and the notice in the match."""

from typing import Any, Final

import discord

from bot.cards.competitions.league_lines import ruling_phrase
from bot.cards.kit.card_lines import message_link
from bot.cards.kit.forms import form, labelled_field
from bot.cards.kit.kit import ASKED, ActionButton, Card, framed_view, link_button, row, small_print, text
from bot.cards.kit.names import mention, safe_name, safe_text
from bot.custom_ids import CustomId
from club.competitions.rulings import PairingRulings
from data.competitions.pairings import TableChange
from words import Localizer, join_with_commas

WHY: Final = 200
"""Characters of the reason for a ruling."""


def ruling_form(pairing_id: int, way: str, say: Localizer) -> discord.ui.Modal:
    """Return the form that asks an organiser for the reason of a ruling."""
    why: discord.ui.TextInput[Any] = discord.ui.TextInput(
        custom_id="why", style=discord.TextStyle.paragraph, max_length=WHY
    )
    custom_id = CustomId("rule-why", 0, rest=f"{pairing_id},{way}")
    return form(say("form.rule"), custom_id, labelled_field(say("form.rule.why"), why))


def ruling_card(rulings: PairingRulings, owner_id: int | None, say: Localizer) -> Card:
    """Return the notice of a ruling to both players, who can contest it.

    Once one has, it asks the organiser and the server's owner, unless they have ruled themselves.
    """
    last, players = rulings.changes[-1], [user_id for user_id, _ in rulings.players if user_id > 0]
    league = rulings.competition
    address = message_link(league.guild_id, league.channel_id, rulings.section.message_id)
    contest = ActionButton.create(
        _contest(rulings), say("button.league.contest"), disabled=not rulings.is_contestable
    )
    ways = row(contest, link_button(say("button.league.table"), address))
    if last.what is TableChange.CONTESTED:
        asked = rulings.list_asked(owner_id)
        names = join_with_commas([say.text(mention(each)) for each in asked], say.language)
        said = say("card.league.contested", name=mention(last.user_id))
        return Card(framed_view(ASKED, text(said, names or None), ways), pings=tuple(asked))
    ruled = "card.league.notice.undone"
    facts: dict[str, Any] = {"name": mention(last.user_id)}
    if last.result is not None:
        ruled = "card.league.notice"
        facts["result"] = ruling_phrase(last.result, *(safe_name(name) for _, name in rulings.players))
    return Card(
        framed_view(
            ASKED,
            text(
                join_with_commas([say.text(mention(each)) for each in players], say.language),
                say(ruled, **facts),
                say("card.league.why", text=safe_text(last.why, WHY)) if last.why else None,
                small_print(say("card.league.contest")) if rulings.is_contestable else None,
            ),
            ways,
        ),
        pings=tuple(players),
    )


def ruling_marker(rulings: PairingRulings) -> str:
    """Return the mark that identifies the newest notice of a ruling."""
    return str(_contest(rulings))


def _contest(rulings: PairingRulings) -> CustomId:
    return CustomId("contest", 0, rest=f"{rulings.pairing.id},{len(rulings.changes)}")
