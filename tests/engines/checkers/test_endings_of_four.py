"""Endings of four pieces on 32 squares are known.

This is checked by the rules' own moves, by the search, and by playing the endings out.
"""

import time

import pytest

from engines.checkers.counts import counts_of, long_count
from engines.checkers.endings.endings_in_search import DRAW, EndgameProbe
from engines.checkers.endings.fours import PIECES, PositionField, solve_four_pieces
from engines.checkers.endings.position_numbers import FEW, position_numbers
from engines.checkers.endings.solve import FARTHEST, EndingSolver, best_reply_plies
from engines.checkers.endings.tablebase import Tablebase, load_fours, table_of
from engines.checkers.player import CheckersPlayer
from engines.checkers.search import CheckersSearch
from engines.choose import choose_move
from engines.observation import observe
from engines.player import TablebaseResult
from rules.checkers.draws import has_material
from rules.checkers.moves import WHITE, Board, generator
from rules.checkers.position import Position, set_up_position
from rules.checkers.rulesets import RULESETS, Ruleset
from rules.match import Match
from rules.shuffle import Shuffle
from tests.engines.checkers.endings import FOURS, KINDS, MANY, sound, swap_sides, table_result
from tests.pace import slowness
from tests.rules.checkers.matches import at, position

ROWS = [KINDS[name] for name in FOURS]
every_kind = pytest.mark.parametrize("row", ROWS, ids=FOURS)

ON_ROAD = [file == rank for file, rank in position_numbers(KINDS["russian"]).geometry.places]
ROAD = [file + rank for file, rank in zip("abcdefgh", "12345678", strict=True)]
SQUARES = [file + rank for file in "abcdefgh" for rank in "12345678" if (ord(file) - ord(rank)) % 2 == 0]


def boards(row: Ruleset, seed: int, count: int) -> list[Position]:
    """Return boards of four pieces without a history, White to move.

    Each seed gives other boards.
    """
    places, game, chance = position_numbers(row), generator(row), Shuffle(bytes([seed] * 32))
    found: list[Position] = []
    while len(found) < count:
        number = places.of_three + chance.below(places.layer - places.of_three)
        board = Board(*places.board(*places.pieces(number)))
        if sound(game, board, PIECES):
            found.append(set_up_position(game, board, WHITE, WHITE))
    return found


def table_plies(table: Tablebase, where: Position) -> int | None:
    """Return the result of the table itself, regardless of any move counts."""
    board = where.board
    own, other = board.sides(where.colour)
    if not own or not other:
        return 0 if other else -1
    return table.plies_to_end(own, other, board.kings, where.colour)


def plies_by_moves(table: Tablebase, where: Position) -> int | None:
    """Return the result that follows from the table's results after each move.

    A side without a move has lost.
    """
    if not where.legal:
        return 0
    plies = best_reply_plies(table_plies(table, where.play(move)) for move in where.legal)
    most = EndingSolver(where.generator.ruleset).win_limit(*where.board)
    return None if plies is not None and plies > most else plies


@pytest.mark.ci
@every_kind
def test_what_is_known_follows_from_the_moves_of_the_rules(row: Ruleset) -> None:
    table = table_of(row)
    assert table is not None
    for where in boards(row, 1, 120):
        assert table_plies(table, where) == plies_by_moves(table, where), where.board
        assert table_plies(table, swap_sides(where)) == table_plies(table, where)


@pytest.mark.deep
@every_kind
def test_much_that_is_known_follows_from_the_moves_of_the_rules(row: Ruleset) -> None:
    table = table_of(row)
    assert table is not None
    for where in boards(row, 2, 30_000):
        assert table_plies(table, where) == plies_by_moves(table, where), where.board


@pytest.mark.ci
@every_kind
def test_the_search_without_tables_finds_the_same(row: Ruleset) -> None:
    near = [
        where for where in boards(row, 3, 60) if where.outcome is None and 0 < (table_result(where) or 0) <= 4
    ]
    for where in near:
        found = CheckersSearch(where, MANY).rate(4, 0)[0].worth
        assert found == CheckersSearch(where, MANY, uses_endings=True).rate(1, 0)[0].worth
    assert len(near) > 5


