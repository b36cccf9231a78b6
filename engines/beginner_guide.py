"""The guide: an opponent for a first game of Binar, which a beginner can beat.

It is no level. It ends nothing before its eighth move, then leaves squares that win, and takes a win
itself only if it has no other move. After each turn it says in one plain sentence what happened.
"""

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from engines.observation import Observation, OpenGameObservation, decision_shuffle
from engines.player import MoveChoice
from rules.binar import EMPTY, PARITY, Binar, Move, Position
from rules.game import AnyGame, Seat
from rules.match import Match
from rules.squares import square_names
from words import Phrase

OPTIONS: Final[Mapping[str, object]] = {"size": 5, "digits": "own", "lines": "double"}
"""The options of the game that the guide plays."""
PATIENCE: Final = 8
"""The number of the guide's first move after which a match may end."""


def is_guided(game: AnyGame) -> bool:
    """Whether a first game against the computer is one against the guide."""
    return game.key == Binar.key


def has_guide(match: Match) -> bool:
    """Whether the guide can play this match."""
    return is_guided(match.game) and all(match.options[name] == OPTIONS[name] for name in OPTIONS)


def choose_guide_move(observation: Observation, seed: int) -> MoveChoice:
    """Return one of the guide's kindest moves."""
    assert isinstance(observation, OpenGameObservation)
    moves = observation.moves
    kindness = [_kindness(observation, move) for move in moves]
    kindest = [move for move, each in zip(moves, kindness, strict=True) if each == max(kindness)]
    draws = decision_shuffle(observation, 0, seed)
    return MoveChoice(kindest[draws.below(len(kindest))], None, len(moves))


def _kindness(observation: OpenGameObservation, move: Move) -> tuple[int, ...]:
    """Return how well a move suits a beginner; the greater, the better.

    Early, no reply is to end the match, and lines are to stay open. Later, replies that win are to be
    left, and few that lose.
    """
    game, seat = observation.game, observation.seat
    after = game.play(observation.position, move)
    if outcome := game.outcome(after):
        return (-2 if outcome.winner == seat else -1,)
    size, taken = after.size, [cell != EMPTY for cell in after.cells]
    rows = [sum(taken[start : start + size]) for start in range(0, size**2, size)]
    columns = [sum(taken[start::size]) for start in range(size)]
    # Only a square that its row and its column both lack can decide.
    closing = (
        reply
        for reply in game.moves(after)
        if rows[reply.square // size] == columns[reply.square % size] == size - 1
    )
    ends = [game.outcome(game.play(after, reply)) for reply in closing]
    won, lost = (sum(end is not None and end.winner == who for end in ends) for who in (1 - seat, seat))
    if (sum(taken) + 1) // 2 < PATIENCE:
        return 0, -won - lost, *sorted(-count for count in rows + columns)
    return 0, won > 0, -lost


class _Line(NamedTuple):
    """A row or a column: its name, its digits, and how many squares are taken."""

    kind: str
    name: str
    squares: tuple[int, ...]
    taken: int
    parity: str


def _lines(position: Position) -> Iterator[_Line]:
    """Yield the rows and the columns of a position."""
    size, names = position.size, square_names(position.size)
    for number in range(size):
        row, column = range(number * size, (number + 1) * size), range(number, size**2, size)
        for kind, squares, name in (("row", row, names[row[0]][1:]), ("column", column, names[number][0])):
            digits = [position.cells[square] for square in squares if position.cells[square] != EMPTY]
            yield _Line(kind, name, tuple(squares), len(digits), PARITY[sum(digits) % 2])


def explain_turn(match: Match, seat: Seat) -> Phrase:
    """Return what just happened in a running match.

    It is told to the player at `seat`, who is to move: what the last two moves filled. A square that
    wins now comes before all else.
    """
    position: Position = match.position
    if not match.plies:
        return Phrase(f"guide.start.{PARITY[seat]}")
    for move in match.game.moves(position):
        end = match.game.outcome(match.game.play(position, move))
        if end and end.winner == seat:
            return Phrase(f"guide.offer.{PARITY[seat]}", square=square_names(position.size)[move.square])
    for ply in reversed(match.plies[-2:]):
        filled = [
            line
            for line in _lines(ply.position)
            if line.taken == position.size and ply.position.last.square in line.squares
        ]
        if len(filled) == 2:
            row, column = sorted(filled, key=lambda line: line.kind == "column")
            return Phrase(f"guide.apart.{row.parity}", row=row.name, column=column.name)
        for line in filled:
            return Phrase(f"guide.{line.kind}.{line.parity}", **{line.kind: line.name})
    fullest = max(
        (line for line in _lines(position) if line.taken < position.size), key=lambda line: line.taken
    )
    return Phrase(
        f"guide.next.{fullest.kind}",
        **{fullest.kind: fullest.name},
        count=fullest.taken,
        all=position.size,
    )


def explain_end(match: Match, seat: Seat) -> Phrase | None:
    """Return how a match ended, for the player at `seat`; `None` if it has no result."""
    outcome = match.outcome
    if outcome is None:
        return None
    if outcome.winner is None:
        return Phrase("guide.end.agreed" if match.ending else "guide.end.draw")
    if match.ending:
        return Phrase("guide.end.resigned")
    how = "won" if outcome.winner == seat else "lost"
    return Phrase(f"guide.end.{how}.{PARITY[outcome.winner]}", **outcome.facts)
