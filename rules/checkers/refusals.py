"""Why a move is not legal: the rule that it breaks, with the facts of the case."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from rules.checkers.captures import MOST_ROUTES, TooMany
from rules.checkers.moves import WHITE, Generator, Move, Piece, generator
from rules.checkers.notation import passes_squares, square_name, write_move, write_path
from rules.checkers.position import COLOURS, SIDES, Position
from rules.checkers.rulesets import CapturePreference, Direction
from rules.checkers.traits import direction_code
from rules.game import IllegalMove
from words import Phrase


@dataclass(frozen=True)
class MoveAttempt:
    """A position and the move attempted in it.

    The squares named, and whether the text marked the move as a capture.
    """

    position: Position
    start: int
    path: tuple[int, ...]
    captures_meant: bool

    @property
    def generator(self) -> Generator:
        """The match's move generator."""
        return self.position.generator

    @cached_property
    def piece(self) -> Piece | None:
        """The piece on the first square, `None` if the square is empty."""
        return self.generator.piece_at(self.position.board, self.start)

    @property
    def kind(self) -> str:
        """The kind of the moving piece, as message codes name it: `man` or `king`."""
        return "king" if self.piece and self.piece.king else "man"

    @cached_property
    def captures(self) -> list[Move]:
        """The legal captures, those of the named piece first."""
        found = [move for move in self.position.legal if move.captured]
        return sorted(found, key=lambda move: move.start != self.start)

    @cached_property
    def routes(self) -> list[Move]:
        """Every legal capture by its landing squares.

        If there are very many, each capture has only one route.
        """
        try:
            return self.generator.routes(self.position.board, self.position.colour, MOST_ROUTES)
        except TooMany:
            return self.captures

    @cached_property
    def unrestricted_captures(self) -> list[Move]:
        """Every capture that would be legal if any capture could be chosen."""
        free = generator(replace(self.generator.ruleset, choice=()))
        try:
            return free.routes(self.position.board, self.position.colour, MOST_ROUTES)
        except TooMany:
            return free.captures(self.position.board, self.position.colour)

    def refuse(self, code: str, **facts: object) -> IllegalMove:
        """Return a refusal with the facts that most of the sentences need."""
        return IllegalMove(
            f"checkers.{code}",
            title=self.generator.ruleset.source,
            square=square_name(self.generator, self.start),
            to=square_name(self.generator, self.path[-1]),
            **facts,
        )

    def movement_clause(
        self, does: Literal["moves", "captures"], directions: tuple[Direction, ...]
    ) -> Phrase:
        """Return a clause on how the moving piece goes: “a man moves diagonally forward”."""
        return Phrase(f"checkers.rule.{self.kind}_{does}.{direction_code(directions)}")

    def example_capture(self) -> str:
        """A legal capture, as written."""
        return write_move(self.position, self.captures[0])


def explain_refusal(position: Position, squares: Sequence[int], *, captures: bool = False) -> IllegalMove:
    """Return the refusal of a move over squares that no legal move fits.

    `captures` says that the move's sign marked a capture.
    """
    case = MoveAttempt(position, squares[0], tuple(squares[1:]), captures)
    for check in _CHECKS:
        refusal = check(case)
        if refusal:
            return refusal
    return case.refuse("impossible")


def _whose(case: MoveAttempt) -> IllegalMove | None:
    if case.piece is None:
        return IllegalMove("empty", square=square_name(case.generator, case.start))
    if case.piece.colour != case.position.colour:
        return case.refuse("theirs", colour=SIDES[case.piece.colour], own=SIDES[case.position.colour])
    if case.path == (case.start,):
        return case.refuse("stays")
    return None


def _quiet(case: MoveAttempt) -> IllegalMove | None:
    """Refuse a quiet move that only the duty to capture or a barred king rules out."""
    unforced = generator(replace(case.generator.ruleset, optional_capture=True))
    for move in unforced.moves(case.position.board, case.position.colour):
        if (move.start, move.path, move.captured) == (case.start, case.path, ()):
            if case.captures:
                return _must_capture(case)
            return case.refuse("king_limit", limit=case.generator.ruleset.king_quiet_limit)
    return None


def _choice(case: MoveAttempt) -> IllegalMove | None:
    """Refuse a complete capture that another one outranks."""
    mine = [move for move in case.unrestricted_captures if _fits(move, case)]
    if not mine:
        return None
    return _refuse_outranked(case, mine[0], taken=len(mine[0].captured))


