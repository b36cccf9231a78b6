"""Try it: any game, both sides one's own or against the computer at its weakest, for one person alone.

The whole match is in the custom_ids. `<game>/<moves>/<choices>`: the moves as `rules.compact` packs them; the choices
as the picker has them, after a number for a part of them, or after "!" for a move that others go on from. "*" after the
game says that the computer answers, "+" that it does and each choice is explained.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import discord

from bot.cards.choices import Choices, choice_lines, choice_rows
from bot.cards.kit import (
    OVER,
    RUNNING,
    Card,
    Press,
    framed,
    menu,
    row,
    text,
)
from bot.cards.lines import result_after
from bot.cards.picker import choosing, raised_hand, steps_line
from bot.cards.picking import Node, parts
from bot.custom_ids import LIMIT, CustomId
from engines.choose import levels
from rendering.themes import DEFAULT
from rules.board import BoardView
from rules.catalogue import GAMES
from rules.compact import CompactMatch
from rules.game import AnyGame, Options, Outcome, Step, View
from words import Said, Speaker, Words, by_name, chain

STATE: Final = re.compile(
    r"(?P<game>[a-z-]+)(?P<mode>[*+]?)/(?P<moves>[^/]*)/(?:(?P<part>\d{1,2}):|(?P<sure>!))?(?P<path>.*)"
)

AGAINST: Final = "*"
GUIDED: Final = "+"


@dataclass(frozen=True, slots=True)
class TryState:
    """Where a try-out stands: the match, and the choices made on the way to the next move.

    `mode` is nothing where one plays both sides, `AGAINST` or `GUIDED`.
    """

    game: AnyGame
    moves: str = ""
    path: tuple[str, ...] = ()
    part: int | None = None
    sure: bool = False
    mode: str = ""

    @classmethod
    def read(cls, written: str) -> "TryState | None":
        """Return what a custom_id says; `None` if it says nothing of a game that there is."""
        form = STATE.fullmatch(written)
        if form is None or form["game"] not in GAMES:
            return None
        return cls(
            GAMES[form["game"]],
            form["moves"],
            tuple(form["path"].split(",")) if form["path"] else (),
            int(form["part"]) if form["part"] else None,
            form["sure"] is not None,
            form["mode"],
        )

    @classmethod
    def begun(cls, written: str) -> "TryState | None":
        """Return the beginning of a try-out, from a game's key and a mode; `None` if there is no such game."""
        key = written.rstrip(AGAINST + GUIDED)
        return cls(GAMES[key], mode=written[len(key) :][:1]) if key in GAMES else None

    @property
    def options(self) -> Options:
        """Return the game's smallest board, and its other defaults."""
        return {option.name: option.choices[0] for option in self.game.options if option.name == "size"}

    @property
    def against(self) -> bool:
        """Return whether the computer answers."""
        return self.mode != ""


@dataclass(frozen=True, slots=True)
class TryIds:
    """The custom_ids of a try-out after some moves."""

    game: str
    moves: str
    mode: str = ""

    def pick(self, path: Sequence[str]) -> CustomId:
        """Return the custom_id of a choice, and of the way back to an earlier one."""
        return self._at(",".join(path))

    def part(self, number: int, path: Sequence[str]) -> CustomId:
        """Return the custom_id of a part of the choices."""
        return self._at(f"{number}:" + ",".join(path))

    def do(self, path: Sequence[str]) -> CustomId:
        """Return the custom_id of playing the move of a path."""
        return self._at("!" + ",".join(path))

    def _at(self, rest: str) -> CustomId:
        return CustomId("try-on", 0, rest=f"{self.game}{self.mode}/{self.moves}/{rest}")

    def hold(self, reached: Node) -> bool:
        """Return whether every choice of a level fits into a custom_id."""
        last = max((step.value for step in reached.choices), key=len, default="")
        longest = [self.part(10, (*reached.path, last)), self.do(reached.only or reached.path)]
        return all(len(str(custom_id)) <= LIMIT for custom_id in longest)


