"""The contract that every game meets, and the values that go in and out of it.

Every text that people read (titles, sides, help, refusals, outcomes) is a message of `words` with
its facts.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, Protocol, TypeVar

from rules.help import Help
from rules.letters import to_latin
from rules.options import FormText, Option, read_fields
from rules.outline import Outline
from rules.shuffle import Shuffle
from words import Phrase, SeatedPlayer, TwotoneError, Words, clip

if TYPE_CHECKING:
    from rules.match import Match

Seat = int
"""0 moves first, 1 second."""
Options = Mapping[str, Any]
"""An option's name → its value.

An int, a str, or a JSON list if the option takes free values.
"""

Facts = Mapping[str, Any]
Position = TypeVar("Position")
Move = TypeVar("Move")

TEXT_LIMIT: Final = 400
"""Maximum length of a move's text, in characters.

The longest, a chain of a dozen cards in One Zero One, needs about 200.
"""


class RulesError(TwotoneError):
    """A refusal by the rules: a `code` and the `facts` of the case.

    `str()` is the sentence.
    """


class IllegalMove(RulesError):  # noqa: N818 - the contract's own name, as python-chess has it
    """A text that is no legal move; the code names the rule it breaks."""


class AmbiguousMove(RulesError):  # noqa: N818 - as above
    """Text that fits several moves.

    `candidates` has them all as written, the sentence names the first few.
    """

    NAMED: ClassVar[int] = 6

    def __init__(self, text: str, candidates: Sequence[str]) -> None:
        self.candidates = tuple(candidates)
        facts = {"text": text, "candidates": ", ".join(self.candidates[: self.NAMED])}
        more = len(self.candidates) - self.NAMED
        if more > 0:
            super().__init__("ambiguous.more", count=more, **facts)
        else:
            super().__init__("ambiguous", **facts)


class BadPosition(RulesError):  # noqa: N818 - as above
    """A position that cannot be set up."""


class BadOption(RulesError):  # noqa: N818 - as above
    """An unknown option, or a value that the option does not allow."""


class BadRecord(RulesError):  # noqa: N818 - as above
    """A record that cannot be read; the facts have the place of the fault."""


GIVEN_REASONS = frozenset({"agreement", "forfeit", "resignation", "time"})
"""Reasons for an end that players or their clocks give.

It does not matter what stands on the board.
"""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended.

    `winner` (`None`: a draw), `reason` (a code of `words`) with its facts, and points if any.
    `happened` is a sentence to say before the winner is named, if the event that ended the match is
    not what won it.

    >>> Outcome(1, "resignation", facts={"loser": Phrase("side.black")}).text
    'Black resigned'
    """

    winner: Seat | None
    reason: str
    score: tuple[int, int] | None = None
    facts: Facts = field(default_factory=dict)
    happened: Phrase | None = None

    @property
    def is_by_rules(self) -> bool:
        """Whether the game's rules ended the match, so that the position shows why."""
        return self.reason not in GIVEN_REASONS

    @property
    def phrase(self) -> Phrase:
        """The reason as a phrase that follows "wins:" or "draw:"."""
        return Phrase(self.reason, **self.facts)

    @property
    def text(self) -> str:
        """The phrase in English."""
        return str(self.phrase)


@dataclass(frozen=True, slots=True)
class Step:
    """One choice on the way to a move.

    `value` differs from the values of the choices beside it. It has no comma or colon and at most 16
    characters. A menu shows `label`, in a long menu under the heading `group` ("rank 3"). The picture
    marks `square`, or raises the card with the name `card` in the mover's hand.
    """

    value: str
    label: Words
    group: Words = ""
    square: str | None = None
    card: str | None = None


