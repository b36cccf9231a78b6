"""The search's own tree equals the rules' tree.

Both have the same moves, the same boards and the same state of everything that leads to a draw.
"""

import random

import pytest

from engines.checkers.counts import counts_of
from engines.checkers.move_tree import SHUFFLE, Child, move_generators
from rules.catalogue import GAMES
from rules.checkers import draws
from rules.checkers.captures import Route
from rules.checkers.position import Position
from tests.rules.checkers.matches import SETUPS, at, position
from tests.rules.playouts import play_out

setups = pytest.mark.parametrize(("key", "options"), SETUPS, ids=str)


def sides(where: Position) -> tuple[int, int]:
    return where.board.sides(where.colour)


def tree_children(where: Position) -> list[Child]:
    """Return the legal moves of a position as the tree has them."""
    ruleset = where.generator.ruleset
    moves, counts = move_generators(ruleset)[where.colour], counts_of(ruleset)
    own, other = sides(where)
    routes: list[Route] = []
    children = moves.captures(own, other, where.board.kings, routes)
    if not children or ruleset.optional_capture:
        barred = counts.barred_king(counts.state_of(where), own, where.board.kings)
        children += moves.quiets(own, other, where.board.kings, barred, routes)
    return children


def check(where: Position) -> None:
    """Check that every legal move leads to the same board in tree and rules.

    Both must also remember the same facts that lead to a draw.
    """
    counts = counts_of(where.generator.ruleset)
    children = tree_children(where)
    found = {child[:5]: child for child in children}
    bits = where.generator.geometry.bits
    expected = set()
    for move in where.legal:
        after = where.play(move)
        own, other = sides(after)
        name = (own, other, after.board.kings, bits[move.start], bits[move.end])
        expected.add(name)
        child = found[name]
        assert (child[5] == SHUFFLE) == (len(after.keys) > 1)
        quiet = where.quiet + 1 if after.quiet else 0
        assert quiet == after.quiet
        past = counts.state_of(where)
        if counts.remembers:
            past = counts.state_after(past, where.board.kings, child)
        assert past == counts.state_of(after)
        assert (past is counts.nothing) == (past == counts.nothing)
        if counts.state_of(where) is counts.nothing and not counts.begins and past is not counts.nothing:
            assert not own & own - 1 or not other & other - 1
        ending = draws.ending_rule(where.generator.ruleset, after.tallies, after.quiet, after.board)
        by_count = ending is not None and ending.in_all is None
        assert counts.is_draw(past, after.quiet, own, other, after.board.kings) == by_count
        if by_count:
            assert after.quiet >= counts.draw_limit(own, other) or past != counts.nothing
    own, other = sides(where)
    moves = move_generators(where.generator.ruleset)[where.colour]
    assert moves.has_quiet_move(own, other, where.board.kings) == (
        moves.count_quiets(own, other, where.board.kings) > 0
    )
    assert set(found) == expected
    assert len(children) == len(where.legal)


@pytest.mark.ci
@setups
def test_moves_and_memory_are_those_of_the_rules_along_random_games(
    key: str, options: dict[str, str]
) -> None:
    for seed in range(2):
        for ply, (where, move) in enumerate(play_out(GAMES[key], options, seed, limit=120)):
            if move is not None and ply % 3 == 0:
                check(where)


@pytest.mark.ci
@setups
def test_they_are_in_endings_of_kings_too(key: str, options: dict[str, str]) -> None:
    """Random walks of few pieces agree too.

    Counts, repetitions and the limit of one king come in there.
    """
    if options.get("aim") == "crown":
        return  # the first king has ended it
    chance = random.Random(7)
    for white, black in (("Ka1 Kc1 e1", "Kd6 f6"), ("Ka1 Kc3", "Kh8"), ("Ka1 Kc1 Kc3", "Kf8")):
        if key in ("spanish", "italian"):
            white, black = (
                " ".join(_mirror_square(piece) for piece in side.split()) for side in (white, black)
            )
        where = position(at(key, white, black, "White", None, **options))
        for _ in range(45):
            if where.outcome:
                break
            check(where)
            where = where.play(chance.choice(where.legal))


def _mirror_square(piece: str) -> str:
    """Return the piece on the square of the other tone in the same row."""
    return piece[:-2] + "hgfedcba"["abcdefgh".index(piece[-2])] + piece[-1]
