"""Slash-command options for the game, its options, the clock and the side."""

from collections.abc import Callable
from typing import Any, Final, TypeVar

from discord import app_commands

from bot.answers.translator import locale_text
from bot.cogs.naming import completion

Handler = TypeVar("Handler", bound=Callable[..., Any])

NameText = app_commands.Range[str, 1, 60]
SideText = app_commands.Range[str, 1, 60]
"""The side as people type it; "zwei Steine Vorgabe bekommen" has 28 characters."""
OptionsText = app_commands.Range[str, 1, 400]
ClockText = app_commands.Range[str, 1, 100]
Minutes = app_commands.Range[int, 5, 10080]
COMPLETED: Final[dict[str, Any]] = {
    "game": completion.complete_named_games,
    "options": completion.complete_options,
    "clock": completion.complete_clocks,
    "side": completion.complete_sides,
}


def describe_game_options(command: str, *options: str, **codes: str) -> Callable[[Handler], Handler]:
    """Return a decorator that describes and autocompletes command options.

    The description of an option is the message `<command>.<option>`, or the one whose code is passed
    for it. Autocompletion is added to the options `game`, `options`, `clock` and `side`.
    """
    described = {option: f"{command}.{option}" for option in options} | codes

    def decorate(handler: Handler) -> Handler:
        completed = {option: complete for option, complete in COMPLETED.items() if option in described}
        app_commands.describe(**{option: locale_text(code) for option, code in described.items()})(handler)
        return app_commands.autocomplete(**completed)(handler)

    return decorate