@pytest.mark.ci
def test_endings_of_kings_alone_are_what_the_script_makes() -> None:
    """The script makes exactly the stored tables of endings with kings only.

    The other tables build on these and take a minute; `make test-deep` makes all of a kind.
    """
    row = RULESETS["american"]
    table, places = table_of(row), position_numbers(row)
    assert table is not None
    made = solve_four_pieces(row, table.values, min_kings=PIECES)
    shipped = load_fours(row.key)
    seen_to = 0
    for number in range(places.of_three, places.layer, 7):
        if all(code >= places.squares for side in places.pieces(number) for code in side):
            value = made[number - places.of_three]
            assert shipped[number - places.of_three] == value
            seen_to += value > 0
    assert seen_to > 10_000


@pytest.mark.deep
@pytest.mark.parametrize("key", ["american", "russian"])
def test_the_tables_are_what_the_script_makes(key: str) -> None:
    table = table_of(RULESETS[key])
    assert table is not None
    assert solve_four_pieces(RULESETS[key], table.values) == load_fours(key)


@pytest.mark.ci
def test_no_end_is_farther_away_than_a_byte_can_say() -> None:
    for row in ROWS:
        table = table_of(row)
        assert table is not None
        known = load_fours(row.key)
        assert FEW * 10 < next(each for each in range(255, -1, -1) if each in known) < FARTHEST


def test_a_piece_never_slides_off_the_board_or_over_another() -> None:
    """From a1 a king of White's reaches d4 and no farther, with a Black king on e5."""
    field = PositionField(RULESETS["russian"], 2)
    game = generator(RULESETS["russian"])
    at_ = [field.at[game.index[square]] for square in ("a1", "h2", "e5", "a7")]
    here = 1 << sum(place * stride for place, stride in zip(at_, field.strides, strict=True))
    before = field.undo_quiet_moves(here, (1, 1, 1, 1), WHITE)
    assert not before & here
    squares = {
        name
        for name in SQUARES
        if before >> (here.bit_length() - 1 + (field.at[game.index[name]] - at_[0]) * field.strides[0]) & 1
    }
    assert squares == {"b2", "c3", "d4"}


def three_kings_against_one(seed: int, *, on_road: bool) -> Match:
    """Return a Russian match of three White kings against one Black king.

    The squares are random. Black's king holds the main road if `on_road`, else it does not.
    """
    chance = Shuffle(bytes([seed] * 32))
    while True:
        lone = ROAD[chance.below(8)] if on_road else SQUARES[chance.below(32)]
        kings = {SQUARES[chance.below(32)] for _ in range(3)}
        if len(kings | {lone}) < PIECES or kings & set(ROAD) or (lone in ROAD) != on_road:
            continue
        match = at("russian", " ".join(f"K{square}" for square in sorted(kings)), f"K{lone}", "White")
        if not position(match).legal[0].captured:
            return match


@pytest.mark.ci
@pytest.mark.parametrize("on_road", [True, False], ids=["main road held", "not held"])
def test_three_kings_against_one_in_russian_end_as_the_tables_say(on_road: bool) -> None:
    """The oldest ending of the game ends as the tables say.

    It is mostly drawn if the lone king holds the main road, otherwise won within 15 moves.
    """
    ends = []
    for seed in range(20):
        match = three_kings_against_one(seed, on_road=on_road)
        plies = table_result(position(match))
        while match.turn is not None:
            match.make_move(choose_move(observe(match, match.turn), match.options, 6, seed).move)
        assert match.outcome is not None
        won = match.outcome.winner == position(match).seat(WHITE)
        assert won == (plies is not None)
        assert plies is None or plies == len(match.plies)
        ends.append(won)
    assert sum(ends) < 4 if on_road else sum(ends) > 10


def test_a_man_s_long_way_is_counted_and_a_count_may_come_before_it() -> None:
    """A win that takes longer than Russian's fifteen quiet moves is not called a win.

    In pool, which has no such count, it is.
    """
    row = RULESETS["russian"]
    table = table_of(row)
    assert table is not None
    far = next(each for each in boards(row, 5, 400) if (table_plies(table, each) or 0) > 30)
    assert table_result(far) is None
    near = next(
        each
        for each in boards(row, 6, 100)
        if (table_plies(table, each) or 0) % 2 and not each.legal[0].captured
    )
    plies = table_result(near)
    assert plies is not None
    for quiet, said in ((30 - plies, plies), (31 - plies, None)):
        assert table_result(set_up_position(near.generator, near.board, WHITE, WHITE, quiet=quiet)) == said


