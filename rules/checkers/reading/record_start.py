"""The beginning of a record: its options, first position, and match."""

from collections.abc import Mapping, Sequence
from functools import cached_property, partial
from typing import Any, Final, NamedTuple

from rules.checkers import fen, openings
from rules.checkers.game import check_reachable
from rules.checkers.moves import Board, Generator
from rules.checkers.pdn.grammar import PdnGame
from rules.checkers.pdn.lexer import Lexer
from rules.checkers.position import SYMBOLS, Position, Streak
from rules.checkers.reading.kinds import NamedKind, RuleChoice, squares_by_name
from rules.checkers.reading.line_replay import Budget, LineReplay
from rules.checkers.reading.line_steps import LineStep, line_steps
from rules.checkers.reading.turning import AS_IS, Turning, turn_position, turned_names
from rules.checkers.rulesets import OPENING, OPTIONS, ruleset
from rules.game import AnyGame, BadPosition
from rules.json_text import parse_json
from rules.match import SECRET, Match, Where, attempt_at, bad_record, secret_of
from rules.record import RecordKind
from words import Phrase, clip

START_COST: Final = 25
PIECE_COST: Final = 4
"""Microseconds on a slow machine to set up a position, and each piece in it."""


class FirstPosition(NamedTuple):
    """What a line begins with: the board, the colour to move, and the one that began."""

    generator: Generator
    board: Board
    colour: int
    first: int
    streaks: tuple[Streak | None, Streak | None] = (None, None)

    @classmethod
    def of_match(cls, match: Match) -> "FirstPosition":
        """Return the first position of a match."""
        origin: Position = match.origin
        return cls(origin.generator, origin.board, origin.colour, origin.first, origin.streaks)


