"""A match: a game with its options and its secret, and the moves made in it.

Also undo, endings, and writing and reading records.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import partial
from hashlib import sha256
from typing import Any, TypeVar

from rules.game import AnyGame, BadRecord, IllegalMove, Options, Outcome, RulesError, Seat, Step, View
from rules.json_text import parse_json
from rules.shuffle import Shuffle
from words import SeatedPlayer, Words, clip

Result = TypeVar("Result")

VERSION = "1"
OWN_FORM = "Twotone:"
"""How a record in the project's own form begins."""
SECRET = re.compile("[0-9a-f]{64}")
"""How a secret is written."""
RECORD_PLIES = 2000
"""Maximum number of plies in a record.

Three times the longest match that random play has made.
"""


@dataclass(frozen=True, slots=True)
class Ply:
    """A move that was made.

    The seat, the move's canonical text, the position after it, and the text that a saved match
    keeps. `said` is the move as people read it.
    """

    seat: Seat
    text: str
    position: Any
    spelled: str
    said: Words

    @property
    def notation(self) -> str:
        """The move without words, for a place in which code stands."""
        return self.said if isinstance(self.said, str) else self.text


def move_numbers(plies: Sequence[Ply]) -> list[int]:
    """Return the move number of each ply.

    A move of seat 0 and the reply to it have the same number.

    >>> move_numbers([Ply(seat, "", None, "", "") for seat in (0, 1, 1)])
    [1, 1, 2]
    """
    numbers: list[int] = []
    for i, ply in enumerate(plies):
        answers = ply.seat == 1 and i > 0 and plies[i - 1].seat == 0
        numbers.append((numbers[-1] if numbers else 0) + (not answers))
    return numbers


