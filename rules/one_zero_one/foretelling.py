"""The effect of a choice of a turn, in words to the player to move.

It tells nothing that they may not know. A card is described by the effect of its command, a
line by what the card would meet there in each direction, and a direction by everything that
would follow from it.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from rules.game import Outcome, Seat
from rules.one_zero_one.commands import CHAINS
from rules.one_zero_one.notation import ARROWS
from rules.one_zero_one.playing_cards import LINES, Cell, PlayingCard, PointerSign
from rules.one_zero_one.program import Display, discounted_cells, line_controls, points
from rules.one_zero_one.turn import CardPlay, LaidTurn, Move, Position, execute, exhausted_seat, lay_cards
from rules.one_zero_one.view import CommandEffect, PlacedCard
from words import Phrase, SeatedPlayer, Words, join_phrases

Judge = Callable[[Position], Outcome | None]
"""Tells how a position has ended."""


def foretell(position: Position, move: Move, taken: int, judge: Judge) -> Words:
    """Return the effects of the first `taken` choices of a legal move.

    The choices are in the order of `notation.steps`.
    """
    number, decided = _last_choice(move, taken)
    play = move.plays[number]
    if number == 0 and decided == "card":
        return explain_command(play.card)
    if decided == "point" or play.point is None:
        return _Turn(position, _first_plays(move, number, play.point), judge).describe_fully()
    turns = {
        ARROWS[point]: _Turn(position, _first_plays(move, number, point), judge)
        for point in play.card.directions
        if point
    }
    told = {way: turn.summarize() for way, turn in turns.items()}
    if len(set(told.values())) == 1:
        return next(iter(turns.values())).summarize(either=True)
    return join_phrases(
        "one_zero_one.will.ways", [_will("way", way=way, item=item) for way, item in told.items()]
    )


def explain_command(card: PlayingCard) -> Phrase:
    """Return the general effect of a card's command, wherever the card is laid."""
    return Phrase(f"one_zero_one.card.{card.command.lower()}")


def _last_choice(move: Move, taken: int) -> tuple[int, str]:
    """Return the number of the card that the last choice is about, and its kind.

    The kind is the part of the play that it decides: "card", "line" or "point".
    """
    kinds: list[tuple[int, str]] = []
    for number, play in enumerate(move.plays):
        kinds.append((number, "card"))
        if number == 0:
            kinds.append((number, "line"))
        if play.point:
            kinds.append((number, "point"))
    return kinds[taken - 1]


def _first_plays(move: Move, number: int, point: PointerSign | None) -> Move:
    """Return the move up to its card of index `number`, turned to `point`."""
    return Move(move.line, (*move.plays[:number], CardPlay(move.plays[number].card, point)))