def _refuse_outranked(case: MoveAttempt, move: Move, *, taken: int) -> IllegalMove | None:
    """Refuse a whole capture that another one outranks.

    The attempt has taken so many of its pieces.
    """
    best = case.captures[0]
    ruleset = case.generator.ruleset
    kings = case.position.board.kings
    bits = case.generator.geometry.bits

    def marks(capture: Move) -> dict[CapturePreference, int]:
        of_king = [bool(bits[square] & kings) for square in capture.captured]
        return {
            "pieces": len(of_king),
            "value": sum(ruleset.king_value if king else ruleset.man_value for king in of_king),
            "by_king": int(bits[capture.start] & kings != 0),
            "kings": sum(of_king),
            "king_earliest": -of_king.index(True) if True in of_king else -len(of_king),
        }

    for preference in ruleset.choice:
        if marks(move)[preference] < marks(best)[preference]:
            return case.refuse(
                f"choice_{preference}",
                few=Phrase("checkers.pieces", count=taken),
                many=Phrase("checkers.pieces", count=len(best.captured)),
                kings=marks(best)["kings"],
                example=case.example_capture(),
            )
    return None


def _unfinished_capture(case: MoveAttempt) -> IllegalMove | None:
    """Refuse the beginning of a capture that has to continue.

    If another capture outranks the whole, to go on would be no legal move either; that is told then.
    """
    for route in (*case.routes, *case.unrestricted_captures):
        if route.start == case.start and case.path[-1] in route.path[:-1]:
            so_far = route.path[: route.path.index(case.path[-1]) + 1]
            if passes_squares(replace(route, path=so_far), case.path):
                outranked = _refuse_outranked(case, route, taken=len(so_far))
                return outranked or case.refuse("stopped", example=write_path(case.generator, route))
    return None


def _legs(case: MoveAttempt) -> IllegalMove | None:
    """Refuse the first step of the path that no piece could make."""
    at, taken, promotion = case.start, set[int](), case.generator.ruleset.promotion
    king = case.kind == "king"
    for number, to in enumerate(case.path):
        refusal = _leg(case, at, to, taken, king=king, first=number == 0)
        if refusal:
            return refusal
        between = _between(case, at, to) or ()
        taken |= {square for square in between if case.generator.piece_at(case.position.board, square)}
        at = to
        if number + 1 < len(case.path) and not taken:
            return case.refuse("goes_on", here=square_name(case.generator, at))
        if not king and _is_crowning(case, at):
            if number + 1 < len(case.path) and promotion == "stops":
                return case.refuse("crowned", crown=square_name(case.generator, at))
            king = promotion == "king_at_once"
    return None


def _leg(
    case: MoveAttempt, at: int, to: int, taken: set[int], *, king: bool, first: bool
) -> IllegalMove | None:
    """Return why a piece on `at`, in the middle of its move, cannot go to `to`."""
    gen, board = case.generator, case.position.board
    names = {"here": square_name(gen, at), "there": square_name(gen, to)}
    between = _between(case, at, to)
    if between is None:
        return _off_line(case, first=first, **names)
    gone = {case.start} | (taken if gen.ruleset.removal == "at_once" else set())
    target = gen.piece_at(board, to)
    if target and to not in gone:
        return case.refuse(f"taken_square.{COLOURS[target.colour]}", **names)
    pieces = [
        (square, piece) for square in between if square not in gone and (piece := gen.piece_at(board, square))
    ]
    own = [square for square, piece in pieces if piece.colour == case.position.colour]
    if own:
        return case.refuse("own", over=square_name(gen, own[0]), **names)
    if len(pieces) > 1:
        return case.refuse("several", **names)
    if not pieces and first and case.captures_meant:
        return case.refuse("nothing_there", **names)
    if not pieces:
        return case.refuse("mixed") if not first else _step(case, _direction(case, at, to), len(between) + 1)
    over, victim = pieces[0]
    if over in taken:
        return case.refuse("twice", over=square_name(gen, over))
    return _jump(case, _direction(case, at, to), victim, (between.index(over), len(between)), king=king)


def _off_line(case: MoveAttempt, *, first: bool, here: str, there: str) -> IllegalMove:
    """Refuse two squares that no direction joins.

    The reason depends on how the piece moves, or how it captures if it is capturing.
    """
    row, king = case.generator.ruleset, case.kind == "king"
    if first and len(case.path) == 1:
        rule = case.movement_clause("moves", row.king_moves if king else row.man_moves)
    else:
        rule = case.movement_clause("captures", row.king_captures if king else row.man_captures)
    return case.refuse("no_line", here=here, there=there, rule=rule)