class View(Protocol):
    """The public view of a position, or the view of one seat.

    `viewer` is `None` for the public view.
    """

    @property
    def game(self) -> str:
        """The game's key."""

    @property
    def viewer(self) -> Seat | None:
        """The seat that the view is for, `None` for the public view."""

    @property
    def turn(self) -> Seat | None:
        """The seat to move, `None` once the game is over."""

    @property
    def sides(self) -> tuple[Words, Words]:
        """The two sides in this match."""

    @property
    def players(self) -> tuple[Words, Words]:
        """The names of both players to use if their own names are unknown."""

    @property
    def did(self) -> Words | None:
        """The effect of the last move, in sentences about its `SeatedPlayer`.

        `None` before the first move.
        """

    @property
    def progress(self) -> Words | None:
        """The game's count towards its end, or a note on the player of each count.

        `None` if there is nothing to say.
        """

    @property
    def note(self) -> Words | None:
        """A note that people must read about the last move (a skip, a forfeit).

        `None` if there is none.
        """

    @property
    def reading(self) -> Sequence[Sequence[str]]:
        """The squares in the viewer's reading order, row by row from the top.

        Empty if there is no board.
        """

    @property
    def outcome(self) -> Outcome | None:
        """The outcome once the match is over, otherwise `None`."""

    @property
    def lot(self) -> bool:
        """Whether a lot has still to decide which side begins."""

    def with_outcome(self, outcome: Outcome | None) -> "View":
        """Return the view as it is once the match is over.

        The outcome is `None` if the match ended without a result.
        """


