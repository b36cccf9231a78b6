"""Worths of patterns of men: symmetric, within their regions, read as stored."""

from pathlib import Path

import pytest

from engines.checkers.evaluate import TEMPO, pattern_evaluators, untrained_evaluators
from engines.checkers.patterns import FINE, WEIGHTS, load_worths, pattern_regions, write_worths
from rules.catalogue import GAMES
from rules.checkers.geometry import Geometry
from rules.checkers.moves import BLACK, WHITE
from rules.checkers.rulesets import RULESETS
from rules.shuffle import Shuffle
from tests.engines.checkers.boards_turned import swap_sides
from tests.rules.playouts import play_out

every_variant = pytest.mark.parametrize("key", RULESETS)


def some_worths(key: str) -> list[int]:
    """Worths that training might have found, up to two men."""
    chance = Shuffle(bytes(32))
    return [chance.below(400 * FINE) - 200 * FINE for _ in range(pattern_regions(key).size)]


@every_variant
def test_without_anything_learnt_positions_are_worth_what_they_are_by_hand(key: str) -> None:
    row = RULESETS[key]
    plain, hand = pattern_evaluators(row, [0] * pattern_regions(key).size), untrained_evaluators(row)
    for where, _ in play_out(GAMES[key], {}, 4, limit=90):
        board = where.board
        for colour, sides in ((WHITE, (board.white, board.black)), (BLACK, (board.black, board.white))):
            assert plain[colour](*sides, board.kings) == hand[colour](*sides, board.kings)


@every_variant
def test_what_is_learnt_is_worth_the_same_to_both_colours(key: str) -> None:
    row, differ = RULESETS[key], 0
    learnt, hand = pattern_evaluators(row, some_worths(key)), untrained_evaluators(row)
    for where, _ in play_out(GAMES[key], {}, 4, limit=60):
        board = where.board
        other = swap_sides(where.generator, board)
        seen_by_white = learnt[WHITE](board.white, board.black, board.kings)
        assert seen_by_white == learnt[BLACK](other.black, other.white, other.kings)
        assert seen_by_white - TEMPO == TEMPO - learnt[BLACK](board.black, board.white, board.kings)
        differ += seen_by_white != hand[WHITE](board.white, board.black, board.kings)
    assert differ > 10


@every_variant
def test_every_square_lies_in_a_region_and_regions_are_turns_of_each_other(key: str) -> None:
    patterns, geometry = pattern_regions(key), Geometry(RULESETS[key])
    last = len(geometry.bits) - 1
    assert {square for region in patterns.regions for square in region} == set(range(last + 1))
    for region, counterpart in zip(patterns.regions, reversed(patterns.regions), strict=True):
        assert [last - square for square in region] == list(reversed(counterpart))


def test_each_man_and_each_two_men_of_a_pattern_are_a_part_of_their_own() -> None:
    patterns, bits = pattern_regions("american"), Geometry(RULESETS["american"]).bits
    one, two, three = (bits[square] for square in patterns.regions[0][:3])
    men = one | two << patterns.blacks | three
    parts = patterns.parts(0, men)
    assert len(set(parts)) == 3 + 3
    assert set(patterns.parts(0, one)) | set(patterns.parts(0, two << patterns.blacks)) < set(parts)
    assert patterns.parts(0, one) != patterns.parts(0, one << patterns.blacks)
    everything = {
        number for first in (0, 1, 1 << patterns.blacks) for number, _ in patterns.parts(0, one * first)
    }
    assert everything == {0, 1}
    assert {number for number, _ in patterns.parts(8, 0)} == set()


def test_what_is_shipped_is_read_as_it_was_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    worths = some_worths("american")
    write_worths(tmp_path / "american.gz", worths)
    monkeypatch.setattr("engines.checkers.patterns.WEIGHTS", tmp_path)
    assert load_worths("american") == worths
    assert load_worths("russian") is None


def test_what_is_shipped_fits_the_board_and_stays_small() -> None:
    shipped = {path.stem for path in WEIGHTS.glob("*.gz")}
    assert shipped == set(RULESETS)
    for key in shipped:
        worths = load_worths(key)
        assert worths is not None
        assert len(worths) == pattern_regions(key).size
        assert max(map(abs, worths)) < 200 * FINE
        assert (WEIGHTS / f"{key}.gz").stat().st_size < 3_000
