"""The search finds the best lines.

It is compared with an exhaustive look at every line, on positions of the rules.
"""

import random
from functools import lru_cache
from typing import Any

import pytest

from engines.bounds import SURE, WIN
from engines.checkers.counts import CountState, DrawCounts, counts_of
from engines.checkers.evaluate import evaluators
from engines.checkers.move_tree import CAPTURE, ONWARD, SHUFFLE, Child
from engines.checkers.search import CheckersSearch, RatedMove, merge_rated
from rules.catalogue import GAMES
from rules.checkers.moves import BLACK, WHITE, Move
from rules.checkers.position import Position
from tests.rules.checkers.matches import EVERY_SETUP, at, position
from tests.rules.playouts import play_out
from tests.sets import leave_to_ci

MANY = 10_000_000


def plainly(where: Position, depth: int, ply: int = 0) -> int:
    """Return the worth of a position by looking at every line.

    Depth means the same as in the search: captures cost nothing.
    """
    outcome = where.outcome
    if outcome is not None:
        return 0 if outcome.winner is None else WIN - ply if outcome.winner == where.turn else ply - WIN
    moves = list(where.legal)
    captures = [move for move in moves if move.captured]
    optional = where.generator.ruleset.optional_capture
    if depth <= 0:
        if not captures:
            return opinion(where)
        moves = captures
    left = depth if captures and not optional else depth - 1
    return max(-plainly(where.play(move), left, ply + 1) for move in moves)


def opinion(where: Position) -> int:
    board = where.board
    own, other = board.sides(where.colour)
    return evaluators(where.generator.ruleset)[where.colour](own, other, board.kings)


