"""Endings of few pieces are known.

This is checked by the rules' own moves, by the search, and by playing the endings out.
"""

from dataclasses import replace
from itertools import islice
from math import inf

import pytest

from engines.checkers.counts import counts_of
from engines.checkers.endings.endings_in_search import EndgameProbe
from engines.checkers.endings.position_numbers import FEW, position_numbers
from engines.checkers.endings.solve import EndingSolver, best_reply_plies
from engines.checkers.endings.tablebase import TABLES, normalize_ruleset, table_name, table_of
from engines.checkers.search import CheckersSearch
from engines.choose import choose_move
from engines.observation import observe
from rules.checkers.moves import WHITE, Board, Generator, generator
from rules.checkers.position import Position, set_up_position
from rules.checkers.rulesets import RULESETS, MoveCount, Ruleset, ruleset
from rules.shuffle import Shuffle
from tests.engines.checkers.endings import FOURS, KINDS, MANY, sound, swap_sides, table_result
from tests.rules.checkers.matches import SETUPS, at, position
from tests.sets import leave_to_ci

every_kind = pytest.mark.parametrize("row", leave_to_ci(KINDS.values(), every=5), ids=KINDS)


LARGE = 50
"""Size in squares of a board above which the deep run tries only some positions.

Trying all of them takes a quarter of an hour per kind.
"""
STRIDE = 11
"""One position of so many."""


def boards(row: Ruleset, seed: int) -> list[Position]:
    """Return boards of two and three pieces without a history, White to move.

    Each seed gives some.
    """
    places, game, chance = position_numbers(row), generator(row), Shuffle(bytes([seed] * 32))
    found: list[Position] = []
    while len(found) < 30:
        number = chance.below(places.codes**2 if len(found) < 6 else places.of_three)
        board = Board(*places.board(*places.pieces(number)))
        if sound(game, board, sum(map(len, places.pieces(number)))):
            found.append(set_up_position(game, board, WHITE, WHITE))
    return found


def result_by_moves(where: Position) -> int | None:
    """Return the result that follows from the tables' results after each move."""
    replies = []
    for move in where.legal:
        after = where.play(move)
        if after.outcome is None:
            replies.append(table_result(after))
        else:
            replies.append(
                None if after.outcome.winner is None else 0 if after.outcome.winner == where.turn else -1
            )
    return best_reply_plies(iter(replies))


def is_consistent(where: Position) -> bool:
    """Whether the tables' result of a position follows from its moves.

    This is for both colours.
    """
    if where.outcome is None:
        return table_result(where) == result_by_moves(where)
    return table_result(where) == (None if where.outcome.winner is None else 0)


@every_kind
def test_what_is_known_follows_from_the_moves_of_the_rules(row: Ruleset) -> None:
    for where in boards(row, 1):
        assert is_consistent(where), where.board
        assert table_result(swap_sides(where)) == table_result(where)


@pytest.mark.deep
@every_kind
def test_all_that_is_known_follows_from_the_moves_of_the_rules(row: Ruleset) -> None:
    places, game = position_numbers(row), generator(row)
    for number in range(0, places.of_three, 1 if places.squares <= LARGE else STRIDE):
        own, other = places.pieces(number)
        board = Board(*places.board(own, other))
        if sound(game, board, len(own) + len(other)):
            for layer in range(places.layers if places.is_mixed(own) or places.is_mixed(other) else 1):
                assert is_consistent(position_with_streak(game, board, layer)), (board, layer)


def position_with_streak(game: Generator, board: Board, layer: int) -> Position:
    """Return a position whose kings have just made a number of quiet moves in a row.

    This holds for the king of a side that also has a man; `layer` is the number of moves.
    """
    of_bit = game.geometry.of_bit
    streaks = [
        (of_bit[side & board.kings], layer) if layer and side & side - 1 else None
        for side in (board.white, board.black)
    ]
    return set_up_position(game, board, WHITE, WHITE, streaks=(streaks[0], streaks[1]))


@pytest.mark.ci
def test_a_king_that_must_rest_is_known() -> None:
    """In federation Frisian, White must move the man while the king is barred.

    White loses by it, or keeps less.
    """
    row = ruleset("frisian", rules="federation")
    game, chance = generator(row), Shuffle(bytes(32))
    places, differ = position_numbers(normalize_ruleset(row)), 0
    for _ in range(300):
        own, other = places.pieces(chance.below(places.of_three))
        board = Board(*places.board(own, other))
        if not sound(game, board, 3) or not (places.is_mixed(own) or places.is_mixed(other)):
            continue
        each = [position_with_streak(game, board, layer) for layer in range(places.layers)]
        assert all(is_consistent(where) for where in each), board
        differ += len({table_result(where) for where in each}) > 1
    assert differ > 3