class Game(ABC, Generic[Position, Move]):
    """The contract of a game.

    It holds no state: every method gets a position, and returns a new one. `Position` and `Move`
    are the game's own types, immutable and hashable. Two positions are equal if they have the same
    possible continuations: repetition, search tables and tests depend on it. So everything that
    decides the future is compared (counters that lead to a draw too), and the last move is not.

    >>> from rules.catalogue import GAMES
    >>> from rules.shuffle import Shuffle
    >>> binar = GAMES["binar"]
    >>> empty = binar.start(binar.read_options({"size": 3}), Shuffle(bytes(32)))
    >>> binar.turn(empty), len(binar.moves(empty))
    (0, 9)
    >>> after = binar.play(empty, binar.read(empty, "B2"))
    >>> binar.show(binar.seen_by(after, None))
    {'size': 3, 'cells': {'b2': '0'}, 'turn': 1}
    >>> binar.read(after, "b2")
    Traceback (most recent call last):
    rules.game.IllegalMove: b2 is already taken.
    """

    key: str
    """The short name that programs and the store use; it never changes."""
    title: Phrase
    sides: tuple[Words, Words]
    """The two sides under the default options, seat 0's first."""
    options: tuple[Option, ...] = ()
    help: Help
    words: tuple[str, ...] = ()
    """Other names under which people look for the game."""
    example: str
    """A move as one would type it."""
    tallied: ClassVar[str] = "points"
    """What `tally` counts: the last part of the codes that say it."""
    family: str = "different"
    """Which games it feels like: the last part of the codes that say it."""
    tried: ClassVar[Mapping[str, object]] = MappingProxyType({})
    """Options other than the defaults that suit a first game.

    With them a newcomer soon wins or loses.
    """
    hidden: ClassVar[bool] = False
    """Whether a seat's view may hide what the other's shows."""
    foretells: ClassVar[Phrase | None] = None
    """An explanation of the numbers that `foretell` puts beside a choice.

    A sentence, or `None` if it gives none.
    """
    countings: tuple[str, ...] = ()
    """The ways in which this game's perft can count."""

    @abstractmethod
    def start(self, options: Options, shuffle: Shuffle) -> Position:
        """Return the position before the first move; all chance comes from `shuffle`."""

    @abstractmethod
    def turn(self, position: Position) -> Seat | None:
        """Return the seat to move, `None` once the game is over.

        `play` has already skipped a player who cannot move.
        """

    @abstractmethod
    def moves(self, position: Position) -> Sequence[Move]:
        """Return every legal move once; none once the game is over."""

    @abstractmethod
    def play(self, position: Position, move: Move) -> Position:
        """Return the position after a legal `move`."""

    @abstractmethod
    def outcome(self, position: Position) -> Outcome | None:
        """Return the outcome, `None` while the game goes on."""

    def score(self, position: Position) -> tuple[int, int] | None:
        """Return the points of both seats in the position.

        `None` in a game without points.
        """
        return None

    def tally(self, position: Position) -> tuple[int, int] | None:
        """Return a number for each seat that shows who is ahead, by default the points.

        `None` if a game counts nothing. `tallied` names the quantity.
        """
        return self.score(position)

    def opening(self, options: Options) -> View:
        """Return the board on which a match with these options begins.

        It is the public view before chance decides anything.
        """
        return self.seen_by(self.start(options, Shuffle(bytes(32))), None)

    @abstractmethod
    def write(self, position: Position, move: Move) -> str:
        """Return the one canonical text of a legal move."""

    def example_in(self, position: Position) -> str:
        """Return a move as one would type it in this match, legal or not."""
        return self.example

    def in_words(self, position: Position, move: Move) -> Words:
        """Return a legal move as people read it in lists.

        It is the move as written, unless that would tell them little.
        """
        return self.write(position, move)

    def label(self, text: str) -> str:
        """Return a move as it was written, in the form that lists of choices show."""
        return text

    def spell(self, position: Position, move: Move) -> str:
        """Return a legal move as a saved match keeps it.

        It is the text of `write`, or has more (the path of a jump).
        """
        return self.write(position, move)

    def read(self, position: Position, text: str) -> Move:
        """Return the legal move that a person's text means.

        Raise `IllegalMove` or `AmbiguousMove`.
        """
        if self.turn(position) is None:
            raise IllegalMove("over")
        if len(text) > TEXT_LIMIT:
            raise IllegalMove("too_long", length=len(text), limit=TEXT_LIMIT)
        return self.read_move(position, to_latin(text))

    @abstractmethod
    def read_move(self, position: Position, text: str) -> Move:
        """Return the result of `read` for a game that is not over.

        A refusal names the rule that the text breaks.
        """

    @abstractmethod
    def steps(self, position: Position, move: Move) -> tuple[Step, ...]:
        """Return the choices that lead to a move: piece, then square, and so on.

        No two legal moves of a position have the same sequence of values.
        """

    def shortcuts(
        self, position: Position, ways: Sequence[tuple[tuple[Step, ...], Move]], taken: int
    ) -> Sequence[Step]:
        """Return choices that take several steps in one press, none by default.

        `ways` are moves with all their steps, of which the first `taken` are chosen. The value of such a
        choice lists those of its steps, with commas between them. Of moves whose difference does not
        matter, one alone may be offered. A game asked for them is `hidden`.
        """
        return ()

    def foretell(self, position: Position, move: Move, taken: int) -> Words | None:
        """Describe the effect of the first `taken` steps of a legal move.

        The description is a few words addressed to the player to move. It reveals nothing that the player
        may not know, and costs no more than a few moves. Return `None` if the effect is obvious, or if
        these steps do not decide it.
        """
        return None

    def teach(self, position: Position, before: int, chosen: Sequence[Step]) -> Words | None:
        """Return the lesson that a newcomer needs for the next choice, `None` if none.

        `before` counts the moves so far, `chosen` are the choices already made for the next one.
        """
        return None

    @abstractmethod
    def seen_by(self, position: Position, seat: Seat | None) -> View:
        """Return the view of a seat, or the public view if `seat` is `None`.

        It includes the last move's trace for the picture.
        """

    def unseen(self, view: Any) -> tuple[int, ...]:
        """Return the numbers of things that a view hides, such as face-down cards.

        A move that lowers one of these numbers cannot be taken back, because no player forgets.
        """
        return ()

    def unclaimed_draw(self, position: Position) -> Outcome | None:
        """Return the draw that was available but not claimed before play went on.

        `None` in any other position.
        """
        return None

    def waive_draw(self, position: Position) -> Position | None:
        """Return the position to continue from if a draw that players must claim ends it.

        `None` if no such draw ends it.
        """
        return None

    def reveal(self, position: Position, seat: Seat | None) -> View:
        """Return the public view once the match is over, with nothing hidden.

        The match may also have ended in mid-game, by resignation.
        """
        return self.seen_by(position, seat)

    @abstractmethod
    def show(self, view: Any) -> dict[str, Any]:
        """Return a view in the protocol's form."""

    @abstractmethod
    def place(self, options: Options, data: object, turn: Seat | None) -> Position:
        """Return a position from the protocol's form; raise `BadPosition`.

        `turn` overrides the turn in the data.
        """

    def routes(self, position: Position) -> Iterable[Move]:
        """Return the moves as menus offer them.

        Every legal move, in each order in which a person may choose it.
        """
        return self.moves(position)

    def is_crowded(self, position: Position) -> bool:
        """Whether listing the moves may take long, so that no other player should wait.

        The check itself costs nothing.
        """
        return False

    @abstractmethod
    def outline(self, position: Position) -> Outline:
        """Return the public contents of the board, for comparison.

        They are compared under the game's symmetries.
        """

    def forget(self, position: Position) -> None:
        """Forget values computed for a position, because a match has moved on from it.

        It may be asked for again.
        """
        del position

    def duty(self, position: Position) -> Phrase | None:
        """Return the rule that leaves the mover only some moves, such as a must-capture.

        `None` if there is no such rule.
        """
        return None

    def preview(self, position: Position, move: Move, seat: Seat) -> View:
        """Return the view of a move before the mover confirms it.

        It reveals nothing that they do not know yet.
        """
        return self.seen_by(self.play(position, move), seat)

    def dump(self, position: Position) -> dict[str, Any]:
        """Return everything about a position in a form that `place` reads back.

        Hidden parts are included.
        """
        return self.show(self.seen_by(position, None))

    def help_for(self, options: Options) -> Help:
        """Return the help of a match with these options.

        Parts that hold only under other options are left out.
        """
        return self.help.select_parts(options)

    def form_texts(self, options: Options) -> Sequence[FormText]:
        """Return the form fields for options that people write.

        There is one for each free option, for values that are not among the choices.
        """
        return [option.form_text(self.suggest(option, "", 1)) for option in self.options if option.free]

    def read_form(self, filled: Mapping[str, str], before: Options) -> Mapping[str, object]:
        """Return the options that a filled-in form means.

        Fields that were left empty or not shown keep the value they had before.
        """
        return {**before, **read_fields(filled)}

    def advice(self, options: Options) -> Phrase | None:
        """Return advice to read before agreeing to these options, `None` if there is none."""
        return None

    def settled_options(self, options: Options, position: Position) -> Options:
        """Return the options of a match under way, with the results of chance filled in."""
        return options

    def deal_in_words(self, options: Options, secret: bytes) -> Sequence[Phrase]:
        """Return what a match's secret decided by chance, a phrase for each line.

        Once the match is over and the secret is known, anyone can check it.
        """
        return ()

    def sides_in(self, position: Position) -> tuple[Words, Words]:
        """Return the two sides in this match."""
        return self.sides

    def player(self, position: Position, seat: Seat) -> SeatedPlayer:
        """Return the player in a seat, as a fact for messages."""
        return SeatedPlayer(seat, self.sides_in(position)[seat])

    def record(self, match: "Match", seat: Seat | None) -> str | None:
        """Return the match in the players' own format (PDN).

        `None` if the project's own format is used.
        """
        return None

    def read_options(self, given: Mapping[str, object]) -> Options:
        """Return all options: the given ones, checked, and defaults for the rest.

        Raise `BadOption`.
        """
        known = {option.name: option for option in self.options}
        for name in given:
            if name not in known:
                code = "unknown_option" if known else "no_options"
                raise BadOption(code, name=clip(name), title=self.title, known=", ".join(known))
        return {
            name: self.read_option(option, given[name]) if name in given else option.default
            for name, option in known.items()
        }

    def read_option(self, option: Option, value: object) -> Any:
        """Return the checked value of one option; a size may be given as text."""
        for choice in option.choices:
            if (type(value) is type(choice) and value == choice) or value == str(choice):
                return choice
        known = ", ".join(map(str, option.choices))
        raise BadOption("unknown_value", name=option.name, value=clip(value), choices=known)

    def suggest(self, option: Option, typed: str, most: int) -> Sequence[str]:
        """Return values of a free option that complete the typed text, likeliest first."""
        return ()

    def perft(self, position: Position, depth: int, counting: str | None = None) -> list[int]:
        """Return the leaf counts of the move tree at depths 1 … `depth`."""
        return [self._leaves(position, d) for d in range(1, depth + 1)]

    def _leaves(self, position: Position, depth: int) -> int:
        moves = self.moves(position)
        if depth == 1:
            return len(moves)
        return sum(self._leaves(self.play(position, move), depth - 1) for move in moves)


AnyGame = Game[Any, Any]


def read_turn(data: Mapping[str, Any], turn: Seat | None) -> Seat | None:
    """Return the seat to move in a position to be set up; raise `BadPosition`.

    It is `turn` if given, otherwise the turn in the data.
    """
    mover = data.get("turn") if turn is None else turn
    if mover is not None and (type(mover) is not int or mover not in (0, 1)):
        raise BadPosition("position.turn", turn=clip(mover))
    return mover
