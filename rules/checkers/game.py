"""Checkers as an implementation of the game contract.

One class, with an instance for each row of `rulesets`. Rulebook: `kato-collection.txt`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from types import MappingProxyType
from typing import Any, Final

from rules.board import BoardGame, BoardView, LastMove, Trace
from rules.checkers import counters, fen, likeness, notation, openings, records
from rules.checkers.captures import MOST_ROUTES, TooMany
from rules.checkers.help import help_for_options, search_words, variant_help
from rules.checkers.moves import BLACK, WHITE, Board, Generator, Move, Piece, RouteCounting, generator
from rules.checkers.opening import MatchOpening, Opening
from rules.checkers.position import COLOURS, PIECES, SIDES, SYMBOLS, PlayedMove, Position, opening_position
from rules.checkers.reading.typed_moves import find_typed_moves
from rules.checkers.refusals import explain_refusal
from rules.checkers.rulesets import AIM, LEFT_OUT, OPENING, OPTIONS, RULESETS, ruleset
from rules.game import BadOption, BadPosition, IllegalMove, Options, Outcome, Seat, Step
from rules.help import Help
from rules.likeness import ChangeBounds
from rules.match import Match
from rules.options import Option
from rules.outline import Outline
from rules.shuffle import Shuffle
from rules.squares import Size, square_names
from words import Phrase, Words, clip

NO_OPENING: Final = "none"
LOT: Final = "lot"
"""The values of the option `opening` that name none."""
NO_CHANGE: Final[Mapping[str, Any]] = MappingProxyType({})


class Checkers(BoardGame[Position, Move]):
    """One kind of checkers; seat 0 plays the colour that moves first.

    A former version of it has `changed` fields of `Ruleset`, and openings whose positions were `told`
    otherwise, by name (see `rules.editions`).
    """

    symbols = tuple(PIECES)
    countings = ("drop", "keep")
    symmetries = likeness.SYMMETRIES

    def __init__(
        self, key: str, *, changed: Mapping[str, Any] = NO_CHANGE, told: Mapping[str, str] = NO_CHANGE
    ) -> None:
        row = RULESETS[key]
        self._changed = changed
        self._told = told
        self.key = key
        self.title = row.title
        self.size = row.size
        self.sides = (SIDES[WHITE], SIDES[BLACK]) if row.first == "white" else (SIDES[BLACK], SIDES[WHITE])
        self.options = tuple(
            Option(name, choices, choices[0], Phrase(f"checkers.option.{name}"))
            for name, values in OPTIONS[key].items()
            for choices in [tuple(int(value) if value.isdecimal() else value for value in values)]
        )
        self.options += (
            Option(OPENING, (NO_OPENING, LOT), NO_OPENING, Phrase(f"checkers.option.{OPENING}"), free=True),
        )
        self.words = search_words(key)
        self.family = row.family

    # The tables of a kind's moves are made when it is first asked for.

    @cached_property
    def help(self) -> Help:
        """Return what the kind explains of itself."""
        return variant_help(self.key)

    @cached_property
    def example(self) -> str:
        """Return a first move."""
        gen, first = self._resolve_rules(self.read_options({}), lambda: BLACK)
        return notation.write_path(gen, min(gen.moves(gen.start(), first), key=lambda move: move.key[:2]))

    def read_options(self, given: Mapping[str, object]) -> Options:
        """Return the options without those that stand at their usual value (`LEFT_OUT`)."""
        read = super().read_options(given)
        options = {name: value for name, value in read.items() if value != LEFT_OUT.get(name)}
        if OPENING in options and "men" in options:
            raise BadOption("checkers.opening.men", title=self.title, count=options["men"])
        return options

    def read_option(self, option: Option, value: object) -> Any:
        """Return the value of an option; an opening is named as in any of the tables."""
        if option.name != OPENING or value in option.choices:
            return super().read_option(option, value)
        facts = {"value": clip(value), "title": self.title}
        if found := isinstance(value, str) and openings.find_by_name(self.key, value):
            return found.name
        facts["known"] = ", ".join(openings.table_names(self.key))
        near = openings.similar_names(self.key, value) if isinstance(value, str) else []
        if near:
            raise BadOption("checkers.opening.near", choices=", ".join(near), **facts)
        raise BadOption("checkers.opening.unknown", **facts)

    def suggest(self, option: Option, typed: str, most: int) -> Sequence[str]:
        """Return the names of matching openings."""
        return openings.suggest(self.key, typed, most) if option.free else ()

    def start(self, options: Options, shuffle: Shuffle) -> Position:
        """Return the starting position, or the position of an opening.

        Lots are drawn if the options leave something to chance.
        """
        if OPENING not in options:
            return opening_position(*self._resolve_rules(options, lambda: (WHITE, BLACK)[shuffle.below(2)]))
        if options[OPENING] == LOT:
            among = openings.drawable_openings(self.key)
            return self._start_opening(options, among[shuffle.below(len(among))], by_lot=True)
        return self._start_named(options)

    tallied = "pieces"

    def opening(self, options: Options) -> BoardView:
        """Return the first position.

        If a lot decides who begins, all men stand on their first squares and no side is to move yet.
        """
        by_lot = options.get(OPENING) == LOT
        if by_lot:
            options = {name: value for name, value in options.items() if name != OPENING}
        view = self.seen_by(self.start(options, Shuffle(bytes(32))), None)
        by_lot |= OPENING not in options and ruleset(self.key, **options).first == "lot"
        return replace(view, turn=None, lot=True) if by_lot else view

    def tally(self, position: Position) -> tuple[int, int]:
        """Return both sides' numbers of pieces, men and kings together."""
        board = position.board
        counts = board.white.bit_count(), board.black.bit_count()
        return counts if position.first == WHITE else counts[::-1]

    def moves(self, position: Position) -> Sequence[Move]:
        """Return every legal move.

        Captures with the same start, end, captured pieces and crowning are one move.
        """
        return () if position.outcome else position.legal

    def routes(self, position: Position) -> Iterable[Move]:
        """Return captures by every sequence of landing squares.

        If there are very many, each capture has only one route.
        """
        if position.outcome:
            return ()
        quiet = [move for move in position.legal if not move.captured]
        if len(quiet) == len(position.legal):
            return quiet
        try:
            return [*position.generator.routes(position.board, position.colour, MOST_ROUTES), *quiet]
        except TooMany:
            return position.legal

    def duty(self, position: Position) -> Phrase | None:
        """Return the rule that the mover must capture, and which capture.

        If captures are optional, return the cost of declining them.
        """
        if position.outcome or not position.legal[0].captured:
            return None
        row = position.generator.ruleset
        if row.optional_capture:
            return Phrase("checkers.duty.optional", title=row.source)
        narrowed = position.generator.barring_preference(position.board, position.colour)
        return Phrase(f"checkers.duty.{narrowed}" if narrowed else "checkers.duty", title=row.source)

    def play(self, position: Position, move: Move) -> Position:
        """Return the position after a legal move."""
        return position.play(move)

    def is_crowded(self, position: Position) -> bool:
        """Whether the mover may have thousands of captures."""
        return position.is_crowded

    def changes(self, size: Size) -> ChangeBounds:
        """Return the change bounds of a move.

        A move takes one piece elsewhere, and may capture others.
        """
        return likeness.CHANGES

    def outline(self, position: Position) -> Outline:
        """Return the outline of the pieces.

        All variants on boards of one size have comparable outlines.
        """
        gen = position.generator
        return Outline(likeness.piece_likeness(gen.ruleset.size), _cells(gen, position.board))

    def forget(self, position: Position) -> None:
        """Forget the legal moves of a position.

        They take most of the memory of a match.
        """
        position.forget_moves()

    def outcome(self, position: Position) -> Outcome | None:
        """Return the outcome.

        A side without a piece or a move has lost; repetition and move counts draw.
        """
        return position.outcome

    def unclaimed_draw(self, position: Position) -> Outcome | None:
        """Return the draw by repetition or move count that was not claimed."""
        return position.claimable_draw if position.waived else None

    def waive_draw(self, position: Position) -> Position | None:
        """Return a position drawn by repetition or count as one that continues."""
        ended = position.outcome
        return position.waive_draw() if ended and ended.winner is None else None

    def write(self, position: Position, move: Move) -> str:
        """Return the move's text, such as `11-15` or `c3xe5`.

        Every landing square is written if start and end fit several moves.
        """
        return notation.write_move(position, move)

    def read_move(self, position: Position, text: str) -> Move:
        """Return the move that a text means.

        `notation.parse_move` has the usual forms; others are read as in files.
        """
        typed = notation.parse_move(position.generator, text)
        if typed is None:
            meant = find_typed_moves(position, text)
            if meant is None:
                raise self.unreadable_move(text)
            if not meant:
                raise IllegalMove("checkers.fits_none", text=clip(text), example=self._example_in(position))
            return notation.require_single(position, text, meant)
        found = notation.find_moves(position, typed)
        if not found:
            raise explain_refusal(position, typed.squares, captures=typed.captures is True)
        return notation.require_single(position, text, found)

    def _example_in(self, position: Position) -> str:
        """Return a legal move as written."""
        return notation.write_move(position, position.legal[0])

    def steps(self, position: Position, move: Move) -> tuple[Step, ...]:
        """Return the choices of the piece, then of each square it lands on."""
        return tuple(_step(position.generator, square) for square in (move.start, *move.path))

    def seen_by(self, position: Position, seat: Seat | None) -> BoardView:
        """Return the view of the board; nothing is hidden."""
        gen = position.generator
        numeric = gen.ruleset.notation == "numeric"
        return self.view(
            position,
            seat,
            gen.ruleset.size,
            _cells(gen, position.board),
            a1_dark=gen.ruleset.a1 == "dark",
            top=position.seat(BLACK),
            labels={name: str(number) for number, name in enumerate(gen.squares, 1)} if numeric else {},
            counters=counters.show_counters(position),
            begun=_opening_in_words(position.begun) if position.begun and not position.last else None,
            pieces="ranked",
            tones=("white", "black") if position.seat(BLACK) else ("black", "white"),
        )

    def describe_last(self, position: Position, last: PlayedMove) -> LastMove:
        """Describe the last move: the player, whether they captured, and the squares."""
        gen, move = position.generator, last.move
        facts = {
            "name": self.player(position, 1 - position.turn),
            "origin": notation.square_name(gen, move.start),
            "target": notation.square_name(gen, move.end),
        }
        crowned = ".crowned" if move.promotes else ""
        did = Phrase(f"checkers.did.moved{crowned}", **facts)
        if move.captured:
            did = Phrase(f"checkers.did.captured{crowned}", count=len(move.captured), **facts)
        return LastMove(_last_text(position, last), did, _trace(gen, last), self._note(position, last))

    def _note(self, position: Position, last: PlayedMove) -> Phrase | None:
        """Return a note on the last move, if one is due.

        Either that no player claimed a draw, or that a capture was declined and what it cost; otherwise
        `None`.
        """
        if draw := self.unclaimed_draw(position):
            return Phrase("checkers.played_on", reason=draw.phrase)
        if last.move.forfeit is None:
            return None
        gen = position.generator
        return Phrase(
            "checkers.forfeit",
            side=self.player(position, 1 - position.turn),
            square=notation.square_name(gen, last.move.forfeit),
            title=gen.ruleset.title,
        )

    def sides_in(self, position: Position) -> tuple[Words, Words]:
        """Return the colours of seat 0 and seat 1."""
        return position.sides

    def settled_options(self, options: Options, position: Position) -> Options:
        """Return the options with the results of the lots."""
        drawn = {}
        if "first" in options:
            drawn["first"] = COLOURS[position.first]
        if OPENING in options and position.begun:
            drawn[OPENING] = position.begun.opening.name
        return {**options, **drawn}

    def advice(self, options: Options) -> Phrase | None:
        """Return a warning if the chosen opening is considered lost.

        Only for an opening chosen by name, and only with the aim that the tables are made for. A player
        who accepts it has to know.
        """
        if OPENING not in options or AIM in options:
            return None
        found = openings.find_by_name(self.key, options[OPENING])
        return Phrase("checkers.opening.lost", value=found.name) if found and found.lost else None

    def deal_in_words(self, options: Options, secret: bytes) -> Sequence[Phrase]:
        """Return a line that names the opening drawn by lot."""
        begun = self.start(options, Shuffle(secret)).begun if options.get(OPENING) == LOT else None
        return [Phrase("checkers.deal.opening", value=begun.opening.name)] if begun else []

    def help_for(self, options: Options) -> Help:
        """Return the help of a match with these options."""
        return help_for_options(self.key, options, self._changed)

    def place(self, options: Options, data: object, turn: Seat | None) -> Position:
        """Return a position from the protocol's form or from draughts FEN.

        Without a lot Black moves first. If the turn is `null`, as in a finished position, the side that
        cannot move is to move, otherwise seat 0.
        """
        gen, first = self._resolve_rules(options, lambda: BLACK)
        begun = None
        if options.get(OPENING, LOT) != LOT:
            opened = self._start_named(options)
            gen, first, begun = opened.generator, opened.first, opened.begun
        if isinstance(data, str):
            said = fen.parse(gen, data)
            pieces = said.pieces
            colour = (first if said.colour is None else said.colour) if turn is None else _colour(turn, first)
            remembered: Mapping[str, Any] = {"clock": said.counters(gen)}
        else:
            cells, turn, remembered = self.read_board(options, data, turn)
            on_board = square_names(gen.ruleset.size)
            pieces = {_square(gen, on_board[square]): PIECES[symbol] for square, symbol in cells.items()}
            colour = _colour(turn or 0, first)
        check_reachable(gen, pieces)
        board = gen.build_board(pieces)
        if turn is None and "turn" in remembered and gen.can_move(board, colour):
            colour = colour if gen.can_move(board, 1 - colour) else 1 - colour
        placed = counters.restore(
            gen, board, colour, first, remembered.get("clock"), remembered.get("history", [])
        )
        return replace(placed, begun=begun)

    def dump(self, position: Position) -> dict[str, Any]:
        """Return the position in full.

        It includes the earlier positions that can recur, and the side to move even after the end.
        """
        return {
            **super().dump(position),
            "turn": position.turn,
            "history": counters.show_history(position),
        }

    def record(self, match: Match, seat: Seat | None) -> str:
        """Return the match in PDN."""
        return records.write(match, seat=seat)

    def perft(self, position: Position, depth: int, counting: str | None = None) -> list[int]:
        """Return the leaf counts at depths 1 … `depth`; draws are ignored."""
        kind: RouteCounting = "keep" if counting == "keep" else "drop"
        gen = position.generator
        return [gen.perft(position.board, position.colour, d, kind) for d in range(1, depth + 1)]

    def _resolve_rules(self, options: Options, lot: Callable[[], int]) -> tuple[Generator, int]:
        """Return the generator for these options, and the colour that moves first.

        If the options leave that open, it is decided by lot.
        """
        row = replace(ruleset(self.key, **options), **self._changed)
        if row.first == "lot":
            row = replace(row, **OPTIONS[self.key]["first"][COLOURS[lot()]])
        return generator(row), WHITE if row.first == "white" else BLACK

    def _start_named(self, options: Options) -> Position:
        """Return the position of the named opening in the options."""
        found = openings.find_by_name(self.key, options[OPENING])
        assert found, "the options have been read"
        return self._start_opening(options, found, by_lot=False)

    def _start_opening(self, options: Options, found: Opening, *, by_lot: bool) -> Position:
        """Return the position of an opening.

        The opening decides who moves first, regardless of the options.
        """
        if told := self._told.get(found.name):
            found = found._replace(told=(told,))
        if "first" in options:
            options = {**options, "first": found.first_colour}
        gen, first = self._resolve_rules(options, lambda: BLACK)
        return openings.set_up(gen, first, found, by_lot=by_lot)


