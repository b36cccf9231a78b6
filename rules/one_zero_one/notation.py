"""Moves as text and as menu choices: `PRINT-h> 30 : DELETE-v^`."""

import re
from dataclasses import dataclass

from rules.game import AmbiguousMove, IllegalMove, Step
from rules.one_zero_one.commands import CHAINS
from rules.one_zero_one.decks import read_command
from rules.one_zero_one.playing_cards import (
    COMMANDS,
    KINDS,
    LINES,
    Cell,
    LaidCard,
    PlayingCard,
    PointerSign,
    card_of,
    pointed_cell,
)
from rules.one_zero_one.program import Display
from rules.one_zero_one.turn import CardPlay, Move, Position, legal_turns, remove_card
from words import Phrase, Words, clip

TITLE = Phrase("title.one_zero_one")
EXAMPLE = "PRINT-h> 30 : DELETE-v^"
LETTERS = dict(zip(LINES, "ABCDE", strict=True))
"""The letter of a line's legal cell, in the picture and in menus."""

ARROWS: dict[PointerSign, str] = {"<": "←", ">": "→", "^": "↑", "v": "↓"}
"""The directions as people read them."""

_POINTS: dict[str, PointerSign] = {
    "<": "<",
    "←": "<",
    "left": "<",
    ">": ">",
    "→": ">",
    "right": ">",
    "^": "^",
    "↑": "^",
    "up": "^",
    "v": "v",
    "↓": "v",
    "down": "v",
}
_WAYS: dict[PointerSign, Phrase] = {
    "<": Phrase("step.left"),
    ">": Phrase("step.right"),
    "^": Phrase("step.up"),
    "v": Phrase("step.down"),
}
_AXES = {"h": " ↔", "v": " ↕"}

