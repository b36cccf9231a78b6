"""Whose turn it is, or who won.

Every picture lights that side, and its words begin with a sentence about it.
"""

from rules.game import Outcome, Seat, View
from words import Phrase, Speaker, Words, by_name


def leads(view: View, seat: Seat) -> bool:
    """Whether a seat is to move, or has won."""
    return view.outcome.winner == seat if view.outcome else view.turn == seat


def standing(view: View, say: Speaker) -> str:
    """Return whose turn it is, or the result of the match, in words."""
    if view.turn is not None:
        return say("alt.to_move", side=view.sides[view.turn])
    outcome = view.outcome
    if view.lot:
        return say("alt.lot")
    if outcome is None:
        return say("alt.over")
    if outcome.happened:
        return say.text(result_after(outcome.happened, outcome, view.players))
    if outcome.winner is None:
        return say("alt.draw", reason=outcome.phrase)
    return say("alt.won", side=view.players[outcome.winner], reason=outcome.phrase)


def result_after(happened: Phrase, outcome: Outcome, called: tuple[Words, Words]) -> Phrase:
    """Return the event that `happened`, followed by its result.

    The players are named as in `called`, by seat.
    """
    before = by_name(happened, called)
    if outcome.winner is None or outcome.score is None:
        return Phrase("result.after.draw", before=before)
    points, other_points = outcome.score[:: -1 if outcome.winner else 1]
    return Phrase(
        "result.after.won", before=before, name=called[outcome.winner], high=points, low=other_points
    )
