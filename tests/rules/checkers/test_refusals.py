"""A refused move is told which rule it breaks, of which variant."""

import random
import re
from collections.abc import Iterator
from typing import Any

import pytest

from rules.game import AmbiguousMove, IllegalMove
from tests.rules.checkers.matches import EVERY_SETUP, at, new, position, refusal
from tests.rules.playouts import random_match

CASES = """
a quiet move while a capture exists | russian | e5 a1 | d4 | a1-b2
    You must capture: e5:c3 is possible (Russian checkers: captures are mandatory).
a capture of its own piece comes first among the examples | american | a3 e5 | b4 d6 | e5-f6
    You must capture: 15x6 is possible (American checkers: captures are mandatory).
too few pieces | international | b2 i3 | c3 h4 f6 | b2xd4
    You must take 2 pieces: 40x18 does, this takes 1 piece (International draughts: the most pieces must be taken).
too little value | frisian | Ka1 i1 | Kc3 h2 | i1xg3
    You must take the most value: 46x32 takes more than this (Frisian draughts: a king counts more than a man, and
    the highest value must be taken).
a man where a king captures | czech | Kb6 b4 | c5 | b4xd6
    A king must capture here: b6xg1 (Czech checkers: where a king can capture, a man may not).
too few kings | spanish | Kd3 | e2 Kc4 | d3xf1
    You must take 1 of the kings: 11x20 does (Spanish checkers: of equal captures the one with the most kings must be
    chosen).
a king later than it could | italian | Ke4 | Kd5 b7 f5 Kf7 | e4xe8
    You must take a king as early as possible: 19x1 does (Italian checkers: of equal captures the one that meets a
    king first must be chosen).
a capture stopped early | american | a1 | b2 d4 | a1xc3
    The capture cannot stop on 22: it goes on, 29x22x15 (American checkers: a capture once begun is finished).
a capture stopped early where most must be taken | turkish | a3 | a4 a6 | a3xa5
    The capture cannot stop on a5: it goes on, a3xa5xa7 (Turkish checkers: a capture once begun is finished).
the beginning of a capture that is outranked as a whole | czech | Kb6 b4 | c5 e7 | b4xd6
    A king must capture here: b6xg1 (Czech checkers: where a king can capture, a man may not).
the beginning of a capture that would take too few | turkish | a3 Kh1 | a4 a6 h3 h5 h7 | a3xa5
    You must take 3 pieces: h1xh8 does, this takes 1 piece (Turkish checkers: the most pieces must be taken).
a capture that goes on after crowning | american | b6 | Kc7 Ke7 | b6xd8xf6
    The man is crowned on 2 and stops there (American checkers: a man crowned in a capture captures no more in that
    move).
a man stepping back | brazilian | c3 | h8 | c3-b2
    The piece on c3 is a man, and men do not step back (Brazilian checkers: only kings do).
a man capturing back | american | e5 | d4 h8 | e5xc3
    The piece on 15 is a man, and men do not capture backwards (American checkers: only kings do).
a man stepping sideways | gothic | c3 | h8 | c3-d3
    The man on c3 cannot go to d3 (Gothic checkers: a man moves diagonally forward).
a man stepping diagonally in turkish | turkish | c3 | h8 | c3-d4
    The man on c3 cannot go to d4 (Turkish checkers: a man moves straight forward or sideways).
a man capturing diagonally in armenian | armenian | c3 | d4 | c3xe5
    The man on c3 cannot capture that way (Armenian checkers: a man captures straight forward, back or sideways).
a man stepping too far | czech | c3 | h8 | c3-e5
    The man on c3 cannot go as far as e5 (Czech checkers: a man moves one square at a time).
a short king stepping too far | american | Kc3 | h8 | c3-e5
    The king on 22 cannot go as far as 15 (American checkers: a king moves one square at a time).
a short king jumping from afar | american | Ka1 | d4 | a1xe5
    The king on 29 is too far from what it would jump, or from where it would land (American checkers: a king jumps
    over a piece beside it, to the square just behind).
a king landing too far | german | Kc5 | d6 | c5xf8
    The king cannot land on 3 (German checkers: a king lands on the square just behind the piece it takes).
a king landing where it cannot go on | russian | Ka1 | c3 f4 h8 | a1:g7
    A piece that lands on g7 could not go on capturing; a1:h2 is possible (Russian checkers: a capture goes on where
    it can).
a half turn | turkish | Kc1 | Kb1 Kd1 | c1xa1xe1
    On a1 the capture would turn straight round (Turkish checkers: no half turn between two captures).
a man taking a king | italian | c6 | Kb7 | c6xa8
    The man on 10 cannot take a king (Italian checkers: men capture men only).
a jump over one's own | spanish | b1 c2 | g8 | b1xd3
    Your own piece stands on 7, between 4 and 11 (Spanish checkers: nobody jumps their own piece).
a jump over two | pool | Ka1 | c3 d4 | a1xe5
    Several pieces stand between 29 and 15 (Pool checkers: a jump passes over one piece only).
the same piece twice | brazilian | Kd4 | e5 h8 | d4xf6xd4
    The piece on e5 has been jumped already (Brazilian checkers: no piece is jumped twice).
a step after a capture | canadian | c3 | d4 | c3xe5-f6
    Where a piece has captured, it can only go on capturing (Canadian draughts: a capture is never followed by a
    step).
two steps | american | c3 | h8 | c3-d4-e5
    Nothing is captured on the way to 18, so the move ends there (American checkers: only captures go on).
a square taken by a friend | american | c3 d4 | h8 | c3-d4
    18 is taken by a White piece (American checkers: a move ends on an empty square).
a square whose piece is gone already | turkish | Ka1 b3 | a3 b5 c4 Kh8 | a1xa5xc5xc3xa3
    Your own piece stands on b3, between c3 and a3 (Turkish checkers: nobody jumps their own piece).
a square taken by an enemy | american | c3 | d4 e5 | c3xd4
    18 is taken by a Black piece (American checkers: a move ends on an empty square).
off every line | american | c3 | h8 | c3-h4
    20 is not in one line with 22 (American checkers: a man moves diagonally forward).
off every line in a capture | turkish | Kc3 | c5 | c3xc7xe8
    e8 is not in one line with c7 (Turkish checkers: a king captures straight forward, back or sideways).
nothing there | american | c3 | h8 | e3-f4
    There is no piece on 23.
the other's piece | american | c3 | h8 | h8-g7
    The piece on 4 is Black's; it is White's turn.
no move at all | american | c3 | h8 | c3-c3
    The piece on 22 would stay where it is; only a capture can end where it began.
"""
"""By case: variant, White's pieces, Black's, White's text, and below it the reply."""


