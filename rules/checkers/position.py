"""The state of a match of checkers.

The board, the side to move, and the memory that draws need.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from rules.checkers import draws
from rules.checkers.captures import MOST_CAPTURES, TooMany
from rules.checkers.moves import BLACK, WHITE, Board, Generator, Move, MoveKey, Piece
from rules.checkers.opening import MatchOpening
from rules.game import IllegalMove, Outcome, Seat
from words import Phrase, SeatedPlayer, Words

COLOURS = ("white", "black")
"""The colours by `WHITE` and `BLACK`, as options and codes name them."""

SIDES = tuple(Phrase(f"side.{colour}") for colour in COLOURS)
"""What the two sides are called, by `WHITE` and `BLACK`."""

PIECES = {
    "w": Piece(WHITE, king=False),
    "b": Piece(BLACK, king=False),
    "W": Piece(WHITE, king=True),
    "B": Piece(BLACK, king=True),
}
"""What a symbol of the protocol means."""

SYMBOLS = {piece: symbol for symbol, piece in PIECES.items()}

Key = tuple[Board, int]
"""What makes two positions one for repetition: the board and the colour to move."""

MANY_TO_CAPTURE = 5
"""Fewer pieces than these can be captured in few ways.

Tens of moves, listed within a millisecond or two.
"""

MANY_DIRECTIONS = 5
"""In at most this many directions, short-range pieces have few ways.

Pieces that jump only adjacent ones then have hundreds at most.
"""

Streak = tuple[int, int]
"""The square of the king that a colour moved last, and its streak.