class RecordStart:
    """A game of a text, and the ways in which it may begin."""

    def __init__(self, lexer: Lexer, score: PdnGame, games: Mapping[str, AnyGame]) -> None:
        self.lexer = lexer
        self.score = score
        self.games = games
        self.steps: Sequence[LineStep] = line_steps(score, lexer.folded)
        self._parsed: dict[tuple[tuple[str, ...], Turning], fen.Fen | Phrase] = {}
        self._boards: dict[object, tuple[Board, int | None] | Phrase] = {}
        self.extra_options: Mapping[str, Any] = {}
        """Options that the caller chose and that change no rule: an opening."""

    def at(self, offset: int) -> Where:
        """Return a function that finds the line and column of an offset."""
        return partial(self.lexer.place, offset)

    @cached_property
    def first_side(self) -> str | None:
        """The side that begins by the second field of `GameType`."""
        tag = self.score.tags.get("GameType")
        fields = tag.value.split(",") if tag else []
        return {"W": "white", "B": "black"}.get(fields[1].strip().upper()) if len(fields) > 1 else None

    @cached_property
    def position_text(self) -> str | None:
        """The starting position in FEN, or `None` if it is the usual one."""
        tag = self.score.tags.get("FEN")
        return tag.value if tag else None

    def given_options(self, named: NamedKind) -> dict[str, str]:
        """Return the options that a record settles.

        They come from its name and from our own tags; the rules also from the side that begins.
        """
        key, tags = named.game, self.score.tags
        given = dict(named.options)
        for name in OPTIONS.get(key, {}):
            if name.capitalize() in tags:
                value = tags[name.capitalize()].value.strip().lower()
                # Elsewhere the tag Rules names a federation or the like.
                if name != "rules" or value in OPTIONS[key][name]:
                    given[name] = value
        values = OPTIONS.get(key, {}).get("rules", {})
        if values and "rules" not in given:
            fitting = [value for value in values if ruleset(key, rules=value).first == self.first_side]
            if len(fitting) == 1:
                given["rules"] = fitting[0]
        return given

    def first_position(self, choice: RuleChoice, turning: Turning, budget: Budget) -> FirstPosition:
        """Return the position before the first move; raise `BadPosition`."""
        budget.spend(START_COST)
        gen = choice.generator
        if self.position_text is None:
            return FirstPosition(gen, gen.start(), choice.first, choice.first)
        board, colour = self._set_board(gen, turning, budget)
        if colour is None:
            colour = self._mover(gen, board, choice.first, turning)
        return FirstPosition(gen, board, colour, choice.first)

    def replay(self, start: FirstPosition, turning: Turning, budget: Budget) -> LineReplay:
        """Return the line replayed from a position."""
        gen = start.generator
        names = turned_names(gen, turning.files, turning.ranks) if turning.is_turned else squares_by_name(gen)
        setup = partial(self._read_setup, gen, start.first, turning)
        replay = LineReplay(gen, start.board, start.colour, start.first, names, budget, setup, start.streaks)
        replay.run(self.steps)
        return replay

    def begin(self, kind: RecordKind, turning: Turning = AS_IS) -> Match:
        """Return the match of a kind before its first move; raise `BadRecord`."""
        tags = self.score.tags
        options = {**self.extra_options, **kind.options, **self.told_opening(kind.game)}
        match = attempt_at(self.at(self.score.offset), partial(self.new_match, kind.game, options))
        if "FEN" in tags and not self._is_opening(match.origin):
            attempt_at(self.at(tags["FEN"].offset), partial(self._set_position, match, turning))
        for step in self.steps:
            if step.names:
                break
            if step.kind == "setup":
                attempt_at(self.at(step.span.offset), partial(self._set_up, match, turning, step))
        return match

    @cached_property
    def is_ours(self) -> bool:
        """Whether this is a complete record of our own.

        What it leaves out is as usual.
        """
        return "Secret" in self.score.tags

    def told_opening(self, key: str) -> dict[str, str]:
        """Return the option that names the opening of a record, if the record does."""
        tags = self.score.tags
        # Elsewhere the tag says in words what was played: ours comes with the position.
        told = tags["Opening"].value if "Opening" in tags and "FEN" in tags else ""
        found = openings.find_by_name(key, told)
        return {OPENING: found.name} if found else {}

    def new_match(self, key: str, options: Mapping[str, str]) -> Match:
        """Return a match with the secret of the record; raise `BadRecord` or `BadOption`."""
        return Match(self.games[key], options, self._secret())

    def _parse_position(self, gen: Generator, turning: Turning) -> fen.Fen:
        """Return the contents of the tag FEN, once for all kinds with the same squares."""
        key = gen.squares, turning
        if key not in self._parsed:
            try:
                text = turn_position(self.position_text or "", gen, turning)
                self._parsed[key] = fen.parse(gen, text)
            except BadPosition as refusal:
                self._parsed[key] = refusal.sentence
        found = self._parsed[key]
        if isinstance(found, Phrase):
            raise BadPosition(found.code, **found.facts)
        return found

    def _set_board(self, gen: Generator, turning: Turning, budget: Budget) -> tuple[Board, int | None]:
        """Return the board of the tag FEN and the colour to move.

        It is read once for all kinds that are alike in that.
        """
        key = gen.geometry.bits, gen.start(), turning
        if key not in self._boards:
            budget.spend(START_COST)
            try:
                said = self._parse_position(gen, turning)
                budget.spend(PIECE_COST * len(said.pieces))
                check_reachable(gen, said.pieces)
                self._boards[key] = gen.build_board(said.pieces), said.colour
            except BadPosition as refusal:
                self._boards[key] = refusal.sentence
        found = self._boards[key]
        if isinstance(found, Phrase):
            raise BadPosition(found.code, **found.facts)
        return found

    def _mover(self, gen: Generator, board: Board, first: int, turning: Turning) -> int:
        """Return the colour whose moves they are, for a position that leaves it open."""
        tried = {
            colour: self.replay(FirstPosition(gen, board, colour, first), turning, Budget(1e6))
            for colour in (first, 1 - first)
        }
        return max(tried, key=lambda colour: (tried[colour].fault is None, len(tried[colour].plies)))

    def _read_setup(self, gen: Generator, first: int, turning: Turning, text: str) -> tuple[Board, int]:
        """Return the board and the colour to move of a setup in the main line.

        Raise `BadPosition`.
        """
        said = fen.parse(gen, turn_position(_setup_text(text), gen, turning))
        return gen.build_board(said.pieces), first if said.colour is None else said.colour

    def _secret(self) -> bytes:
        """Return the secret; that of a record from elsewhere follows from its text."""
        tag = self.score.tags.get("Secret")
        if tag is None:
            return secret_of(self.lexer.text.encode(errors="replace").decode())
        if not SECRET.fullmatch(tag.value):
            raise bad_record("pdn.secret", self.at(tag.offset), name="Secret", value=clip(tag.value))
        return bytes.fromhex(tag.value)

    def _is_opening(self, origin: Position) -> bool:
        """Whether the FEN only repeats the opening in which the match begins."""
        if origin.begun is None or "Clock" in self.score.tags:
            return False
        try:
            said = fen.parse(origin.generator, self.score.tags["FEN"].value)
        except BadPosition:
            return False
        return (origin.generator.build_board(said.pieces), said.colour) == (origin.board, origin.colour)

    def _set_position(self, match: Match, turning: Turning) -> None:
        """Set up the match from its FEN, with its counters if it has them."""
        tags, origin = self.score.tags, match.origin
        gen = origin.generator
        said = self._parse_position(gen, turning)
        colour = said.colour
        if colour is None:
            colour = self._mover(gen, gen.build_board(said.pieces), origin.first, turning)
        data: dict[str, Any] = {
            "cells": {gen.squares[square]: SYMBOLS[piece] for square, piece in said.pieces.items()},
            "turn": origin.seat(colour),
            "clock": said.counters(gen),
        }
        if "Clock" in tags and tags["Clock"].value.lstrip().startswith("{"):
            data |= _parse_clock(tags["Clock"].value)
        match.set_position(data)

    def _set_up(self, match: Match, turning: Turning, step: LineStep) -> None:
        match.set_position(turn_position(_setup_text(step.text), match.origin.generator, turning))


def _setup_text(text: str) -> str:
    """Return the position string of a setup, `/FEN "…"/`."""
    return text.split('"')[1]


def _parse_clock(text: str) -> dict[str, Any]:
    """Return the `clock` and `history` of the tag Clock; raise `BadPosition`."""
    try:
        remembered = parse_json(text)
    except ValueError:
        remembered = None
    if not isinstance(remembered, dict):
        raise BadPosition("position.field", field="Clock")
    return {name: remembered[name] for name in ("clock", "history") if name in remembered}