class Match:
    """A match in progress. A method that raises `RulesError` has changed nothing.

    `given` are the options that differ from the defaults. `secret` has 32 bytes, from which all
    chance follows; the caller who starts a match draws them.

    >>> from rules.catalogue import GAMES
    >>> match = Match(GAMES["binar"], {"size": 3}, secret=bytes(32))
    >>> match.play("b2").text, match.turn
    ('b2', 1)
    >>> match.moves()
    ['a1', 'a2', 'a3', 'b1', 'b3', 'c1', 'c2', 'c3']
    >>> match.resign(1)
    >>> match.outcome.winner, match.outcome.text
    (0, 'Odd resigned')
    >>> again = read_record(match.save(), GAMES)
    >>> again.position == match.position, again.outcome == match.outcome
    (True, True)
    """

    def __init__(self, game: AnyGame, given: Mapping[str, object], secret: bytes) -> None:
        self.game = game
        self.options: Options = game.read_options(given)
        self.secret = secret
        self.origin: Any = game.start(self.options, Shuffle(self.secret))
        self.was_set = False
        self._start: str | None = None
        """The position that was set up, in saved form.

        Cached, because it may include many earlier positions and is the same after every move.
        """
        self.plies: list[Ply] = []
        self.ending: Outcome | None = None

    @property
    def commitment(self) -> str:
        """The SHA-256 of the secret in hex, which people may know before the end."""
        return sha256(self.secret).hexdigest()

    @property
    def position(self) -> Any:
        """The position that the match has reached."""
        return self.plies[-1].position if self.plies else self.origin

    @property
    def settled_options(self) -> Options:
        """The options with the results of chance in this match."""
        return self.game.settled_options(self.options, self.origin)

    @property
    def sides(self) -> tuple[Words, Words]:
        """The sides of seat 0 and seat 1 in this match."""
        return self.game.sides_in(self.origin)

    @property
    def turn(self) -> Seat | None:
        """The seat to move, `None` once the match is over."""
        return None if self.ending else self.game.turn(self.position)

    @property
    def outcome(self) -> Outcome | None:
        """The outcome by the rules or by a decision, `None` before the end.

        Decisions are `resign` and so on.
        """
        return self.ending or self.game.outcome(self.position)

    def moves(self) -> list[str]:
        """Return every legal move as written, sorted as plain text."""
        if self.ending:
            return []
        position = self.position
        return sorted(self.game.write(position, move) for move in self.game.moves(position))

    def play(self, text: str) -> Ply:
        """Make the move that a text means; raise `IllegalMove` or `AmbiguousMove`."""
        if self.turn is None:
            raise IllegalMove("over")
        return self.make_move(self.game.read(self.position, text))

    def lesson(self, chosen: Sequence[Step]) -> Words | None:
        """Return the lesson that a newcomer needs for their next choice, if any.

        `chosen` are the choices already made.
        """
        seat = self.turn
        before = sum(ply.seat == seat for ply in self.plies)
        return self.game.teach(self.position, before, chosen)

    def make_move(self, move: Any) -> Ply:
        """Make a legal move of the game's own type.

        Raise `IllegalMove` once the match is over.
        """
        position = self.position
        seat = self.turn
        if seat is None:
            raise IllegalMove("over")
        text, spelled = self.game.write(position, move), self.game.spell(position, move)
        said = self.game.in_words(position, move)
        ply = Ply(seat, text, self.game.play(position, move), spelled, said)
        self.plies.append(ply)
        self.game.forget(position)
        return ply

    def waive_draw(self) -> None:
        """Continue a match drawn by a draw that players must claim.

        Otherwise change nothing.
        """
        position = None if self.ending else self.game.waive_draw(self.position)
        if position is None:
            return
        if self.plies:
            self.plies[-1] = replace(self.plies[-1], position=position)
        else:
            self.origin = position

    @property
    def first_unclaimed_draw(self) -> tuple[int, Outcome] | None:
        """The first draw that was not claimed, and the number of plies before it.

        `None` if there was none.
        """
        for number, position in enumerate((self.origin, *(ply.position for ply in self.plies))):
            if draw := self.game.unclaimed_draw(position):
                return number, draw
        return None

    def undo(self) -> None:
        """Take back the last move, and an ending agreed on after it.

        Raise `IllegalMove` if there is no move.
        """
        if not self.plies:
            raise IllegalMove("nothing_to_undo")
        self.ending = None
        self.plies.pop()

    def resign(self, seat: Seat) -> None:
        """End the match as a loss for a seat that resigns.

        Raise `IllegalMove` once it is over.
        """
        self._end(Outcome(1 - seat, "resignation", facts={"loser": SeatedPlayer(seat, self.sides[seat])}))

    def forfeit(self, seat: Seat) -> None:
        """End the match as a loss for a seat that no longer moves.

        Raise `IllegalMove` once it is over.
        """
        self._end(Outcome(1 - seat, "forfeit", facts={"loser": self.sides[seat]}))

    def time_out(self, seat: Seat) -> None:
        """End the match as a loss for a seat whose clock has run out.

        Raise `IllegalMove` once it is over.
        """
        self._end(Outcome(1 - seat, "time", facts={"loser": SeatedPlayer(seat, self.sides[seat])}))

    def agree_draw(self) -> None:
        """End the match as a draw by agreement; raise `IllegalMove` once it is over."""
        self._end(Outcome(None, "agreement"))

    def _end(self, outcome: Outcome) -> None:
        if self.outcome:
            raise IllegalMove("over")
        self.ending = replace(outcome, score=self.game.score(self.position))

    def set_position(self, data: object, turn: Seat | None = None) -> None:
        """Continue from a position in the protocol's form; raise `BadPosition`."""
        self.origin = self.game.place(self.settled_options, data, turn)
        self.was_set = True
        self._start = None
        self.plies = []
        self.ending = None

    def view(self, seat: Seat | None) -> View:
        """Return the position as a seat (`None`: everyone) may see it.

        Once the match is over nothing is hidden.
        """
        if not self.outcome:
            return self.game.seen_by(self.position, seat)
        return self.game.reveal(self.position, seat).with_outcome(self.outcome)

    def show_view(self, seat: Seat | None) -> dict[str, Any]:
        """Return the view of a seat in the protocol's form."""
        return {**self.game.show(self.view(seat)), "turn": self.turn}

    def copy(self) -> "Match":
        """Return another match at the same point, for trying out moves."""
        other = copy(self)
        other.plies = self.plies[:]
        return other

    def copy_at(self, plies: int) -> "Match":
        """Return a copy of the match as it was after this many plies."""
        earlier = self.copy()
        earlier.plies = self.plies[:plies]
        earlier.ending = None
        return earlier

    def record(self, seat: Seat | None = None) -> str:
        """Return the match as text, PDN for checkers.

        With a seat, it has only what the seat has seen, and everything after the end.
        """
        return self.game.record(self, seat) or self.save(seat)

    def save(self, seat: Seat | None = None) -> str:
        """Return the match as text in the project's own form.

        It has everything that is needed to continue.
        """
        partial = seat is not None and self.game.hidden and self.outcome is None
        told = seat is None or self.outcome is not None
        # Without the secret a lot cannot be drawn again, so its result is written.
        options = self.options if told else self.settled_options
        lines = [f"{OWN_FORM} {VERSION}", f"Game: {self.game.key}", f"Options: {_dense(options)}"]
        if partial:
            lines += [
                f"Seen-by: {seat}",
                f"View: {_dense(self.show_view(seat))}",
            ]
        elif told:
            lines.append(f"Secret: {self.secret.hex()}")
        if self.was_set and not partial:
            self._start = self._start or _dense(self.game.dump(self.origin))
            lines.append(f"Start: {self._start}")
        if self.ending:
            loser = None if self.ending.winner is None else 1 - self.ending.winner
            lines.append(f"Ended: {self.ending.reason}" + ("" if loser is None else f" {loser}"))
        lines.append("")
        lines += [f"{number}. {ply.spelled}" for number, ply in enumerate(self.plies, 1)]
        return "\n".join(lines) + "\n"


