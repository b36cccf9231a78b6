"""What a game declares about itself on its view agrees with how it is played."""

import pytest

from rules.board import BoardGame, BoardView
from rules.catalogue import GAMES
from rules.match import Match
from tests.examples.every_game import EVERY_BOARD_GAME
from tests.rules.playouts import random_match


def start(game: str) -> BoardView:
    view = Match(GAMES[game], {}, bytes(32)).view(None)
    assert isinstance(view, BoardView)
    return view


@pytest.mark.parametrize("key", EVERY_BOARD_GAME, indirect=True)
def test_a_side_that_is_called_by_a_colour_has_that_tone(key: str) -> None:
    view = start(key)
    colours = [str(side).casefold() for side in view.sides]
    assert all(tone == colour for tone, colour in zip(view.tones, colours, strict=True)) or not (
        {"white", "black"} & {*colours}
    )


def test_the_digits_of_binar_have_the_tones_of_their_players() -> None:
    """Even plays for 0, a dark digit on a light tile; Odd for 1."""
    view = start("binar")
    assert (view.pieces, [str(side) for side in view.sides]) == ("digits", ["Even", "Odd"])
    assert view.tones == ("white", "black")


@pytest.mark.parametrize("key", EVERY_BOARD_GAME, indirect=True)
def test_games_with_kings_say_that_their_pieces_are_ranked(key: str) -> None:
    game = GAMES[key]
    assert isinstance(game, BoardGame)
    assert (start(key).pieces == "ranked") == ("W" in game.symbols)


def test_the_pieces_that_count_are_as_many_as_the_points() -> None:
    match = random_match(GAMES["yin-yang"], {}, seed=5, limit=60)
    for plies in range(len(match.plies) + 1):
        view = match.copy_at(plies).view(None)
        assert isinstance(view, BoardView)
        assert (len(view.scoring_squares(0)), len(view.scoring_squares(1))) == view.score
    assert start("binary").scoring_squares(0) == ()
