"""What this bot is and how to begin: for one person, and once for a server that has just added it."""

from typing import Any, Final

import discord

from bot.cards.kit import RUNNING, SUCCESS, Card, Press, framed, row, small, text
from bot.cards.try_it import games_menu
from bot.custom_ids import CustomId
from rules.catalogue import GAMES
from words import Said, Speaker, chain

LINES: Final = ("card.help.play", "card.help.move", "card.help.look", "card.help.end", "card.help.settings")
"""How to begin, a line each."""


def help_card(say: Speaker) -> Card:
    """Return what this bot is, and how to begin, for one person."""
    return Card(framed(RUNNING, *_introduction(say, "card.help", LINES)))


def greeting_card(say: Speaker) -> Card:
    """Return what this bot is, and how to begin, for a server that has just added it."""
    return Card(framed(RUNNING, *_introduction(say, "card.greeting", (*LINES, "card.greeting.server"))))


def _introduction(say: Speaker, title: str, lines: tuple[str, ...]) -> tuple[discord.ui.Item[Any], ...]:
    titles = chain("series.more", [game.title for game in GAMES.values()])
    lines_said = [say(code, button=Said("button.play")) for code in lines]
    return (
        text(say(title), *lines_said, small(say.text(titles))),
        row(Press.of(CustomId("try", 0), say("button.try"), SUCCESS)),
        *(row(each) for each in games_menu(say)),
    )