_POINT = r"[<>^v←→↑↓]|left|right|up|down"
_NAME = (
    r"goto[\s\-_]*10(?!\d)|goto|syntax[\s\-_]*error|syntax|if[\s.…\-_]*then[\s.…\-_]*else[.…]*"
    r"|if[\s.…\-_]*then[.…]*|if|[a-z]+?"
)
_PART = re.compile(
    rf"\s*(?P<name>{_NAME})\s*(?:-\s*(?P<axis>[hv])|(?P<bare>[hv])(?=\s*(?:{_POINT})))?"
    rf"\s*(?P<point>{_POINT})?\s*(?:line)?\s*(?P<line>\d{{1,9}})?\s*",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class WrittenCard:
    """One card of a typed move; missing parts are `None`."""

    command: str
    axis: str | None
    point: PointerSign | None
    line: int | None

    @property
    def name(self) -> str:
        """The card's name as typed."""
        return f"{self.command}-{self.axis}" if self.axis else self.command

    def fits(self, play: CardPlay) -> bool:
        """Whether the text may mean this play."""
        return (
            self.command == play.card.command
            and self.axis in (None, play.card.axis)
            and self.point in (None, play.point)
        )


def write_move(move: Move) -> str:
    """Return the canonical text of a move."""
    first, *chained = (f"{card.name}{point or ''}" for card, point in move.plays)
    return " : ".join((f"{first} {move.line}", *chained))


def describe_move(move: Move) -> Words:
    """Return a move as people read it: `PRINT → on line 30, then IF ↓`."""
    (first, point), *chained = move.plays
    said: Words = Phrase(
        f"one_zero_one.move{_kind(first)}", card=_card_with_arrow(first, point), line=move.line
    )
    for card, way in chained:
        said = Phrase(f"one_zero_one.move.then{_kind(card)}", before=said, card=_card_with_arrow(card, way))
    return said


def _kind(card: PlayingCard) -> str:
    return ".plain" if card.command == "PLAIN" else ""


def _card_with_arrow(card: PlayingCard, point: PointerSign | None) -> str:
    """Return a card and its direction: `IF ↓`."""
    return f"{card.command} {ARROWS[point]}" if point else card.command


def read_move(position: Position, text: str) -> Move:
    """Return the legal move that the text means.

    Raise `IllegalMove` with the rule it breaks, or `AmbiguousMove`. Lenient: accepts any case and
    any spaces; `IF THEN…`, `SYNTAX ERROR` and the like for the commands; arrows or words (`left`)
    for `<>^v`; `line` before the line's number. The axis, the direction and the line may be left
    out if only one legal move fits.
    """
    parts = _parse_cards(text)
    fitting = [
        move
        for move in legal_turns(position)
        if len(move.plays) == len(parts)
        and parts[0].line in (None, move.line)
        and all(part.line is None for part in parts[1:])
        and all(part.fits(play) for part, play in zip(parts, move.plays, strict=True))
    ]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        raise AmbiguousMove(clip(text), [write_move(move) for move in fitting])
    raise _refusal(position, parts, text)


def list_steps(position: Position, move: Move) -> tuple[Step, ...]:
    """Return the choices of a move.

    They are the card, its line and direction, then each chained card and its direction.
    """
    (first, point), *chained = move.plays
    letter = LETTERS[move.line]
    line = Step(str(move.line), Phrase("step.line", letter=letter, line=move.line), square=letter)
    found = [_card_step(first), line, *_point_steps(point)]
    for before, (card, point) in zip(move.plays, chained, strict=False):
        pasted = before.card.command == "PASTE"
        found += [_card_step(card, in_hand=not pasted), *_point_steps(point)]
    return tuple(found)


def _card_step(card: PlayingCard, *, in_hand: bool = True) -> Step:
    """Return the choice of a card.

    A card that PASTE brings comes from the cut pile, not from the hand.
    """
    value, label = f"{card.command[:2]}{card.axis or ''}", card.command + _AXES.get(card.axis or "", "")
    return Step(value, label, card=card.name if in_hand else None)


def _point_steps(point: PointerSign | None) -> list[Step]:
    return [Step(point, _WAYS[point])] if point else []


def _parse_cards(text: str) -> list[WrittenCard]:
    """Return the cards that the text names."""
    parts = []
    for piece in re.sub(r"\s+", " ", text).split(":"):
        form = _PART.fullmatch(piece)
        command = read_command(form["name"]) if form else ""
        if form is None or command not in COMMANDS:
            raise IllegalMove("unreadable", text=clip(text), title=TITLE, example=EXAMPLE)
        axis = form["axis"] or form["bare"]
        point = _POINTS[form["point"].lower()] if form["point"] else None
        parts.append(
            WrittenCard(
                command, axis.lower() if axis else None, point, int(form["line"]) if form["line"] else None
            )
        )
    return parts


def _refusal(position: Position, parts: list[WrittenCard], text: str) -> IllegalMove:
    """Return the refusal of a text that is no legal move, by the first rule it breaks."""
    seat = position.turn
    assert seat is not None, "moves are read while the game goes on"
    display = Display(position.lines)
    first = parts[0]
    line = first.line or LINES[0]
    if line not in LINES:
        return IllegalMove("one_zero_one.line", line=line)
    hand, pile, cell = position.hands[seat], position.cut, display.entry_cell(line)
    pasted = False
    for number, part in enumerate(parts):
        supply = pile if pasted else hand
        fault = _card_fault(part, supply, pasted)
        if fault:
            return fault
        if number == 0:
            above = display.closing_line(line)
            if above:
                return IllegalMove(
                    "one_zero_one.closed", line=line, above=above, count=display.count_cards(above)
                )
        elif part.line is not None:
            return IllegalMove("one_zero_one.chained_line", card=part.name, cell=cell)
        card = _find_card(part, supply)
        point = part.point or card.directions[0]
        hand, pile = (hand, remove_card(pile, card)) if pasted else (remove_card(hand, card), pile)
        display.cells[cell] = LaidCard(card.command, card.axis, position.digits[seat], point)
        goes_on = number + 1 < len(parts)
        target = pointed_cell(cell, point) if point else None
        fault = _chain_fault(display, card, cell, target, hand if card.command == "PRINT" else pile)
        if goes_on and fault:
            return fault
        if not goes_on and target and not fault:
            code = f"one_zero_one.must_{card.command.lower()}"
            return IllegalMove(code, card=card.name, cell=target, example=f"{clip(text)} : …")
        pasted, cell = card.command == "PASTE", target or cell
    return IllegalMove("unreadable", text=clip(text), title=TITLE, example=EXAMPLE)


def _card_fault(part: WrittenCard, supply: tuple[PlayingCard, ...], pasted: bool) -> IllegalMove | None:
    """Return the refusal of a card that cannot be taken, or not turned as typed."""
    kinds = [card for card in KINDS if card.command == part.command]
    if part.axis and card_of(part.command, part.axis) is None:
        return IllegalMove("one_zero_one.no_such_card", card=part.name, real=kinds[0].name)
    held = [card for card in supply if card.command == part.command and part.axis in (None, card.axis)]
    if not held:
        return IllegalMove(f"one_zero_one.{'not_in_pile' if pasted else 'not_held'}", card=part.name)
    if part.point is None or any(part.point in card.directions for card in held):
        return None
    if held[0].axis is None:
        return IllegalMove("one_zero_one.no_direction", card=held[0].name)
    way, other_way = held[0].directions
    facts = {"way": way, "other_way": other_way, "point": part.point}
    return IllegalMove("one_zero_one.direction", card=held[0].name, **facts)


def _chain_fault(
    display: Display, card: PlayingCard, cell: Cell, target: Cell | None, supply: tuple[PlayingCard, ...]
) -> IllegalMove | None:
    """Return the refusal of a card after this one, which was just laid on `cell`."""
    if card.command not in CHAINS:
        return IllegalMove("one_zero_one.no_chain", card=card.name)
    if display.is_running:
        return IllegalMove("one_zero_one.chain_run", card=card.name)
    if target is None:
        return IllegalMove("one_zero_one.chain_off", card=card.name)
    if target in display.cells:
        return IllegalMove("one_zero_one.chain_taken", card=card.name, cell=target, command=card.command)
    if not supply:
        return IllegalMove(f"one_zero_one.chain_{'hand' if card.command == 'PRINT' else 'pile'}")
    return None


def _find_card(part: WrittenCard, supply: tuple[PlayingCard, ...]) -> PlayingCard:
    """Return the card of the supply that the text means; it must have one."""
    return next(
        card
        for card in supply
        if card.command == part.command
        and part.axis in (None, card.axis)
        and (part.point is None or part.point in card.directions)
    )
