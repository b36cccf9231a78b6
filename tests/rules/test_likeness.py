"""Boards are alike if a symmetry of the game leads from one to the other.

They are near if two moves may lie between them.
"""

import random
from collections.abc import Iterator
from typing import Any

import pytest

from rules.board import BoardGame
from rules.catalogue import GAMES
from rules.checkers.game import Checkers
from rules.checkers.likeness import LOST
from rules.game import AnyGame
from rules.likeness import (
    DIAGONAL,
    Symmetry,
)
from rules.match import Match
from rules.one_zero_one.game import OneZeroOne
from rules.outline import Outline
from rules.squares import FILES
from tests.examples.every_game import EVERY_BOARD_GAME
from tests.rules.playouts import play_out, random_match, setups
from tests.rules.symmetries import SWAPPED, transform_cells

DISPLAYS = [options for key, options in setups() if key == "one-zero-one"]


def some(game: AnyGame, count: int) -> Iterator[Match]:
    """Matches on their way, under options of every kind."""
    own = [options for key, options in setups() if key == game.key] or [{}]
    for seed in range(count):
        yield random_match(game, own[seed % len(own)], seed, limit=5 + 3 * seed)


@pytest.mark.parametrize("key", EVERY_BOARD_GAME, indirect=True)
def test_the_canonical_form_is_the_same_through_every_symmetry(key: str) -> None:
    game = GAMES[key]
    assert isinstance(game, BoardGame)
    for match in some(game, 12):
        outline = game.outline(match.position)
        size = match.view(None).size  # pyrefly: ignore[missing-attribute]
        for symmetry in game.symmetries:
            other = Outline(outline.likeness, transform_cells(outline.board, size, symmetry))
            assert other.canonical_form == outline.canonical_form
            assert outline.own_image.marks in [image.marks for image in other.images]


def test_ranks_files_and_digits_of_binar_may_change_places() -> None:
    game, chance = GAMES["binar"], random.Random(1)
    for match in some(game, 24):
        outline, edge = game.outline(match.position), match.options["size"]
        files, ranks = chance.sample(range(edge), edge), chance.sample(range(edge), edge)
        board = {
            f"{FILES[files[FILES.index(name[0])]]}{ranks[int(name[1:]) - 1] + 1}": digit
            for name, digit in outline.board.items()
        }
        for symmetry in (Symmetry(), Symmetry(DIAGONAL), Symmetry(swaps=True)):
            assert (
                Outline(outline.likeness, transform_cells(board, edge, symmetry)).canonical_form
                == outline.canonical_form
            )


def test_boards_of_binar_with_equal_lines_are_told_apart() -> None:
    """Both boards have two digits in each of eight lines.

    In one they form a ring of eight digits, in the other two rings of four.
    """
    game = GAMES["binar"]
    ring = dict.fromkeys(("a1", "b1", "b2", "c2", "c3", "d3", "d4", "a4"), "0")
    pairs = dict.fromkeys(("a1", "b1", "b2", "a2", "c3", "d3", "d4", "c4"), "0")
    outlines = []
    for cells in (ring, pairs):
        match = Match(game, {"digits": "choose"}, bytes(32))
        match.set_position({"cells": cells, "turn": 0})
        outlines.append(game.outline(match.position))
    one, other = outlines
    assert one.own_image.marks == other.own_image.marks
    assert one.canonical_form != other.canonical_form


@pytest.mark.parametrize("key", EVERY_BOARD_GAME, indirect=True)
def test_a_game_goes_on_alike_through_each_of_its_symmetries(key: str) -> None:
    game = GAMES[key]
    assert isinstance(game, BoardGame)
    for match in some(game, 4):
        if match.turn is None or not match.plies:
            continue
        given = game.dump(match.position) | {"turn": match.turn}
        view = match.view(None)
        for symmetry in game.symmetries:
            cells = transform_cells(given["cells"], view.size, symmetry)  # pyrefly: ignore[missing-attribute]
            if isinstance(game, Checkers) and not set(cells) <= set(match.position.generator.squares):
                continue  # that is the other tone's board
            data = {"cells": cells, "turn": 1 - match.turn if symmetry.swaps else match.turn}
            if "hands" in given:
                data["hands"] = given["hands"][::-1] if symmetry.swaps else given["hands"]
            assert successors(match, data) == successors(
                match, {name: given[name] for name in data} | {"turn": match.turn}
            )


