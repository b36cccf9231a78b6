"""A finger on the picker without Discord.

It sees the buttons of the cards, and the result of each press. `python -m tests.bot.fingers` prints
how many taps a move takes after Play: the table of docs/taps.md.
"""

import random
from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from statistics import median
from typing import Any, Final

from bot.cards.kit.choices import MatchIds, VisibleChoices, choice_rows, preview_choices
from bot.cards.play.picker import picker_card
from bot.custom_ids import parse_custom_id
from club.play.match.matches import Table
from data.play.matches import MatchRow, MatchStatus, SeatRow
from rules.catalogue import GAMES
from rules.choosing import ChoiceNode, reach_choice
from rules.game import AnyGame, Options
from rules.match import Match
from rules.one_zero_one.shortcuts import effect_key
from tests.bot.limits import every
from words import ENGLISH, localizer_for

HUGE: Final = (1 << 63) - 1
"""The greatest id that a match can have."""
VERSION: Final = 999_999


def table_of(match: Match) -> Table:
    """A match with two players, in the form that the cards take.

    Its number and version are as long as they can be.
    """
    known: dict[str, Any] = {
        "id": HUGE,
        "game": match.game.key,
        "status": MatchStatus.RUNNING,
        "version": VERSION,
        "seats": (SeatRow(HUGE, 0, 1, "Ann"), SeatRow(HUGE, 1, 2, "Ben")),
    }
    row: dict[str, Any] = {field.name: known.get(field.name) for field in fields(MatchRow)}
    return Table(MatchRow(**row), match)


@dataclass
class Screen:
    """The picker as it is shown now; `played` once a press has made the move."""

    table: Table
    reached: ChoiceNode
    part: int | None = None
    played: str | None = None

    @classmethod
    def after_play(cls, match: Match) -> "Screen":
        """The screen that Play shows."""
        return cls._at(table_of(match), ())

    @classmethod
    def _at(cls, table: Table, path: Sequence[str], part: int | None = None) -> "Screen":
        reached = reach_choice(table.game, table.match.position, path)
        assert reached is not None
        return cls(table, reached, part)

    @cached_property
    def choices(self) -> VisibleChoices:
        """The choices in sight, with what they would do."""
        match = self.table.match
        return preview_choices(match, self.reached, self.table.view(match.turn), self.part)

    @property
    def components(self) -> list[dict[str, Any]]:
        """Every component of the card, opened up."""
        turn = self.table.match.turn
        assert turn is not None
        say = localizer_for(ENGLISH)
        card = picker_card(self.table, turn, self.reached, self.choices, say, theme="brown")
        return list(every(part.to_component_dict() for part in card.view.children))

    @cached_property
    def buttons(self) -> list[list[dict[str, Any]]]:
        """The buttons that choose or go back, row by row, without drawing the board."""
        ids, view = MatchIds(self.table.row.id, VERSION), self.table.view(self.table.match.turn)
        found = choice_rows(self.reached, self.choices, view, ids, localizer_for(ENGLISH))
        return [list(row.to_component_dict()["components"]) for row in found]

    def press(self, custom_id: str) -> "Screen":
        """What a button leads to: the same as the handlers do."""
        pressed = parse_custom_id(custom_id)
        assert pressed is not None
        number, _, rest = pressed.rest.rpartition(":")
        path = tuple(rest.split(",")) if rest else ()
        screen = self._at(self.table, path, int(number) if pressed.action == "page" else None)
        plays = pressed.action == "do" or (pressed.action == "pick" and not screen.reached.choices)
        if screen.reached.move is not None and plays:
            screen.played = screen.reached.text
        return screen


def taps(match: Match, text: str) -> int:
    """How many taps a move takes after Play, by the shortest way the buttons offer.

    A move counts as made if another one with the same effect is.
    """
    game, position = match.game, match.position
    wanted = effect(match, text)
    # Which choices lead there, the rules say.
    ways = {
        tuple(step.value for step in game.steps(position, move)): written
        for move in game.routes(position)
        if effect(match, written := game.write(position, move)) == wanted
    }
    screens = [Screen.after_play(match)]
    for count in range(1, 40):
        further = []
        for screen in screens:
            for after in _leading(screen, ways):
                if after.played in ways.values():
                    return count
                if after.played is None:
                    further.append(after)
        screens = further
    raise AssertionError(f"{text} cannot be chosen")


