"""Alerts about open challenges: their settings, and the alert itself."""

import json
from typing import Any, Final

import discord

from bot.cards.kit.card_lines import challenge_link, clock_line, rated_line
from bot.cards.kit.kit import (
    OFFERED,
    SUCCESS,
    ActionButton,
    Card,
    framed_view,
    heading,
    link_button,
    row,
    text,
)
from bot.cards.kit.names import safe_name
from bot.cards.members.rest import HOURS
from bot.cards.members.settings import AUTOMATIC, SettingChoices, setting_menu
from bot.cards.play.challenge import seat_terms_lines
from bot.cards.play.games import take_seat_id
from bot.custom_ids import CustomId
from club.clocks.rest import Rest
from club.clocks.zones import local_time_text, zone_label
from club.play.match.match_starts import find_game
from club.play.seek.seek_alerts import A_DAY
from data.play.challenges import ChallengeRow
from data.play.seek_alerts import SeekAlertRow
from data.standing.rated_rows import RATED
from rules.catalogue import GAMES
from words import Localizer, Phrase
from words.message import MessagePlace

SETTING: Final = "look-set"
"""The action of what is chosen on the card."""


def seek_alerts_card(alerts: SeekAlertRow, rest: Rest, now: float, say: Localizer, note: str | None) -> Card:
    """Return the settings for alerts about open challenges on a server.

    They are the games, the hours, and the number of alerts a day.
    """
    hours: SettingChoices = [(str(hour), f"{hour:02}:00") for hour in range(HOURS)]
    begins: SettingChoices = [(AUTOMATIC, Phrase("settings.look.any")), *hours]
    counts: SettingChoices = [(str(count), str(count)) for count in A_DAY]
    since = AUTOMATIC if alerts.since is None else str(alerts.since)
    until: list[discord.ui.Item[Any]] = []
    if alerts.since is not None:
        ends = [hour for hour in hours if hour[0] != since]
        until = [text(say("card.rest.until")), setting_menu(SETTING, "until", ends, str(alerts.until), say)]
    where = say("card.rest.zone", zone=zone_label(rest.zone), hour=local_time_text(rest.zone, now))
    return Card(
        framed_view(
            OFFERED,
            text(say("card.look"), note, say("card.look.about")),
            text(say("card.look.games")),
            row(_games(alerts, say)),
            text(where, say("card.look.hours")),
            setting_menu(SETTING, "since", begins, since, say),
            *until,
            text(say("card.look.most")),
            setting_menu(SETTING, "most", counts, str(alerts.most), say),
            row(ActionButton.create(CustomId("me-boards", 0), say("button.boards"))),
        )
    )


def _games(alerts: SeekAlertRow, say: Localizer) -> discord.ui.Select[Any]:
    """Return the menu of games, in which nothing need be chosen."""
    chosen = json.loads(alerts.games)
    options = [
        discord.SelectOption(
            label=say.text(game.title)[: MessagePlace.OPTION.limit], value=key, default=key in chosen
        )
        for key, game in GAMES.items()
    ]
    return discord.ui.Select(
        custom_id=str(CustomId(SETTING, 0, rest="games")),
        placeholder=say("menu.look"),
        min_values=0,
        max_values=len(options),
        options=options,
    )


def seek_alert_card(challenge: ChallengeRow, say: Localizer) -> Card:
    """Return the alert about an open challenge, with a button to accept it."""
    game, name = find_game(challenge), safe_name(challenge.challenger_name)
    return Card(
        framed_view(
            OFFERED,
            text(
                heading(say.text(game.title)),
                say("card.look.told", name=name),
                *seat_terms_lines(challenge, say),
                clock_line(challenge.clock, say),
                rated_line(RATED if challenge.rated else None, say),
                say("card.look.why"),
            ),
            row(
                ActionButton.create(take_seat_id(challenge.id), say("button.accept"), SUCCESS),
                link_button(say("button.look.card"), challenge_link(challenge)),
            ),
        )
    )
