"""The lab's table: one match at a time, driven by the page's requests.

A refused request changes nothing. It is a pipe like the rules' own: a line of JSON in, one out. In
the browser a web worker passes the lines on.
"""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, Final

from engines.choose import choose_move, level_count
from engines.observation import observe
from engines.puzzles.puzzle import Puzzle, load_shipped_puzzles
from rendering import page_values
from rules import links
from rules.catalogue import GAMES, families
from rules.checkers.rulesets import RULESETS
from rules.choosing import reach_choice
from rules.game import AnyGame, RulesError, Seat
from rules.match import Match, secret_of
from rules.pipe import BadRequest, Pipe, PipeAnswer, PipeRequest, text_field
from words import Phrase, clip, localizer_for
from words import language_for_locale as choose_language
from workshop.lab import rule_comparison

LEVELS: Final = 4
"""Levels that the computer has here.

The higher ones think for long in a browser, and know tables of endings.
"""


@dataclass(frozen=True, slots=True)
class TableMatch:
    """The match on the table, the computer's seat and level if it plays, and the view.

    `covered`: both hands are face down until the player to move turns up theirs. `puzzle` is the puzzle
    to solve, with `said` about the last try and the number among those of its game.
    """

    match: Match
    computer: Seat | None = None
    level: int = 1
    path: tuple[str, ...] = ()
    covered: bool = False
    puzzle: Puzzle | None = None
    number: int = 0
    said: Phrase | None = None
    solved: bool = False

    @property
    def game(self) -> AnyGame:
        """Return the game."""
        return self.match.game

    @property
    def viewer(self) -> Seat | None:
        """Seat whose view is shown.

        It is the person's, or, if two share the board and there are hands, the mover's.
        """
        if self.puzzle is not None:
            return self.puzzle.solver
        if self.computer is not None:
            return 1 - self.computer
        if not self.game.hidden:
            return 0
        return None if self.covered else self.match.turn

    @property
    def asks(self) -> bool:
        """Return whether the person in front of the page is to choose."""
        return not self.solved and not self.covered and self.match.turn not in (None, self.computer)