def effect(match: Match, text: str) -> Hashable:
    """What a move does, the same whatever direction changes nothing."""
    position = match.position
    return effect_key(position, match.game.read(position, text)) if match.game.hidden else text


def _leading(screen: Screen, ways: Collection[tuple[str, ...]]) -> Iterator[Screen]:
    """Yield the screens reached by buttons that go on towards a move.

    The choices of that move are one of `ways`.
    """
    for button in (button for row in screen.buttons for button in row if not button.get("disabled")):
        pressed = parse_custom_id(button["custom_id"])
        assert pressed is not None
        path = tuple(pressed.rest.rpartition(":")[2].split(",")) if pressed.rest else ()
        onward = pressed.action == "pick" and len(path) > len(screen.reached.path)
        if pressed.action == "page":
            part = screen.press(button["custom_id"])
            if any(_offers_next(part, way) for way in ways):
                yield part
        elif (pressed.action == "do" and path in ways) or (
            onward and any(way[: len(path)] == path for way in ways)
        ):
            yield screen.press(button["custom_id"])


def _offers_next(part: Screen, way: Sequence[str]) -> bool:
    """Whether a part offers the next step of a way, as its label says."""
    path = part.reached.path
    if way[: len(path)] != path or len(way) == len(path):
        return False
    found = [parse_custom_id(button["custom_id"]) for row in part.buttons for button in row]
    return any(each and tuple(each.rest.split(",")) == way[: len(path) + 1] for each in found)


@dataclass(frozen=True)
class Measure:
    """What is measured: a game with options, and which of its moves count."""

    name: str
    game: str
    options: Options
    counted: Callable[[AnyGame, Any, str], bool] = lambda game, position, text: True


def _single(own: bool) -> Callable[[AnyGame, Any, str], bool]:
    """Return a test for a single-piece move of Binary.

    The piece is on a square of the player's own colour, or of the other.
    """

    def is_single(game: AnyGame, position: Any, text: str) -> bool:
        if "+" in text:
            return False
        dark = (ord(text[0]) - ord("a") + int(text[1:]) - 1) % 2 == 0
        return (dark == (game.turn(position) == 0)) is own

    return is_single


MEASURES: Final = (
    *(Measure(f"Binar {size}×{size}", "binar", {"size": size}) for size in (3, 4, 5)),
    Measure("Binar 9×9", "binar", {"size": 9}),
    Measure("Binary: one piece on the other colour", "binary", {}, _single(own=False)),
    Measure("Binary: one piece on one's own colour", "binary", {}, _single(own=True)),
    Measure("Binary: two pieces", "binary", {}, lambda game, position, text: "+" in text),
    Measure("Zong-Heng", "zong-heng", {}),
    Measure("Yin Yang", "yin-yang", {}),
    Measure("Incorrect Checkers", "incorrect-checkers", {}),
    Measure("One Zero One", "one-zero-one", {}),
    *(
        Measure(str(game.title), key, {})
        for key, game in GAMES.items()
        if "checkers" in game.words and key != "incorrect-checkers"
    ),
)


def positions(game: AnyGame, options: Options, *, games: int, plies: int = 60) -> Iterator[Match]:
    """A match of random play at every ply; the same whenever it is asked."""
    for number in range(games):
        chance = random.Random(number)
        match = Match(game, options, bytes([number % 256] * 32))
        while match.turn is not None and len(match.plies) < plies:
            yield match
            match.play(chance.choice(match.moves()))


def measure_taps(measure: Measure) -> list[int]:
    """Return the taps of a random move at every position of random play."""
    game, chance, found = GAMES[measure.game], random.Random(7), []
    for match in positions(game, measure.options, games=3):
        moves = [text for text in match.moves() if measure.counted(game, match.position, text)]
        if moves:
            found.append(taps(match, chance.choice(moves)))
    return found


def row(measure: Measure, counts: Sequence[int]) -> str:
    """What was measured, as docs/taps.md has it."""
    return f"| {measure.name} | {min(counts)} | {median(counts):g} | {max(counts)} |"


if __name__ == "__main__":
    print("| game | least | median | most |", "|---|---|---|---|", sep="\n")
    for each in MEASURES:
        print(row(each, measure_taps(each)))
