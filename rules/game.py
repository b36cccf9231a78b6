"""The contract that every game meets, and the values that it takes and gives.

Whatever people read is a message of `words` with its facts, never a text: titles, sides, help, refusals, outcomes.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Final, Generic, Protocol, TypeVar

from rules.help import Help
from rules.letters import latin
from rules.options import FormText, Option, read_filled
from rules.outline import Outline
from rules.shuffle import Shuffle
from words import Player, Said, TwotoneError, Words, clip

if TYPE_CHECKING:
    from rules.match import Match

Seat = int
"""0 moves first, 1 second."""
Options = Mapping[str, Any]
"""An option's name → its value (int, str, or a JSON list where the option takes free values)."""

Facts = Mapping[str, Any]
Position = TypeVar("Position")
Move = TypeVar("Move")

TEXT_LIMIT: Final = 400
"""Characters of a move's text. The longest, a chain of a dozen cards in One Zero One, needs about 200."""


class RulesError(TwotoneError):
    """Something the rules refuse: a `code` and the `facts` of the case; `str()` is the sentence."""


class IllegalMove(RulesError):  # noqa: N818 - the contract's own name, as python-chess has it
    """Text that reads as no legal move; the code names the rule it breaks."""


class AmbiguousMove(RulesError):  # noqa: N818 - as above
    """Text that fits several moves: `candidates` has them all as written, the sentence names the first few."""

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
    """An unknown option, or a value that it does not take."""


class BadRecord(RulesError):  # noqa: N818 - as above
    """A record that cannot be read; the facts say where."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended: `winner` (`None`: a draw), `reason` (a code of `words`) with its facts, points if any.

    `happened` is a sentence to say before who won, where what ended the match is not what won it.

    >>> Outcome(1, "resignation", facts={"loser": Said("side.black")}).text
    'Black resigned'
    """

    winner: Seat | None
    reason: str
    score: tuple[int, int] | None = None
    facts: Facts = field(default_factory=dict)
    happened: Said | None = None

    @property
    def said(self) -> Said:
        """Return the reason as a phrase that follows "wins:" or "draw:"."""
        return Said(self.reason, **self.facts)

    @property
    def text(self) -> str:
        """Return that phrase in English."""
        return str(self.said)


@dataclass(frozen=True, slots=True)
class Step:
    """One choice on the way to a move.

    `value` differs from those of the other choices beside it (no comma or colon, at most 16 characters). A menu shows
    `label`, under the heading `group` where it is long ("rank 3"); the picture marks `square`, or raises the `card`
    of the mover's hand that has this name.
    """

    value: str
    label: Words
    group: Words = ""
    square: str | None = None
    card: str | None = None


class View(Protocol):
    """What one seat (or, with `viewer` `None`, the public) may know of a position."""

    @property
    def game(self) -> str:
        """Return the game's key."""

    @property
    def viewer(self) -> Seat | None:
        """Return whose view it is."""

    @property
    def turn(self) -> Seat | None:
        """Return who moves, `None` once the game is over."""

    @property
    def sides(self) -> tuple[Words, Words]:
        """Return the two sides as this match has them."""

    @property
    def players(self) -> tuple[Words, Words]:
        """Return what to call both players where nobody knows their names."""

    @property
    def did(self) -> Words | None:
        """Return what the last move did, in sentences about its `Player`; `None` before the first move."""

    @property
    def progress(self) -> Words | None:
        """Return what the game counts towards its end, or whose count is whose; `None` where there is nothing."""

    @property
    def note(self) -> Words | None:
        """Return what people must hear about the last move (a skip, a forfeit), `None` where there is nothing."""

    @property
    def reading(self) -> Sequence[Sequence[str]]:
        """Return the squares as the viewer reads them, row by row from the top; none where there is no board."""

    @property
    def outcome(self) -> Outcome | None:
        """Return how the match ended, once it is over."""

    @property
    def lot(self) -> bool:
        """Return whether it is still to be drawn who begins."""

    def ended(self, outcome: Outcome | None) -> "View":
        """Return the view of a match that is over, with how it ended; `None` if it ended without a result."""