def _opening_in_words(begun: MatchOpening) -> Phrase:
    """Describe a match's opening and whether it was chosen or drawn by lot."""
    code = f"checkers.begun.{'lot' if begun.by_lot else 'chosen'}"
    if not begun.opening.moves:
        return Phrase(code, value=begun.opening.name)
    return Phrase(f"{code}.moves", value=begun.opening.name, moves=" ".join(begun.opening.moves))


@lru_cache(maxsize=4096)
def _step(gen: Generator, square: int) -> Step:
    """Return the step that chooses a square."""
    name, place = notation.square_name(gen, square), gen.squares[square]
    return Step(name, name, Phrase("step.rank", rank=int(place[1:])), place)


def _colour(seat: Seat, first: int) -> int:
    return first if seat == 0 else 1 - first


def _square(gen: Generator, name: str) -> int:
    if name not in gen.index:
        raise BadPosition("position.square", square=name)
    return gen.index[name]


def check_reachable(gen: Generator, pieces: Mapping[int, Piece]) -> None:
    """Raise `BadPosition` for a position that no game can have reached."""
    if not pieces:
        raise BadPosition("position.empty")
    men = gen.start().white.bit_count()
    if gen.ruleset.aim == "crown" and (kings := sum(piece.king for piece in pieces.values())) > 1:
        raise BadPosition("checkers.crowned_twice", count=kings)
    for colour, side in enumerate(SIDES):
        squares = [square for square, piece in pieces.items() if piece.colour == colour]
        if len(squares) > men:
            raise BadPosition("position.many", side=side, count=len(squares), limit=men)
        far = gen.geometry.far_rank(colour)
        for square in squares:
            if not pieces[square].king and gen.geometry.bits[square] & far:
                facts = {
                    "square": notation.square_name(gen, square),
                    "colour": side,
                    "title": gen.ruleset.title,
                }
                raise BadPosition("checkers.man_crowned", **facts)


def _last_text(position: Position, last: PlayedMove) -> str:
    """Return the last move as it was written when it was made."""
    squares = (last.move.start, *last.named)
    return notation.write_squares(position.generator, squares, captures=bool(last.move.captured))


def _cells(gen: Generator, board: Board) -> dict[str, str]:
    return {gen.squares[square]: SYMBOLS[piece] for square, piece in gen.pieces(board).items()}


def _trace(gen: Generator, last: PlayedMove) -> Trace:
    """Return the path of the last move, and the pieces it removed.

    A forfeited piece is included, on its square at the end of the move.
    """
    move, before = last.move, _cells(gen, last.before)
    removed = [(gen.squares[square], before[gen.squares[square]]) for square in move.captured]
    if move.forfeit is not None:
        stood = move.start if move.forfeit == move.end else move.forfeit
        removed.append((gen.squares[move.forfeit], before[gen.squares[stood]]))
    return Trace(
        path=tuple(gen.squares[square] for square in (move.start, *move.path)), removed=tuple(removed)
    )
