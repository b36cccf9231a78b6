"""custom_ids of the buttons that lead on from the home card and from try-outs."""

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
    """What is available where the person is.

    Whether the computer plays there, and whether a challenge can be posted. `due` is the number of
    exercises due.
    """

    computer: bool = True
    challenges: bool = True
    due: int = 0


GUESS_MONTH: Final = CustomId("guess-month", 0)
"""Shows who has guessed most moves of this server in a month."""


def guess_id(match_id: int, version: int) -> CustomId:
    """Return the custom_id by which a spectator guesses a match's next move."""
    return CustomId("guess", match_id, version)


def games_id(purpose: str, family: str | None = None) -> CustomId:
    """Return the custom_id that shows games to choose from.

    With a family, which may be empty where a menu names it, they take the place of the message.
    """
    return CustomId("games", 0, rest=purpose if family is None else f"{purpose},{family}")


def private_id(game: AnyGame) -> CustomId:
    """Return the custom_id that starts or continues a private match with the computer.

    Only its player sees such a match.
    """
    return CustomId("private", 0, rest=game.key)


def seek_id(game: AnyGame, purpose: str) -> CustomId:
    """Return the custom_id that posts a challenge to a game.

    It is open to anyone, or to the computer at any strength.
    """
    return CustomId("seek", 0, rest=f"{purpose},{game.key}")