class Game(ABC, Generic[Position, Move]):
    """The contract of a game. It holds no state: every method gets a position, and gives a new one back.

    `Position` and `Move` are types of the game's own, immutable and hashable. Two positions are equal when the same
    can happen from now on: repetition, search tables and tests hang on it. So everything that decides the future is
    compared (counters that lead to a draw too), and the last move is not.

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
    title: Said
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
    """Options other than the defaults with which somebody new to it soon wins or loses."""
    hidden: ClassVar[bool] = False
    """Whether a seat's view may hide what the other's shows."""
    foretells: ClassVar[Said | None] = None
    """What the numbers are that `foretell` puts beside a choice, in a sentence; `None` where it gives none."""
    countings: tuple[str, ...] = ()
    """The ways in which this game's perft can count."""

    @abstractmethod
    def start(self, options: Options, shuffle: Shuffle) -> Position:
        """Return the position before the first move. All chance comes from `shuffle`."""

    @abstractmethod
    def turn(self, position: Position) -> Seat | None:
        """Return who moves, `None` once the game is over. `play` has already skipped whoever cannot move."""

    @abstractmethod
    def moves(self, position: Position) -> Sequence[Move]:
        """Return every legal move once; nothing once the game is over."""

    @abstractmethod
    def play(self, position: Position, move: Move) -> Position:
        """Return the position after a legal `move`."""

    @abstractmethod
    def outcome(self, position: Position) -> Outcome | None:
        """Return how the game ended, `None` while it goes on."""

    def score(self, position: Position) -> tuple[int, int] | None:
        """Return the points of both seats as the position stands; `None` in a game without points."""
        return None

    def tally(self, position: Position) -> tuple[int, int] | None:
        """Return what shows of both seats who is ahead, by default the points; `None` where a game counts nothing.

        `tallied` says what it is.
        """
        return self.score(position)

    def opening(self, options: Options) -> View:
        """Return the board on which a match with these options begins, as everyone sees it before chance decides."""
        return self.seen_by(self.start(options, Shuffle(bytes(32))), None)

    @abstractmethod
    def write(self, position: Position, move: Move) -> str:
        """Return the one canonical text of a legal move."""

    def in_words(self, position: Position, move: Move) -> Words:
        """Return a legal move as people read it in lists: as written, unless that says little to them."""
        return self.write(position, move)

    def spell(self, position: Position, move: Move) -> str:
        """Return a legal move as a saved match keeps it: as `write` has it, or with more (the path of a jump)."""
        return self.write(position, move)

    def read(self, position: Position, text: str) -> Move:
        """Return the legal move that a person's text means; raise `IllegalMove` or `AmbiguousMove`."""
        if self.turn(position) is None:
            raise IllegalMove("over")
        if len(text) > TEXT_LIMIT:
            raise IllegalMove("too_long", length=len(text), limit=TEXT_LIMIT)
        return self.read_move(position, latin(text))

    @abstractmethod
    def read_move(self, position: Position, text: str) -> Move:
        """Return what `read` returns, for a game that goes on; a refusal names the rule that the text breaks."""

    @abstractmethod
    def steps(self, position: Position, move: Move) -> tuple[Step, ...]:
        """Return the choices that lead to a move: piece, then square, and so on. No two routes have equal values."""

    def foretell(self, position: Position, move: Move, taken: int) -> Words | None:
        """Return what the first `taken` steps of a legal move would do, in a few words to whoever is to move.

        It says nothing that they may not know, and costs no more than a few moves; `None` where it is plain, or not
        decided by these steps.
        """
        return None

    def teach(self, position: Position, before: int, chosen: Sequence[Step]) -> Words | None:
        """Return what somebody new to a game must know after some moves and these choices of the next, if anything."""
        return None

    @abstractmethod
    def seen_by(self, position: Position, seat: Seat | None) -> View:
        """Return what a seat may know, with `None` what everyone may; with the last move's trace for the picture."""

    def unseen(self, view: Any) -> tuple[int, ...]:
        """Return how much a view hides: moves that lower one of these numbers cannot be taken back; nobody forgets."""
        return ()

    def unclaimed(self, position: Position) -> Outcome | None:
        """Return the draw that could have been claimed in a position that was played on from, `None` in any other."""
        return None

    def waived(self, position: Position) -> Position | None:
        """Return the position to play on from where players must claim a draw that ends it, `None` where none does."""
        return None

    def revealed(self, position: Position, seat: Seat | None) -> View:
        """Return what everyone may see once the match is over, also where somebody gave up in mid-game."""
        return self.seen_by(position, seat)

    @abstractmethod
    def show(self, view: Any) -> dict[str, Any]:
        """Return a view in the protocol's form."""

    @abstractmethod
    def place(self, options: Options, data: object, turn: Seat | None) -> Position:
        """Return a position from the protocol's form (`turn` wins over the data's own); raise `BadPosition`."""

    def routes(self, position: Position) -> Iterable[Move]:
        """Return the moves as menus offer them: every legal move, in each order in which a person may choose it."""
        return self.moves(position)

    def crowded(self, position: Position) -> bool:
        """Return whether finding the moves may take long, so that nobody else should wait for it; costs nothing."""
        return False

    @abstractmethod
    def outline(self, position: Position) -> Outline:
        """Return what lies on the board, as everybody sees it, to be compared under the game's symmetries."""

    def passed(self, position: Position) -> None:
        """Forget what was worked out for a position, as a match has moved on from it; it may be asked for again."""
        del position

    def duty(self, position: Position) -> Said | None:
        """Return the rule that leaves the mover only some of the moves (they must capture), `None` where none does."""
        return None

    def preview(self, position: Position, move: Move, seat: Seat) -> View:
        """Return the view of a move before the mover confirms it: nothing that they do not know yet."""
        return self.seen_by(self.play(position, move), seat)

    def dump(self, position: Position) -> dict[str, Any]:
        """Return everything about a position in a form that `place` reads back, hidden parts included."""
        return self.show(self.seen_by(position, None))

    def help_for(self, options: Options) -> Help:
        """Return the help of a match with these options: nothing that is otherwise in it."""
        return self.help.under(options)

    def form_texts(self, options: Options) -> Sequence[FormText]:
        """Return the fields of options that people write: one for each free option, to name what no choice is."""
        return [option.written(self.completed(option, "", 1)) for option in self.options if option.free]

    def read_form(self, filled: Mapping[str, str], before: Options) -> Mapping[str, object]:
        """Return the options that a filled-in form means; what was left empty or not asked stays as it was before."""
        return {**before, **read_filled(filled)}

    def advice(self, options: Options) -> Said | None:
        """Return what people should know before they agree to these options, `None` if there is nothing."""
        return None

    def settled(self, options: Options, position: Position) -> Options:
        """Return the options of a match that is under way, with what chance has decided in it filled in."""
        return options

    def deal_in_words(self, options: Options, secret: bytes) -> Sequence[Said]:
        """Return what the secret decided, line by line, so that anyone can check it after the end."""
        return ()

    def sides_in(self, position: Position) -> tuple[Words, Words]:
        """Return the two sides as this match has them."""
        return self.sides

    def player(self, position: Position, seat: Seat) -> Player:
        """Return whoever sits there, as a fact of what is said."""
        return Player(seat, self.sides_in(position)[seat])

    def record(self, match: "Match", seat: Seat | None) -> str | None:
        """Return the match in the players' own format (PDN), `None` where the project's own format serves."""
        return None

    def read_options(self, given: Mapping[str, object]) -> Options:
        """Return all options: what is given, checked, and defaults for the rest; raise `BadOption`."""
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
        """Return the value of one option, checked; a size may come as text."""
        for choice in option.choices:
            if (type(value) is type(choice) and value == choice) or value == str(choice):
                return choice
        known = ", ".join(map(str, option.choices))
        raise BadOption("unknown_value", name=option.name, value=clip(value), choices=known)

    def completed(self, option: Option, typed: str, most: int) -> Sequence[str]:
        """Return texts that a free option takes and that somebody may mean by what they have typed, likeliest first."""
        return ()

    def perft(self, position: Position, depth: int, counting: str | None = None) -> list[int]:
        """Return how many leaves the tree of moves has at depths 1 … `depth`."""
        return [self._leaves(position, d) for d in range(1, depth + 1)]

    def _leaves(self, position: Position, depth: int) -> int:
        moves = self.moves(position)
        if depth == 1:
            return len(moves)
        return sum(self._leaves(self.play(position, move), depth - 1) for move in moves)


AnyGame = Game[Any, Any]


def read_turn(data: Mapping[str, Any], turn: Seat | None) -> Seat | None:
    """Return who moves in a position to be set: `turn` if it is given, else what the data says; raise `BadPosition`."""
    mover = data.get("turn") if turn is None else turn
    if mover is not None and (type(mover) is not int or mover not in (0, 1)):
        raise BadPosition("position.turn", turn=clip(mover))
    return mover
