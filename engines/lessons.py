"""The lesson about a move: what was wrong with it.

It is found by comparing the move's line with the better move's line.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from rules.checkers.position import Position
from rules.game import AnyGame, Seat
from words import Phrase, Words


@dataclass(slots=True)
class Variation:
    """A line of moves: their texts, their notation, and the position after each."""

    moves: list[Words] = field(default_factory=list)
    notations: list[str] = field(default_factory=list)
    positions: list[Any] = field(default_factory=list)

    def add(self, game: AnyGame, position: Any, move: Any) -> None:
        """Add a move made from a position."""
        self.moves.append(game.in_words(position, move))
        self.notations.append(game.write(position, move))
        self.positions.append(game.play(position, move))


def lesson_on_move(
    game: AnyGame,
    start: Any,
    seat: Seat,
    played_line: Variation,
    better_line: Variation,
    *,
    better_wins: bool,
    played_loses: bool,
) -> Phrase:
    """Return a sentence about what was wrong with a seat's move.

    `better_wins` says that the better move wins for sure, `played_loses` that the move that was made
    loses for sure.
    """
    move = played_line.moves[0]
    if better_wins:
        return Phrase("lesson.win", move=move, item=better_line.moves[0])
    found = _checkers_lesson(seat, start, played_line, better_line) if isinstance(start, Position) else None
    found = found or _tally_lesson(game, seat, played_line, better_line)
    return found or Phrase(
        "lesson.loss" if played_loses else "lesson.worse", move=move, item=better_line.moves[0]
    )


def _checkers_lesson(seat: Seat, start: Position, played: Variation, better: Variation) -> Phrase | None:
    """Return the lesson on what a checkers move lost or missed, if any.

    It is about pieces or crowns.
    """
    move, reply = played.moves[0], _join_moves(played.moves[1:])
    had, then, could = (_pieces(each, seat) for each in (start, played.positions[-1], better.positions[-1]))
    lost, won = _lead(had) - _lead(then), _lead(could) - _lead(had)
    if lost > 0 and _lead(could) > _lead(then):
        code = "lesson.pieces" if then.kings < had.kings else "lesson.men"
        return Phrase(code, move=move, count=lost, moves_after=reply)
    if then.other_kings > could.other_kings and then.other_kings > had.other_kings:
        return Phrase("lesson.crowned", move=move, moves_after=reply)
    if won > 0 and _lead(could) > _lead(then):
        return Phrase("lesson.capture", move=move, count=won, moves_after=_join_moves(better.moves))
    if could.kings > then.kings:
        return Phrase("lesson.crown", move=move, moves_after=_join_moves(better.moves))
    return None


def _join_moves(moves: Sequence[Words]) -> str:
    """Join moves of checkers with commas, which are the same in every language."""
    return ", ".join(map(str, moves))


class _Pieces:
    """The pieces on a board, from a seat's side."""

    def __init__(self, position: Position, seat: Seat) -> None:
        board = position.board
        white = position.seat(0) == seat
        own, other = (board.white, board.black) if white else (board.black, board.white)
        self.pieces, self.other_pieces = own.bit_count(), other.bit_count()
        self.kings, self.other_kings = (own & board.kings).bit_count(), (other & board.kings).bit_count()


def _pieces(position: Position, seat: Seat) -> _Pieces:
    return _Pieces(position, seat)


def _lead(board: _Pieces) -> int:
    return board.pieces - board.other_pieces


def _tally_lesson(game: AnyGame, seat: Seat, played: Variation, better: Variation) -> Phrase | None:
    """Return the lesson on what a move lost of a game's score, if any."""
    length = min(len(played.positions), len(better.positions))
    then, could = (game.tally(line.positions[length - 1]) for line in (played, better))
    if then is None or could is None or game.tallied == "pieces":
        return None
    move, item = played.moves[0], better.moves[0]
    if game.tallied == "largest":
        other = game.sides[1 - seat]
        if then[seat] < could[seat]:
            return Phrase("lesson.cut_off", move=move, item=item, less=then[seat], more=could[seat])
        if then[1 - seat] > could[1 - seat]:
            return Phrase(
                "lesson.joined", move=move, item=item, side=other, more=then[1 - seat], less=could[1 - seat]
            )
        return None
    gone = could[seat] - could[1 - seat] - then[seat] + then[1 - seat]
    if gone <= 0:
        return None
    return Phrase(f"lesson.{game.tallied}", move=move, item=item, count=gone)