def secret_of(seed: str) -> bytes:
    """Return the secret bytes of a seed, from which all chance in a match is drawn.

    They are the SHA-256 of the text.
    """
    return sha256(seed.encode()).digest()


TextPlace = tuple[int, int]
"""Where something stands in a text: its line and its column, both from 1."""
Where = Callable[[], TextPlace]
"""A function that finds a place.

Finding it may take long, so it is called only for a refusal.
"""
Before = Callable[[int], None]
"""A callback before each move of a record, with its number from 1.

It may raise an exception to stop the reading.
"""


def read_record(
    text: str, games: Mapping[str, AnyGame], before: Before = lambda ply: None, *, forgiving: bool = False
) -> Match:
    """Return the match of a record in the project's own form.

    Raise `BadRecord` with the line and column. Lenient: accepts the header's lines in any order,
    ignores unknown names, and blank lines at the start and among the moves, which need no numbers.
    A record without a secret gets one derived from its own text. If the players went on although one
    of them could have claimed a draw, a `forgiving` reader goes on too.
    """
    lines = text.splitlines()
    first = next((i for i, line in enumerate(lines) if line.strip()), 0)
    blank = next((i for i, line in enumerate(lines) if i > first and not line.strip()), len(lines))
    fields: dict[str, HeaderField] = {}
    for number, line in enumerate(lines[first:blank], first + 1):
        name, colon, value = line.partition(":")
        if not colon:
            raise BadRecord("record.header", line=number, column=_first_column(line, 0), text=clip(line))
        fields[name.strip()] = HeaderField(number, _first_column(line, len(name) + 1), value.strip())
    _check_version(fields)
    if "Seen-by" in fields:
        raise bad_record("record.partial", fields["Seen-by"].text_place)
    if "Game" not in fields:
        raise bad_record("record.no_game", lambda: (1, 1))
    if fields["Game"].value not in games:
        raise bad_record("record.unknown_game", fields["Game"].text_place, key=clip(fields["Game"].value))
    match = _begin_match(games[fields["Game"].value], fields, secret_of(text))
    replay_moves(match, _moves(lines, blank), before, forgiving=forgiving)
    if "Ended" in fields and not end_match(
        match, fields["Ended"].value, fields["Ended"].text_place, forgiving=forgiving
    ):
        raise bad_record("record.field", fields["Ended"].text_place, name="Ended")
    return match


@dataclass(frozen=True, slots=True)
class HeaderField:
    """A value in the header of a record, with its line and column."""

    line: int
    column: int
    value: str

    def text_place(self) -> TextPlace:
        """The place of the value in the record."""
        return self.line, self.column


def _moves(lines: Sequence[str], first: int) -> Iterator[tuple[Where, str]]:
    """Yield the moves from a line on, numbered or not, each with its place."""
    for number, line in enumerate(lines[first:], first + 1):
        count, point, _ = line.partition(".")
        start = len(count) + 1 if point and count.strip().isdigit() else 0
        if move := line[start:].strip():
            yield (
                partial(
                    lambda number, line, start: (number, _first_column(line, start)), number, line, start
                ),
                move,
            )


