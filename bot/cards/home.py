"""The home card: a member's waiting matches and things to do.

It also has the list of games to choose from, by family.
"""

from collections.abc import Sequence
from typing import Any, Final

import discord

from bot.cards.kit.board_sheets import sheet_picture
from bot.cards.kit.kit import PRIMARY, RUNNING, SUCCESS, Card, Press, framed_view, row, text
from bot.cards.kit.pictures import Drawing
from bot.cards.kit.ways import ANYONE, LEARN, TWOTONE, AvailableActions, games_id, private_id, seek_id
from bot.cards.learning.learn import due_press
from bot.cards.play.games import match_line, play_buttons
from bot.custom_ids import CustomId
from club.play.match.match_lists import ListedMatch
from engines.choose import levels
from rendering.themes import DEFAULT
from rules.catalogue import families
from rules.game import AnyGame
from words import Speaker, commas
from words.message import MessagePlace

WAITING: Final = 3
"""Matches that the home card names; `/games` has all of them."""
IN_ROW: Final = 2
"""Buttons side by side: as many as a phone shows."""


def home_card(
    say: Speaker,
    ways: AvailableActions,
    waiting: Sequence[ListedMatch],
    board: Drawing | None,
    *,
    user_id: int,
) -> Card:
    """Return the home of one person: the matches that wait for them, and the ways on.

    `board` is that of the first match that waits, or what there is to play.
    """
    parts: list[discord.ui.Item[Any] | None] = [text(say("card.home"), say("card.home.about"))]
    named = waiting[:WAITING]
    if named:
        lines = [match_line(match, user_id, say) for match in named]
        parts += [text(say("card.home.waiting"), *lines), board, row(*play_buttons(named, user_id, say))]
    else:
        parts.append(board)
    return Card(framed_view(RUNNING, *parts, *way_rows(say, ways), text(say("card.home.commands"))))


def greeting_card(say: Speaker) -> Card:
    """Return the home card for everyone on a server that has just added the bot.

    It shows no member's matches.
    """
    return Card(
        framed_view(
            RUNNING,
            text(say("card.home.hello"), say("card.home.about")),
            kinds_picture(say, DEFAULT),
            *way_rows(say, AvailableActions()),
            text(say("card.home.server")),
        )
    )


def way_rows(say: Speaker, ways: AvailableActions) -> list[discord.ui.ActionRow[Any]]:
    """Return the big buttons.

    They are: play the computer, find an opponent, today's puzzle, learn a game, and exercises due.
    """
    purposes = [
        *([Press.of(games_id(TWOTONE), say("button.home.twotone"), SUCCESS)] if ways.computer else []),
        *([Press.of(games_id(ANYONE), say("button.home.anyone"), PRIMARY)] if ways.challenges else []),
        Press.of(CustomId("today", 0), say("button.home.puzzle"), PRIMARY),
        Press.of(games_id(LEARN), say("button.home.learn"), PRIMARY),
        *([due_press(ways.due, say)] if ways.due else []),
    ]
    return _button_rows(purposes)


def kinds_picture(say: Speaker, theme: str) -> Drawing:
    """Return the picture of what there is to play: a game of each family."""
    return sheet_picture([games[-1] for games in families().values()], say, theme)


def choose_card(purpose: str, family: str, say: Speaker, *, theme: str) -> Card:
    """Return the games of a family to choose from, and the way to the other families.

    A family that there is not is the first one.
    """
    offered = {
        name: games
        for name, found in families().items()
        if (games := [game for game in found if purpose != TWOTONE or levels(game)])
    }
    family = family if family in offered else next(iter(offered))
    presses = [
        Press.of(
            _game_button_id(purpose, game), say.text(game.title), SUCCESS if purpose == TWOTONE else PRIMARY
        )
        for game in offered[family]
    ]
    return Card(
        framed_view(
            RUNNING,
            text(say(f"card.choose.{purpose}"), say(f"family.{family}.about")),
            sheet_picture(offered[family], say, theme),
            *_button_rows(presses),
            row(_families(purpose, family, offered, say)),
        )
    )


def _game_button_id(purpose: str, game: AnyGame) -> CustomId:
    """Return the custom_id of a game's button.

    Except for a challenge, what it opens takes the place of the list.
    """
    if purpose == TWOTONE:
        return private_id(game)
    if purpose == ANYONE:
        return seek_id(game, ANYONE)
    return CustomId("howto", 0, rest=f"{game.key},0")


def _families(
    purpose: str, shown: str, offered: dict[str, list[AnyGame]], say: Speaker
) -> discord.ui.Select[Any]:
    """Return the menu of all families, each with its games."""
    options = [
        discord.SelectOption(
            label=say(f"family.{family}"),
            value=family,
            description=_cut(commas([say.text(game.title) for game in games], say.language)),
            default=family == shown,
        )
        for family, games in offered.items()
    ]
    return discord.ui.Select(
        custom_id=str(games_id(purpose, "")), placeholder=say("menu.family"), options=options
    )


def _cut(words: str) -> str:
    limit = MessagePlace.OPTION.limit
    return words if len(words) <= limit else words[: limit - 1] + "…"


def _button_rows(presses: Sequence[Press]) -> list[discord.ui.ActionRow[Any]]:
    """Arrange buttons in rows."""
    return [row(*presses[start : start + IN_ROW]) for start in range(0, len(presses), IN_ROW)]