@dataclass(frozen=True)
class _Turn:
    """A turn up to the card under consideration, which is its last card."""

    position: Position
    move: Move
    judge: Judge

    @cached_property
    def lay_result(self) -> LaidTurn:
        """The display after the cards are laid."""
        return lay_cards(self.position, self.move)

    @property
    def seat(self) -> Seat:
        assert self.position.turn is not None, "only who is to move considers a move"
        return self.position.turn

    def summarize(self, *, either: bool = False) -> Words:
        """Return the effect of the command, and the points if they change or decide.

        The effect is the same in both directions with `either`.
        """
        command = self._command(reason=False)
        assert command is not None, "a card that points somewhere has a command"
        return self._with_consequences(_will("either", item=command) if either else command, short=True)

    def describe_fully(self) -> Words:
        """Return the effect of the command, or why it has none, and its results.

        The results are the lines that change hands, the points, and the end.
        """
        command = self._command(reason=True)
        parts = [*([command] if command else []), *self._line_changes()]
        return self._with_consequences(join_phrases("series.clauses", parts or [self._count_line()]))

    def _with_consequences(self, told: Words, *, short: bool = False) -> Words:
        """Return words with what follows: the end of the match, or changed points.

        Late in a match every way out of a hand ends it. In `short` form only the result is given, so
        that all lines fit a phone.
        """
        laid = self.lay_result
        after = execute(self.position, self.move)
        if not after.ended and not laid.further and exhausted_seat(after) is not None:
            after = replace(after, ended="load", turn=None)
        outcome = self.judge(after)
        own, other = self._points(laid.display)
        if outcome:
            won = {None: "draw", self.seat: "won"}.get(outcome.winner, "lost")
            if short and after.ended == "load":
                return _will(f"ends.{won}", item=told, points=own, other_points=other)
            ends = _will(f"{after.ended}.{won}", points=own, other_points=other)
            return _will("then", before=told, item=ends) if after.ended == "load" or laid.arrived else ends
        if (own, other) == self._points(Display(self.position.lines)):
            return told
        # The other card can change them again.
        scored = "scored.so_far" if laid.further else "scored.counts" if short and self._is_idle else "scored"
        return _will(scored, item=told, points=own, owner=self._player(1 - self.seat), other_points=other)

    def _points(self, display: Display) -> tuple[int, int]:
        """Return the points of a display, the mover's first."""
        controls, digit = line_controls(display.lines()), self.position.digits[self.seat]
        return points(controls, digit), points(controls, 1 - digit)

    def _command(self, *, reason: bool) -> Words | None:
        """Return the effect of the last card's arrival and of its command.

        A plain card has no command. If the command does nothing, `reason` adds why.
        """
        laid = self.lay_result
        placed = laid.placed[-1]
        told = None if placed.card.command == "PLAIN" else self._describe_command(placed, reason=reason)
        if not laid.arrived:
            return told
        waited = [
            self._name_card(effect, placed.cell) for effect in laid.arrived if effect.cell != placed.cell
        ]
        saved = (
            _will("arrived.with", whose=join_phrases("series.more", waited)) if waited else _will("arrived")
        )
        # The card that fills line 50 does not execute its command.
        return _will("on_arrival", before=saved, item=told) if told and not laid.display.is_running else saved

    @property
    def _is_idle(self) -> bool:
        """Whether the last card only counts, because its command has nothing to do."""
        laid = self.lay_result
        return not laid.effects and laid.placed[-1].card.command != "REM"

    def _describe_command(self, placed: PlacedCard, *, reason: bool) -> Words:
        """Return the effect of the last card's command.

        If the command does nothing, `reason` adds why.
        """
        laid = self.lay_result
        if laid.further:
            return _will(f"lay.{placed.card.command.lower()}", where=self._where(laid.further))
        if placed.card.command == "REM":
            return self._count_discounted(placed.cell)
        saved = {effect.cell for effect in laid.effects if effect.kind == "saved"}
        told = [
            self._effect(effect, placed.cell, itself=placed.cell in saved)
            for effect in laid.effects
            # That the card is saved itself is told with those that are saved beside it.
            if not (effect.kind == "saved" and effect.cell == placed.cell and len(saved) > 1)
        ]
        if not told:
            told.append(_will(f"nothing.{self._obstacle(placed.cell)}" if reason else "nothing"))
        return join_phrases("series.more", told)

    def _where(self, cell: Cell) -> Phrase:
        """Return the place of an empty cell.

        It says so if cards cannot be played there from the hand.
        """
        display = self.lay_result.display
        if display.closing_line(cell.line) is not None:
            return Phrase("one_zero_one.where.line.closed", line=cell.line)
        past = "" if display.entry_cell(cell.line) == cell else ".past"
        return Phrase(f"one_zero_one.where.line{past}", line=cell.line)

    def _effect(self, effect: CommandEffect, own: Cell, *, itself: bool) -> Phrase:
        """Return the effect on one card.

        `own` is the cell of the card that is laid, `itself` whether that card is saved.
        """
        whose, to = self._name_card(effect, own), effect.to
        match effect.kind:
            case "flipped":
                return _will("flipped", whose=whose, digit=1 - effect.before.digit)
            case "moved" if to:
                return _will(
                    "moved.along" if to.line == effect.cell.line else "moved", whose=whose, line=to.line
                )
            case "waits" if to:
                return _will("waits", where=self._where(to))
            case "saved" if itself and effect.cell != own:
                return _will("saved.both", whose=whose)
            case kind:
                return _will(kind, whose=whose)

    def _name_card(self, effect: CommandEffect, own: Cell) -> Phrase:
        """Return a phrase that names an affected card and, by its digit, its owner."""
        card = effect.before
        if effect.cell == own:
            return Phrase("one_zero_one.whose.itself")
        plain = ".plain" if card.command == "PLAIN" else ""
        facts: dict[str, Any] = {"digit": card.digit} if plain else {"card": card.command}
        owner = self.position.digits.index(card.digit)
        if owner == self.seat:
            return Phrase(f"one_zero_one.whose.own{plain}", **facts)
        return Phrase(f"one_zero_one.whose.other{plain}", owner=self._player(owner), **facts)

    def _count_discounted(self, cell: Cell) -> Phrase:
        """Return the number of cards that a REM excludes from control."""
        lines = (self.position.lines, self.lay_result.display.lines())
        before, after = map(discounted_cells, lines)
        return _will("rem", count=len(after - before), line=cell.line)

    def _obstacle(self, cell: Cell) -> str:
        """Return the reason why a command does nothing, as the last part of a code."""
        display = self.lay_result.display
        command, target = display.cells[cell].command, display.target(cell)
        if command == "ELSE":
            return "beside"
        if target is None:
            return "off"
        if target not in display.cells:
            return {"PRINT": "hand", "PASTE": "pile"}.get(command, "empty")
        if command in CHAINS:
            return "taken"
        return "saved" if display.cells[target].saved else "same"

    def _line_changes(self) -> Iterator[Words]:
        """Yield the lines that change hands, then those that open or close."""
        before, after = Display(self.position.lines), self.lay_result.display
        for line, was, now in zip(
            LINES, line_controls(before.lines()), line_controls(after.lines()), strict=True
        ):
            if was.digit != now.digit:
                if now.digit is None:
                    yield _will("line.nobody", line=line)
                elif now.digit == self.position.digits[self.seat]:
                    yield _will("line.own", line=line)
                else:
                    yield _will("line.other", line=line, owner=self._player(1 - self.seat))
        for line in LINES:
            was_open, is_open = (display.closing_line(line) is None for display in (before, after))
            if was_open != is_open:
                yield _will("opens" if is_open else "closes", line=line)

    def _count_line(self) -> Phrase:
        """Return both players' numbers of counting cards in the line of the last card."""
        line = self.lay_result.placed[-1].cell.line
        held = line_controls(self.lay_result.display.lines())[LINES.index(line)]
        counts = (held.zeros, held.ones)
        own, other = (counts[self.position.digits[seat]] for seat in (self.seat, 1 - self.seat))
        return _will("count", count=own, other_count=other, owner=self._player(1 - self.seat))

    def _player(self, seat: Seat) -> SeatedPlayer:
        return SeatedPlayer(seat, str(self.position.digits[seat]))


def _will(name: str, **facts: object) -> Phrase:
    return Phrase(f"one_zero_one.will.{name}", **facts)
