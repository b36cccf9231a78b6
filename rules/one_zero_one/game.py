"""One Zero One (David Harding) as an implementation of the game contract.

Rulebook: `one-zero-one.txt`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from rules.game import Game, Options, Outcome, Seat, Step
from rules.help import Help
from rules.one_zero_one import decks, likeness, notation, position_setup, story
from rules.one_zero_one.foretelling import foretell
from rules.one_zero_one.help import HELP, help_under
from rules.one_zero_one.playing_cards import LINES
from rules.one_zero_one.program import Display, discounted_cells, line_controls, points
from rules.one_zero_one.shortcuts import list_shortcuts
from rules.one_zero_one.teaching import teach
from rules.one_zero_one.turn import (
    Move,
    PlayedTurn,
    Position,
    execute,
    exhausted_seat,
    legal_turns,
    load,
    opening_position,
)
from rules.one_zero_one.view import DeckView, LastTurn, LineControl, Placement, ProgramView
from rules.options import FormText, Option
from rules.outline import Outline
from rules.shuffle import Shuffle
from words import Phrase, Words


class OneZeroOne(Game[Position, Move]):
    """One Zero One: the players' digits are drawn by lot, and seat 0 starts."""

    key = "one-zero-one"
    title = notation.TITLE
    sides: tuple[Words, Words] = ("0", "1")
    words = ("0 1", "101", "binary", "cards", "card game", "program", "computer", "harding")
    example = notation.EXAMPLE
    hidden: ClassVar[bool] = True
    options = (
        Option("deck", tuple(decks.DECKS), "base", Phrase("one_zero_one.option.deck")),
        Option("hands", ("hidden", "open"), "hidden", Phrase("one_zero_one.option.hands")),
    )
    help = HELP

    def read_option(self, option: Option, value: object) -> Any:
        """Return the value of an option.

        A deck may be a list of sixteen CARDs, or text that lists them.
        """
        return decks.read_deck(value) if option.name == "deck" else super().read_option(option, value)

    def form_texts(self, options: Options) -> Sequence[FormText]:
        """Return the form field for another deck, prefilled with the chosen deck."""
        listed = decks.format_deck(decks.deck_of(options))
        return (FormText("cards", Phrase("one_zero_one.form.cards"), listed),)

    def read_form(self, filled: Mapping[str, str], before: Options) -> Mapping[str, object]:
        """Return the chosen named deck, unless the list of cards was edited."""
        given = dict(super().read_form(filled, before))
        listed = str(given.pop("cards", ""))
        edited = listed and decks.parse_deck(listed) != decks.deck_of(before)
        return {**given, "deck": listed} if edited else given

    def advice(self, options: Options) -> Phrase | None:
        """Return the cards of an unnamed deck: a player who accepts it must know them."""
        if isinstance(options["deck"], str):
            return None
        return Phrase("one_zero_one.advice", deck=decks.format_deck(decks.deck_of(options)))

    def help_for(self, options: Options) -> Help:
        """Return the help of a match with this deck."""
        return help_under(decks.deck_of(options))

    def deal_in_words(self, options: Options, secret: bytes) -> Sequence[Phrase]:
        """Return the digit that each player started with, and both decks from the top."""
        dealt = decks.recompute_deal(secret, options)
        return [
            Phrase("one_zero_one.deal.starts", digit=dealt.digits[0]),
            *(
                Phrase("one_zero_one.deal.deck", digit=digit, cards=", ".join(card.name for card in deck))
                for digit, deck in zip(dealt.digits, dealt.decks, strict=True)
            ),
        ]

    def start(self, options: Options, shuffle: Shuffle) -> Position:
        """Return the start: cards on lines 10 and 20, and three cards in each hand."""
        return opening_position(decks.deal(options, shuffle), _is_open(options))

    def turn(self, position: Position) -> Seat | None:
        """Return the seat to move, `None` once the game is over."""
        return position.turn

    def moves(self, position: Position) -> Sequence[Move]:
        """Return every legal turn, with chains by PRINT and PASTE carried to their ends."""
        return legal_turns(position)

    def play(self, position: Position, move: Move) -> Position:
        """Return the position after INPUT, EXECUTE and LOAD.

        The third card of line 50 ends the game before LOAD.
        """
        after = execute(position, move)
        return load(after, after.turn) if after.turn is not None else after

    def preview(self, position: Position, move: Move, seat: Seat) -> ProgramView:
        """Return the view after INPUT and EXECUTE only.

        It reveals nothing of any deck or of the other hand.
        """
        after = execute(position, move)
        return replace(_view(after, seat, shown=after.open_source), placements=(), preview=True)

    def score(self, position: Position) -> tuple[int, int]:
        """Return each player's points for the lines they control."""
        return _score(position, line_controls(position.lines))

    def outcome(self, position: Position) -> Outcome | None:
        """Return the outcome by points.

        A tie goes to the player who controls the highest controlled line.
        """
        if position.ended is None:
            return None
        controls = line_controls(position.lines)
        score = _score(position, controls)
        facts: dict[str, Any] = {"high": max(score), "low": min(score), "points": score[0]}
        short = exhausted_seat(position)
        if position.ended == "load" and short is not None:
            facts["side"] = self.player(position, short)
        highest = max((i for i, held in enumerate(controls) if held.digit is not None), default=None)
        if highest is None:
            winner, how = None, "draw"
        elif score[0] != score[1]:
            winner, how = int(score[1] > score[0]), "points"
        else:
            winner, how = position.digits.index(controls[highest].digit or 0), "tie"
            facts["line"] = LINES[highest]
        reason = f"one_zero_one.{position.ended}.{how}"
        return Outcome(winner, reason, score, facts, Phrase(f"{reason}.happened", **facts))

    def write(self, position: Position, move: Move) -> str:
        """Return the move as text: `PRINT-h> 30 : DELETE-v^`."""
        return notation.write_move(move)

    def in_words(self, position: Position, move: Move) -> Words:
        """Return the move in words: `IF ↓ on line 30`."""
        return notation.describe_move(move)

    def read_move(self, position: Position, text: str) -> Move:
        """Return the move that a text means, in any case.

        An axis mark is needed only if the rest leaves it open.
        """
        return notation.read_move(position, text)

    def steps(self, position: Position, move: Move) -> tuple[Step, ...]:
        """Return the choices of a move.

        They are the card, its line and direction, then each chained card and its direction.
        """
        return notation.list_steps(position, move)

    def shortcuts(
        self, position: Position, ways: Sequence[tuple[tuple[Step, ...], Move]], taken: int
    ) -> Sequence[Step]:
        """Return a card with its line as one choice, and what follows as one more."""
        return list_shortcuts(position, ways, taken)

    def foretell(self, position: Position, move: Move, taken: int) -> Words:
        """Describe the effect of a choice.

        For a card this is its command, for a line the command's effect there, and for a direction every
        consequence.
        """
        return foretell(position, move, taken, self.outcome)

    def teach(self, position: Position, before: int, chosen: Sequence[Step]) -> Words | None:
        """Return the lesson for the next choice; those of the first four turns have one."""
        return teach(position, before, chosen)

    def seen_by(self, position: Position, seat: Seat | None) -> ProgramView:
        """Return the display, and the tops and counts of the decks.

        Hands other than the seat's own are included only if they are open.
        """
        return _view(position, seat, shown=position.open_source or position.ended is not None)

    def outline(self, position: Position) -> Outline:
        """Return the outline of the display.

        Only the display is public; hands and decks are not compared.
        """
        return likeness.build_outline(position.lines)

    def unseen(self, view: ProgramView) -> tuple[int, ...]:
        """Return both seats' numbers of cards below the deck's top and in hidden hands.

        A card that such a player lays is public and gone; a card that they draw only goes from the deck
        to the hand.
        """
        below = [deck.count - (deck.top is not None) for deck in view.decks]
        seats = zip(view.hands, view.hand_sizes, view.decks, strict=True)
        return (*below, *(size + deck.count for hand, size, deck in seats if hand is None))

    def opening(self, options: Options) -> ProgramView:
        """Return the view of the starting cards.

        The decks lie face down, and the digits are not drawn yet.
        """
        view = _view(self.start(options, Shuffle(bytes(32))), None, shown=False)
        first, second = (replace(deck, top=None) for deck in view.decks)
        return replace(view, turn=None, decks=(first, second), lot=True)

    def reveal(self, position: Position, seat: Seat | None) -> ProgramView:
        """Return the view with every hand, the same for every viewer."""
        return _view(position, None, shown=True)

    def show(self, view: ProgramView) -> dict[str, Any]:
        """Return a view in the protocol's form."""
        return position_setup.show(view)

    def dump(self, position: Position) -> dict[str, Any]:
        """Return the position with every hand and both decks, top card first."""
        shown = position_setup.show(_view(position, None, shown=True))
        for entry, deck in zip(shown["decks"], position.decks, strict=True):
            entry["deck"] = [position_setup.card_form(card) for card in deck]
        return shown

    def place(self, options: Options, data: object, turn: Seat | None) -> Position:
        """Return a position from the protocol's form; raise `BadPosition`.

        Parts left open are filled in.
        """
        first, second = options.get("digits", (0, 1))
        return position_setup.place(decks.deck_of(options), _is_open(options), (first, second), data, turn)

    def settled_options(self, options: Options, position: Position) -> Options:
        """Return the options with each seat's digit, which was decided by chance."""
        return {**options, "digits": position.digits}

    def sides_in(self, position: Position) -> tuple[str, str]:
        """Return the digits of seat 0 and seat 1."""
        return _sides(position)