@pytest.mark.parametrize(
    "row",
    [
        pytest.param(row, marks=pytest.mark.deep if number % 5 else (), id=name)
        for number, (name, row) in enumerate(KINDS.items())
    ],
)
def test_the_search_without_tables_finds_the_same(row: Ruleset) -> None:
    for where in boards(row, 2)[4:14]:
        if where.outcome is not None:
            continue
        plies = table_result(where)
        found = CheckersSearch(where, MANY).rate(4, 0)[0].worth
        known = CheckersSearch(where, MANY, uses_endings=True).rate(1, 0)[0].worth
        if plies is not None and plies <= 4:
            assert found == known
        assert (plies is None) == (known == 0)
        assert abs(found) < 900_000 or found == known


def test_a_long_win_is_played_out_against_the_longest_defence() -> None:
    match = at("american", "Ka1 Kc3", "Kg1", "White")
    plies = table_result(position(match))
    assert plies is not None
    assert plies > 20
    for left in range(plies, 0, -1):
        where = position(match)
        assert table_result(where) == left
        choice = choose_move(observe(match, where.turn), match.options, 6 if left % 2 else 5, left)
        match.make_move(choice.move)
    assert match.outcome is not None
    assert match.outcome.winner == 0 if position(match).first == WHITE else 1


def test_weak_levels_do_not_know_endings_by_heart() -> None:
    match = at("american", "Ka1 Kc3", "Kg1", "White")
    assert choose_move(observe(match, match.turn or 0), match.options, 6, 1).win_chance == 1.0
    for level in (1, 2, 3, 4):
        value = choose_move(observe(match, match.turn or 0), match.options, level, 1).win_chance
        assert value is not None
        assert value < 1.0


def test_a_win_that_a_count_would_stop_is_not_believed() -> None:
    where = position(at("russian", "Ka1 c3", "Kh2", "White"))
    plies = table_result(where)
    win = next(
        each
        for each in boards(RULESETS["russian"], 3)
        if (table_result(each) or 0) % 2 and (table_result(each) or 0) >= 3 and not each.legal[0].captured
    )
    assert plies != 0
    distance = table_result(win)
    assert distance is not None
    late = set_up_position(win.generator, win.board, WHITE, WHITE, quiet=30 - distance)
    later = set_up_position(win.generator, win.board, WHITE, WHITE, quiet=31 - distance)
    assert table_result(late) == distance
    assert table_result(later) is None


def test_a_position_that_would_draw_is_not_walked_into() -> None:
    """A result nearer its end than a position that has stood twice is believed.

    A result whose line might pass through such a position is not.
    """
    row = RULESETS["american"]
    where = position(at("american", "Ka1 Kc3", "Kg1", "White"))
    plies = table_result(where)
    assert plies is not None
    near = min((where.play(move) for move in where.legal), key=lambda after: table_result(after) or inf)
    board = near.board
    stood = {(board.black, board.white, board.kings, near.colour): 2}
    endings, past = EndgameProbe(row, stood), counts_of(row).state_of(where)
    here = (where.board.white, where.board.black, where.board.kings, WHITE)
    assert endings.plies_to_end(here, 0, past, 0) is None
    assert endings.plies_to_end(here, 0, past, 1) == plies
    assert EndgameProbe(row, {next(iter(stood)): 1}).plies_to_end(here, 0, past, 0) == plies


@pytest.mark.ci
@every_kind
def test_the_endings_of_two_pieces_are_what_the_script_makes(row: Ruleset) -> None:
    table, two = table_of(row), position_numbers(row).codes ** 2
    assert table is not None
    values = EndingSolver(row).solve(2)
    assert values[:two] == table.values[:two]
    assert any(values[:two])
    assert not any(values[two:])


@pytest.mark.deep
@pytest.mark.parametrize(
    "row",
    [row for row in KINDS.values() if row.key in ("american", "russian", "italian", "turkish")],
    ids=str,
)
def test_the_tables_are_what_the_script_makes(row: Ruleset) -> None:
    table = table_of(row)
    assert table is not None
    assert EndingSolver(row).solve() == table.values


@pytest.mark.parametrize("key", ["russian", "frisian", "gothic"])
def test_another_aim_and_counts_of_before_have_no_table(key: str) -> None:
    assert table_of(RULESETS[key]) is not None
    for row in (
        ruleset(key, aim="lose"),
        ruleset(key, aim="crown"),
        replace(RULESETS[key], draws=(MoveCount(15),)),
    ):
        assert table_of(row) is None
    assert key != "frisian" or table_of(ruleset(key, men=5)) is not None


def test_every_kind_has_its_table_and_none_is_left_over() -> None:
    names = {table_name(ruleset(key, **options)) for key, options in SETUPS if "aim" not in options}
    fours = {f"{name}-four" for name in FOURS}
    assert names == set(KINDS)
    assert set(FOURS) == {name for name, row in KINDS.items() if position_numbers(row).most > FEW}
    assert names | fours == {path.stem for path in TABLES.glob("*.xz")}


def test_every_position_has_a_number_of_its_own() -> None:
    places = position_numbers(RULESETS["american"])
    for number in islice(range(0, places.layer, 3_001), 4_000):
        assert places.number(*places.pieces(number)) == number
