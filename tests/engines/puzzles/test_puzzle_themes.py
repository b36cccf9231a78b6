"""Themes of puzzles: each by an example that one can look at.

The themes of the shipped puzzles are those that the present code finds.
"""

import pytest

from engines.puzzles.puzzle import Puzzle, load_shipped_puzzles, parse_puzzle
from engines.puzzles.puzzle_themes import THEMES, add_traits, estimate_difficulty, themes_of
from rules.catalogue import GAMES

EVERY = [puzzle for game in GAMES for puzzle in load_shipped_puzzles(game)]
SHIPPED = {
    # A man is given, two are taken at one stroke, and the last landing crowns.
    ("american", 6): ("shot", "breakthrough"),
    # Two men are given, one after the other, for three at one stroke; the second gift takes nothing.
    ("american", 160): ("shot", "long_capture", "sacrifice", "quiet"),
    # Man for man, and then the move that wins.
    ("american", 314): ("exchange",),
    # A man is let through to be crowned, and taken as a king is given too.
    ("american", 792): ("shot", "long_capture", "sacrifice", "breakthrough", "king_hunt", "lure", "quiet"),
    # Neither side captures anything until the opponent has to give way.
    ("german", 11): ("quiet", "opposition"),
    # Behind in territory, the solver places the piece that shows less and wins, whatever follows.
    ("binary", 729): ("no_answer", "holding_back", "comeback"),
    # The same, up to the last piece.
    ("binary", 70): ("ending", "comeback"),
}
"""By game and match, what a shipped puzzle is about."""
MADE = {
    "king_hunt": Puzzle("american", {}, "W:W23,27,32:BK14,1", ("23-18", "14x23", "27x18"), 100, 1, 0),
    "blockade": Puzzle("american", {}, "W:W29,30:B21", ("29-25",), 0, 1, 0),
}
"""Composed puzzles by theme, for themes that hardly ever come about.

In one a man is given to a king, which is then captured; in the other a man has no move left.
"""


def of_match(game: str, number: int) -> Puzzle:
    return next(puzzle for puzzle in load_shipped_puzzles(game) if puzzle.match == number)


@pytest.mark.parametrize(("game", "number"), list(SHIPPED))
def test_a_puzzle_is_about_what_one_sees(game: str, number: int) -> None:
    assert themes_of(of_match(game, number)) == SHIPPED[game, number]


def test_a_king_is_hunted_where_one_is_taken_and_a_blockade_leaves_pieces_without_a_move() -> None:
    assert themes_of(MADE["king_hunt"]) == ("king_hunt",)
    assert themes_of(MADE["blockade"]) == ("blockade", "ending")


def test_every_theme_has_an_example_here() -> None:
    shown = {theme for themes in SHIPPED.values() for theme in themes} | set(MADE)
    assert shown == set(THEMES)
    assert len(THEMES) >= 8


@pytest.mark.ci
@pytest.mark.parametrize("every", [11, pytest.param(1, marks=pytest.mark.deep)])
def test_what_is_shipped_is_about_what_the_code_of_today_says(every: int) -> None:
    for puzzle in EVERY[::every]:
        assert add_traits(puzzle) == puzzle
    assert sum(not puzzle.themes for puzzle in EVERY) < len(EVERY) / 10


def test_estimates_tell_easy_from_hard() -> None:
    american = load_shipped_puzzles("american")
    by_stars = [[each.points for each in american if each.stars == stars] for stars in (1, 2, 3)]
    means = [sum(points) / len(points) for points in by_stars if points]
    assert means == sorted(means)
    assert all(1000 <= puzzle.points <= 2300 for puzzle in EVERY)
    easy = american[0]
    assert estimate_difficulty(easy, ()) - estimate_difficulty(easy, ("shot",)) == 60


def test_a_puzzle_from_a_match_of_people_is_stored_without_its_themes_as_ever() -> None:
    kept = parse_puzzle(
        "american",
        '{"match":6,"options":{},"at":"B:W14,17,19,22,24,26-28,30:B1,2,4,5,7,8,12,13,15",'
        '"line":"15-18 22x15 13x31","given":100,"stars":1}',
    )
    assert not kept.has_traits
    assert "themes" not in kept.to_line()
    assert add_traits(kept) == of_match("american", 6)
    assert add_traits(kept).key == kept.key
