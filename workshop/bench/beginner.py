"""A beginner, the yardstick for level 1, who sees immediate gains and no further.

Beginners capture when they can (checkers), take the best score at once (Binary, Zong-Heng, Yin
Yang, One Zero One), complete a line that wins (Binar), go forward if they can (Incorrect Checkers),
and otherwise move at random.
"""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from rules.checkers.rulesets import RULESETS
from rules.match import Match, secret_of
from rules.shuffle import Shuffle

Wish = Callable[[Match, Sequence[Any]], Sequence[Any]]
"""(match, legal moves) → the moves that a beginner would like best.

There are none if they see nothing to gain.
"""


def beginner(match: Match, seed: int) -> Any:
    """Return the move that a beginner makes: any of those that they like best."""
    assert match.turn is not None  # the match goes on
    moves = match.game.moves(match.position)
    liked = WISHES[match.game.key](match, moves) or moves
    return liked[Shuffle(secret_of(f"{seed} {len(match.plies)}")).below(len(liked))]


def _captures(match: Match, moves: Sequence[Any]) -> Sequence[Any]:
    del match
    return [move for move in moves if move.captured]


def _best_score(match: Match, moves: Sequence[Any]) -> Sequence[Any]:
    """Return the moves that show the most.

    They are judged by the seat's lead once they are made and before any card is drawn.
    """
    game, seat = match.game, match.turn or 0
    leads = []
    for move in moves:
        if game.hidden:
            score: Any = game.preview(match.position, move, seat).score  # pyrefly: ignore[missing-attribute]
        else:
            score = game.tally(game.play(match.position, move))
        assert score is not None  # these games count
        leads.append(score[seat] - score[1 - seat])
    most = max(leads)
    return [move for move, lead in zip(moves, leads, strict=True) if lead == most]


def _wins(match: Match, moves: Sequence[Any]) -> Sequence[Any]:
    game = match.game
    ends = ((move, game.outcome(game.play(match.position, move))) for move in moves)
    return [move for move, outcome in ends if outcome is not None and outcome.winner == match.turn]


def _forward(match: Match, moves: Sequence[Any]) -> Sequence[Any]:
    game, seat = match.game, match.turn or 0
    come = game.tally(match.position)[seat]  # pyrefly: ignore[unsupported-operation]
    return [move for move in moves if game.tally(game.play(match.position, move))[seat] > come]  # pyrefly: ignore[unsupported-operation]


WISHES: Final[Mapping[str, Wish]] = MappingProxyType(
    {
        "binar": _wins,
        "zong-heng": _best_score,
        "binary": _best_score,
        "yin-yang": _best_score,
        "incorrect-checkers": _forward,
        "one-zero-one": _best_score,
        **dict.fromkeys(RULESETS, _captures),
    }
)
"""What a beginner looks for in each game."""