The streak is the number of quiet moves in a row that it has made.
"""


@dataclass(frozen=True)
class PlayedMove:
    """The last move, the board before it, and the squares its text needed.

    The text names as many squares as tell the move from others on that board.
    """

    move: Move
    before: Board
    named: tuple[int, ...]
    """The squares after the first that its text names."""


@dataclass(frozen=True)
class Position:
    """One position of checkers.

    Making a move copies little, and derived values are computed once, on demand.

    `colour` moves and `first` is seat 0's colour. `quiet` counts the plies since a capture or a
    man's step forward, `tallies` are those of `draws`, `keys` the positions since the last
    irreversible move, this one last. `streaks`, by colour, are kept if a king's quiet moves are
    limited. `last` is for the picture. `waived` says that the draw in this position was not
    claimed, and the players went on; `begun` is the opening of the match.

    Positions that compare equal have the same continuations: the last move is not compared, but
    everything that leads to a draw is. For repetition only the board and the colour to move are
    compared.
    """

    generator: Generator
    board: Board
    colour: int
    first: int
    quiet: int
    tallies: draws.Tallies
    keys: tuple[Key, ...]
    streaks: tuple[Streak | None, Streak | None] = (None, None)
    last: PlayedMove | None = field(default=None, compare=False)
    waived: bool = False
    begun: MatchOpening | None = field(default=None, compare=False)

    @property
    def turn(self) -> Seat:
        """The seat whose colour is to move, even once the game is over."""
        return self.seat(self.colour)

    def seat(self, colour: int) -> Seat:
        """Return the seat that plays a colour."""
        return 0 if colour == self.first else 1

    @property
    def sides(self) -> tuple[Words, Words]:
        """The names of the colours of seat 0 and seat 1."""
        return SIDES[self.first], SIDES[1 - self.first]

    @property
    def occurrences(self) -> int:
        """How many times this position has occurred, this time included."""
        return self.keys.count(self.keys[-1])

    @property
    def barred_king(self) -> int | None:
        """The square of a king that has made all the quiet moves in a row it may.

        `None` if there is no such king.
        """
        limit, streak = self.generator.ruleset.king_quiet_limit, self.streaks[self.colour]
        if limit is None or streak is None or streak[1] < limit:
            return None
        own = self.board.white if self.colour == WHITE else self.board.black
        return streak[0] if own & ~self.board.kings else None

    @cached_property
    def legal(self) -> Sequence[Move]:
        """Every legal move, computed once; draws are not considered.

        Raise `IllegalMove` if there are too many to list. Play never leads to that many, only pieces
        set up for it. Such a position still has its board and its turn, and can be resigned or taken
        back.
        """
        try:
            return self.generator.moves(self.board, self.colour, barred=self.barred_king, most=MOST_CAPTURES)
        except TooMany:
            raise IllegalMove("checkers.too_many", limit=MOST_CAPTURES) from None

    @cached_property
    def paths(self) -> Mapping[MoveKey, tuple[int, ...]]:
        """The squares after the first that the text of each legal capture names.

        That is the last square only, or every landing square if several captures go from the same start
        to the same end.
        """
        captures = [move for move in self.legal if move.captured]
        alike = Counter((move.start, move.end) for move in captures)
        return {move.key: move.path if alike[move.start, move.end] > 1 else (move.end,) for move in captures}

    def named_squares(self, move: Move) -> tuple[int, ...]:
        """Return the squares after the first that the text of a legal move names.

        Quiet moves need only one.
        """
        return self.paths[move.key] if move.captured else move.path

    def _named_once(self, move: Move) -> tuple[int, ...]:
        """Return `named_squares` for a single move.

        It does not build the table of all moves, but uses it if it exists.
        """
        if not move.captured or "paths" in self.__dict__:
            return self.named_squares(move)
        start, end = move.start, move.end
        alike = sum(other.start == start and other.end == end for other in self.legal if other.captured)
        return move.path if alike > 1 else (end,)

    @cached_property
    def outcome(self) -> Outcome | None:
        """The outcome, `None` while the game goes on.

        The end by the aim takes precedence over a draw.
        """
        if self.generator.ruleset.aim == "crown" and self.board.kings:
            return self._end_by_win(
                WHITE if self.board.kings & self.board.white else BLACK, "checkers.first_king"
            )
        for colour, pieces in ((WHITE, self.board.white), (BLACK, self.board.black)):
            if not pieces:
                return self._end_by_standstill(colour, "checkers.no_piece")
        if not self._can_move:
            return self._end_by_standstill(self.colour, "checkers.no_move")
        return None if self.waived else self.claimable_draw

    @property
    def claimable_draw(self) -> Outcome | None:
        """The draw by repetition or by a count of moves.

        Over the board, players must claim it.
        """
        times = self.occurrences
        if times >= draws.REPETITIONS:
            return Outcome(None, "checkers.repetition", facts={"times": times})
        ruleset = self.generator.ruleset
        rule = draws.ending_rule(ruleset, self.tallies, self.quiet, self.board)
        if rule:
            counted = draws.describe_rule(rule, ruleset)
            return Outcome(None, counted.code, facts=counted.facts)
        return None

    def play(self, move: Move) -> "Position":
        """Return the position after a legal move.

        A capture, a promotion and a man's step forward are irreversible. A man's step sideways is not (a
        ruling), so it neither clears the history nor restarts a count.
        """
        board = self.generator.play(self.board, move, self.colour)
        ruleset = self.generator.ruleset
        geometry = self.generator.geometry
        by_man = not self.board.kings & geometry.bits[move.start]
        onward = by_man and (
            ruleset.sideways_lasts or geometry.places[move.start][1] != geometry.places[move.end][1]
        )
        quiet = 0 if onward or move.captured else self.quiet + 1
        lasting = not onward and not move.captured and move.forfeit is None
        key = (board, 1 - self.colour)
        return Position(
            self.generator,
            board,
            1 - self.colour,
            self.first,
            quiet,
            draws.advance_tallies(
                ruleset,
                self.tallies,
                board,
                board.sides(self.colour)[0],
                by_man=by_man,
                changed=move.promotes or bool(move.captured),
            ),
            (*self.keys, key) if lasting else (key,),
            self.streaks
            if ruleset.king_quiet_limit is None
            else advance_streaks(self.streaks, self.colour, move, by_quiet_king=lasting and not by_man),
            PlayedMove(move, self.board, self._named_once(move)),
            begun=self.begun,
        )

    def waive_draw(self) -> "Position":
        """Return the position with its draw left unclaimed."""
        after = replace(self, waived=True)
        after.__dict__["legal"] = self.legal
        return after

    def forget_moves(self) -> None:
        """Forget the cached legal moves; they are generated again when needed."""
        self.__dict__.pop("legal", None)
        self.__dict__.pop("paths", None)

    @property
    def is_crowded(self) -> bool:
        """Whether the mover may have thousands of captures.

        That takes enough pieces to capture, and pieces with thousands of ways through them: flying
        kings, and all pieces that jump in eight directions.
        """
        white, black, kings = self.board.white, self.board.black, self.board.kings
        own, other = (white, black) if self.colour == WHITE else (black, white)
        ruleset = self.generator.ruleset
        many = len(ruleset.man_captures) > MANY_DIRECTIONS
        if own & kings:
            many |= ruleset.flying or len(ruleset.king_captures) > MANY_DIRECTIONS
        return many and other.bit_count() >= MANY_TO_CAPTURE

    @property
    def _can_move(self) -> bool:
        """Whether there is a legal move, without listing thousands of captures.

        If there are few, they are listed at once, because the caller nearly always needs them next. A
        barred king is rare.
        """
        if not self.is_crowded or self.barred_king is not None or "legal" in self.__dict__:
            return bool(self.legal)
        return self.generator.can_move(self.board, self.colour)

    def _end_by_standstill(self, colour: int, reason: str) -> Outcome:
        """Return the outcome if a colour has no piece or no move, for the given reason."""
        if self.generator.ruleset.aim == "lose":
            return self._end_by_win(colour, f"{reason}.wins")
        loser = SeatedPlayer(self.seat(colour), SIDES[colour])
        return Outcome(1 - self.seat(colour), reason, facts={"loser": loser})

    def _end_by_win(self, colour: int, reason: str) -> Outcome:
        """Return the outcome of a colour's win for the given reason."""
        seat = self.seat(colour)
        return Outcome(seat, reason, facts={"winner": SeatedPlayer(seat, SIDES[colour])})


def advance_streaks(
    streaks: tuple[Streak | None, Streak | None], colour: int, move: Move, *, by_quiet_king: bool
) -> tuple[Streak | None, Streak | None]:
    """Return the streaks after a move of a colour.

    A king's quiet move extends or begins a streak, any other move ends it.
    """
    own: Streak | None = None
    if by_quiet_king:
        square, count = streaks[colour] or (move.start, 0)
        own = (move.end, count + 1 if square == move.start else 1)
    return (own, streaks[BLACK]) if colour == WHITE else (streaks[WHITE], own)


def opening_position(generator: Generator, first: int) -> Position:
    """Return the position before the first move, which the seat `first` makes."""
    return set_up_position(generator, generator.start(), first, first)


def set_up_position(
    generator: Generator,
    board: Board,
    colour: int,
    first: int,
    *,
    quiet: int = 0,
    tallies: draws.Tallies | None = None,
    earlier: Sequence[Key] = (),
    streaks: tuple[Streak | None, Streak | None] = (None, None),
    begun: MatchOpening | None = None,
) -> Position:
    """Return a position that is set up.

    `earlier` are the positions that occurred before it and can recur.
    """
    if tallies is None:
        tallies = draws.begin_tallies(generator.ruleset, board, quiet)
    keys = (*earlier, (board, colour))
    return Position(generator, board, colour, first, quiet, tallies, keys, streaks, begun=begun)
