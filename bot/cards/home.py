"""The home card: a member's waiting matches and the main actions.

This module also has the list of games to choose from, by family (games that feel alike).
"""

from collections.abc import Sequence
from typing import Any, Final

import discord

from bot.cards.kit.board_sheets import board_sheet_picture, families_picture
from bot.cards.kit.kit import (
    PRIMARY,
    RUNNING,
    SUCCESS,
    ActionButton,
    Card,
    framed_view,
    link_button,
    row,
    text,
)
from bot.cards.kit.pictures import Drawing
from bot.cards.kit.ways import ANYONE, LEARN, TWOTONE, AvailableActions, games_id, private_id, seek_id
from bot.cards.learning.learn import due_exercises_button
from bot.cards.play.games import match_line, play_buttons
from bot.custom_ids import CustomId
from club.play.match.match_lists import ListedMatch
from engines.choose import level_count
from rendering.themes import DEFAULT_THEME
from rules.catalogue import families
from rules.game import AnyGame
from words import Localizer, join_with_commas
from words.message import MessagePlace

WAITING: Final = 3
"""Matches that the home card names; `/games` has all of them."""
CHECKERS: Final = "stepping"
"""The family of checkers to which the button beside the first game leads."""
IN_ROW: Final = 2
"""Buttons side by side: as many as a phone shows."""


def home_card(
    say: Localizer,
    actions: AvailableActions,
    matches: Sequence[ListedMatch],
    board: Drawing | None,
    *,
    user_id: int,
    support_url: str | None = None,
) -> Card:
    """Return a user's home card: the matches that wait for them, and actions.

    `board` shows the first waiting match, or the games that can be played. `support_url` is where people
    find help with the bot, `None` for nowhere.
    """
    parts: list[discord.ui.Item[Any] | None] = [text(say("card.home"), say("card.home.about"))]
    named = matches[:WAITING]
    if named:
        lines = [match_line(match, user_id, say) for match in named]
        parts += [text(say("card.home.waiting"), *lines), board, row(*play_buttons(named, user_id, say))]
    else:
        parts.append(board)
    parts += [*action_rows(say, actions), text(say("card.home.commands"))]
    if support_url:
        parts.append(row(link_button(say("button.support"), support_url)))
    return Card(framed_view(RUNNING, *parts))


def greeting_card(say: Localizer) -> Card:
    """Return the home card for a server that has just added the bot.

    It is for everyone, so that it shows no member's matches.
    """
    return Card(
        framed_view(
            RUNNING,
            text(say("card.home.hello"), say("card.home.about")),
            families_picture(say, DEFAULT_THEME),
            *action_rows(say, AvailableActions()),
            text(say("card.home.server")),
        )
    )


def action_rows(say: Localizer, actions: AvailableActions) -> list[discord.ui.ActionRow[Any]]:
    """Return the rows of large buttons with the main actions.

    They are: play the computer, find an opponent, solve today's puzzle, learn a game, and the exercises
    due.
    """
    purposes = [
        *(
            [ActionButton.create(games_id(TWOTONE), say("button.home.twotone"), SUCCESS)]
            if actions.computer
            else []
        ),
        *(
            [ActionButton.create(games_id(ANYONE), say("button.home.anyone"), PRIMARY)]
            if actions.challenges
            else []
        ),
        ActionButton.create(CustomId("today", 0), say("button.home.puzzle"), PRIMARY),
        ActionButton.create(games_id(LEARN), say("button.home.learn"), PRIMARY),
        *([due_exercises_button(actions.due_exercises, say)] if actions.due_exercises else []),
    ]
    return _button_rows(purposes)


def game_choice_card(purpose: str, family: str, say: Localizer, *, theme: str) -> Card:
    """Return the games of one family to choose from, and a menu of families.

    `purpose` says what is done with the game (see `PURPOSES` in `ways`). An unknown family is replaced
    by the first one.
    """
    offered = {
        name: games
        for name, found in families().items()
        if (games := [game for game in found if purpose != TWOTONE or level_count(game)])
    }
    family = family if family in offered else next(iter(offered))
    presses = [
        ActionButton.create(
            _game_button_id(purpose, game), say.text(game.title), SUCCESS if purpose == TWOTONE else PRIMARY
        )
        for game in offered[family]
    ]
    if family == next(iter(offered)) and CHECKERS in offered:
        presses.insert(1, ActionButton.create(games_id(purpose, CHECKERS), say("button.checkers")))
    return Card(
        framed_view(
            RUNNING,
            text(say(f"card.choose.{purpose}"), say(f"family.{family}.about")),
            board_sheet_picture(offered[family], say, theme),
            *_button_rows(presses),
            row(_family_menu(purpose, offered, say)),
        )
    )


def _game_button_id(purpose: str, game: AnyGame) -> CustomId:
    """Return the custom_id of a game's button.

    What the button opens replaces the list, except for a challenge.
    """
    if purpose == TWOTONE:
        return private_id(game)
    if purpose == ANYONE:
        return seek_id(game, ANYONE)
    return CustomId("howto", 0, rest=f"{game.key},0")


def _family_menu(purpose: str, offered: dict[str, list[AnyGame]], say: Localizer) -> discord.ui.Select[Any]:
    """Return the menu of all families, each with its games."""
    options = [
        discord.SelectOption(
            label=say(f"family.{family}"),
            value=family,
            description=_cut(join_with_commas(_list_titles(games, say), say.language)),
        )
        for family, games in offered.items()
    ]
    return discord.ui.Select(
        custom_id=str(games_id(purpose, "")), placeholder=say("menu.family"), options=options
    )


def _list_titles(games: list[AnyGame], say: Localizer) -> list[str]:
    """Return the titles of a family; a first or last word that all share is said once."""
    titles = [say.text(game.title) for game in games]
    first, last = titles[0].split(" ")[0] + " ", " " + titles[-1].split(" ")[-1]
    if all(title.startswith(first) for title in titles):
        return [titles[0], *(title.removeprefix(first) for title in titles[1:])]
    if all(title.endswith(last) for title in titles):
        return [*(title.removesuffix(last) for title in titles[:-1]), titles[-1]]
    return titles


def _cut(words: str) -> str:
    limit = MessagePlace.OPTION.limit
    return words if len(words) <= limit else words[: limit - 1] + "…"


def _button_rows(presses: Sequence[ActionButton]) -> list[discord.ui.ActionRow[Any]]:
    """Arrange buttons in rows as wide as a phone shows."""
    return [row(*presses[start : start + IN_ROW]) for start in range(0, len(presses), IN_ROW)]