def successors(match: Match, data: dict[str, Any]) -> list[Any]:
    """What may follow from a board, through all symmetries."""
    again = Match(match.game, match.settled_options, bytes(32))
    again.set_position(data)
    game, position = again.game, again.position
    return sorted(game.outline(game.play(position, move)).canonical_form for move in game.moves(position))


@pytest.mark.parametrize("options", DISPLAYS, ids=str)
def test_it_makes_no_difference_who_has_which_digit(options: dict[str, object]) -> None:
    game = GAMES["one-zero-one"]
    assert isinstance(game, OneZeroOne)
    match = random_match(game, options, 2, limit=9)
    outline = game.outline(match.position)
    other = {name: card[:-1] + SWAPPED[card[-1]] for name, card in outline.board.items()}
    assert Outline(outline.likeness, other).canonical_form == outline.canonical_form
    shown = game.dump(match.position)
    for line in shown["lines"].values():
        for card in line:
            if card:
                card["digit"] = 1 - card["digit"]
    again = Match(game, match.options, bytes(32))
    again.set_position(shown | {"digits": shown["digits"][::-1]})
    assert again.moves() == match.moves()
    for move in match.moves()[::7]:
        mine, theirs = (each.copy() for each in (match, again))
        mine.play(move), theirs.play(move)
        assert game.outline(mine.position).canonical_form == game.outline(theirs.position).canonical_form
        assert game.score(mine.position) == game.score(theirs.position)


@pytest.mark.ci
def test_what_two_moves_change_is_near(key: str) -> None:
    """This holds as far as a game says so.

    Exchanges of many pieces and long chains of cards change more.
    """
    game, missed, seen = GAMES[key], 0, 0
    own = [options for each, options in setups() if each == key] or [{}]
    for number, options in enumerate(own[:12]):
        outlines = [game.outline(position) for position, _ in play_out(game, options, number, limit=120)]
        images = [outline.own_image for outline in outlines]
        likeness = outlines[0].likeness
        for plies in (0, 1, 2):
            for before, after in zip(images, images[plies:], strict=False):
                if isinstance(game, Checkers) and (before.marks & ~after.marks).bit_count() > LOST:
                    continue
                seen += 1
                missed += not likeness.can_become(before.form, after.form, plies)
                if likeness.can_become(before.form, after.form, plies):
                    assert (before.marks ^ after.marks).bit_count() <= likeness.within
                    assert abs(before.pieces - after.pieces) <= likeness.uneven
    assert missed <= (seen // 200 if key == "one-zero-one" else 0)


def test_what_many_moves_change_is_not_near(key: str) -> None:
    game = GAMES[key]
    for seed in range(6):
        match = random_match(game, {}, seed, limit=40)
        outlines = [game.outline(ply.position) for ply in match.plies]
        if len(outlines) > 16:
            before, after = outlines[7].own_image, outlines[16].own_image
            assert not outlines[0].likeness.can_become(before.form, after.form, 2)
            assert not outlines[0].likeness.can_become(after.form, before.form, 2)


@pytest.mark.parametrize(
    ("before", "after", "near"),
    [
        ("c3w h8b", "d4w h8b", True),
        ("c3w h8b", "e5w h8b", False),
        ("c3w d4b h8b", "e5w h8b", True),
        ("c3w d4b h8b", "e5w g7b", True),
        ("c3w d4b h8b", "f6w h8b", False),
        ("c3w d4b f6b", "d4b", True),
        ("c3w d4b f6b", "c3w f6b", False),
        ("c3W h8b", "g7W h8b", True),
        ("c3W h8b", "e6W h8b", False),
        ("c3w d4b f6b", "g7w", True),
        ("c3w c7b", "c3W c7b", False),
        ("f7w", "e8W", True),
    ],
)
def test_a_piece_comes_from_where_it_can_have_been(before: str, after: str, near: bool) -> None:
    game = GAMES["russian"]
    likeness = game.outline(Match(game, {}, bytes(32)).position).likeness
    one, other = (
        likeness.own_image({each[:2]: each[2] for each in text.split()}).form for text in (before, after)
    )
    assert likeness.can_become(one, other, 2) is near
