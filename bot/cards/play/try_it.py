"""Try it: any game, both sides one's own, for one person alone.

The whole match is in the custom_ids. `<game>/<moves>/<choices>`: the moves as `rules.compact` packs them; the choices
as the picker has them, after a number for a part of them, or after "!" for a move that others go on from.
"""

import re
from dataclasses import dataclass, replace
from typing import Final

from bot.cards.kit.choices import (
    WALK,
    Choices,
    Ids,
    beside_board,
    choice_lines,
    choice_rows,
    read_walk,
)
from bot.cards.kit.kit import OVER, RUNNING, Card, Press, framed_view, row, small, text
from bot.cards.kit.pictures import end_picture
from bot.cards.kit.ways import AvailableActions, private_id
from bot.cards.play.picker import alike_line, choosing, raised_hand, steps_line
from bot.custom_ids import LIMIT, CustomId
from engines.choose import levels
from rendering.describe import explain_numbers
from rendering.standing import result_after
from rendering.themes import DEFAULT
from rules.board import BoardView
from rules.catalogue import GAMES, first_options
from rules.choosing import ChoiceNode
from rules.compact import CompactMatch
from rules.game import AnyGame, Options, Outcome, View
from words import Phrase, Speaker, Words, by_name, chain

STATE: Final = re.compile(r"(?P<game>[a-z-]+)/(?P<moves>[^/]*)/" + WALK)

EVERY_WAY: Final = AvailableActions()


@dataclass(frozen=True, slots=True)
class TryState:
    """State of a try-out: the match, and the choices made towards the next move."""

    game: AnyGame
    moves: str = ""
    path: tuple[str, ...] = ()
    part: int | None = None
    sure: bool = False

    @classmethod
    def parse(cls, written: str) -> "TryState | None":
        """Parse the end of a custom_id; `None` if it is not valid or the game is unknown."""
        form = STATE.fullmatch(written)
        if form is None or form["game"] not in GAMES:
            return None
        return cls(GAMES[form["game"]], form["moves"], *read_walk(form))

    @property
    def options(self) -> Options:
        """The options chosen for a newcomer to the game."""
        return first_options(self.game)


@dataclass(frozen=True, slots=True)
class TryIds(Ids):
    """The custom_ids of a try-out after some moves."""

    game: str
    moves: str

    def _at(self, action: str, choices: str) -> CustomId:
        return CustomId("try-on", 0, rest=f"{self.game}/{self.moves}/{self._walk(action, choices)}")

    def hold(self, reached: ChoiceNode) -> bool:
        """Return whether every choice of a level fits into a custom_id."""
        last = max((step.value for step in reached.choices), key=len, default="")
        longest = [self.part(10, (*reached.path, last)), self.do(reached.only or reached.path)]
        return all(len(str(custom_id)) <= LIMIT for custom_id in longest)


def try_card(
    state: TryState,
    compact: CompactMatch,
    reached: ChoiceNode | None,
    shown: Choices | None,
    say: Speaker,
    *,
    theme: str = DEFAULT,
    note: str | None = None,
    ways: AvailableActions = EVERY_WAY,
) -> Card:
    """Return a try-out at the level reached, with the choices shown.

    Both are `None` once the match is over. `ways` are the actions available from there.
    """
    match, view = compact.match, try_view(compact)
    names, ids = view.players, TryIds(state.game.key, str(compact))
    if reached is None or shown is None or not ids.hold(reached):
        return _ended_card(state, compact, view, say, theme=theme)
    rules = Press.of(CustomId("howto", 0, rest=state.game.key), say("button.howto"))
    words = say("card.try.turn", side=match.sides[match.turn or 0])
    if steps := steps_line(reached, say):
        words = say("card.try.next", steps=steps, side=match.sides[match.turn or 0])
    further = [_again(state, say) if match.plies else _against(state, say, ways), rules]
    lesson = match.lesson(reached.chain)
    first = not match.plies and not reached.chain and state.part is None
    card = framed_view(
        RUNNING,
        text(
            _title(state, say),
            note,
            say.text(state.game.help.summary) if first and not lesson else _did(compact, view, names, say),
            words,
            alike_line(reached, say),
            say.text(by_name(lesson, names)) if lesson else None,
            say.text(reached.duty) if reached.duty else None,
            small(explain_numbers(view, say.language)),
        ),
        *beside_board(
            choosing(view, reached, shown, say, theme=theme),
            raised_hand(view, reached, say, theme),
            choice_lines(shown, say, names),
        ),
        *choice_rows(reached, shown, view, ids, say, further=[press for press in further if press]),
    )
    return Card(card)


def _ended_card(state: TryState, compact: CompactMatch, view: View, say: Speaker, *, theme: str) -> Card:
    """Return a try-out that is over, or that no button can hold any longer."""
    match, names = compact.match, view.players
    outcome, words = match.outcome, say("card.try.far")
    board = choosing(view, ChoiceNode((), (), None), Choices([], []), say, theme=theme)
    if outcome:
        words = f"**{say.text(_result(outcome, names))}** {say('card.try.play')}"
        board = end_picture(view, match, None, say, theme)
    rules = Press.of(CustomId("howto", 0, rest=state.game.key), say("button.howto"))
    return Card(
        framed_view(
            OVER,
            text(_title(state, say), _did(compact, view, names, say), words),
            board,
            row(_again(state, say), rules),
        )
    )


def _result(outcome: Outcome, names: tuple[Words, Words]) -> Phrase:
    """Return how a try-out ended, by name."""
    if outcome.happened:
        return result_after(outcome.happened, outcome, names)
    reason = by_name(outcome.phrase, names)
    if outcome.winner is None:
        return Phrase("card.try.draw", reason=reason)
    return Phrase("card.try.won", name=names[outcome.winner], reason=reason)


def _title(state: TryState, say: Speaker) -> str:
    return say("card.try", title=state.game.title)


def _again(state: TryState, say: Speaker) -> Press:
    return Press.of(try_id(state.game), say("button.again"))


def _against(state: TryState, say: Speaker, ways: AvailableActions) -> Press | None:
    """Return the way to a match against the computer."""
    if not (ways.computer and levels(state.game)):
        return None
    return Press.of(private_id(state.game), say("button.try.against"))


def try_id(game: AnyGame) -> CustomId:
    """Return the custom_id that begins a try-out of a game."""
    return CustomId("try", 0, rest=game.key)


def try_view(compact: CompactMatch) -> View:
    """Return the view of the one person who plays both sides.

    It is always from the first player's side, with each hand in turn.
    """
    view = compact.match.view(compact.match.turn)
    return replace(view, viewer=0) if isinstance(view, BoardView) else view


def _did(compact: CompactMatch, view: View, names: tuple[Words, Words], say: Speaker) -> str | None:
    """Return what the last move did, and what must be said of it."""
    said = [by_name(words, names) for words in (view.did, view.note) if words]
    return say.text(chain("series.sentences", said)) if compact.match.plies and said else None
