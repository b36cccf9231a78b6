"""Odds: the player who takes them moves first.

Men of the back rank of the player who gives them are left out.
"""

import pytest

from rules.catalogue import GAMES, load_match
from rules.checkers.odds import MEN, apply_odds, detect_odds
from rules.match import Match
from tests.rules.checkers.matches import EVERY_VARIANT

GONE = {
    "american": ("e1", "c1"),
    "international": ("e1", "g1"),
    "german": ("e1", "c1"),
    "pool": ("e1", "c1"),
    "russian": ("d8", "f8"),
    "brazilian": ("d8", "f8"),
    "spanish": ("e8", "c8"),
    "italian": ("e8", "c8"),
    "czech": ("d8", "f8"),
    "turkish": ("e7", "d7"),
    "armenian": ("e7", "d7"),
    "gothic": ("e8", "d8"),
    "malaysian": ("f12", "h12"),
    "frisian": ("e1", "g1"),
    "canadian": ("g1", "e1"),
}
"""What the second side begins without, the first man and the second."""


def with_odds(key: str, odds: str, secret: bytes = bytes(32)) -> Match:
    match = Match(GAMES[key], {}, secret)
    apply_odds(match, odds)
    return match


@pytest.mark.parametrize("key", EVERY_VARIANT)
@pytest.mark.parametrize("odds", MEN)
def test_the_second_side_begins_without_these_men(key: str, odds: str) -> None:
    even, match = Match(GAMES[key], {}, bytes(32)), with_odds(key, odds)
    before, after = even.show_view(None), match.show_view(None)
    assert before["cells"].items() >= after["cells"].items()
    assert before["cells"].keys() - after["cells"].keys() == set(GONE[key][: MEN[odds]])
    assert (match.turn, match.sides, after["clock"]) == (0, even.sides, before["clock"])
    assert match.moves() == even.moves()
    assert detect_odds(match.origin) == (odds if MEN[odds] else None)


@pytest.mark.parametrize("key", EVERY_VARIANT)
def test_such_a_match_comes_back_from_its_records(key: str) -> None:
    match = with_odds(key, "man")
    match.play(match.moves()[0])
    for written in (match.record(), match.save()):
        again = load_match(written)
        assert again.position == match.position
        assert detect_odds(again.origin) == "man"
        assert again.sides == match.sides
    assert "[FEN " in match.record()


def test_by_lot_the_men_are_those_of_whoever_moves_second() -> None:
    for number in range(8):
        match = with_odds("malaysian", "two_men", bytes([number] * 32))
        left = match.game.tally(match.position)
        assert left == (30, 28)
    assert {str(with_odds("malaysian", "man", bytes([number] * 32)).sides[0]) for number in range(8)} == {
        "White",
        "Black",
    }


def test_other_positions_are_no_odds() -> None:
    match = Match(GAMES["russian"], {}, bytes(32))
    assert detect_odds(match.origin) is None
    cells = match.show_view(None)["cells"]
    del cells["b8"]
    match.set_position({"cells": cells, "turn": 0})
    assert detect_odds(match.origin) is None
    del cells["d8"]
    match.set_position({"cells": cells, "turn": 0})
    assert detect_odds(match.origin) is None
    match = with_odds("russian", "man")
    match.play(match.moves()[0])
    assert detect_odds(match.position) is None
    match.set_position({**with_odds("russian", "man").show_view(None), "turn": 1})
    assert detect_odds(match.origin) is None, "the giver moves first there"
