"""Positions in which neither side makes headway."""

from rules.match import Match

QUIET = "without a capture or a man's move"

KINGS = "with three kings or more against a lone king"

FEW = "with two pieces or fewer, a king among them, against a lone king"


def step(match: Match) -> None:
    """Play a quiet king move that allows no capture and repeats no position often."""
    choices = []
    for text in match.moves():
        trial = match.copy()
        trial.play(text)
        if trial.position.quiet and not any(move.captured for move in trial.position.legal):
            choices.append((trial.position.occurrences, text))
    match.play(min(choices)[1])