@lru_cache
def some_positions(key: str, options: tuple[tuple[str, str], ...]) -> list[Position]:
    """Positions early, in the middle and late in random games."""
    walk = [where for where, move in play_out(GAMES[key], dict(options), 5, limit=150) if move is not None]
    return [walk[len(walk) * part // 8] for part in (1, 4, 6, 7)]


@pytest.mark.ci
@pytest.mark.parametrize(("key", "options"), EVERY_SETUP, ids=str)
def test_it_rates_every_move_as_a_plain_look_at_everything_does(key: str, options: dict[str, str]) -> None:
    for where in some_positions(key, tuple(options.items())):
        if len(where.legal) > 40:
            continue
        rated = CheckersSearch(where, MANY).rate(2, MANY)
        assert {found.move for found in rated} == set(where.legal)
        # Where a move wins, the search looks no deeper at the others.
        for found in rated[:1] if rated[0].worth >= SURE else rated:
            assert found.worth == -plainly(where.play(found.move), 1, 1), found.move


@pytest.mark.ci
@pytest.mark.parametrize("key", ["american", "russian", "international", "turkish", "frisian", "malaysian"])
def test_with_its_table_and_windows_the_best_is_as_good_as_without(key: str) -> None:
    where = some_positions(key, ())[-1]
    if len(where.legal) > 12:
        where = where.play(where.legal[0])
    best = CheckersSearch(where, MANY).rate(3, 0)[0].worth
    assert best == max(-plainly(where.play(move), 2, 1) for move in where.legal)


@pytest.mark.ci
@pytest.mark.parametrize("key", ["russian", "international", "frisian"])
def test_draws_by_count_are_known_below_the_root(key: str) -> None:
    """The search agrees with an exhaustive look up to the draw.

    It is tried along walks in which no player offers a piece.
    """
    chance = random.Random(11)
    for white, black in (("Ka1 Kc1", "Kh8"), ("Ka1 Kc1 Kc3", "Kf8")):
        where = position(at(key, white, black))
        for ply in range(40):
            if where.outcome:
                break
            if ply in (8, 12, 28, 30):
                for found in CheckersSearch(where, MANY).rate(2, MANY):
                    assert found.worth == -plainly(where.play(found.move), 1, 1), (ply, found.move)
            where = where.play(
                chance.choice([move for move in where.legal if calm(where, move)] or where.legal)
            )


@pytest.mark.ci
@pytest.mark.parametrize("key", ["russian", "brazilian"])
@pytest.mark.parametrize(
    ("white", "black", "counts"),
    [
        ("Kg1 a1 c3", "Kb8 h6", {"30": 58}),
        ("Kg1 a1 c3", "Kb8 h6", {"30": 59}),
        ("Kg1 a7 c3", "Kb8 h6", {"30": 58}),
        ("Kg1 a1 c3 g3", "Kb8 h6", {"60": 118}),
        ("Kf2 h2 h4", "Kb2", {"main_road": 4}),
        ("Kf2 h2", "Kb2", {"5": 8}),
    ],
)
def test_counts_of_federations_are_known_below_the_root(
    key: str, white: str, black: str, counts: dict[str, int]
) -> None:
    """Among them those of all pieces, which go on from the root alone."""
    where = position(at(key, white, black, counters={"counts": counts}))
    drawn = 0
    for found in CheckersSearch(where, MANY).rate(3, MANY):
        assert found.worth == -plainly(where.play(found.move), 2, 1), found.move
        drawn += found.worth == 0
    assert drawn


def calm(where: Position, move: Move) -> bool:
    """Whether the move is a king's, captures nothing and allows no capture."""
    board, bits = where.board, where.generator.geometry.bits
    return bool(board.kings & bits[move.start]) and not any(
        m.captured for m in (move, *where.play(move).legal)
    )


def test_what_is_known_of_a_board_is_a_draw_all_the_same_once_a_count_is_full() -> None:
    board = position(at("russian", "Kb6 Kd4", "Kh2")).board
    where = position(at("russian", "Kb6 Ke5", "Kh2"))
    search, past = CheckersSearch(where, MANY), counts_of(where.generator.ruleset).state_of(where)
    worths = [
        search.value(board.white, board.black, board.kings, WHITE, 0, -WIN, WIN, quiet, past, 1)
        for quiet in (0, 30, 0)
    ]
    assert worths[0] == worths[2] > 0 == worths[1]


def test_who_has_but_a_king_that_must_rest_has_lost_though_the_board_is_known() -> None:
    where = position(at("frisian", "a3 Kj8", "b4 c5", rules="federation"))
    board, ruleset = where.board, where.generator.ruleset
    search, free = CheckersSearch(where, MANY), counts_of(ruleset).nothing
    assert ruleset.king_quiet_limit is not None
    streak = where.generator.geometry.bits[where.generator.index["j8"]], ruleset.king_quiet_limit
    tired: CountState = free[0], streak, None
    worths = [
        search.search_at_rest(board.white, board.black, board.kings, WHITE, -WIN, WIN, 0, past, 1)
        for past in (free, tired, free)
    ]
    assert worths[1] == 1 - WIN < worths[0] == worths[2] < SURE


@pytest.mark.parametrize(
    ("key", "white", "black", "rules", "asked"),
    [
        ("frisian", "a1 c3", "Kh10 d8", "federation", {SHUFFLE, ONWARD}),
        ("frisian", "a1 c3", "Kh10 d8", "rulebook", set()),
        ("international", "a1 c3", "Kh10 d8", "rulebook", set()),
        ("international", "a1 c3", "Kh10", "rulebook", {SHUFFLE}),
        ("international", "a1 d4", "e5 j8", "rulebook", {CAPTURE}),
    ],
)
def test_what_is_remembered_is_asked_for_where_it_may_begin_and_nowhere_else(
    key: str, white: str, black: str, rules: str, asked: set[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The search asks for the memory only where a count may begin.

    In the federation's Frisian that is after any move, in international only if a player has a
    single piece, or is left with one.
    """
    calls: list[Child] = []
    after = DrawCounts.state_after

    def record_call(counts: DrawCounts, past: CountState, kings: int, child: Child) -> CountState:
        """Note the child and pass the call on."""
        calls.append(child)
        return after(counts, past, kings, child)

    monkeypatch.setattr(DrawCounts, "state_after", record_call)
    where = position(at(key, white, black, "Black", rules=rules))
    board, free = where.board, counts_of(where.generator.ruleset).nothing
    search = CheckersSearch(where, MANY)
    search.value(board.black, board.white, board.kings, BLACK, 1, -WIN, WIN, 0, free, 1)
    kinds = {child[5] for child in calls if child[0] and not child[0] & ~board.white}
    assert kinds >= asked
    assert asked or not kinds


def full(where: Position) -> CheckersSearch:
    """Return a search that looks at every move as deeply as at the first.

    The order of the moves then changes no worth.
    """
    search = CheckersSearch(where, MANY)
    search.late = search.clear_from = MANY
    return search


class Nothing(dict[object, Any]):
    """A table that keeps nothing."""

    def __setitem__(self, key: object, entry: object) -> None:
        """Forget it."""


def without_table(where: Position) -> CheckersSearch:
    """A search that looks at every position again, however it came there."""
    search = full(where)
    search._table = (Nothing(), Nothing())
    search.leaf_worths = Nothing()
    return search


@pytest.mark.parametrize("key", leave_to_ci(["american", "russian", "international", "turkish"], after=1))
def test_late_moves_cost_less_and_hide_nothing_that_is_won_or_lost(key: str) -> None:
    """A search that looks less deeply at late moves finds as good a best move.

    The worths may differ by as much as one more ply shows.
    """
    spared, whole = 0, 0
    for where in some_positions(key, ())[:3]:
        late, plain = CheckersSearch(where, MANY), full(where)
        late_best, plain_best = (each.rate(5, 0)[0].worth for each in (late, plain))
        assert abs(late_best - plain_best) <= 60
        spared, whole = spared + late.nodes, whole + plain.nodes
    assert spared < 0.8 * whole


def looked_into(where: Position, depth: int, asked: int) -> tuple[int, set[int]]:
    """Return a position's worth and the depths at which the search looked at it.

    The search only asks whether the worth reaches `asked`.
    """
    board, free = where.board, counts_of(where.generator.ruleset).nothing
    depths, search = set(), CheckersSearch(where, MANY)
    plain = search.value

    def value(own: int, other: int, kings: int, colour: int, left: int, *rest: Any) -> int:
        if (own, other, kings, colour) == (board.white, board.black, board.kings, WHITE):
            depths.add(left)
        return plain(own, other, kings, colour, left, *rest)

    search.value = value  # pyrefly: ignore[bad-assignment, method-assign]
    worth = value(board.white, board.black, board.kings, WHITE, depth, asked - 1, asked, 0, free, 1)
    return worth, depths


def test_what_is_clearly_good_enough_is_looked_at_less_deep_unless_it_must_capture() -> None:
    """It is then worth what that look found, less a tenth of a man for each ply left."""
    ahead = position(at("russian", "a1 c1 e1 b2 d2 f2", "h8 f8"))
    worth, depths = looked_into(ahead, 5, 0)
    assert depths == {5, 2}
    assert worth == looked_into(ahead, 2, 50)[0] - 50 > 100
    assert looked_into(ahead, 2, 0)[1] == {2}
    assert looked_into(ahead, 5, worth + 51)[0] < worth + 51
    assert looked_into(position(at("russian", "a1 c1 e1 b2 d2 c3", "d4 f8")), 5, 0)[1] == {5}


@pytest.mark.ci
@pytest.mark.parametrize(
    ("white", "black", "depth"), [("Kd4 Kf4 Ka1", "h2 Kg7", 7), ("Ka1 Kc1 g1", "Kh8 a5", 7)]
)
def test_what_it_says_is_won_is_won(white: str, black: str, depth: int) -> None:
    where = position(at("russian", white, black))
    late, plain = CheckersSearch(where, MANY), full(where)
    certain = {found.move: found.worth for found in plain.rate(depth, MANY)}
    for found in late.rate(depth, MANY):
        if abs(found.worth) >= SURE:
            assert certain[found.move] * found.worth > 0
            assert abs(certain[found.move]) >= SURE


TABLED = [
    ("russian", "Ke7 Kc7 a3", "g3 h2 d6", 0, 4),
    ("russian", "g5 d2 Kf4", "c5 c7 h8", 0, 4),
    ("russian", "b6 Kc5", "Kh2", 5, 5),
    ("russian", "Kb6 Kc5 Ke1", "Kh2", 25, 4),
    ("russian", "Kg1 a1 c3", "Kb8 h6", {"quiet": 0, "counts": {"30": 57}}, 5),
    ("brazilian", "Kg1 a1 c3 g3", "Kb8 h6", {"quiet": 2, "counts": {"60": 116}}, 5),
    ("russian", "Kf2 h2 h4", "Kb2", {"quiet": 2, "counts": {"main_road": 3}}, 5),
]
"""Positions: variant, pieces of White and Black, quiet plies or counters, depth.

White is to move.
"""


@pytest.mark.ci
@pytest.mark.parametrize(("key", "white", "black", "quiet", "depth"), TABLED)
def test_what_the_table_keeps_changes_the_worth_of_no_move(
    key: str, white: str, black: str, quiet: int | dict[str, Any], depth: int
) -> None:
    """A lower bound in the table is not taken for an exact worth.

    A position is not taken for itself if a count draws sooner.
    """
    counters = {"quiet": quiet} if isinstance(quiet, int) else quiet
    where = position(at(key, white, black, "White", counters))
    tabled, plain = full(where), without_table(where)
    worths = [{found.move: found.worth for found in each.rate(depth, MANY)} for each in (tabled, plain)]
    assert worths[0] == worths[1]
    assert tabled.nodes < plain.nodes


def test_who_forfeits_the_last_piece_has_lost_at_once() -> None:
    """After any move of White's, Black may be able to capture with the last piece.

    Black loses by any other move.
    """
    where = position(at("malaysian", "c3 a1 Kf4", "c5"))
    for found in CheckersSearch(where, MANY).rate(2, MANY):
        assert found.worth == -plainly(where.play(found.move), 1, 1), found.move


WON = [
    ("american", "Kc5 Ke5", "Ka5", 3),
    ("american", "c3 c5", "d8", 3),
    ("american", "c3 e3", "d6", 3),
    ("russian", "c3 e3", "e7", 5),
    ("russian", "Ka1 c3", "f8", 5),
    ("international", "e5 c3", "e9", 5),
    ("italian", "Kc4 Ke4", "Ka8", 7),
    ("malaysian", "Kd4 Kf4", "a7", 3),
]
"""Won positions: variant, White's and Black's pieces, and plies to White's win.

White is to move.
"""


@pytest.mark.parametrize(("key", "white", "black", "plies"), WON)
def test_it_finds_a_win_and_plays_it_out_against_every_reply(
    key: str, white: str, black: str, plies: int
) -> None:
    where = position(at(key, white, black))
    assert CheckersSearch(where, 30_000).rate(30, 0)[0].worth == WIN - plies
    assert is_forced_win(where, plies, where.turn)


def is_forced_win(where: Position, plies: int, winner: int) -> bool:
    """Whether the winner wins within `plies` against every defence.

    The winner plays the moves of the search. The search looks at late moves as deeply as at others, as
    it does when puzzles are proven; otherwise it may win later.
    """
    if where.outcome is not None:
        return where.outcome.winner == winner
    if plies <= 0:
        return False
    if where.turn == winner:
        search = CheckersSearch(where, 60_000)
        search.late = search.clear_from = MANY
        best = search.rate(plies, 0)[0]
        return is_forced_win(where.play(best.move), plies - 1, winner)
    return all(is_forced_win(where.play(move), plies - 1, winner) for move in where.legal)


def test_it_knows_that_a_count_is_about_to_draw() -> None:
    """Moves that win on a fresh count draw now.

    The position is three kings against one with a ply to go.
    """
    fresh = position(at("russian", "Ka1 Kc1 Ke1 c3", "Kh4", "White"))
    late = position(at("russian", "Ka1 Kc1 Ke1", "Kh8", "White", {"quiet": 29}))
    assert CheckersSearch(fresh, 5_000).rate(6, 0)[0].worth > 0
    assert CheckersSearch(late, 5_000).rate(6, 0)[0].worth == 0


def test_going_back_to_a_position_that_has_stood_twice_is_a_draw() -> None:
    """The side that is ahead avoids it."""
    match = at("american", "Kd4 Kf4", "Kh2")
    walk = (("d4", "c5"), ("h2", "g1"), ("c5", "d4"), ("g1", "h2"), ("d4", "c5"), ("h2", "g1"))
    for start, end in walk:
        match.make_move(_quiet(position(match), start, end))
    where = position(match)
    back = _quiet(where, "c5", "d4")
    assert where.play(back).occurrences == 2
    third = _quiet(where.play(back), "g1", "h2")
    assert where.play(back).play(third).outcome is not None
    rated = CheckersSearch(where, 50_000).rate(4, MANY)
    assert next(found.worth for found in rated if found.move == back) <= 0 < rated[0].worth


def _quiet(where: Position, start: str, end: str) -> Move:
    index = where.generator.index
    return next(m for m in where.legal if (m.start, m.end) == (index[start], index[end]))


def test_two_searches_of_one_position_are_the_same_search() -> None:
    chance = random.Random(3)
    for key in ("american", "frisian"):
        where = position(at(key, "a1 c1 e1 d2 f2", "b8 d8 f8 e7 g7"))
        for _ in range(chance.randrange(3)):
            where = where.play(where.legal[0])
        first, second = CheckersSearch(where, 3_000), CheckersSearch(where, 3_000)
        assert first.rate(40, 5) == second.rate(40, 5)
        assert first.nodes == second.nodes <= 3_000 + len(where.legal)


def test_what_was_not_looked_at_again_stays_as_far_behind_as_it_was() -> None:
    """This does not apply if the search has seen the end.

    Such worths are facts, and change no other worth.
    """
    one, two, three = (Move(start, (start + 4,)) for start in range(3))
    former = [RatedMove(one, 50), RatedMove(two, 40), RatedMove(three, 3 - WIN)]
    after = merge_rated([RatedMove(one, 20)], former)
    assert [found.worth for found in after] == [20, 10, 3 - WIN]
    lost = merge_rated([RatedMove(one, 5 - WIN)], former)
    assert [found.worth for found in lost] == [5 - WIN, 40, 3 - WIN]
    saved = merge_rated([RatedMove(one, 10)], [RatedMove(one, 9 - WIN), RatedMove(two, 7 - WIN)])
    assert [found.worth for found in saved] == [10, 7 - WIN]
