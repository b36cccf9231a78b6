"""The form of moves in advance has room for all that its own list may hold."""

import pytest

from bot.cards.advance import FORM_LIMIT, in_form, read_form
from club.play.advance import LINES, PLIES
from rules.catalogue import GAMES
from rules.checkers.game import Checkers
from rules.checkers.notation import write_squares
from rules.match import Match

CHECKERS = [game for game in GAMES.values() if isinstance(game, Checkers)]


@pytest.mark.parametrize("game", CHECKERS, ids=lambda game: game.key)
def test_ten_lines_of_captures_that_leave_no_man_fit_and_read_back(game: Checkers) -> None:
    origin = Match(game, {}, b"").origin
    last = len(origin.generator.geometry.places) - 1
    longest = write_squares(origin.generator, [last] * (max(game.tally(origin)) + 1), captures=True)
    lines = [(longest,) * (PLIES - 1)] * LINES
    assert len(in_form(lines)) <= FORM_LIMIT
    assert read_form(in_form(lines)) == [list(line) for line in lines]
