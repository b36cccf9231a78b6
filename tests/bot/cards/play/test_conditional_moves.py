"""The conditional-move form and the card of its lines hold the longest list."""

import pytest

from bot.cards.play.conditional_moves import FORM_LIMIT, format_lines, line_in_words, parse_lines
from club.play.course.conditional_moves import LINES, PLIES
from rules.catalogue import GAMES
from rules.checkers.game import Checkers
from rules.checkers.notation import write_squares
from rules.match import Match
from tests.sets import leave_to_ci
from words import languages, localizer_for

CARD_LIMIT = 4000
HEAD = 600
"""Characters of a card besides its lines, at most."""
CHECKERS = [game for game in GAMES.values() if isinstance(game, Checkers)]


@pytest.mark.parametrize("game", CHECKERS, ids=lambda game: game.key)
def test_ten_lines_of_captures_that_leave_no_man_fit_and_read_back(game: Checkers) -> None:
    origin = Match(game, {}, b"").origin
    last = len(origin.generator.geometry.places) - 1
    longest = write_squares(origin.generator, [last] * (max(game.tally(origin)) + 1), captures=True)
    lines = [(longest,) * (PLIES - 1)] * LINES
    assert len(format_lines(lines)) <= FORM_LIMIT
    assert parse_lines(format_lines(lines)) == [list(line) for line in lines]


@pytest.mark.parametrize("language", leave_to_ci(languages(), but=("en", "de", "ru")))
def test_ten_lines_of_any_captures_are_a_card_that_discord_takes(language: str) -> None:
    longest = "x".join(str(square) for square in range(10, 50))
    line = line_in_words((longest,) * (PLIES - 1), localizer_for(language))
    assert LINES * len(line) <= CARD_LIMIT - HEAD
    assert "`12x21x30`" in line_in_words(("12x21x30", "7-11"), localizer_for(language))
