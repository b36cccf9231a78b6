"""Makes a puzzle of a position, if it holds one.

A puzzle has one winning first move, not in plain sight, and a line to its end.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from engines.bounds import SURE, WIN
from engines.puzzles.proofs import Proof
from engines.puzzles.scales import (
    SOLVERS,
    Margins,
    Solver,
    balance,
    limits_of,
    rate_by_material,
    rate_by_players,
    seen_at,
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
    """A position's puzzle: the line in moves, what it gives up, how hard it is to see."""

    line: tuple[Any, ...]
    given: int
    stars: int


Room = Callable[[int, bool], bool]
"""(stars, plain) -> whether such a puzzle is wanted.

A plain one gives nothing up, or ends with its first move.
"""


def find(
    game: AnyGame, position: Any, room: Room = lambda *_: True, proof: Proof | None = None
) -> PuzzleCandidate | None:
    """Return the puzzle that a position holds if there is room for it.

    Costly checks come last. `proof` has what has been proven of other positions of the match, if it is
    no match of checkers.
    """
    if game.key in SOLVERS:
        solver = SOLVERS[game.key]
        return _find_proven(game, position, solver, proof or solver.proof(), room)
    return _by_material(position, room)


def holds(game: AnyGame, position: Any, line: Sequence[Any], spare: int = 0) -> bool:
    """Whether each of the solver's moves still stands alone, by the deeper look.

    In checkers the players must think so too, with `spare` hundredths of a man to spare.
    """
    if game.key not in SOLVERS and not convinces(position, line, spare):
        return False
    for number, move in enumerate(line):
        if number % 2 == 0 and not _alone(game, position, move, first=number == 0):
            return False
        position = game.play(position, move)
    return True


def convinces(position: Position, line: Sequence[Any], spare: int = 0, nodes: int = DEEPER) -> bool:
    """Whether the players find a line of checkers clearly winning.

    They must do so at its beginning and at its end. Material alone takes a lead that cannot be won for
    a gain, and one that the other soon has back.
    """
    limits, solver = limits_of(position), position.turn
    worth, apart = limits.worth + spare, limits.apart + spare
    for number, move in enumerate(line):
        if number % 2 == 0 and (number == 0 or len(position.legal) > 1):
            rated = rate_by_players(position, nodes, apart)
            if rated[0][1] != move or rated[0][0] < worth or not _apart(rated, apart):
                return False
        position = position.play(move)
    if position.outcome:
        return position.outcome.winner == solver
    return -rate_by_players(position, nodes, 0)[0][0] >= worth


def _alone(game: AnyGame, position: Any, move: Any, *, first: bool) -> bool:
    if game.key in SOLVERS:
        return bool(_only(game, position, SOLVERS[game.key].proof(), DEEPER) == move)
    limits = limits_of(position)
    rated = rate_by_material(position, DEEPER, limits.behind)
    if first and (rated[0][0] < _target_balance(position, limits) or rated[1][0] > limits.near):
        return False
    return rated[0][1] == move and _apart(rated, limits.behind)


def _target_balance(position: Position, limits: Margins) -> int:
    """Return the balance of material that the first move has to promise."""
    return max(balance(position) + limits.gain, limits.gain)


def _apart(rated: Sequence[tuple[int, Any]], margin: int) -> bool:
    """Whether the first of several moves leads by a margin and no other is a seen win."""
    return len(rated) == 1 or (rated[0][0] - rated[1][0] >= margin and rated[1][0] < SURE)


def _by_material(position: Position, room: Room) -> PuzzleCandidate | None:
    """Return the puzzle in a position of checkers, if there is one."""
    legal = position.legal
    if len(legal) < FEWEST or any(move.captured for move in legal) or position.outcome:
        return None
    limits = limits_of(position)
    if not -300 <= balance(position) <= 100:
        return None
    margin, want = limits.behind, _target_balance(position, limits)
    rated = rate_by_material(position, GLANCE, margin)
    first = rated[0][1]
    if (
        rated[0][0] < want
        or rated[1][0] > limits.near
        or not _apart(rated, margin)
        or _crowns(position, first)
    ):
        return None
    stars = 1 + sum(not _found_at(position, first, depth, margin) for depth in SIGHT)
    if not (room(stars, False) or room(stars, True)):
        return None
    line, given = _line(position, first, want, margin)
    if len(line) < (SHORTEST if given else SHORTEST_PLAIN) or not room(stars, not given):
        return None
    if given and not _costs_a_piece(position, line):
        return None
    game = GAMES[position.generator.ruleset.key]
    proven = convinces(position, line, nodes=SOON) and holds(game, position, line, SPARE)
    return PuzzleCandidate(line, given, stars) if proven else None


