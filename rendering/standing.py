"""Whose turn it is, or who won and why: the sentence that every picture's words begin with."""

from rules.game import View
from words import Speaker


def standing(view: View, say: Speaker) -> str:
    """Return whose turn it is, or how the match ended."""
    if view.turn is not None:
        return say("alt.to_move", side=view.sides[view.turn])
    outcome = view.outcome
    if outcome is None:
        return say("alt.over")
    if outcome.winner is None:
        return say("alt.draw", reason=outcome.said)
    return say("alt.won", side=view.sides[outcome.winner], reason=outcome.said)
