"""Whose turn it is, or who won.

Every picture highlights that side, and its alt text has a sentence about it.
"""

from rules.game import Outcome, Seat, View
from words import Localizer, Phrase, Words, insert_player_names


def is_highlighted(view: View, seat: Seat) -> bool:
    """Whether a seat is to move, or has won."""
    return view.outcome.winner == seat if view.outcome else view.turn == seat


def describe_standing(view: View, say: Localizer) -> str:
    """Return whose turn it is, or the result of the match, in words."""
    if view.turn is not None:
        return say("alt.to_move", side=view.sides[view.turn])
    outcome = view.outcome
    if view.lot:
        return say("alt.lot")
    if outcome is None:
        return say("alt.over")
    if outcome.happened:
        return say.text(event_with_result(outcome.happened, outcome, view.players))
    if outcome.winner is None:
        return say("alt.draw", reason=outcome.phrase)
    return say("alt.won", side=view.players[outcome.winner], reason=outcome.phrase)


def reason_as_heading(reason: str) -> str:
    """Return why a match ended, as a line of its own.

    It begins with a capital and has no full stop, but two sentences keep theirs.
    """
    reason = reason if ". " in reason else reason.removesuffix(".")
    return reason[:1].upper() + reason[1:]


def event_with_result(event: Phrase, outcome: Outcome, player_names: tuple[Words, Words]) -> Phrase:
    """Return an event followed by the result of the match.

    `player_names` are by seat.
    """
    before = insert_player_names(event, player_names)
    if outcome.winner is None or outcome.score is None:
        return Phrase("result.after.draw", before=before)
    points, other_points = outcome.score[:: -1 if outcome.winner else 1]
    return Phrase(
        "result.after.won", before=before, name=player_names[outcome.winner], high=points, low=other_points
    )
