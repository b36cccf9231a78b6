"""The custom_ids of buttons that start something, such as on the home card."""

from dataclasses import dataclass
from typing import Final

from bot.custom_ids import CustomId
from rules.game import AnyGame

TWOTONE: Final = "twotone"
ANYONE: Final = "anyone"
LEARN: Final = "learn"
PURPOSES: Final = (TWOTONE, ANYONE, LEARN)
"""Purposes of choosing a game: play the computer, challenge anyone, learn it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AvailableActions:
    """The actions that a person can take in a place.

    `computer` says whether the computer can be played there, `challenges` whether a challenge can be
    posted. `due_exercises` is the number of exercises due.
    """

    computer: bool = True
    challenges: bool = True
    due_exercises: int = 0


GUESS_MONTH: Final = CustomId("guess-month", 0)
"""Shows who has guessed most moves of this server in a month."""


def guess_id(match_id: int, version: int) -> CustomId:
    """Return the custom_id by which a spectator guesses a match's next move."""
    return CustomId("guess", match_id, version)


def games_id(purpose: str, family: str | None = None) -> CustomId:
    """Return the custom_id that shows a list of games to choose from.

    With a `family` the list replaces the message; the family is empty if a menu names it.
    """
    return CustomId("games", 0, rest=purpose if family is None else f"{purpose},{family}")


def private_id(game: AnyGame) -> CustomId:
    """Return the custom_id that starts or resumes a game against the computer.

    It is a private match, which only its player sees.
    """
    return CustomId("private", 0, rest=game.key)


def seek_id(game: AnyGame, purpose: str) -> CustomId:
    """Return the custom_id that posts an open challenge to a game.

    `purpose` says whether it is open to any member, or to the computer at a strength still to be
    chosen.
    """
    return CustomId("seek", 0, rest=f"{purpose},{game.key}")