def _costs_a_piece(position: Position, line: Sequence[Any]) -> bool:
    """Whether the solver has fewer pieces at the end of a line.

    A solver who was behind by a king alone has not.
    """
    after = position
    for move in line:
        after = after.play(move)
    before, left = (each.board.sides(position.colour)[0] for each in (position, after))
    return left.bit_count() < before.bit_count()


def _crowns(position: Position, move: Any) -> bool:
    """Whether a quiet move crowns a man."""
    return position.play(move).board.kings.bit_count() > position.board.kings.bit_count()


def _found_at(position: Position, move: Any, depth: int, margin: int) -> bool:
    rated = seen_at(position, depth, margin)
    return rated[0][1] == move and _apart(rated, margin)


def _line(position: Position, first: Any, want: int, margin: int) -> tuple[tuple[Any, ...], int]:
    """Return the moves until the gain is on the board, and what they give up.

    Each of the solver's moves must stand alone. Return no moves if the gain stays a promise.
    """
    base, low = balance(position), balance(position)
    line, here = [first], position.play(first)
    while True:
        if here.outcome:
            return (tuple(line), base - low) if here.outcome.winner == position.turn else ((), 0)
        replies = rate_by_material(here, LOOK, 0)
        if -balance(here) >= want and replies[0][0] <= -want:
            return tuple(line), base - low
        if len(line) >= LONGEST:
            return (), 0
        after = here.play(replies[0][1])
        if after.outcome:
            return (), 0
        low = min(low, balance(after))
        rated = rate_by_material(after, LOOK, margin)
        if not _apart(rated, margin):
            return (), 0
        line += [replies[0][1], rated[0][1]]
        here = after.play(rated[0][1])


def _find_proven(
    game: AnyGame, position: Any, solver: Solver, proof: Proof, room: Room
) -> PuzzleCandidate | None:
    """Return the puzzle in a position that can be searched to its end, if any."""
    seat, moves = game.turn(position), game.moves(position)
    if seat is None or len(moves) < FEWEST_PROVEN:
        return None
    first = _only(game, position, proof, PROOF)
    if first is None or _greedy(game, position, first, seat) or not _in_reach(game, position, first, solver):
        return None
    stars = 1 + sum(not _found_after(game, position, first, depth, solver) for depth in SIGHT_AFTER)
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


def _in_reach(game: AnyGame, position: Any, move: Any, solver: Solver) -> bool:
    """Whether a player can see that a move wins."""
    after = game.play(position, move)
    worth = solver.look(after, IN_REACH)
    return (worth if game.turn(after) == game.turn(position) else -worth) >= SURE


def _found_after(game: AnyGame, position: Any, move: Any, depth: int, solver: Solver) -> bool:
    """Whether a move looks better than every other one, `depth` plies after each."""
    seat = game.turn(position)
    looks = {}
    for each in game.moves(position):
        after = game.play(position, each)
        outcome = game.outcome(after)
        if outcome is not None:
            looks[each] = 0 if outcome.winner is None else WIN if outcome.winner == seat else -WIN
        else:
            worth = solver.look(after, depth)
            looks[each] = worth if game.turn(after) == seat else -worth
    return all(look < looks[move] for each, look in looks.items() if each != move)


def _hardest_reply(game: AnyGame, position: Any, seat: Seat, proof: Proof) -> tuple[Any, Any] | None:
    """Return the reply that leaves one winning move among the most, and that move.

    It is one of the replies that show most for the replying side.
    """
    best, found = 0, None
    leads = _leads(game, position, 1 - seat)
    for reply in sorted(leads, key=lambda move: -leads[move])[:REPLIES]:
        after = game.play(position, reply)
        count = len(game.moves(after))
        if game.turn(after) == seat and max(best, 1) < count <= MOST:
            only = _only(game, after, proof, PROOF)
            if only is not None:
                best, found = count, (reply, only)
    return found


def _only(game: AnyGame, position: Any, proof: Proof, nodes: int) -> Any | None:
    """Return the move that wins while every other is proven not to, if there is one."""
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
    """Whether a seat wins a position, proven; `None` if so many nodes do not show it."""
    outcome = game.outcome(position)
    return proof.is_win(position, seat, nodes) if outcome is None else outcome.winner == seat


def _greedy(game: AnyGame, position: Any, move: Any, seat: Seat) -> bool:
    """Whether a move stands out at a glance.

    It ends the game, or shows more than every other.
    """
    leads = _leads(game, position, seat)
    if game.outcome(game.play(position, move)) is not None:
        return True
    return all(lead < leads[move] for other, lead in leads.items() if other != move)


def _leads(game: AnyGame, position: Any, seat: Seat) -> dict[Any, int]:
    """Return how far each move visibly puts its seat ahead; 0 if nothing is counted."""
    leads = {}
    for move in game.moves(position):
        tally = game.tally(game.play(position, move))
        leads[move] = tally[seat] - tally[1 - seat] if tally else 0
    return leads
