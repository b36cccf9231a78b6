"""Finds the puzzle in a position, if there is one.

A puzzle has one winning first move that is not obvious, and a line to its end.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from engines.bounds import SURE, WIN
from engines.puzzles.proofs import Proof
from engines.puzzles.scales import (
    SOLVERS,
    PositionSolver,
    PuzzleMargins,
    margins_for,
    material_balance,
    rate_at_depth,
    rate_by_material,
    rate_by_players,
)
from rules.catalogue import GAMES
from rules.checkers.position import Position
from rules.game import AnyGame, Seat

GLANCE: Final = 500
"""Nodes of the first look at a position of checkers; most are no puzzles."""
LOOK: Final = 8_000
"""Nodes of each look along the line."""
DEEPER: Final = 60_000
"""Nodes of the look that must find the same as the first."""
SOON: Final = 4_000
"""Nodes of a first look, which must find the line won before the deeper look.

A line that does not hold seldom comes so far.
"""
PROOF: Final = 4_000
"""Nodes within which a position of another game must be seen to its end."""
REPLIES: Final = 6
"""Replies of which one is looked for that goes on."""
LONGEST: Final = 13
"""Plies of a line."""
SHORTEST: Final = 3
"""Plies of a line of checkers."""
SHORTEST_PLAIN: Final = 5
"""Fewest plies of a line of checkers that gives nothing up.

To attack a piece that cannot get away is no idea.
"""
FEWEST: Final = 4
"""Moves of checkers among which the solver finds the one."""
MOST: Final = 70
"""Most moves in another game; among more no one can find the one by thinking."""
FEWEST_PROVEN: Final = 6
"""Fewest moves in another game to choose from: among fewer one just tries."""
MANY: Final = 8
"""Moves among which a winning one is worth finding even if whatever follows wins.

Then it must not stand out.
"""
SPARE: Final = 20
"""Hundredths of a man by which a find must exceed the limits.

So it still holds once more is learnt.
"""
SIGHT: Final = 1, 3
"""Plies of checkers: a puzzle is harder if the move has not stood out by then."""
SIGHT_AFTER: Final = 2, 4
"""Plies of another game, from the move on.

A puzzle is harder if the move has not stood out by then.
"""
IN_REACH: Final = 8
"""Plies after the move within which its win must be visible in the other games.

No one can think through more.
"""


@dataclass(frozen=True, slots=True)
class PuzzleCandidate:
    """The puzzle found in a position.

    `line` has its moves, `given` is how much material they give up on the way, in hundredths of a man,
    and `stars` says how hard it is to see.
    """

    line: tuple[Any, ...]
    given: int
    stars: int


PuzzleFilter = Callable[[int, bool], bool]
"""(stars, plain) -> whether such a puzzle is wanted.

