"""Whose turn it is, or who won: what every picture lights, and the sentence that its words begin with."""

from rules.game import Seat, View
from words import Speaker


def leads(view: View, seat: Seat) -> bool:
    """Return whether a seat is to move, or has won."""
    return view.outcome.winner == seat if view.outcome else view.turn == seat


def standing(view: View, say: Speaker) -> str:
    """Return whose turn it is, or how the match ended."""
    if view.turn is not None:
        return say("alt.to_move", side=view.sides[view.turn])
    outcome = view.outcome
    if view.lot:
        return say("alt.lot")
    if outcome is None:
        return say("alt.over")
    if outcome.winner is None:
        return say("alt.draw", reason=outcome.said)
    return say("alt.won", side=view.players[outcome.winner], reason=outcome.said)