def test_a_count_of_all_pieces_may_come_before_a_win() -> None:
    row = RULESETS["russian"]
    win = next(
        each
        for each in boards(row, 9, 200)
        if (table_result(each) or 0) > 2 and long_count(each).due < MANY and not each.legal[0].captured
    )
    plies = table_result(win)
    assert plies is not None
    board = win.board
    for tally, said in ((60 - plies, plies), (61 - plies, None)):
        counted = tuple(
            tally if rule.in_all and each is not None else each
            for rule, each in zip(row.draws, win.tallies, strict=True)
        )
        where = set_up_position(win.generator, board, WHITE, WHITE, tallies=counted)
        search = CheckersSearch(where, 1, uses_endings=True)
        assert (search.ending and search.ending.plies) == said


@pytest.mark.ci
@pytest.mark.parametrize("step", [13, pytest.param(1, marks=pytest.mark.deep)])
@pytest.mark.parametrize("key", ["russian", "brazilian"])
def test_a_lone_king_that_is_lost_on_the_main_road_must_capture(key: str, step: int) -> None:
    """So the tables need no count of the moves on the main road."""
    row = RULESETS[key]
    places, game, table = position_numbers(row), generator(row), table_of(row)
    assert table is not None
    [rule] = [rule for rule in row.draws if rule.main_road]
    lost = 0
    for number in range(places.of_three, places.layer, step):
        own, other = places.pieces(number)
        if len(own) > 1 or own[0] < places.squares or not ON_ROAD[own[0] - places.squares]:
            continue
        board = Board(*places.board(own, other))
        if (
            has_material(rule, board)
            and (table.plies_to_end(board.white, board.black, board.kings, WHITE) or 1) % 2 == 0
        ):
            lost += 1
            assert game.moves(board, WHITE)[0].captured
    assert lost > 500 // step


def test_the_top_level_and_a_look_say_what_the_tables_know() -> None:
    match = at("russian", "Kc1 Ke1 Kg1", "Ka3", "White")
    plies = table_result(position(match))
    assert plies is not None
    what = observe(match, match.turn or 0)
    assert choose_move(what, match.options, 6, 1).ending == TablebaseResult(plies)
    assert choose_move(what, match.options, 4, 1).ending is None
    assert CheckersPlayer("russian").assess(what, match.options).ending == TablebaseResult(plies)
    drawn = at("russian", "Kc1 Ke1 Kg1", "Kh8", "White")
    assert choose_move(observe(drawn, drawn.turn or 0), drawn.options, 6, 1).ending == TablebaseResult(None)
    five = at("russian", "Kc1 Ke1 Kg1", "Ka3 c7", "White")
    assert choose_move(observe(five, five.turn or 0), five.options, 5, 1).ending is None


def test_a_look_up_takes_less_than_twenty_microseconds() -> None:
    """By far: in three tries of a thousand one must do, however busy the machine is."""
    row = RULESETS["russian"]
    asked = [
        ((each.board.white, each.board.black, each.board.kings, WHITE), counts_of(row).state_of(each))
        for each in boards(row, 7, 1_000)
    ]
    endings = EndgameProbe(row, {})
    taken = []
    for _ in range(3):
        began = time.process_time()
        for node, past in asked:
            assert endings.plies_to_end(node, 0, past, 0) != DRAW + 1_000
        taken.append((time.process_time() - began) / len(asked))
    assert min(taken) < 20e-6 * slowness()


def test_where_the_tables_know_all_the_search_reads_and_needs_no_nodes() -> None:
    """Every move has its exact worth, even with one node.

    No move is better than the tables' result of the position.
    """
    for where in boards(RULESETS["russian"], 8, 40):
        plies = table_result(where)
        if where.outcome is not None or plies is None:
            continue
        search = CheckersSearch(where, 1, uses_endings=True)
        rated = search.rate(40, 0)
        assert search.nodes == len(where.legal) == len(rated)
        assert rated[0].worth == TablebaseResult(plies).worth
        for found in rated:
            after = where.play(found.move)
            then = table_result(after)
            if after.outcome is None and then is not None:
                assert abs(found.worth) == 1_000_000 - 1 - then
                assert (found.worth > 0) == (then % 2 == 0)