def try_card(
    state: TryState,
    compact: CompactMatch,
    reached: Node | None,
    shown: Choices | None,
    say: Speaker,
    *,
    name: Words = "",
    theme: str = DEFAULT,
    note: str | None = None,
    computer: bool = True,
) -> Card:
    """Return a try-out at the level reached with the choices that are shown, both `None` once the match is over.

    `name` is that of whoever tries it, needed where the computer answers; `computer` says whether it can be tried
    against the computer there.
    """
    title = say("card.guided" if state.mode == GUIDED else "card.try", title=state.game.title)
    match, view = compact.match, seen(compact, state)
    names = (name, Said("computer.name")) if state.against else match.sides
    ids = TryIds(state.game.key, str(compact), state.mode)
    again = Press.of(try_id(state.game, state.mode), say("button.again"))
    rules = Press.of(CustomId("howto", 0, rest=state.game.key), say("button.howto"))
    did = _did(compact, view, names, say)
    if reached is None or shown is None or not ids.hold(reached):
        ended = _result(match.outcome, names if state.against else view.players) if match.outcome else None
        words = f"**{say.text(ended)}** {say('card.try.play')}" if ended else say("card.try.far")
        board = choosing(view, Node((), (), None), Choices([], []), say, theme=theme)
        return Card(framed(OVER, text(title, did, words), board, row(again, rules)))
    side = match.sides[match.turn or 0]
    words = say("card.try.against" if state.against else "card.try.turn", side=side)
    if steps := steps_line(reached, say):
        words = say("card.try.next", steps=steps, side=side)
    against = Press.of(try_id(state.game, AGAINST), say("button.try.against"))
    others = [against] if computer and levels(state.game) and not state.against else []
    further = [again, rules] if match.plies else [*others, rules]
    first = not compact.match.plies and not reached.chain and state.part is None
    taught = state.game.teach(match.position, reached.chain) if state.mode == GUIDED else None
    summary = say.text(state.game.help.summary) if first and not taught else None
    card = framed(
        RUNNING,
        text(
            title,
            note,
            summary or (did if not reached.chain else None),
            say.text(by_name(taught, names)) if taught else None,
            words,
            say.text(reached.duty) if reached.duty else None,
        ),
        choosing(view, reached, shown, say, theme=theme),
        raised_hand(view, reached, say, theme),
        choice_lines(shown, say, names),
        *choice_rows(reached, shown, view, ids, say, further=further),
    )
    return Card(card)


def _result(outcome: Outcome, called: tuple[Words, Words]) -> Said:
    """Return how a try-out ended, both players as they are `called`."""
    if outcome.happened:
        return result_after(outcome, outcome.happened, called)
    reason = by_name(outcome.said, called)
    if outcome.winner is None:
        return Said("card.try.draw", reason=reason)
    return Said("card.try.won", side=called[outcome.winner], reason=reason)


def try_id(game: AnyGame, mode: str = "") -> CustomId:
    """Return the custom_id that begins a try-out of a game in a mode."""
    return CustomId("try", 0, rest=game.key + mode)


def games_menu(say: Speaker) -> list[discord.ui.Select[Any]]:
    """Return menus of all games to try."""
    steps = [Step(game.key, game.title) for game in GAMES.values()]
    return [
        menu(CustomId("try", 0, number + 1), say, say("menu.try"), part)
        for number, part in enumerate(parts(steps))
    ]


def seen(compact: CompactMatch, state: TryState) -> View:
    """Return the position as the one person sees it: always from the first player's side, every hand in turn.

    Against the computer they see their own hand alone.
    """
    view = compact.match.view(0 if state.against else compact.match.turn)
    return replace(view, viewer=0) if isinstance(view, BoardView) else view


def _did(compact: CompactMatch, view: View, names: tuple[Words, Words], say: Speaker) -> str | None:
    """Return what the last move did, and what must be told of it."""
    said = [by_name(words, names) for words in (view.did, view.note) if words]
    return say.text(chain("series.sentences", said)) if compact.match.plies and said else None