def _step(case: MoveAttempt, direction: Direction, length: int) -> IllegalMove | None:
    """Refuse a step without a capture that is too far or the wrong way for the piece."""
    ruleset, king = case.generator.ruleset, case.kind == "king"
    directions = ruleset.king_moves if king else ruleset.man_moves
    if direction not in directions:
        if not king and direction[1] < 0:
            return case.refuse("man_back")
        return case.refuse(f"direction.{case.kind}", rule=case.movement_clause("moves", directions))
    if length > 1 and not (king and ruleset.flying):
        return case.refuse(f"one_step.{case.kind}")
    return None


def _jump(
    case: MoveAttempt, direction: Direction, victim: Piece, squares: tuple[int, int], *, king: bool
) -> IllegalMove | None:
    """Return why a piece cannot jump in a direction.

    `squares` are the distances to the victim and from start to landing.
    """
    ruleset = case.generator.ruleset
    before, between = squares
    directions = ruleset.king_captures if king else ruleset.man_captures
    if direction not in directions:
        if not king and direction[1] < 0:
            return case.refuse("man_captures_back")
        return case.refuse(
            f"capture_direction.{case.kind}", rule=case.movement_clause("captures", directions)
        )
    if not king and victim.king and not ruleset.men_capture_kings:
        return case.refuse("man_takes_king")
    if between > 1 and not (king and ruleset.flying):
        return case.refuse(f"short_jump.{case.kind}")
    if ruleset.landing == "behind" and between - before > 1:
        return case.refuse("behind")
    return None


def _reversal(case: MoveAttempt) -> IllegalMove | None:
    """Refuse a capture that reverses its direction, if that is not allowed."""
    if not case.generator.ruleset.reversal:
        squares = (case.start, *case.path)
        for at, by, to in zip(squares, squares[1:], squares[2:], strict=False):
            ahead, back = _direction(case, at, by), _direction(case, by, to)
            if ahead == (-back[0], -back[1]):
                return case.refuse("reversal", here=square_name(case.generator, by))
    return None


def _landing(case: MoveAttempt) -> IllegalMove | None:
    """Refuse a jump that lands where the capture cannot continue, though it must."""
    if any(move.start == case.start for move in case.unrestricted_captures):
        return case.refuse("landing", example=case.example_capture())
    return None


_CHECKS: tuple[Callable[[MoveAttempt], IllegalMove | None], ...] = (
    _whose,
    _quiet,
    _choice,
    _unfinished_capture,
    _legs,
    _reversal,
    _landing,
)


def _must_capture(case: MoveAttempt) -> IllegalMove:
    return case.refuse("must_capture", example=case.example_capture())


def _fits(move: Move, case: MoveAttempt) -> bool:
    return move.start == case.start and move.end == case.path[-1] and passes_squares(move, case.path)


def _is_crowning(case: MoveAttempt, square: int) -> bool:
    """Whether men of the side to move are crowned on a square."""
    geometry = case.generator.geometry
    return bool(geometry.bits[square] & geometry.far_rank(case.position.colour))


def _direction(case: MoveAttempt, at: int, to: int) -> Direction:
    """Return the direction from one square to another, in single steps for the mover."""
    places = case.generator.geometry.places
    files, ranks = (places[to][axis] - places[at][axis] for axis in (0, 1))
    turn = 1 if case.position.colour == WHITE else -1
    return (files > 0) - (files < 0), turn * ((ranks > 0) - (ranks < 0))


def _between(case: MoveAttempt, at: int, to: int) -> tuple[int, ...] | None:
    """Return the squares between two on one line.

    `None` if they are not on one line, or are the same.
    """
    geometry = case.generator.geometry
    (file, rank), (to_file, to_rank) = geometry.places[at], geometry.places[to]
    files, ranks = to_file - file, to_rank - rank
    if at == to or (files and ranks and abs(files) != abs(ranks)):
        return None

    def walk() -> Iterator[int]:
        length = max(abs(files), abs(ranks))
        for step in range(1, length):
            place = (file + files // length * step, rank + ranks // length * step)
            if place in geometry.places:
                yield geometry.places.index(place)

    return tuple(walk())
