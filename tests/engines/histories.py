"""Matches of One Zero One played from their history."""

from rules.catalogue import GAMES
from rules.match import Match, secret_of
from rules.one_zero_one import turn
from rules.one_zero_one.decks import Deal
from tests.leaks.worlds import GAME, History


def play_history(history: History, dealt: Deal) -> Match:
    """Return the match that plays a history on a deal."""
    origin = turn.opening_position(dealt, open_source=False)
    match = Match(GAMES["one-zero-one"], {}, secret_of("appraisal"))
    match.set_position(GAME.dump(origin), origin.turn)
    for move in history.moves:
        match.make_move(move)
    return match