def _first_column(line: str, start: int) -> int:
    """Return the column of the first non-space character from `start` on."""
    return len(line) - len(line[start:].lstrip()) + 1


def bad_record(code: str, at: Where, **facts: object) -> BadRecord:
    """Return the error for a place of a record."""
    line, column = at()
    return BadRecord(code, line=line, column=column, **facts)


def replay_moves(
    match: Match, moves: Iterable[tuple[Where, str]], before: Before, *, forgiving: bool
) -> None:
    """Make the moves of a record.

    Raise `BadRecord` with the place of the first one that cannot be made.
    """
    for number, (at, move) in enumerate(moves, 1):
        if number > RECORD_PLIES:
            raise bad_record("record.long", at, limit=RECORD_PLIES)
        before(number)
        if forgiving:
            match.waive_draw()
        if match.outcome:
            raise bad_record("record.over", at, move=clip(move), reason=match.outcome.phrase)
        attempt_at(at, partial(match.play, move))


def _check_version(fields: Mapping[str, HeaderField]) -> None:
    """Raise `BadRecord` if this version cannot read the form that the header names."""
    name = OWN_FORM.removesuffix(":")
    if name in fields:
        check_version(fields[name].value, fields[name].text_place)


def check_version(given: str, at: Where) -> None:
    """Raise `BadRecord` if this version cannot read that form of records.

    `at` is the place that names the form.
    """
    if given == VERSION:
        return
    if given.isdecimal() and given.isascii() and len(given) < 10 and int(given) > int(VERSION):
        raise bad_record("record.newer", at, given=given, value=VERSION)
    raise bad_record("record.field", at, name=OWN_FORM.removesuffix(":"))


def _begin_match(game: AnyGame, fields: Mapping[str, HeaderField], secret: bytes) -> Match:
    """Return the match before its first move, from the header.

    `secret` is used if the header has none.
    """
    options = _parse_field(fields, "Options", {})
    if not isinstance(options, dict):
        raise bad_record("record.field", fields["Options"].text_place, name="Options")
    if "Secret" in fields:
        if not SECRET.fullmatch(fields["Secret"].value):
            raise bad_record("record.field", fields["Secret"].text_place, name="Secret")
        secret = bytes.fromhex(fields["Secret"].value)
    match = attempt_at(
        fields.get("Options", fields["Game"]).text_place, partial(Match, game, options, secret)
    )
    if "Start" in fields:
        attempt_at(
            fields["Start"].text_place, partial(match.set_position, _parse_field(fields, "Start", None))
        )
    return match


def end_match(match: Match, how: str, at: Where, *, forgiving: bool) -> bool:
    """End the match as a record says, such as `resignation 0`.

    Return whether the text is an ending. Raise `BadRecord` if the match is already over, unless by
    a draw that a `forgiving` reader need not claim. `at` is the place in the record.
    """
    if forgiving:
        match.waive_draw()
    match how.split():
        case ["resignation", ("0" | "1") as loser]:
            attempt_at(at, partial(match.resign, int(loser)))
        case ["forfeit", ("0" | "1") as loser]:
            attempt_at(at, partial(match.forfeit, int(loser)))
        case ["time", ("0" | "1") as loser]:
            attempt_at(at, partial(match.time_out, int(loser)))
        case ["agreement"]:
            attempt_at(at, match.agree_draw)
        case _:
            return False
    return True


def _parse_field(fields: Mapping[str, HeaderField], name: str, default: object) -> Any:
    """Return the JSON value of a header field, or `default` if it is missing.

    Raise `BadRecord` if it is malformed.
    """
    if name not in fields:
        return default
    try:
        return parse_json(fields[name].value)
    except ValueError:
        raise bad_record("record.field", fields[name].text_place, name=name) from None


def attempt_at(at: Where, act: Callable[[], Result]) -> Result:
    """Return the result of `act`.

    Raise its refusal as a `BadRecord` with the place that caused it, unless it has a place already.
    """
    try:
        return act()
    except BadRecord:
        raise
    except RulesError as refusal:
        raise bad_record("record.move", at, why=refusal.sentence) from refusal


def _dense(value: object) -> str:
    return json.dumps(value, separators=(", ", ": "))