A plain one gives nothing up, or ends with its first move.
"""


def find_puzzle(
    game: AnyGame, position: Any, puzzle_filter: PuzzleFilter = lambda *_: True, proof: Proof | None = None
) -> PuzzleCandidate | None:
    """Return the puzzle in a position, if `puzzle_filter` accepts it.

    Costly checks come last. `proof` holds what has been proven about other positions of the match;
    checkers does not use it.
    """
    if game.key in SOLVERS:
        solver = SOLVERS[game.key]
        return _find_proven(game, position, solver, proof or solver.new_proof(), puzzle_filter)
    return _find_by_material(position, puzzle_filter)


def is_confirmed(game: AnyGame, position: Any, line: Sequence[Any], extra_margin: int = 0) -> bool:
    """Whether a deeper search confirms that each of the solver's moves is needed.

    Each must still be the only good move.

    In checkers the players' search must agree, with `extra_margin` hundredths of a man to spare.
    """
    if game.key not in SOLVERS and not is_convincing(position, line, extra_margin):
        return False
    for number, move in enumerate(line):
        if number % 2 == 0 and not _is_only_winner(game, position, move, first=number == 0):
            return False
        position = game.play(position, move)
    return True


def is_convincing(
    position: Position, line: Sequence[Any], extra_margin: int = 0, nodes: int = DEEPER
) -> bool:
    """Whether the players' search finds a line of checkers clearly winning.

    It must do so at the beginning and at the end of the line, with `extra_margin` hundredths of a man
    to spare. Material alone mistakes for a gain a lead that cannot be won, or one that the opponent
    soon wins back.
    """
    limits, solver = margins_for(position), position.turn
    worth, apart = limits.min_worth + extra_margin, limits.worth_lead + extra_margin
    for number, move in enumerate(line):
        if number % 2 == 0 and (number == 0 or len(position.legal) > 1):
            rated = rate_by_players(position, nodes, apart)
            if rated[0][1] != move or rated[0][0] < worth or not _has_clear_lead(rated, apart):
                return False
        position = position.play(move)
    if position.outcome:
        return position.outcome.winner == solver
    return -rate_by_players(position, nodes, 0)[0][0] >= worth


def _is_only_winner(game: AnyGame, position: Any, move: Any, *, first: bool) -> bool:
    if game.key in SOLVERS:
        return bool(_find_only_win(game, position, SOLVERS[game.key].new_proof(), DEEPER) == move)
    limits = margins_for(position)
    rated = rate_by_material(position, DEEPER, limits.material_lead)
    if first and (rated[0][0] < _target_balance(position, limits) or rated[1][0] > limits.max_other_worth):
        return False
    return rated[0][1] == move and _has_clear_lead(rated, limits.material_lead)


def _target_balance(position: Position, limits: PuzzleMargins) -> int:
    """Return the material balance that the first move has to promise."""
    return max(material_balance(position) + limits.material_gain, limits.material_gain)


def _has_clear_lead(rated: Sequence[tuple[int, Any]], margin: int) -> bool:
    """Whether the first move leads by a margin and no other move is a sure win."""
    return len(rated) == 1 or (rated[0][0] - rated[1][0] >= margin and rated[1][0] < SURE)


def _find_by_material(position: Position, room: PuzzleFilter) -> PuzzleCandidate | None:
    """Return the puzzle in a position of checkers, if there is one."""
    legal = position.legal
    if len(legal) < FEWEST or any(move.captured for move in legal) or position.outcome:
        return None
    limits = margins_for(position)
    if not -300 <= material_balance(position) <= 100:
        return None
    margin, want = limits.material_lead, _target_balance(position, limits)
    rated = rate_by_material(position, GLANCE, margin)
    first = rated[0][1]
    if (
        rated[0][0] < want
        or rated[1][0] > limits.max_other_worth
        or not _has_clear_lead(rated, margin)
        or _is_crowning(position, first)
    ):
        return None
    stars = 1 + sum(not _is_found_at(position, first, depth, margin) for depth in SIGHT)
    if not (room(stars, False) or room(stars, True)):
        return None
    line, given = _find_line(position, first, want, margin)
    if len(line) < (SHORTEST if given else SHORTEST_PLAIN) or not room(stars, not given):
        return None
    if given and not _costs_a_piece(position, line):
        return None
    game = GAMES[position.generator.ruleset.key]
    proven = is_convincing(position, line, nodes=SOON) and is_confirmed(game, position, line, SPARE)
    return PuzzleCandidate(line, given, stars) if proven else None


def _costs_a_piece(position: Position, line: Sequence[Any]) -> bool:
    """Whether the solver has fewer pieces at the end of a line.

    It is not enough that they gave up a king for a man on the way.
    """
    after = position
    for move in line:
        after = after.play(move)
    before, left = (each.board.sides(position.colour)[0] for each in (position, after))
    return left.bit_count() < before.bit_count()


def _is_crowning(position: Position, move: Any) -> bool:
    """Whether a quiet move crowns a man."""
    return position.play(move).board.kings.bit_count() > position.board.kings.bit_count()


def _is_found_at(position: Position, move: Any, depth: int, margin: int) -> bool:
    rated = rate_at_depth(position, depth, margin)
    return rated[0][1] == move and _has_clear_lead(rated, margin)


def _find_line(position: Position, first: Any, want: int, margin: int) -> tuple[tuple[Any, ...], int]:
    """Return the moves until the gain is on the board, and what they give up.

    Each of the solver's moves must be the only good one. Return no moves if the gain never
    materialises.
    """
    base, low = material_balance(position), material_balance(position)
    line, here = [first], position.play(first)
    while True:
        if here.outcome:
            return (tuple(line), base - low) if here.outcome.winner == position.turn else ((), 0)
        replies = rate_by_material(here, LOOK, 0)
        if -material_balance(here) >= want and replies[0][0] <= -want:
            return tuple(line), base - low
        if len(line) >= LONGEST:
            return (), 0
        after = here.play(replies[0][1])
        if after.outcome:
            return (), 0
        low = min(low, material_balance(after))
        rated = rate_by_material(after, LOOK, margin)
        if not _has_clear_lead(rated, margin):
            return (), 0
        line += [replies[0][1], rated[0][1]]
        here = after.play(rated[0][1])


def _find_proven(
    game: AnyGame, position: Any, solver: PositionSolver, proof: Proof, room: PuzzleFilter
) -> PuzzleCandidate | None:
    """Return the puzzle in a position that can be searched to its end, if any."""
    seat, moves = game.turn(position), game.moves(position)
    if seat is None or len(moves) < FEWEST_PROVEN:
        return None
    first = _find_only_win(game, position, proof, PROOF)
    if (
        first is None
        or _is_obvious(game, position, first, seat)
        or not _is_in_reach(game, position, first, solver)
    ):
        return None
    stars = 1 + sum(not _is_found_after(game, position, first, depth, solver) for depth in SIGHT_AFTER)
    if not (room(stars, False) or room(stars, True)):
        return None
    line = [first]
    here = game.play(position, first)
    while len(line) < LONGEST and game.turn(here) == 1 - seat:
        further = _hardest_reply(game, here, seat, proof)
        if further is None:
            break
        line += further
        here = game.play(game.play(here, further[0]), further[1])
    plain = len(line) < 3
    if (plain and (stars == 1 or len(moves) < MANY)) or not room(stars, plain):
        return None
    return PuzzleCandidate(tuple(line), 0, stars)


def _is_in_reach(game: AnyGame, position: Any, move: Any, solver: PositionSolver) -> bool:
    """Whether a player can see that a move wins."""
    after = game.play(position, move)
    worth = solver.estimate_worth(after, IN_REACH)
    return (worth if game.turn(after) == game.turn(position) else -worth) >= SURE


def _is_found_after(game: AnyGame, position: Any, move: Any, depth: int, solver: PositionSolver) -> bool:
    """Whether a move looks best when each move is searched `depth` plies further."""
    seat = game.turn(position)
    looks = {}
    for each in game.moves(position):
        after = game.play(position, each)
        outcome = game.outcome(after)
        if outcome is not None:
            looks[each] = 0 if outcome.winner is None else WIN if outcome.winner == seat else -WIN
        else:
            worth = solver.estimate_worth(after, depth)
            looks[each] = worth if game.turn(after) == seat else -worth
    return all(look < looks[move] for each, look in looks.items() if each != move)


def _hardest_reply(game: AnyGame, position: Any, seat: Seat, proof: Proof) -> tuple[Any, Any] | None:
    """Return the hardest reply to answer, and the only move that then wins.

    It is one of the replies that promise most for the replying side; after it the solver has the most
    moves to choose from.
    """
    best, found = 0, None
    leads = _leads(game, position, 1 - seat)
    for reply in sorted(leads, key=lambda move: -leads[move])[:REPLIES]:
        after = game.play(position, reply)
        count = len(game.moves(after))
        if game.turn(after) == seat and max(best, 1) < count <= MOST:
            only = _find_only_win(game, after, proof, PROOF)
            if only is not None:
                best, found = count, (reply, only)
    return found


def _find_only_win(game: AnyGame, position: Any, proof: Proof, nodes: int) -> Any | None:
    """Return the winning move if every other move is proven not to win."""
    seat, winning = game.turn(position), None
    assert seat is not None
    leads = _leads(game, position, seat)
    for move in sorted(leads, key=lambda move: -leads[move]):  # where two win, they are found soon
        won = _is_win(game, game.play(position, move), seat, proof, nodes)
        if won is None or (won and winning is not None):
            return None
        if won:
            winning = move
    return winning


def _is_win(game: AnyGame, position: Any, seat: Seat, proof: Proof, nodes: int) -> bool | None:
    """Whether it is proven that a seat wins a position.

    Return `None` if `nodes` nodes do not show it.
    """
    outcome = game.outcome(position)
    return proof.is_win(position, seat, nodes) if outcome is None else outcome.winner == seat


def _is_obvious(game: AnyGame, position: Any, move: Any, seat: Seat) -> bool:
    """Whether a move is obvious.

    It ends the game, or gains more at once than any other.
    """
    leads = _leads(game, position, seat)
    if game.outcome(game.play(position, move)) is not None:
        return True
    return all(lead < leads[move] for other, lead in leads.items() if other != move)


def _leads(game: AnyGame, position: Any, seat: Seat) -> dict[Any, int]:
    """Return each move's visible lead for its seat, 0 if the game counts nothing."""
    leads = {}
    for move in game.moves(position):
        tally = game.tally(game.play(position, move))
        leads[move] = tally[seat] - tally[1 - seat] if tally else 0
    return leads
