"""Try it: any game, both sides one's own or against the computer at its weakest, for one person alone.

The whole match is in the custom_ids. `<game>/<moves>/<choices>`: the moves as `rules.compact` packs them; the choices
as the picker has them, after a number for a part of them, or after "!" for a move that others go on from. "*" after the
game says that the computer answers.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import discord

from bot.cards.choices import Choices, choice_rows, in_sight
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
from bot.cards.picker import choosing, raised_hand, steps_line
from bot.cards.picking import Node, parts
from bot.custom_ids import LIMIT, CustomId
from engines.choose import levels
from rendering.themes import DEFAULT
from rules.board import BoardView
from rules.catalogue import GAMES
from rules.compact import CompactMatch
from rules.game import AnyGame, Options, Step, View
from words import Speaker, by_name, chain

STATE: Final = re.compile(
    r"(?P<game>[a-z-]+)(?P<against>\*?)/(?P<moves>[^/]*)/(?:(?P<part>\d{1,2}):|(?P<sure>!))?(?P<path>.*)"
)

AGAINST: Final = "*"


@dataclass(frozen=True, slots=True)
class TryState:
    """Where a try-out stands: the match, and the choices made on the way to the next move."""

    game: AnyGame
    moves: str = ""
    path: tuple[str, ...] = ()
    part: int | None = None
    sure: bool = False
    against: bool = False

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
            bool(form["against"]),
        )

    @property
    def options(self) -> Options:
        """Return the game's smallest board, and its other defaults."""
        return {option.name: option.choices[0] for option in self.game.options if option.name == "size"}


@dataclass(frozen=True, slots=True)
class TryIds:
    """The custom_ids of a try-out after some moves."""

    game: str
    moves: str
    against: bool = False

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
        return CustomId("try-on", 0, rest=f"{self.game}{AGAINST * self.against}/{self.moves}/{rest}")

    def hold(self, reached: Node) -> bool:
        """Return whether every choice of a level fits into a custom_id."""
        last = max((step.value for step in reached.choices), key=len, default="")
        longest = [self.part(10, (*reached.path, last)), self.do(reached.only or reached.path)]
        return all(len(str(custom_id)) <= LIMIT for custom_id in longest)


def try_card(
    state: TryState,
    compact: CompactMatch,
    reached: Node | None,
    say: Speaker,
    *,
    theme: str = DEFAULT,
    note: str | None = None,
    computer: bool = True,
) -> Card:
    """Return a try-out at the level reached, drawn in a theme; `None`: the match is over.

    `computer` says whether the game can be tried against the computer there.
    """
    match, title = compact.match, say("card.try", title=state.game.title)
    view, ids = _seen(compact, state), TryIds(state.game.key, str(compact), state.against)
    again = Press.of(try_id(state.game, against=state.against), say("button.again"))
    rules = Press.of(CustomId("howto", 0, rest=state.game.key), say("button.howto"))
    if reached is None or not ids.hold(reached):
        outcome, words = match.outcome, say("card.try.far")
        if outcome:
            reason = by_name(outcome.said, match.sides)
            winner = outcome.winner
            words = (
                say("card.try.draw", reason=reason)
                if winner is None
                else say("card.try.won", side=match.sides[winner], reason=reason)
            )
        shown = framed(
            OVER,
            text(title, _did(compact, view, say), words),
            choosing(view, Node((), (), None), Choices([], []), say, theme=theme),
            row(again, rules),
        )
        return Card(shown)
    choices = in_sight(reached, view, state.part)
    words = say("card.try.against" if state.against else "card.try.turn", side=match.sides[match.turn or 0])
    if steps := steps_line(reached, say):
        words = say("card.try.next", steps=steps, side=match.sides[match.turn or 0])
    against = Press.of(try_id(state.game, against=True), say("button.try.against"))
    others = [against] if computer and levels(state.game) and not state.against else []
    further = [again, rules] if match.plies else [*others, rules]
    first = not compact.match.plies and not reached.chain and state.part is None
    shown = framed(
        RUNNING,
        text(
            title,
            note,
            say.text(state.game.help.summary) if first else _did(compact, view, say),
            words,
            say.text(reached.duty) if reached.duty else None,
        ),
        choosing(view, reached, choices, say, theme=theme),
        raised_hand(view, reached, say, theme),
        *choice_rows(reached, choices, view, ids, say, further=further),
    )
    return Card(shown)


def try_id(game: AnyGame, *, against: bool = False) -> CustomId:
    """Return the custom_id that begins a try-out of a game, perhaps against the computer."""
    return CustomId("try", 0, rest=game.key + AGAINST * against)


def games_menu(say: Speaker) -> list[discord.ui.Select[Any]]:
    """Return menus of all games to try."""
    steps = [Step(game.key, game.title) for game in GAMES.values()]
    return [
        menu(CustomId("try", 0, number + 1), say, say("menu.try"), part)
        for number, part in enumerate(parts(steps))
    ]


def _seen(compact: CompactMatch, state: TryState) -> View:
    """Return the position as the one person sees it: always from the first player's side, every hand in turn.

    Against the computer they see their own hand alone.
    """
    view = compact.match.view(0 if state.against else compact.match.turn)
    return replace(view, viewer=0) if isinstance(view, BoardView) else view


def _did(compact: CompactMatch, view: View, say: Speaker) -> str | None:
    """Return what the last move did, and what must be said of it."""
    said = [by_name(words, compact.match.sides) for words in (view.did, view.note) if words]
    return say.text(chain("series.sentences", said)) if compact.match.plies and said else None
