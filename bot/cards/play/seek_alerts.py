"""Seek alerts: the settings for open challenges to hear of, and the alert itself."""

import json
from typing import Any, Final

import discord

from bot.cards.kit.card_lines import challenge_link, clock_line, options_line, rated_line
from bot.cards.kit.kit import OFFERED, SUCCESS, Card, Press, framed_view, heading, link, row, text
from bot.cards.kit.names import plain
from bot.cards.members.rest import HOURS
from bot.cards.members.settings import AUTOMATIC, SettingChoices, setting_menu
from bot.cards.play.challenge import side_line
from bot.cards.play.games import take_seat
from bot.custom_ids import CustomId
from club.clocks.rest import Rest
from club.clocks.zones import time_there, zone_named
from club.play.match.match_starts import game_of
from club.play.seek.seek_alerts import A_DAY
from data.play.challenges import ChallengeRow
from data.play.seek_alerts import SeekAlertRow
from data.standing.rated_rows import RATED
from rules.catalogue import GAMES
from words import Phrase, Speaker
from words.message import MessagePlace

SETTING: Final = "look-set"
"""The action of what is chosen on the card."""


def seek_alerts_card(known: SeekAlertRow, rest: Rest, now: float, say: Speaker, note: str | None) -> Card:
    """Return the settings for alerts about open challenges on a server.

    They are the games, the hours, and how many alerts a day.
    """
    hours: SettingChoices = [(str(hour), f"{hour:02}:00") for hour in range(HOURS)]
    begins: SettingChoices = [(AUTOMATIC, Phrase("settings.look.any")), *hours]
    counts: SettingChoices = [(str(count), str(count)) for count in A_DAY]
    since = AUTOMATIC if known.since is None else str(known.since)
    until: list[discord.ui.Item[Any]] = []
    if known.since is not None:
        ends = [hour for hour in hours if hour[0] != since]
        until = [text(say("card.rest.until")), setting_menu(SETTING, "until", ends, str(known.until), say)]
    where = say("card.rest.zone", zone=zone_named(rest.zone), hour=time_there(rest.zone, now))
    return Card(
        framed_view(
            OFFERED,
            text(say("card.look"), note, say("card.look.about")),
            text(say("card.look.games")),
            row(_games(known, say)),
            text(where, say("card.look.hours")),
            setting_menu(SETTING, "since", begins, since, say),
            *until,
            text(say("card.look.most")),
            setting_menu(SETTING, "most", counts, str(known.most), say),
            row(Press.of(CustomId("me-boards", 0), say("button.boards"))),
        )
    )


def _games(known: SeekAlertRow, say: Speaker) -> discord.ui.Select[Any]:
    """Return the menu of games, of which none may be chosen."""
    chosen = json.loads(known.games)
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


def seek_card(challenge: ChallengeRow, say: Speaker) -> Card:
    """Return the alert about an open challenge, with a button that takes the seat."""
    game, name = game_of(challenge), plain(challenge.challenger_name)
    return Card(
        framed_view(
            OFFERED,
            text(
                heading(say.text(game.title)),
                say("card.look.told", name=name),
                side_line(challenge, name, say),
                options_line(game, game.read_options(json.loads(challenge.options)), say),
                clock_line(challenge.clock, say),
                rated_line(RATED if challenge.rated else None, say),
                say("card.look.why"),
            ),
            row(
                Press.of(take_seat(challenge.id), say("button.accept"), SUCCESS),
                link(say("button.look.card"), challenge_link(challenge)),
            ),
        )
    )
