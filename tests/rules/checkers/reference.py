"""A second move generator, to compare with the first.

It is slow, works on coordinates and follows the sentences of the rules directly.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rules.checkers.moves import WHITE, Board, Generator, Piece
from rules.checkers.rulesets import Direction, Ruleset

Place = tuple[int, int]
Key = tuple[str, str, frozenset[str], bool]


@dataclass(frozen=True)
class Jumps:
    """A capture so far: its start, its present square, and the captured in order.

    It also says whether the piece is a king now.
    """

    start: Place
    at: Place
    king: bool
    captured: tuple[Place, ...] = ()
    path: tuple[Place, ...] = ()
    last: Direction | None = None


class Reference:
    """The legal moves of one position for one colour, as keys in square names."""

    def __init__(self, game: Generator, board: Board, colour: int) -> None:
        self.rules: Ruleset = game.ruleset
        self.colour = colour
        self.pieces: dict[Place, Piece] = {
            place_of(game.squares[square]): piece for square, piece in game.pieces(board).items()
        }
        self.playable = {place_of(name) for name in game.squares}
        self.far = self.rules.size - 1 if colour == WHITE else 0

    def keys(self) -> set[Key]:
        """All legal moves; with optional captures also the quiet ones."""
        captures = self.best_captures(self.complete())
        keys = {
            (
                name(jumps.start),
                name(jumps.at),
                frozenset(map(name, jumps.captured)),
                jumps.king and not self.pieces[jumps.start].king,
            )
            for jumps in captures
        }
        return keys | (set() if keys and not self.rules.optional_capture else set(self.quiet()))

    def paths(self) -> set[tuple[str, ...]]:
        """The start and landing squares of every legal capture."""
        return {tuple(map(name, (jumps.start, *jumps.path))) for jumps in self.best_captures(self.complete())}

    def quiet(self) -> Iterator[Key]:
        for place, piece in self.pieces.items():
            if piece.colour != self.colour:
                continue
            for step in self.orient_steps(self.rules.king_moves if piece.king else self.rules.man_moves):
                for end in self.line(place, step):
                    if end in self.pieces:
                        break
                    yield name(place), name(end), frozenset(), not piece.king and end[1] == self.far
                    if not (piece.king and self.rules.flying):
                        break

    def complete(self) -> list[Jumps]:
        """Every capture that cannot go on."""
        found, growing = (
            [],
            [
                Jumps(place, place, piece.king)
                for place, piece in self.pieces.items()
                if piece.colour == self.colour
            ],
        )
        while growing:
            jumps = growing.pop()
            further = list(self.further(jumps))
            growing += further
            if not further and jumps.captured:
                if jumps.at[1] == self.far and not jumps.king:
                    jumps = replace(jumps, king=True)
                found.append(jumps)
        return found

    def further(self, jumps: Jumps) -> Iterator[Jumps]:
        """Yield a capture with one more jump.

        If some landing squares of a direction let the capture go on, only those are used.
        """
        for landings in self.landings(jumps):
            yield from [longer for longer in landings if any(self.landings(longer))] or landings

    def landings(self, jumps: Jumps) -> Iterator[list[Jumps]]:
        """For each direction the captures that are one jump longer."""
        rules = self.rules
        if rules.promotion == "stops" and jumps.king and not self.pieces[jumps.start].king:
            return
        for step in self.orient_steps(rules.king_captures if jumps.king else rules.man_captures):
            if rules.reversal or jumps.last != (-step[0], -step[1]):
                yield list(self.jump(jumps, step))

    def jump(self, jumps: Jumps, step: Direction) -> Iterator[Jumps]:
        """One jump in one direction, on each square where it may land."""
        rules = self.rules
        flies = jumps.king and rules.flying
        over: Place | None = None
        for distance, place in enumerate(self.line(jumps.at, step), 1):
            if not self.stands(jumps, place):
                if over is not None:
                    crowned = place[1] == self.far and rules.promotion != "as_man"
                    taken, path = (*jumps.captured, over), (*jumps.path, place)
                    yield Jumps(jumps.start, place, jumps.king or crowned, taken, path, step)
                    if not flies or rules.landing == "behind":
                        return
                elif not flies:
                    return
            elif over is not None or place in jumps.captured or not self.may_take(jumps, place):
                return
            else:
                over = place
            if not flies and distance == 2:
                return

    def stands(self, jumps: Jumps, place: Place) -> bool:
        """Whether a piece is in the way on that square.

        The mover's own piece is not, nor is one already off the board.
        """
        gone = self.rules.removal == "at_once" and place in jumps.captured
        return place in self.pieces and place != jumps.start and not gone

    def may_take(self, jumps: Jumps, place: Place) -> bool:
        victim = self.pieces[place]
        return victim.colour != self.colour and (
            jumps.king or not victim.king or self.rules.men_capture_kings
        )

    def best_captures(self, captures: list[Jumps]) -> list[Jumps]:
        """Return the captures that nothing outranks, in the words of each preference."""
        for preference in self.rules.choice:
            marks = {jumps: self.mark(preference, jumps) for jumps in captures}
            captures = [jumps for jumps in captures if marks[jumps] == max(marks.values())]
        return captures

    def mark(self, preference: str, jumps: Jumps) -> float:
        kings = [place for place in jumps.captured if self.pieces[place].king]
        match preference:
            case "pieces":
                return len(jumps.captured)
            case "value":
                men = len(jumps.captured) - len(kings)
                return men * self.rules.man_value + len(kings) * self.rules.king_value
            case "by_king":
                return self.pieces[jumps.start].king
            case "kings":
                return len(kings)
            case "king_earliest":
                return -jumps.captured.index(kings[0]) if kings else 0
            case _:
                raise ValueError(preference)

    def line(self, place: Place, step: Direction) -> Iterator[Place]:
        """The playable squares from a place on in a direction, nearest first."""
        file, rank = place
        while (
            0 <= (file := file + step[0]) < self.rules.size
            and 0 <= (rank := rank + step[1]) < self.rules.size
        ):
            if (file, rank) in self.playable:
                yield file, rank

    def orient_steps(self, steps: tuple[Direction, ...]) -> list[Direction]:
        """Return White's steps in the direction of the side to move."""
        return [step if self.colour == WHITE else (-step[0], -step[1]) for step in steps]


def place_of(square: str) -> Place:
    return ord(square[0]) - ord("a"), int(square[1:]) - 1


def name(place: Place) -> str:
    return f"{'abcdefghijkl'[place[0]]}{place[1] + 1}"