def read_cases() -> Iterator[Any]:
    """Yield the cases as parameters."""
    for case, reply in re.findall(r"^(\S.*)\n((?:    .+\n)+)", CASES, re.MULTILINE):
        name, *given = case.split(" | ")
        yield pytest.param(*given, " ".join(reply.split()), id=name)


@pytest.mark.parametrize(("key", "white", "black", "text", "sentence"), [*read_cases()])
def test_the_refusal_names_the_rule_and_the_variant(
    key: str, white: str, black: str, text: str, sentence: str
) -> None:
    assert refusal(at(key, white, black), text) == sentence


def test_the_federation_s_rules_are_named_where_they_are_in_force() -> None:
    match = at("turkish", "f5", "Kf4", rules="federation")
    assert refusal(match, "f5xf3") == (
        "The piece on f5 is a man, and men do not capture backwards "
        "(Turkish checkers, federation rules: only kings do)."
    )
    assert at("turkish", "f5", "Kf4").play("f5xf3").text == "f5xf3"


def test_frisian_federation_a_king_that_has_moved_three_times_must_rest() -> None:
    match = at("frisian", "Ka1 i1", "Kd10 j6", rules="federation")
    for text in ("46-41", "2-8", "41-46", "8-2", "46-41", "2-8"):
        match.play(text)
    assert not any(text.startswith("41") for text in match.moves())
    assert refusal(match, "41-46") == (
        "The king on 41 has made 3 moves in a row (Frisian draughts, federation rules: while you have men, the same "
        "king makes at most 3 quiet moves in a row)."
    )
    match.play("50-44")
    assert refusal(match, "8-2").startswith("The king on 8 has made 3 moves in a row")
    match.play("25-30")
    assert "41-46" in match.moves()


def test_frisian_federation_limits_no_king_of_a_side_without_men() -> None:
    counters = {"same_king": {"w": ["a1", 3]}}
    assert at("frisian", "Ka1", "Kj10 j6", counters=counters, rules="federation").play("46-41")
    assert "46-41" not in at("frisian", "Ka1 a5", "Kj10 j6", counters=counters, rules="federation").moves()


@pytest.mark.parametrize("text", ["11-15", "32-28"])
def test_a_match_that_is_over_says_so(text: str) -> None:
    match = new("international")
    match.resign(0)
    assert refusal(match, text) == "The match is over."


@pytest.mark.parametrize(("key", "options"), EVERY_SETUP)
def test_any_squares_are_a_move_or_refused_in_a_sentence(key: str, options: dict[str, str]) -> None:
    chance = random.Random(key)
    for seed in range(6):
        match = random_match(new(key).game, options, seed, limit=20 * seed)
        gen = position(match).generator
        if match.turn is None:
            continue
        own = [
            gen.squares[square]
            for square, piece in gen.pieces(position(match).board).items()
            if piece.colour == position(match).colour
        ]
        for _ in range(40):
            squares = [chance.choice(own), *chance.choices(gen.squares, k=chance.choice((1, 1, 2, 3)))]
            try:
                move = match.game.read(match.position, "-".join(squares))
                assert move.key in {legal.key for legal in match.position.legal}
            except (IllegalMove, AmbiguousMove) as refused:
                assert str(refused)[-1] == "."