def _is_open(options: Options) -> bool:
    return bool(options["hands"] == "open")


def _sides(position: Position) -> tuple[str, str]:
    first, second = position.digits
    return str(first), str(second)


def _score(position: Position, controls: tuple[LineControl, ...]) -> tuple[int, int]:
    first, second = position.digits
    return points(controls, first), points(controls, second)


def _view(position: Position, viewer: Seat | None, *, shown: bool) -> ProgramView:
    """Return the view of `viewer`; with `shown`, it includes every hand."""
    display = Display(position.lines)
    controls = line_controls(position.lines)
    opened = tuple(display.closing_line(line) is None for line in LINES)
    first, second = (DeckView(deck[0] if deck else None, len(deck)) for deck in position.decks)
    own, other = (hand if shown or viewer == seat else None for seat, hand in enumerate(position.hands))
    return ProgramView(
        game=OneZeroOne.key,
        viewer=viewer,
        turn=position.turn,
        sides=_sides(position),
        digits=position.digits,
        lines=position.lines,
        open_lines=opened,
        control=controls,
        discounted=discounted_cells(position.lines),
        score=_score(position, controls),
        decks=(first, second),
        hands=(own, other),
        hand_sizes=(len(position.hands[0]), len(position.hands[1])),
        cut=position.cut,
        placements=tuple(
            Placement(notation.LETTERS[line], display.entry_cell(line))
            for line, is_open in zip(LINES, opened, strict=True)
            if is_open and viewer is not None and viewer == position.turn
        ),
        last=_last(position, position.last) if position.last else None,
        over=position.ended is not None,
    )


def _last(position: Position, last: PlayedTurn) -> LastTurn:
    words = story.tell_move(last, position.digits, ended=position.ended == "run")
    return LastTurn(last.seat, notation.write_move(last.move), last.placed, last.effects, words)