class LabTable(Pipe):
    """Answers the page."""

    def __init__(self) -> None:
        self.laid: TableMatch | None = None
        self._say = localizer_for("en")
        super().__init__(
            {
                "hello": self._hello,
                "read": self._read_options,
                "open": self._open,
                "link": self._link,
                "puzzle": self._puzzle,
                "show": lambda _: self._page_state(),
                "look": self._look,
                "choose": self._choose,
                "play": lambda request: self._play_typed(text_field(request, "move")),
                "think": self._think,
                "undo": self._undo,
                "uncover": self._uncover,
                "under": self._under,
            }
        )

    @property
    def table_match(self) -> TableMatch:
        """Return the match on the table; raise `BadRequest` if there is none."""
        if self.laid is None:
            raise BadRequest("pipe.no_match")
        return self.laid

    def _hello(self, request: PipeRequest) -> PipeAnswer:
        """Return the page's words in a language that the browser names, and the games."""
        self._say = say = localizer_for(choose_language(text_field(request, "language")))
        return {
            **page_values.page_words(say),
            "families": [
                {"title": say(f"family.{family}"), "games": [self._game_info(game) for game in games]}
                for family, games in families().items()
            ],
        }

    def _game_info(self, game: AnyGame) -> dict[str, Any]:
        say = self._say
        return {
            "key": game.key,
            "title": say.text(game.title),
            "sides": [say.text(side) for side in game.sides],
            "levels": min(LEVELS, level_count(game)),
            "puzzles": len(load_shipped_puzzles(game.key)),
            "options": [
                {
                    "name": option.name,
                    "label": say.text(option.help),
                    "default": option.default,
                    "choices": [
                        {"value": value, "label": say.text(option.describe(value))}
                        for value in option.choices
                    ],
                }
                for option in game.options
            ],
        }

    def _read_options(self, request: PipeRequest) -> PipeAnswer:
        """Return the values that an address gives to options, each in words.

        Values that no option accepts are left out.
        """
        found: dict[str, dict[str, Any]] = {}
        game, given = _game(request), request.get("options")
        if not isinstance(given, Mapping):
            raise BadRequest("pipe.options")
        for option in game.options:
            if option.name in given:
                with suppress(RulesError):
                    value = game.read_option(option, given[option.name])
                    found[option.name] = {"value": value, "label": self._say.text(option.describe(value))}
        return {"options": found}

    def _open(self, request: PipeRequest) -> PipeAnswer:
        """Begin a match.

        `computer` is the seat that the computer takes, `seed` decides all chance.
        """
        game, options = _game(request), request.get("options", {})
        if not isinstance(options, Mapping):
            raise BadRequest("pipe.options")
        match = Match(game, options, secret_of(text_field(request, "seed")))
        return self._lay(TableMatch(match, *self._opponent(request, game)))

    def _link(self, request: PipeRequest) -> PipeAnswer:
        """Begin with the position of a link."""
        match = links.parse(text_field(request, "text"))
        return self._lay(TableMatch(match, *self._opponent(request, match.game)))

    def _opponent(self, request: PipeRequest, game: AnyGame) -> tuple[Seat | None, int]:
        seat, level = request.get("computer"), request.get("level", 1)
        if seat not in (None, 0, 1) or type(level) is not int or not 1 <= level <= LEVELS:
            raise BadRequest("lab.opponent")
        return seat, min(level, level_count(game))

    def _puzzle(self, request: PipeRequest) -> PipeAnswer:
        """Lay out a puzzle of a game by its number from 0.

        Numbers beyond the last one begin again with the first.
        """
        game, number = _game(request), request.get("number")
        known = load_shipped_puzzles(game.key)
        if type(number) is not int or number < 0 or not known:
            raise BadRequest("lab.puzzle.none")
        number %= len(known)
        puzzle = known[number]
        return self._lay(
            TableMatch(puzzle.match_after(0), puzzle=puzzle, number=number, said=Phrase("lab.puzzle.find"))
        )

    def _lay(self, laid: TableMatch) -> PipeAnswer:
        shares = laid.game.hidden and laid.computer is None and laid.puzzle is None
        self.laid = replace(laid, path=(), covered=shares and laid.match.turn is not None)
        return self._page_state()

    def _choose(self, request: PipeRequest) -> PipeAnswer:
        """Go to a choice by its path.

        If the path is a move that nothing can follow, make the move.
        """
        path, laid = request.get("path"), self.table_match
        if not isinstance(path, list) or not all(isinstance(value, str) for value in path) or not laid.asks:
            raise BadRequest("lab.choice")
        node = reach_choice(laid.game, laid.match.position, path)
        if node is None:
            raise BadRequest("lab.choice")
        if node.move is not None and (not node.choices or request.get("ends") is True):
            return self._make_move(node.move)
        self.laid = replace(laid, path=node.path)
        return self._page_state()

    def _play_typed(self, typed: str) -> PipeAnswer:
        """Make a typed move."""
        laid = self.table_match
        if not laid.asks:
            raise BadRequest("lab.choice")
        return self._make_move(laid.game.read(laid.match.position, typed))

    def _make_move(self, move: Any) -> PipeAnswer:
        laid = self.table_match
        if laid.puzzle is not None:
            return self._judge_try(laid.puzzle, move)
        match = laid.match.copy()
        match.make_move(move)
        return self._lay(replace(laid, match=match))

    def _judge_try(self, puzzle: Puzzle, move: Any) -> PipeAnswer:
        """Judge a try at a puzzle; the reply to a right one is made at once."""
        laid, match = self.table_match, self.table_match.match.copy()
        written = match.make_move(move).text
        if written != puzzle.line[len(match.plies) - 1]:
            return self._lay(replace(laid, said=Phrase("lab.puzzle.wrong", move=written)))
        if len(match.plies) == len(puzzle.line):
            return self._lay(replace(laid, match=match, solved=True, said=Phrase("lab.puzzle.solved")))
        reply = match.play(puzzle.line[len(match.plies)]).text
        return self._lay(
            replace(laid, match=match, said=Phrase("lab.puzzle.right", move=written, text=reply))
        )

    def _think(self, request: PipeRequest) -> PipeAnswer:
        """Make the computer's move."""
        laid, seed = self.table_match, request.get("seed")
        seat = laid.match.turn
        if seat is None or seat != laid.computer or type(seed) is not int:
            raise BadRequest("lab.opponent")
        found = choose_move(observe(laid.match, seat), laid.match.options, laid.level, seed)
        return self._make_move(found.move)

    def _undo(self, _: PipeRequest) -> PipeAnswer:
        """Take back the last move, and the computer's before it, to where a person chose."""
        laid, match = self.table_match, self.table_match.match.copy()
        if not self._can_undo(laid):
            raise BadRequest("lab.undo")
        match.undo()
        while match.plies and match.turn == laid.computer:
            match.undo()
        return self._lay(replace(laid, match=match))

    def _can_undo(self, laid: TableMatch) -> bool:
        """Whether a move can be taken back.

        It cannot if a player has seen the facts that it uncovered, nor in a puzzle.
        """
        return (
            laid.puzzle is None
            and not laid.game.hidden
            and any(ply.seat != laid.computer for ply in laid.match.plies)
        )

    def _uncover(self, _: PipeRequest) -> PipeAnswer:
        self.laid = replace(self.table_match, covered=False)
        return self._page_state()

    def _under(self, _: PipeRequest) -> PipeAnswer:
        """Return the kinds of checkers by the moves that they allow in this position.

        Each has a link.
        """
        laid, say = self.table_match, self._say
        if laid.game.key not in RULESETS or laid.match.turn is None:
            raise BadRequest("lab.under.none")
        return {
            "groups": [
                {
                    "games": [
                        {"title": say.text(match.game.title), "link": links.write(match)}
                        for match in alike.matches
                    ],
                    "moves": alike.moves,
                }
                for alike in rule_comparison.under_all(laid.match.position)
            ]
        }

    def _look(self, request: PipeRequest) -> PipeAnswer:
        """Return an earlier position of the match."""
        laid, number = self.table_match, request.get("number")
        if type(number) is not int or laid.covered:
            raise BadRequest("lab.choice")
        return {**self._page_state(), **page_values.look_back(laid.match, laid.viewer, number, self._say)}

    def _page_state(self) -> PipeAnswer:
        laid, say = self.table_match, self._say
        match = laid.match
        hides = laid.game.hidden and laid.computer is not None and match.turn is not None
        return {
            "game": laid.game.key,
            "title": say.text(laid.game.title),
            "computer": laid.computer,
            "level": laid.level,
            "thinks": match.turn is not None and match.turn == laid.computer,
            "covered": laid.covered,
            "undo": self._can_undo(laid),
            "under": laid.game.key in RULESETS and match.turn is not None,
            "link": None if hides else links.write(match),
            "puzzle": None if laid.puzzle is None else {"number": laid.number, "solved": laid.solved},
            "said": say.text(laid.said) if laid.said else None,
            "looks": laid.puzzle is None and not laid.covered,
            **page_values.board(match, laid.viewer, laid.path, say, asks=laid.asks),
        }


def _game(request: PipeRequest) -> AnyGame:
    key = text_field(request, "game")
    if key not in GAMES:
        raise RulesError("unknown_game", key=clip(key), known=", ".join(GAMES))
    return GAMES[key]
